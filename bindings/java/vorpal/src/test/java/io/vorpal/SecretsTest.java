package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.vorpal.bls.Scheme;
import io.vorpal.bls.Suite;
import io.vorpal.secp256k1.SecretKey;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Secrets that a call was given, in the memory of the process afterwards. */
class SecretsTest {
    /** The heap of Java, whose copies nobody can wipe, is below this address, and native memory above it. */
    private static final long NATIVE = 1L << 40;
    private static final int STEP = 1 << 20;
    /** The first bytes of freed memory have pointers. */
    private static final int SKIPPED = 24;

    private static int lastSeed;

    /** Counts places in native memory with bytes that differ from those of the pattern in every bit. */
    private static int count(byte[] inverted) throws IOException {
        int found = 0;
        List<String> regions = Files.readAllLines(Path.of("/proc/self/maps"));
        try (RandomAccessFile memory = new RandomAccessFile("/proc/self/mem", "r")) {
            byte[] buffer = new byte[STEP + inverted.length - 1];
            for (String region : regions) {
                String[] fields = region.split("[ -]+");
                long start = Long.parseUnsignedLong(fields[0], 16);
                long end = Long.parseUnsignedLong(fields[1], 16);
                if (!fields[2].startsWith("rw") || start < NATIVE || end < 0) {
                    continue;
                }
                for (long at = start; at < end; at += STEP) {
                    found += count(buffer, read(memory, buffer, at, end), inverted);
                }
            }
        }
        return found;
    }

    /** Pages may disappear after the list was read. */
    private static int read(RandomAccessFile memory, byte[] buffer, long at, long end) {
        try {
            memory.seek(at);
            return Math.max(0, memory.read(buffer, 0, (int) Math.min(buffer.length, end - at)));
        } catch (IOException gone) {
            return 0;
        }
    }

    private static int count(byte[] buffer, int length, byte[] inverted) {
        int found = 0;
        for (int i = 0; i + inverted.length <= length; i++) {
            int same = 0;
            while (same < inverted.length && (byte) ~buffer[i + same] == inverted[same]) {
                same++;
            }
            found += same == inverted.length ? 1 : 0;
        }
        // The copies of this search.
        Arrays.fill(buffer, (byte) 0);
        return found;
    }

    /** How often a secret is in native memory after a thread has used it, while the stack of the thread is there. */
    private static int remains(int length, Consumer<byte[]> use) throws Exception {
        byte[] secret = new byte[length];
        // No two are equal.
        new Random(++lastSeed).nextBytes(secret);
        secret[0] &= 0x3f;
        byte[] inverted = Arrays.copyOfRange(secret, SKIPPED, length);
        for (int i = 0; i < inverted.length; i++) {
            inverted[i] = (byte) ~inverted[i];
        }
        CountDownLatch used = new CountDownLatch(1);
        CountDownLatch counted = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                use.accept(secret);
            } finally {
                used.countDown();
            }
            try {
                counted.await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        used.await();
        try {
            return count(inverted);
        } finally {
            counted.countDown();
            thread.join();
        }
    }

    @Test
    void noCopyOfASecretRemains() throws Exception {
        if (!Files.isReadable(Path.of("/proc/self/mem"))) {
            System.err.println("SKIPPED: the memory of the process: no /proc/self/mem");
            abort("no /proc/self/mem");
        }
        // The search finds bytes of a direct buffer, and not those of an array.
        List<ByteBuffer> kept = new ArrayList<>();
        assertTrue(remains(64, secret -> kept.add(Data.direct(secret))) > 0);
        assertEquals(0, remains(64, secret -> kept.add(Data.heap(secret))));
        assertEquals(2, kept.size());
        assertEquals(0, remains(32, secret -> new SecretKey(secret).close()), "secp256k1");
        assertEquals(0, remains(32, secret -> new io.vorpal.p256.SecretKey(secret).close()), "P-256");
        assertEquals(0, remains(32, secret -> {
            try (SecretKey key = new SecretKey(secret)) {
                key.sign(new byte[32], secret);
                key.schnorrSign(new byte[0], secret);
            }
        }), "entropy");
        assertEquals(0, remains(32, secret -> new io.vorpal.bls.SecretKey(secret).close()), "BLS");
        assertEquals(0, remains(64, secret -> io.vorpal.bls.SecretKey.keyGen(secret, new byte[0]).close()), "keyGen");
        assertEquals(0, remains(96, secret -> io.vorpal.bls.SecretKey.deriveMaster(secret).close()), "deriveMaster");
        assertEquals(0, remains(32, secret -> {
            try (Suite suite = new Suite(Scheme.BASIC);
                    io.vorpal.bls.SecretKey key = new io.vorpal.bls.SecretKey(secret)) {
                key.sign(suite, new byte[5]);
            }
        }), "a signature of BLS");
    }
}
