package io.vorpal.internal;

import io.vorpal.VorpalException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Buffers as the native methods take them. */
public final class Memory {
    private Memory() {}

    /**
     * Returns the bytes from the position to the limit of a buffer: a direct buffer without a copy, or an array. The
     * position does not change.
     *
     * @param buffer the buffer
     * @param name the name of the argument
     * @return a direct buffer or an array
     */
    public static Object input(ByteBuffer buffer, String name) {
        Objects.requireNonNull(buffer, name);
        return buffer.isDirect() ? buffer.slice() : bytes(buffer, name);
    }

    /**
     * Returns the bytes from the position to the limit of a buffer as an array.
     *
     * @param buffer the buffer
     * @param name the name of the argument
     * @return an array
     */
    public static byte[] bytes(ByteBuffer buffer, String name) {
        Objects.requireNonNull(buffer, name);
        if (buffer.hasArray()) {
            byte[] array = buffer.array();
            int start = buffer.arrayOffset() + buffer.position();
            boolean isWhole = start == 0 && buffer.remaining() == array.length;
            return isWhole ? array : Arrays.copyOfRange(array, start, start + buffer.remaining());
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /**
     * Returns what a native method writes for a buffer: the memory of a direct buffer, or a new array whose bytes
     * {@link #finish} copies.
     *
     * @param buffer the buffer
     * @param name the name of the argument
     * @param length the bytes that the method writes
     * @return a direct buffer or an array
     */
    public static Object output(ByteBuffer buffer, String name, long length) {
        Objects.requireNonNull(buffer, name);
        if (buffer.isReadOnly()) {
            throw new VorpalException(VorpalException.Kind.ARGUMENT, name, "the buffer is read-only");
        }
        if (buffer.remaining() < length) {
            throw new VorpalException(VorpalException.Kind.ARGUMENT, name,
                    buffer.remaining() + " bytes remain; " + length + " are expected");
        }
        return buffer.isDirect() ? buffer.slice(buffer.position(), (int) length) : new byte[(int) length];
    }

    /**
     * Ends the writing to a buffer: its position moves behind the bytes.
     *
     * @param buffer the buffer
     * @param written what {@link #output} returned
     */
    public static void finish(ByteBuffer buffer, Object written) {
        if (written instanceof byte[] bytes) {
            buffer.put(bytes);
        } else {
            // The API of Android has this method with the result of the class above only.
            Buffer moved = buffer;
            moved.position(buffer.position() + ((ByteBuffer) written).capacity());
        }
    }

    /**
     * Joins arrays. A native method takes one array in less time than several.
     *
     * @param parts the arrays
     * @return their bytes, one after the other
     */
    public static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length = Math.addExact(length, part.length);
        }
        byte[] joined = new byte[length];
        int end = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, end, part.length);
            end += part.length;
        }
        return joined;
    }
}
