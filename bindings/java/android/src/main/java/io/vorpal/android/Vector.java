package io.vorpal.android;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Points of BLS12-377 G1 with scalars, as the files of ZPrize 2022 have them. */
final class Vector {
    static final int POINT = 48;
    static final int SCALAR = 32;

    /** Compressed points in the format of arkworks. */
    final byte[] points;
    /** Scalars, little-endian. */
    final byte[] scalars;

    Vector(byte[] points, byte[] scalars) {
        this.points = points;
        this.scalars = scalars;
    }

    int length() {
        return scalars.length / SCALAR;
    }

    /** Reads the files {@code points} and {@code scalars} of a folder: for each vector its length and its items. */
    static List<Vector> read(Path folder) throws IOException {
        List<byte[]> points = split(folder.resolve("points"), POINT);
        List<byte[]> scalars = split(folder.resolve("scalars"), SCALAR);
        if (points.size() != scalars.size()) {
            throw new IOException(points.size() + " vectors of points, " + scalars.size() + " of scalars");
        }
        List<Vector> vectors = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            Vector vector = new Vector(points.get(i), scalars.get(i));
            if (vector.points.length / POINT != vector.length()) {
                throw new IOException("vector " + (i + 1) + " has " + vector.points.length / POINT + " points, "
                        + vector.length() + " scalars");
            }
            vectors.add(vector);
        }
        return vectors;
    }

    private static List<byte[]> split(Path file, int width) throws IOException {
        ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> vectors = new ArrayList<>();
        while (content.hasRemaining()) {
            long count = content.remaining() < 8 ? -1 : content.getLong();
            if (count < 0 || count > content.remaining() / width) {
                throw new IOException(file.getFileName() + ": vector " + (vectors.size() + 1)
                        + " ends before its items of " + width + " bytes");
            }
            byte[] items = new byte[(int) count * width];
            content.get(items);
            vectors.add(items);
        }
        return vectors;
    }
}
