package io.vorpal.msm;

import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Points that are read once and used in many sums. Several threads may use them at the same time; {@code close} frees
 * the points and the tables.
 */
public final class Bases extends Resource {
    private final Curve curve;

    private Bases(Curve curve, long number) {
        super(number);
        this.curve = curve;
    }

    /**
     * Decodes points, one after the other.
     *
     * @param curve the curve
     * @param format the format
     * @param trust what is known of the points
     * @param compressed whether they are compressed; otherwise a point has twice as many bytes
     * @param points the encodings
     * @return new bases
     * @throws io.vorpal.VorpalException if a point is malformed, with its index, or the curve lacks the format
     */
    public static Bases decode(Curve curve, Format format, Trust trust, boolean compressed, byte[] points) {
        return decodeAll(curve, format, trust, compressed, Objects.requireNonNull(points, "points"));
    }

    /**
     * As {@link #decode(Curve, Format, Trust, boolean, byte[])}, with a buffer.
     *
     * @param curve the curve
     * @param format the format
     * @param trust what is known of the points
     * @param compressed whether they are compressed
     * @param points the encodings, from its position to its limit
     * @return new bases
     * @throws io.vorpal.VorpalException if a point is malformed, with its index, or the curve lacks the format
     */
    public static Bases decode(Curve curve, Format format, Trust trust, boolean compressed, ByteBuffer points) {
        return decodeAll(curve, format, trust, compressed, Memory.input(points, "points"));
    }

    private static Bases decodeAll(Curve curve, Format format, Trust trust, boolean compressed, Object points) {
        return new Bases(curve, Native.decodeBases(
                curve.ordinal(), format.ordinal(), trust.ordinal(), compressed, points));
    }

    /**
     * Creates the same bases with tables, with which sums take less time.
     *
     * @param memory the most bytes of the tables
     * @return new bases, which are closed by themselves
     * @throws io.vorpal.VorpalException if no tables fit in so many bytes, or these bases have tables
     */
    public Bases prepare(long memory) {
        return use(bases -> new Bases(curve, Native.prepareBases(bases, memory)));
    }

    /**
     * Computes the sum of {@code scalars[i] bases[i]} over as many bases as there are scalars, on all cores.
     *
     * @param scalars 32 bytes each, below the order
     * @param order the order of their bytes
     * @param format the format of the sum
     * @param compressed whether the sum is compressed
     * @return the encoded sum
     * @throws io.vorpal.VorpalException if a scalar is not below the order, with its index, or there are too many
     */
    public byte[] sum(byte[] scalars, ByteOrder order, Format format, boolean compressed) {
        return sumOf(Objects.requireNonNull(scalars, "scalars"), order, format, compressed);
    }

    /**
     * As {@link #sum(byte[], ByteOrder, Format, boolean)}, with a buffer. The byte order of the buffer is ignored.
     *
     * @param scalars 32 bytes each, below the order, from its position to its limit
     * @param order the order of their bytes
     * @param format the format of the sum
     * @param compressed whether the sum is compressed
     * @return the encoded sum
     * @throws io.vorpal.VorpalException if a scalar is not below the order, with its index, or there are too many
     */
    public byte[] sum(ByteBuffer scalars, ByteOrder order, Format format, boolean compressed) {
        return sumOf(Memory.input(scalars, "scalars"), order, format, compressed);
    }

    private byte[] sumOf(Object scalars, ByteOrder order, Format format, boolean compressed) {
        boolean isBigEndian = Objects.requireNonNull(order, "order") == ByteOrder.BIG_ENDIAN;
        int number = format.ordinal();
        return use(bases -> Native.sum(bases, scalars, isBigEndian, number, compressed));
    }

    /**
     * Returns the curve.
     *
     * @return the curve
     */
    public Curve curve() {
        return curve;
    }

    /**
     * Returns the number of points.
     *
     * @return the number
     */
    public long length() {
        return use(Native::lengthOfBases);
    }

    /**
     * Describes what is known of the points, or the tables.
     *
     * @return a text
     */
    public String explain() {
        return use(Native::explainBases);
    }
}
