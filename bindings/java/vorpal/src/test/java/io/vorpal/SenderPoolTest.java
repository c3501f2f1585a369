package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import io.vorpal.secp256k1.Secp256k1;
import io.vorpal.secp256k1.SecretKey;
import io.vorpal.secp256k1.SenderPool;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SenderPoolTest {
    private static final int COUNT = 60;
    private static final List<byte[]> HASHES = new ArrayList<>();
    private static final List<byte[]> SIGNATURES = new ArrayList<>();
    /** The results of the function for batches, which are those of the function for one signature. */
    private static final Secp256k1.Addresses EXPECTED;

    static {
        Random random = new Random(7);
        for (int i = 0; i < COUNT; i++) {
            byte[] secret = new byte[32];
            secret[31] = (byte) (1 + i % 7);
            byte[] hash = new byte[32];
            random.nextBytes(hash);
            try (SecretKey key = new SecretKey(secret)) {
                byte[] signature = key.sign(hash);
                switch (i % 11) {
                    case 3 -> signature[64] = 9;
                    case 5 -> Arrays.fill(signature, 0, 32, (byte) 0);
                    case 7 -> {
                        Arrays.fill(signature, 0, 31, (byte) 0);
                        signature[31] = 5;
                    }
                    case 9 -> signature[64] += 27;
                    default -> { }
                }
                HASHES.add(hash);
                SIGNATURES.add(signature);
            }
        }
        EXPECTED = Secp256k1.recoverAddresses(Data.join(HASHES), Data.join(SIGNATURES));
        for (int i = 0; i < COUNT; i++) {
            byte[] hash = HASHES.get(i);
            byte[] signature = SIGNATURES.get(i);
            if (EXPECTED.items()[i] == 0) {
                assertArrayEquals(address(i), Secp256k1.recover(hash, signature).address());
            } else {
                assertThrows(VorpalException.class, () -> Secp256k1.recover(hash, signature));
            }
        }
    }

    private long handles;

    @BeforeEach
    void countHandles() {
        handles = Native.openHandles();
    }

    /** The thread of a closed pool frees its handle last. Other tests count handles. */
    @AfterEach
    void everyHandleIsFreed() throws InterruptedException {
        for (int i = 0; i < 500 && Native.openHandles() > handles; i++) {
            Thread.sleep(10);
        }
        assertTrue(Native.openHandles() <= handles, Native.openHandles() + " handles, " + handles + " before");
    }

    private static byte[] address(int i) {
        return Arrays.copyOfRange(EXPECTED.addresses(), 20 * i, 20 * i + 20);
    }

    private static SenderPool.Options options(Duration delay, int group, int queue, int cache) {
        return new SenderPool.Options(delay, group, 2, queue, cache);
    }

    private static CompletableFuture<byte[]> submit(SenderPool pool, int i) throws InterruptedException {
        return pool.submit(HASHES.get(i), SIGNATURES.get(i));
    }

    /** The result of a future. One that nobody completes fails the test instead of stopping it for ever. */
    private static byte[] result(CompletableFuture<byte[]> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private static void check(CompletableFuture<byte[]> future, int i) throws Exception {
        Item item = Item.of(EXPECTED.items()[i]);
        if (item == Item.OK) {
            assertArrayEquals(address(i), result(future));
            return;
        }
        Throwable cause = assertThrows(ExecutionException.class, () -> result(future)).getCause();
        VorpalException error = (VorpalException) cause;
        assertEquals("signature: no sender: " + item, error.getMessage());
        assertEquals(VorpalException.Kind.INPUT, error.kind());
        assertEquals("signature", error.argument());
    }

    /** Waits for the future, and returns whether the pool was closed before it had a result. */
    private static boolean isClosed(CompletableFuture<byte[]> future) throws Exception {
        try {
            result(future);
            return false;
        } catch (ExecutionException error) {
            return error.getCause() instanceof IllegalStateException closed
                    && closed.getMessage().equals("the SenderPool is closed");
        }
    }

    @Test
    void sendersAreThoseOfBatches() throws Exception {
        assertEquals(4, Arrays.stream(new int[] {0, 3, 5, 7}).map(i -> EXPECTED.items()[i]).distinct().count());
        for (SenderPool.Options options : List.of(SenderPool.Options.DEFAULT,
                options(Duration.ZERO, 1, 100, 0), options(Duration.ofNanos(30_000), 5, 7, 9))) {
            try (SenderPool pool = new SenderPool(options)) {
                for (int round = 0; round < 2; round++) {
                    AtomicInteger next = new AtomicInteger();
                    ThreadsTest.parallel(() -> {
                        for (int i = next.getAndIncrement(); i < COUNT; i = next.getAndIncrement()) {
                            check(submit(pool, i), i);
                        }
                        return null;
                    });
                }
                Secp256k1.Addresses block = pool.recoverBlock(Data.join(HASHES), Data.join(SIGNATURES));
                assertArrayEquals(EXPECTED.addresses(), block.addresses());
                assertArrayEquals(EXPECTED.items(), block.items());
                ByteBuffer out = ByteBuffer.allocateDirect(20 * COUNT);
                byte[] items = pool.recoverBlock(
                        Data.direct(Data.join(HASHES)), Data.direct(Data.join(SIGNATURES)), out);
                assertArrayEquals(EXPECTED.items(), items);
                byte[] bytes = new byte[20 * COUNT];
                out.flip().get(bytes);
                assertArrayEquals(EXPECTED.addresses(), bytes);
                SenderPool.Metrics metrics = pool.metrics(50, 99);
                assertEquals(options.queue(), metrics.capacity());
                assertEquals(0, metrics.queued());
                assertEquals(metrics.submitted(), metrics.answered());
                assertTrue(metrics.groups() <= metrics.answered() && metrics.groups() > 0);
                assertEquals(2, metrics.latencies().size());
                assertTrue(metrics.latencies().get(0).get().compareTo(metrics.latencies().get(1).get()) <= 0);
                if (options == SenderPool.Options.DEFAULT) {
                    assertEquals(COUNT, metrics.answered());
                    assertEquals(3 * COUNT, metrics.cached());
                }
            }
        }
    }

    /**
     * Nothing that someone submits before a signature changes its sender: neither its hash with another signature, nor
     * a change of any part.
     */
    @Test
    void nothingPoisonsTheCache() throws Exception {
        byte[] hash = HASHES.get(0);
        byte[] signature = SIGNATURES.get(0);
        List<byte[]> hashes = new ArrayList<>(List.of(hash, HASHES.get(1)));
        List<byte[]> signatures = new ArrayList<>(List.of(SIGNATURES.get(1), signature));
        for (int at : new int[] {0, 31, 32, 63, 64}) {
            byte[] other = signature.clone();
            other[at] ^= 1;
            hashes.add(hash);
            signatures.add(other);
        }
        Secp256k1.Addresses alone = Secp256k1.recoverAddresses(Data.join(hashes), Data.join(signatures));
        try (SenderPool pool = new SenderPool(options(Duration.ZERO, 1, 8, 100))) {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < hashes.size(); i++) {
                    byte[] found = pool.submit(hashes.get(i), signatures.get(i)).exceptionally(e -> new byte[20]).get();
                    assertArrayEquals(Arrays.copyOfRange(alone.addresses(), 20 * i, 20 * i + 20), found);
                    assertFalse(Arrays.equals(address(0), found));
                }
                check(submit(pool, 0), 0);
            }
            assertEquals(hashes.size() + 1, pool.metrics().cached());
        }
    }

    /** A group of four that is never full by itself. */
    private static SenderPool waiting() {
        return new SenderPool(options(Duration.ofSeconds(Long.MAX_VALUE), 4, 4, 0));
    }

    @Test
    void futuresAreCancelled() throws Exception {
        try (SenderPool pool = waiting()) {
            List<CompletableFuture<byte[]>> futures = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                futures.add(submit(pool, i));
            }
            assertThrows(TimeoutException.class, () -> futures.get(0).get(20, TimeUnit.MILLISECONDS));
            assertTrue(futures.get(1).cancel(true));
            assertThrows(CancellationException.class, () -> futures.get(1).get());
            futures.add(submit(pool, 4));
            check(futures.get(0), 0);
            check(futures.get(2), 2);
            check(futures.get(3), 4);
            assertEquals(1, pool.metrics().cancelled());
            assertEquals(3, pool.metrics().answered());
            assertFalse(futures.get(0).cancel(true));
        }
    }

    /** A time limit of a future cancels its recovery. What depends on a future may fail. */
    @Test
    void futuresHaveTimeLimits() throws Exception {
        try (SenderPool pool = waiting()) {
            // As `orTimeout` does on a thread of its own.
            assertTrue(submit(pool, 0).completeExceptionally(new TimeoutException("late")));
            CompletableFuture<byte[]> first = submit(pool, 1);
            CompletableFuture<Void> failing = first.thenAccept(sender -> {
                throw new AssertionError("planted");
            });
            CompletableFuture<byte[]> second = submit(pool, 2);
            check(submit(pool, 4), 4);
            check(first, 1);
            check(second, 2);
            assertEquals("planted", assertThrows(ExecutionException.class, failing::get).getCause().getMessage());
            assertEquals(1, pool.metrics().cancelled());
            assertEquals(3, pool.metrics().answered());
        }
    }

    @Test
    void aFullPoolRefusesOrWaits() throws Exception {
        try (SenderPool pool = new SenderPool(new SenderPool.Options(Duration.ofMillis(100), 4, 1, 4, 0))) {
            List<CompletableFuture<byte[]>> futures = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                futures.add(submit(pool, i));
            }
            for (int i = 0; i < 20; i++) {
                check(futures.get(i), i);
            }
        }
        SenderPool pool = waiting();
        List<CompletableFuture<byte[]>> cancelled = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            cancelled.add(pool.trySubmit(HASHES.get(i), SIGNATURES.get(i)).get());
        }
        // A stage that never ends: the thread of the pool takes no results, so the pool becomes full.
        CompletableFuture<Void> stop = new CompletableFuture<>();
        CompletableFuture<Void> blocked = cancelled.get(0).thenAccept(sender -> stop.join());
        int accepted = 3;
        while (pool.trySubmit(HASHES.get(accepted % COUNT), SIGNATURES.get(accepted % COUNT)).isPresent()) {
            accepted++;
            Thread.sleep(1);
        }
        assertTrue(accepted >= 4, accepted + " are accepted");
        Thread thread = Thread.currentThread();
        CompletableFuture<Void> interrupts = CompletableFuture.runAsync(() -> {
            try {
                Thread.sleep(30);
            } catch (InterruptedException error) {
                throw new CompletionException(error);
            }
            thread.interrupt();
        });
        assertThrows(InterruptedException.class, () -> {
            while (true) {
                submit(pool, 0);
            }
        });
        interrupts.get();
        stop.complete(null);
        blocked.get();
        pool.close();
    }

    /** Seven threads submit, one closes: every future has its sender or says that the pool is closed. */
    @Test
    void closingDuringUseIsAnErrorAndNoCrash() throws Exception {
        for (int round = 0; round < 20; round++) {
            SenderPool pool = new SenderPool(options(Duration.ofNanos(50_000), 3, 16, 4));
            AtomicInteger numbers = new AtomicInteger();
            AtomicInteger submitted = new AtomicInteger();
            int least = 50 + 10 * round;
            ThreadsTest.parallel(() -> {
                int number = numbers.getAndIncrement();
                if (number == 0) {
                    while (submitted.get() < least) {
                        Thread.onSpinWait();
                    }
                    pool.close();
                    return null;
                }
                List<CompletableFuture<byte[]>> futures = new ArrayList<>();
                try {
                    for (int i = number; ; i++) {
                        futures.add(submit(pool, i % COUNT));
                        submitted.incrementAndGet();
                        if (i % 6 == 0) {
                            futures.get(futures.size() - 1).cancel(false);
                        }
                    }
                } catch (IllegalStateException error) {
                    assertEquals("the SenderPool is closed", error.getMessage());
                }
                for (int i = 0; i < futures.size(); i++) {
                    if (futures.get(i).isCancelled()) {
                        assertEquals(0, (number + i) % 6);
                    } else if (!isClosed(futures.get(i))) {
                        check(futures.get(i), (number + i) % COUNT);
                    }
                }
                return null;
            });
            assertThrows(IllegalStateException.class, () -> pool.metrics());
            assertThrows(IllegalStateException.class, () -> pool.recoverBlock(new byte[0], new byte[0]));
            pool.close();
        }
    }

    @Test
    void closingCompletesWhatWaits() throws Exception {
        SenderPool pool = waiting();
        CompletableFuture<byte[]> future = submit(pool, 0);
        pool.close();
        assertTrue(isClosed(future));
    }

    /** A number of a pool: that of the object, or that of the thread that takes results. */
    private static final class Handle extends Resource {
        private Handle(long number) {
            super(number);
        }

        private <T> T call(LongFunction<T> method) {
            return use(method);
        }
    }

    private static Handle owner() {
        return new Handle(Native.newSenders(0, 1, 1, 1, 0));
    }

    /** A call that takes results without end ends with the pool. */
    @Test
    void theEndOfThePoolEndsTheCallThatTakesResults() throws Exception {
        Handle owner = owner();
        try (Handle taker = new Handle(owner.call(Native::takerOfSenders))) {
            CompletableFuture<byte[]> results = CompletableFuture.supplyAsync(() -> taker.call(Native::takeSenders));
            owner.close();
            assertNull(result(results));
        }
    }

    /** Without the thread that takes results, nobody would complete futures. */
    @Test
    void theEndOfTheThreadClosesThePool() {
        try (Handle owner = owner()) {
            Handle taker = new Handle(owner.call(Native::takerOfSenders));
            taker.close();
            IllegalStateException error = assertThrows(IllegalStateException.class,
                    () -> owner.call(pool -> Native.submitSender(pool, 1, HASHES.get(0), SIGNATURES.get(0), 0)));
            assertEquals("the SenderPool is closed", error.getMessage());
        }
    }

    /** The collector closes a pool that nobody refers to, but not before its futures are complete. */
    @Test
    void theCollectorClosesPools() throws Exception {
        List<CompletableFuture<byte[]>> futures = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            futures.add(submit(new SenderPool(options(Duration.ofSeconds(2), 16, 16, 0)), i));
        }
        System.gc();
        for (int i = 0; i < 8; i++) {
            check(futures.get(i), i);
        }
        futures.clear();
        for (int i = 0; i < 500 && Native.openHandles() > handles; i++) {
            System.gc();
            Thread.sleep(10);
        }
    }

    @Test
    void errorsNameTheArgument() {
        for (SenderPool.Options wrong : List.of(options(Duration.ZERO, 0, 4, 0), options(Duration.ZERO, 65, 100, 0),
                options(Duration.ZERO, 4, 3, 0), new SenderPool.Options(Duration.ZERO, 1, 1025, 4, 0))) {
            Secp256k1Test.check("options", VorpalException.Kind.ARGUMENT, null, () -> new SenderPool(wrong).close());
        }
        Secp256k1Test.check("group", VorpalException.Kind.ARGUMENT, "group: -1 is negative",
                () -> new SenderPool(options(Duration.ZERO, -1, 4, 0)).close());
        Secp256k1Test.check("delay", VorpalException.Kind.ARGUMENT, "delay: the time is negative",
                () -> new SenderPool(options(Duration.ofSeconds(Long.MIN_VALUE), 1, 4, 0)).close());
        assertThrows(NullPointerException.class, () -> new SenderPool(null).close());
        assertThrows(NullPointerException.class, () -> new SenderPool(options(null, 1, 4, 0)).close());
        try (SenderPool pool = new SenderPool()) {
            Secp256k1Test.check("hash", VorpalException.Kind.ARGUMENT, "hash: 31 bytes; 32 are expected",
                    () -> pool.trySubmit(new byte[31], new byte[65]));
            Secp256k1Test.check("signature", VorpalException.Kind.ARGUMENT, "signature: 64 bytes; 65 are expected",
                    () -> pool.trySubmit(new byte[32], new byte[64]));
            Secp256k1Test.check("signatures", VorpalException.Kind.ARGUMENT, null,
                    () -> pool.recoverBlock(new byte[64], new byte[65]));
            assertEquals(0, pool.recoverBlock(new byte[0], new byte[0]).items().length);
            ByteBuffer same = ByteBuffer.allocateDirect(65);
            Secp256k1Test.check("addresses", VorpalException.Kind.ARGUMENT, null,
                    () -> pool.recoverBlock(same.duplicate().limit(32), same, same.duplicate()));
            assertThrows(NullPointerException.class, () -> pool.trySubmit(null, new byte[65]));
            assertThrows(NullPointerException.class, () -> pool.trySubmit(new byte[32], null));
            assertThrows(NullPointerException.class, () -> pool.metrics((double[]) null));
            assertEquals(0, pool.metrics().submitted());
            assertTrue(pool.metrics(50).latencies().get(0).isEmpty());
        }
    }
}
