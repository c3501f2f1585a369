package io.vorpal.android;

import io.vorpal.msm.Bases;
import io.vorpal.msm.Curve;
import io.vorpal.msm.Format;
import io.vorpal.msm.Trust;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Sums vectors of files and random ones, compares the sums, and appends the times to a file. */
final class Harness {
    /** The file of times in the folder. */
    static final String TIMES = "vorpal-resulttimes.txt";

    /** The order of BLS12-377 G1. */
    static final BigInteger ORDER =
            new BigInteger("8444461749428370424248824938781546531375899335154063827935233455917409239041");
    private static final BigInteger GENERATOR_X = new BigInteger("8193799937315096423993825557346594823998867150264"
            + "7976594219695644855304257327692006745978603320413799295628339695");
    private static final BigInteger GENERATOR_Y = new BigInteger("24126674985971547373978887824058568173392719116860"
            + "1896383759122102112907357779751001206799952863815012735208165030");

    private final Path folder;

    /** The folder has the files, and gets the times. */
    Harness(Path folder) {
        this.folder = folder;
    }

    /** Sums the vectors of the files. {@code result.txt}, if there is one, has the expected sums. */
    String files() throws IOException {
        List<Vector> vectors = Vector.read(folder);
        Path file = folder.resolve("result.txt");
        byte[] expected = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        if (expected.length != 0 && expected.length != vectors.size() * Vector.POINT) {
            throw new IOException("result.txt has no " + vectors.size() + " sums of " + Vector.POINT + " bytes");
        }
        List<byte[]> sums = new ArrayList<>();
        for (int i = 0; i < vectors.size() && expected.length != 0; i++) {
            sums.add(Arrays.copyOfRange(expected, i * Vector.POINT, (i + 1) * Vector.POINT));
        }
        return run(vectors, sums);
    }

    /**
     * Sums random multiples of the generator with random scalars. The expected sum is a multiple of the generator
     * too, by another sum.
     */
    String random(int length, Random random) throws IOException {
        byte[] points = new byte[length * Vector.POINT];
        byte[] scalars = new byte[length * Vector.SCALAR];
        BigInteger total = BigInteger.ZERO;
        try (Bases generator = generator()) {
            for (int i = 0; i < length; i++) {
                BigInteger multiple = new BigInteger(ORDER.bitLength(), random).mod(ORDER);
                BigInteger scalar = new BigInteger(ORDER.bitLength(), random).mod(ORDER);
                System.arraycopy(times(generator, multiple), 0, points, i * Vector.POINT, Vector.POINT);
                System.arraycopy(littleEndian(scalar, Vector.SCALAR), 0, scalars, i * Vector.SCALAR, Vector.SCALAR);
                total = total.add(multiple.multiply(scalar)).mod(ORDER);
            }
            return run(List.of(new Vector(points, scalars)), List.of(times(generator, total)));
        }
    }

    /** Sums each vector. Without expected sums, none is compared. */
    private String run(List<Vector> vectors, List<byte[]> expected) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < vectors.size(); i++) {
            Vector vector = vectors.get(i);
            byte[] sum;
            long nanoseconds;
            try (Bases bases = Bases.decode(Curve.BLS12_377, Format.ARKWORKS, Trust.NOTHING, true, vector.points)) {
                long start = System.nanoTime();
                sum = bases.sum(vector.scalars, ByteOrder.LITTLE_ENDIAN, Format.ARKWORKS, true);
                nanoseconds = System.nanoTime() - start;
            }
            String verdict = "not compared";
            if (!expected.isEmpty()) {
                verdict = Arrays.equals(sum, expected.get(i)) ? "right" : "WRONG";
            }
            lines.append(String.format(
                    Locale.ROOT, "%d points: %.3f ms, %s%n", vector.length(), nanoseconds / 1e6, verdict));
        }
        byte[] times = lines.toString().getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve(TIMES), times, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return lines.toString();
    }

    private static Bases generator() {
        byte[] point = ByteBuffer.allocate(2 * Vector.POINT)
                .put(littleEndian(GENERATOR_X, Vector.POINT))
                .put(littleEndian(GENERATOR_Y, Vector.POINT))
                .array();
        // The flag of the greater one of y and -y.
        point[point.length - 1] |= (byte) 0x80;
        return Bases.decode(Curve.BLS12_377, Format.ARKWORKS, Trust.NOTHING, false, point);
    }

    private static byte[] times(Bases generator, BigInteger multiple) {
        byte[] scalar = littleEndian(multiple, Vector.SCALAR);
        return generator.sum(scalar, ByteOrder.LITTLE_ENDIAN, Format.ARKWORKS, true);
    }

    private static byte[] littleEndian(BigInteger number, int length) {
        byte[] bytes = number.toByteArray();
        byte[] result = new byte[length];
        for (int i = 0; i < Math.min(bytes.length, length); i++) {
            result[i] = bytes[bytes.length - 1 - i];
        }
        return result;
    }
}
