package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import io.vorpal.msm.Bases;
import io.vorpal.msm.Curve;
import io.vorpal.msm.Format;
import io.vorpal.msm.Trust;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MsmTest {
    private static final int COUNT = 60;

    /** The points {@code G, 2 G, ...} of BN254, in gnark's form: the contract adds. */
    private static byte[] multiples() {
        ByteBuffer points = ByteBuffer.allocate(64 * COUNT);
        byte[] generator = new byte[64];
        generator[31] = 1;
        generator[63] = 2;
        byte[] point = new byte[64];
        for (int i = 0; i < COUNT; i++) {
            byte[] input = ByteBuffer.allocate(128).put(point).put(generator).array();
            point = Precompile.BN254_ADD.run(input, Fork.OSAKA);
            points.put(point);
        }
        return points.array();
    }

    private static byte[] reversed(byte[] scalars) {
        byte[] reversed = new byte[scalars.length];
        for (int i = 0; i < scalars.length; i++) {
            reversed[i / 32 * 32 + 31 - i % 32] = scalars[i];
        }
        return reversed;
    }

    @Test
    void sumsAreThoseOfTheContract() {
        byte[] points = multiples();
        byte[] scalars = new byte[32 * COUNT];
        new Random(1).nextBytes(scalars);
        byte[] expected = new byte[64];
        for (int i = 0; i < COUNT; i++) {
            scalars[32 * i] &= 0x1f;
            byte[] product = Precompile.BN254_MUL.run(ByteBuffer.allocate(96)
                    .put(points, 64 * i, 64).put(scalars, 32 * i, 32).array(), Fork.OSAKA);
            byte[] both = ByteBuffer.allocate(128).put(expected).put(product).array();
            expected = Precompile.BN254_ADD.run(both, Fork.OSAKA);
        }
        for (Trust trust : Trust.values()) {
            try (Bases bases = Bases.decode(Curve.BN254, Format.GNARK, trust, false, points)) {
                assertEquals(COUNT, bases.length());
                assertEquals(Curve.BN254, bases.curve());
                assertArrayEquals(expected, bases.sum(scalars, ByteOrder.BIG_ENDIAN, Format.GNARK, false));
                assertArrayEquals(expected,
                        bases.sum(Data.direct(reversed(scalars)), ByteOrder.LITTLE_ENDIAN, Format.GNARK, false));
                try (Bases prepared = bases.prepare(1 << 20)) {
                    assertArrayEquals(expected, prepared.sum(scalars, ByteOrder.BIG_ENDIAN, Format.GNARK, false));
                    assertTrue(prepared.explain().startsWith("BN254"), prepared.explain());
                    VorpalException error = assertThrows(VorpalException.class, () -> prepared.prepare(1 << 20));
                    assertEquals(VorpalException.Kind.NOT_POSSIBLE, error.kind());
                }
                VorpalException error = assertThrows(VorpalException.class, () -> bases.prepare(1));
                assertEquals("memory", error.argument());
            }
        }
    }

    @Test
    void fewerScalarsTakeTheFirstBases() {
        byte[] points = multiples();
        byte[] two = new byte[64];
        two[31] = 3;
        two[63] = 5;
        try (Bases bases = Bases.decode(Curve.BN254, Format.GNARK, Trust.NOTHING, false, Data.direct(points))) {
            // 3 G + 5 (2 G) = 13 G
            byte[] sum = bases.sum(two, ByteOrder.BIG_ENDIAN, Format.GNARK, false);
            assertArrayEquals(Arrays.copyOfRange(points, 64 * 12, 64 * 13), sum);
            // The empty sum is infinity: one flag, and zeros.
            byte[] none = bases.sum(new byte[0], ByteOrder.BIG_ENDIAN, Format.GNARK, false);
            assertArrayEquals(new byte[63], Arrays.copyOfRange(none, 1, 64));
        }
    }

    @Test
    void errorsNameTheArgumentAndTheIndex() {
        byte[] points = multiples();
        byte[] wrong = points.clone();
        wrong[64 * 4 + 63] ^= 1;
        VorpalException error = assertThrows(VorpalException.class,
                () -> Bases.decode(Curve.BN254, Format.GNARK, Trust.NOTHING, false, wrong));
        assertEquals("points", error.argument());
        assertEquals(4, error.index().getAsLong());
        assertEquals(VorpalException.Kind.INPUT, error.kind());
        error = assertThrows(VorpalException.class,
                () -> Bases.decode(Curve.BN254, Format.ZCASH, Trust.NOTHING, false, points));
        assertEquals("format: not for BN254", error.getMessage());
        Bases bases = Bases.decode(Curve.BN254, Format.GNARK, Trust.NOTHING, false, points);
        byte[] scalars = new byte[96];
        Arrays.fill(scalars, 64, 96, (byte) 0xff);
        error = assertThrows(VorpalException.class,
                () -> bases.sum(scalars, ByteOrder.BIG_ENDIAN, Format.GNARK, true));
        assertEquals("scalars: number 2 is not below the order", error.getMessage());
        assertEquals(2, error.index().getAsLong());
        error = assertThrows(VorpalException.class,
                () -> bases.sum(new byte[32 * COUNT + 32], ByteOrder.BIG_ENDIAN, Format.GNARK, true));
        assertEquals("scalars: 61 of them for 60 bases", error.getMessage());
        bases.close();
        assertThrows(IllegalStateException.class, bases::length);
        assertFalse(bases.curve() == Curve.BLS12_381);
    }
}
