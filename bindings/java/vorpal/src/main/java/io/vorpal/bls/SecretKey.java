package io.vorpal.bls;

import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.util.Objects;

/**
 * A secret key, in the memory of the native library. {@code close} wipes it there; the caller's arrays stay as they
 * are. All operations take constant time, but signing may depend on the message.
 */
public final class SecretKey extends Resource {
    private SecretKey(long number) {
        super(number);
    }

    /**
     * Creates a key.
     *
     * @param encoded 32 bytes, big-endian, neither zero nor above the group order
     * @throws io.vorpal.VorpalException if the bytes are no key
     */
    public SecretKey(byte[] encoded) {
        this(Native.blsSecretKey(Objects.requireNonNull(encoded, "encoded")));
    }

    /**
     * Computes the key of key material: {@code KeyGen} of draft-irtf-cfrg-bls-signature-04.
     *
     * @param material at least 32 secret bytes
     * @param info public bytes that tell the keys of one material apart
     * @return the key
     * @throws io.vorpal.VorpalException if the material is too short
     */
    public static SecretKey keyGen(byte[] material, byte[] info) {
        Objects.requireNonNull(material, "material");
        return new SecretKey(Native.blsKeyGen(material, Objects.requireNonNull(info, "info")));
    }

    /**
     * Computes the root of a tree of keys: {@code derive_master_SK} of EIP-2333.
     *
     * @param seed at least 32 secret bytes
     * @return the key
     * @throws io.vorpal.VorpalException if the seed is too short
     */
    public static SecretKey deriveMaster(byte[] seed) {
        return new SecretKey(Native.blsDeriveMaster(Objects.requireNonNull(seed, "seed")));
    }

    /**
     * Computes a child: {@code derive_child_SK} of EIP-2333.
     *
     * @param index the index, below 2^32
     * @return the key
     * @throws io.vorpal.VorpalException if the index is out of range
     */
    public SecretKey deriveChild(long index) {
        return use(key -> new SecretKey(Native.blsDeriveChild(key, index)));
    }

    /**
     * Returns the bytes of the key, which the caller must keep secret.
     *
     * @return 32 bytes, big-endian
     */
    public byte[] toBytes() {
        return use(Native::blsSecretBytes);
    }

    /**
     * Computes the public key.
     *
     * @return the key
     */
    public PublicKey publicKey() {
        return use(key -> new PublicKey(Native.blsPublicKeyOf(key)));
    }

    /**
     * Signs a message.
     *
     * @param suite the suite of the protocol
     * @param message any number of bytes
     * @return 96 bytes
     */
    public byte[] sign(Suite suite, byte[] message) {
        Objects.requireNonNull(message, "message");
        return use(Objects.requireNonNull(suite, "suite"), (key, number) -> Native.blsSign(key, number, message));
    }

    /**
     * Proves that the caller has this key: {@code PopProve} of the draft. {@link Suite#verifyPossession} verifies it.
     *
     * @return 96 bytes
     */
    public byte[] provePossession() {
        return use(Native::blsProvePossession);
    }

    @Override
    public String toString() {
        return "SecretKey(...)";
    }
}
