package io.vorpal.p256;

import io.vorpal.internal.Native;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** A public key: a point of the curve other than infinity. It does not change. */
public final class PublicKey {
    private final byte[] encoded;

    /** Takes over the 65 bytes of a key that was checked. */
    PublicKey(byte[] encoded) {
        this.encoded = encoded;
    }

    /**
     * Decodes a key.
     *
     * @param encoded 33 bytes, or 65 bytes {@code 04 || x || y}
     * @return the key
     * @throws io.vorpal.VorpalException if the bytes are no key
     */
    public static PublicKey decode(byte[] encoded) {
        return new PublicKey(Native.publicKeyP256(Objects.requireNonNull(encoded, "encoded")));
    }

    /**
     * Returns the compressed encoding.
     *
     * @return 33 bytes
     */
    public byte[] compressed() {
        byte[] bytes = Arrays.copyOf(encoded, 33);
        bytes[0] = (byte) (2 + (encoded[64] & 1));
        return bytes;
    }

    /**
     * Returns the encoding without compression.
     *
     * @return 65 bytes, {@code 04 || x || y}
     */
    public byte[] uncompressed() {
        return encoded.clone();
    }

    /**
     * Verifies an ECDSA signature. {@code s} may be in either half of its range.
     *
     * @param hash 32 bytes
     * @param signature 64 bytes, {@code r || s}
     * @return whether it is valid
     * @throws io.vorpal.VorpalException if a length is wrong, or {@code r} or {@code s} is out of range
     */
    public boolean verify(byte[] hash, byte[] signature) {
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(signature, "signature");
        return Native.verifyP256(encoded, hash, signature);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PublicKey key && Arrays.equals(encoded, key.encoded);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encoded);
    }

    @Override
    public String toString() {
        return "PublicKey(" + HexFormat.of().formatHex(compressed()) + ")";
    }
}
