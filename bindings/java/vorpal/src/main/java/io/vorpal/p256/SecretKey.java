package io.vorpal.p256;

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
        super(Native.secretKeyP256(Objects.requireNonNull(encoded, "encoded")));
    }

    /**
     * Computes the public key.
     *
     * @return the key
     */
    public PublicKey publicKey() {
        return use(key -> new PublicKey(Native.publicKeyOfP256(key)));
    }

    /**
     * Signs a hash, with the nonce of RFC 6979.
     *
     * @param hash 32 bytes
     * @return 64 bytes, {@code r || s}
     * @throws io.vorpal.VorpalException if the length is wrong
     */
    public byte[] sign(byte[] hash) {
        Objects.requireNonNull(hash, "hash");
        return use(key -> Native.signP256(key, hash, null));
    }

    /**
     * As {@link #sign(byte[])}, with a nonce that depends on further bytes too.
     *
     * @param hash 32 bytes
     * @param entropy 32 random bytes
     * @return 64 bytes, {@code r || s}
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public byte[] sign(byte[] hash, byte[] entropy) {
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(entropy, "entropy");
        return use(key -> Native.signP256(key, hash, entropy));
    }

    @Override
    public String toString() {
        return "SecretKey(...)";
    }
}
