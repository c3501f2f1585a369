package io.vorpal.secp256k1;

import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.util.Objects;

/**
 * A secret key, in the memory of the native library. {@code close} wipes it there; the caller's array stays as it is.
 * All operations take constant time.
 */
public final class SecretKey extends Resource {
    /**
     * Creates a key.
     *
     * @param encoded 32 bytes, big-endian, neither zero nor above the group order
     * @throws io.vorpal.VorpalException if the bytes are no key
     */
    public SecretKey(byte[] encoded) {
        super(Native.secretKeySecp256k1(Objects.requireNonNull(encoded, "encoded")));
    }

    /**
     * Computes the public key.
     *
     * @return the key
     */
    public PublicKey publicKey() {
        return use(key -> new PublicKey(Native.publicKeyOfSecp256k1(key)));
    }

    /**
     * Signs a hash, with the nonce of RFC 6979. {@code s} is in the lower half of its range.
     *
     * @param hash 32 bytes
     * @return 65 bytes, {@code r || s || v} with {@code v} from 0 to 3
     * @throws io.vorpal.VorpalException if the length is wrong
     */
    public byte[] sign(byte[] hash) {
        Objects.requireNonNull(hash, "hash");
        return use(key -> Native.signSecp256k1(key, hash, null));
    }

    /**
     * As {@link #sign(byte[])}, with a nonce that depends on further bytes too.
     *
     * @param hash 32 bytes
     * @param entropy 32 random bytes
     * @return 65 bytes, {@code r || s || v}
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public byte[] sign(byte[] hash, byte[] entropy) {
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(entropy, "entropy");
        return use(key -> Native.signSecp256k1(key, hash, entropy));
    }

    /**
     * Signs a message with a Schnorr signature of BIP 340.
     *
     * @param message any number of bytes
     * @param auxiliary 32 fresh random bytes, or zeros
     * @return 64 bytes
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public byte[] schnorrSign(byte[] message, byte[] auxiliary) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(auxiliary, "auxiliary");
        return use(key -> Native.schnorrSign(key, message, auxiliary));
    }

    /**
     * Computes the shared secret with another party.
     *
     * @param other the other party's public key
     * @return 32 bytes: {@code x} of the shared point
     */
    public byte[] ecdh(PublicKey other) {
        byte[] encoded = Objects.requireNonNull(other, "other").uncompressed();
        return use(key -> Native.ecdh(key, encoded, false));
    }

    /**
     * Computes the shared secret with another party, as libsecp256k1 does.
     *
     * @param other the other party's public key
     * @return 32 bytes: SHA-256 of the compressed encoding of the shared point
     */
    public byte[] ecdhSha256(PublicKey other) {
        byte[] encoded = Objects.requireNonNull(other, "other").uncompressed();
        return use(key -> Native.ecdh(key, encoded, true));
    }

    @Override
    public String toString() {
        return "SecretKey(...)";
    }
}
