package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vorpal.secp256k1.Secp256k1;
import io.vorpal.secp256k1.SecretKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    private static final int THREADS = 8;

    /** Runs work on eight threads. */
    static void parallel(Callable<Void> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                results.add(threads.submit(work));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private static SecretKey key() {
        byte[] secret = new byte[32];
        secret[31] = 7;
        return new SecretKey(secret);
    }

    @Test
    void threadsShareKeysAndBuffers() throws Exception {
        try (SecretKey key = key()) {
            byte[] hash = {
                1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2
            };
            byte[] signature = key.sign(hash);
            ByteBuffer hashes = ByteBuffer.allocateDirect(64 * 32);
            ByteBuffer signatures = ByteBuffer.allocateDirect(64 * 65);
            for (int i = 0; i < 64; i++) {
                hashes.put(hash);
                signatures.put(signature);
            }
            hashes.flip();
            signatures.flip();
            byte[] address = key.publicKey().address();
            parallel(() -> {
                for (int i = 0; i < 20; i++) {
                    assertArrayEquals(signature, key.sign(hash));
                    ByteBuffer addresses = ByteBuffer.allocateDirect(64 * 20);
                    byte[] items = Secp256k1.recoverAddresses(hashes.duplicate(), signatures.duplicate(), addresses);
                    assertEquals(-1, Item.firstInvalid(items));
                    byte[] last = new byte[20];
                    addresses.get(63 * 20, last);
                    assertArrayEquals(address, last);
                }
                return null;
            });
        }
    }

    /** Seven threads sign, one closes: a call gives the right signature or says that the key is closed. */
    @Test
    void closingDuringUseIsAnErrorAndNoCrash() throws Exception {
        byte[] hash = new byte[32];
        byte[] expected;
        try (SecretKey key = key()) {
            expected = key.sign(hash);
        }
        for (int round = 0; round < 20; round++) {
            SecretKey key = key();
            CountDownLatch started = new CountDownLatch(THREADS - 1);
            AtomicInteger numbers = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            parallel(() -> {
                if (numbers.getAndIncrement() == 0) {
                    started.await();
                    key.close();
                    return null;
                }
                started.countDown();
                while (true) {
                    try {
                        assertArrayEquals(expected, key.sign(hash));
                    } catch (IllegalStateException error) {
                        assertEquals("the SecretKey is closed", error.getMessage());
                        refused.incrementAndGet();
                        return null;
                    }
                }
            });
            assertEquals(THREADS - 1, refused.get());
        }
        assertTrue(expected.length == 65);
    }
}
