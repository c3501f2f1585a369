package io.vorpal.bench;

import io.vorpal.secp256k1.SecretKey;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Inputs that all sides share, and how they are put together. */
final class Inputs {
    /** The signatures of a batch. */
    static final int BATCH = 1000;

    /** Hashes of 32 bytes. */
    static final byte[][] HASHES = new byte[BATCH][];
    /** Signatures of 65 bytes, {@code r || s || v}. */
    static final byte[][] SIGNATURES = new byte[BATCH][];
    /** Signatures without {@code v}. */
    static final byte[][] SHORT = new byte[BATCH][];

    static {
        for (int i = 0; i < BATCH; i++) {
            byte[] secret = ByteBuffer.allocate(32).putInt(0, i + 1).putInt(28, 1).array();
            HASHES[i] = ByteBuffer.allocate(32).putInt(0, i).putInt(5, i).array();
            try (SecretKey key = new SecretKey(secret)) {
                SIGNATURES[i] = key.sign(HASHES[i]);
            }
            SHORT[i] = Arrays.copyOf(SIGNATURES[i], 64);
        }
    }

    private Inputs() {}

    /** One array after the other. */
    static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    /** A direct buffer with these bytes. */
    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** A number in 32 bytes, from the most significant one on. */
    static byte[] word(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] word = new byte[32];
        int length = Math.min(32, bytes.length);
        System.arraycopy(bytes, bytes.length - length, word, 32 - length, length);
        return word;
    }

    /** Fails if two sides have different results, or the result is not the one expected. */
    static void same(byte[] expected, byte[]... results) {
        for (byte[] result : results) {
            if (!Arrays.equals(expected, result)) {
                throw new IllegalStateException("the results differ");
            }
        }
    }

    /** Fails if a verification fails. */
    static void valid(boolean... verdicts) {
        for (boolean verdict : verdicts) {
            if (!verdict) {
                throw new IllegalStateException("a verification fails");
            }
        }
    }

    /** What a contract of pairings returns for a product that is one. */
    static byte[] one() {
        return word(BigInteger.ONE);
    }
}
