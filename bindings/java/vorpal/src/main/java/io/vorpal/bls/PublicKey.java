package io.vorpal.bls;

import io.vorpal.internal.Native;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** A public key: on the curve, in the subgroup and not infinity. It does not change. */
public final class PublicKey {
    /** The bytes of an encoding. */
    public static final int BYTES = 48;

    private final byte[] encoded;
    private final byte[] point;

    /** The key of 48 bytes and of the 96 bytes that the native library made. */
    PublicKey(byte[] both) {
        encoded = Arrays.copyOf(both, BYTES);
        point = Arrays.copyOfRange(both, BYTES, both.length);
    }

    /**
     * Decodes and checks a key.
     *
     * @param encoded 48 bytes, or 96 bytes (uncompressed)
     * @return the key
     * @throws io.vorpal.VorpalException if the bytes are no key
     */
    public static PublicKey decode(byte[] encoded) {
        return new PublicKey(Native.blsKey(Objects.requireNonNull(encoded, "encoded")));
    }

    /**
     * Adds keys.
     *
     * @param keys the keys
     * @return the sum
     * @throws io.vorpal.VorpalException if there are none, or if the sum is infinity
     */
    public static PublicKey aggregate(List<PublicKey> keys) {
        return new PublicKey(Native.blsAddKeys(points(keys), true));
    }

    /** The points of keys, one after the other. */
    static byte[] points(List<PublicKey> keys) {
        byte[] points = new byte[2 * BYTES * Objects.requireNonNull(keys, "keys").size()];
        int end = 0;
        for (PublicKey key : keys) {
            System.arraycopy(Objects.requireNonNull(key, "keys").point, 0, points, end, 2 * BYTES);
            end += 2 * BYTES;
        }
        return points;
    }

    /** The point, which nobody changes. */
    byte[] point() {
        return point;
    }

    /**
     * Returns the encoding.
     *
     * @return 48 bytes
     */
    public byte[] encoded() {
        return encoded.clone();
    }

    /**
     * Returns the uncompressed encoding.
     *
     * @return 96 bytes
     */
    public byte[] uncompressed() {
        return point.clone();
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
        return "PublicKey(" + HexFormat.of().formatHex(encoded) + ")";
    }
}
