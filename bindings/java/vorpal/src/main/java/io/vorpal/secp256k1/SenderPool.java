package io.vorpal.secp256k1;

import io.vorpal.Item;
import io.vorpal.VorpalException;
import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import io.vorpal.internal.Times;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Recovers the senders of transactions that arrive one by one, from any number of threads. Signatures are recovered in
 * groups, which takes less time for each than single recovery. A result is a function of the hash and all bytes of the
 * signature, and so is the cache: nobody can assign a wrong sender to the transaction of another one.
 *
 * <p>A daemon thread of the pool completes the futures, so stages that depend on them without an executor must be
 * short. A future fails with a {@link VorpalException} if its signature has no sender, and with an
 * {@link IllegalStateException} if the pool is closed first. {@link CompletableFuture#cancel}, {@code orTimeout} and
 * all else that completes a future first cancels the recovery, unless the group of the signature has started.
 *
 * <p>After {@link #close}, which does not wait for other threads, nothing more is accepted, and groups that have
 * started are completed. A pool that nobody refers to is closed when its last future is complete.
 */
public final class SenderPool extends Resource {
    /** The time that a native call waits for space, before it looks for an interruption of the thread. */
    private static final long TURN = 5_000_000;

    private static final int RESULT = 8 + 20 + 1;

    /**
     * What a pool uses.
     *
     * @param delay the longest time that a signature waits for others of its group
     * @param group the most signatures of a group, from 1 to 64
     * @param threads the number of threads, from 1 to 1024
     * @param queue the most signatures in work, at least {@code group}
     * @param cache the most cached results, of about 250 bytes each; 0 for no cache
     */
    public record Options(Duration delay, int group, int threads, int queue, int cache) {
        /** 200 microseconds, groups of 16, one thread, a queue of 4,096 and a cache of 32,768. */
        public static final Options DEFAULT = new Options(Duration.ofNanos(200_000), 16, 1, 4096, 1 << 15);
    }

    /**
     * The state of a pool, and numbers of signatures since its start.
     *
     * @param queued signatures in the queue
     * @param capacity the most signatures in the queue
     * @param ready results that the thread of the pool has not seen
     * @param submitted signatures that entered the queue
     * @param answered signatures that were answered from the queue
     * @param cached signatures that were answered from the cache, those of blocks included
     * @param cancelled cancelled signatures that were removed from the queue
     * @param refused attempts to submit for which there was no space; a call that waits tries each 5 milliseconds
     * @param groups groups that were recovered
     * @param latencies for each percentage that was asked for, a bound that this percentage of the answered signatures
     *     did not exceed, at most a sixteenth above the smallest one; none if no signature was answered
     */
    public record Metrics(long queued, long capacity, long ready, long submitted, long answered, long cached,
            long cancelled, long refused, long groups, List<Optional<Duration>> latencies) {}

    /** The pool of the thread that takes results. */
    private static final class Taker extends Resource {
        private Taker(long number) {
            super(number);
        }

        private byte[] take() {
            return use(Native::takeSenders);
        }
    }

    private final AtomicLong lastToken = new AtomicLong();
    /** The futures without a result. The thread refers to them, and so they to the pool by what depends on them. */
    private final Map<Long, CompletableFuture<byte[]>> waiting = new ConcurrentHashMap<>();

    /** Starts a pool with the default options. */
    public SenderPool() {
        this(Options.DEFAULT);
    }

    /**
     * Starts a pool.
     *
     * @param options what it uses
     * @throws VorpalException if an option is out of its range
     */
    public SenderPool(Options options) {
        super(start(options));
        Map<Long, CompletableFuture<byte[]>> futures = waiting;
        Taker taker = new Taker(use(Native::takerOfSenders));
        // The thread does not refer to this object, which the garbage collector may find.
        Thread thread = new Thread(() -> deliver(taker, futures), "vorpal-senders");
        thread.setDaemon(true);
        thread.start();
    }

    private static long start(Options options) {
        Objects.requireNonNull(options, "options");
        long delay = Times.of(options.delay(), "delay", Duration::toNanos);
        return Native.newSenders(delay, options.group(), options.threads(), options.queue(), options.cache());
    }

    /** Completes futures until the pool is closed, then those that have no result. */
    private static void deliver(Taker taker, Map<Long, CompletableFuture<byte[]>> futures) {
        try (taker) {
            for (byte[] results = taker.take(); results != null; results = taker.take()) {
                ByteBuffer buffer = ByteBuffer.wrap(results);
                while (buffer.remaining() >= RESULT) {
                    long token = buffer.getLong();
                    byte[] sender = new byte[20];
                    buffer.get(sender);
                    complete(futures.remove(token), sender, Item.of(buffer.get()));
                }
            }
        } finally {
            for (Long token : futures.keySet()) {
                CompletableFuture<byte[]> future = futures.remove(token);
                if (future != null) {
                    future.completeExceptionally(closed());
                }
            }
        }
    }

    private static void complete(CompletableFuture<byte[]> future, byte[] sender, Item item) {
        if (future == null) {
            return;
        }
        if (item == Item.OK) {
            future.complete(sender);
        } else {
            future.completeExceptionally(
                    new VorpalException(VorpalException.Kind.INPUT, "signature", "no sender: " + item));
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the SenderPool is closed");
    }

    /**
     * Submits a signature, and waits for space.
     *
     * @param hash 32 bytes
     * @param signature 65 bytes, {@code r || s || v}
     * @return the 20 bytes of the sender's address, as soon as they are there
     * @throws VorpalException if a length is wrong
     * @throws IllegalStateException if the pool is closed
     * @throws InterruptedException if the thread is interrupted while it waits for space
     */
    public CompletableFuture<byte[]> submit(byte[] hash, byte[] signature) throws InterruptedException {
        while (true) {
            Optional<CompletableFuture<byte[]>> future = submit(hash, signature, TURN);
            if (future.isPresent()) {
                return future.get();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while the SenderPool is full");
            }
        }
    }

    /**
     * Submits a signature if there is space.
     *
     * @param hash 32 bytes
     * @param signature 65 bytes, {@code r || s || v}
     * @return the 20 bytes of the sender's address, as soon as they are there; nothing if the pool is full
     * @throws VorpalException if a length is wrong
     * @throws IllegalStateException if the pool is closed
     */
    public Optional<CompletableFuture<byte[]>> trySubmit(byte[] hash, byte[] signature) {
        return submit(hash, signature, 0);
    }

    private Optional<CompletableFuture<byte[]>> submit(byte[] hash, byte[] signature, long wait) {
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(signature, "signature");
        long token = lastToken.incrementAndGet();
        CompletableFuture<byte[]> future = new CompletableFuture<>();
        // Before the call: the result may be there at once.
        waiting.put(token, future);
        boolean isAccepted = false;
        try {
            isAccepted = use(pool -> Native.submitSender(pool, token, hash, signature, wait));
        } finally {
            if (!isAccepted) {
                waiting.remove(token);
            }
        }
        if (!isAccepted) {
            return Optional.empty();
        }
        // The thread of the pool removes a future before it completes it.
        future.whenComplete((sender, error) -> {
            if (waiting.remove(token) != null) {
                cancel(token);
            }
        });
        return Optional.of(future);
    }

    /** Cancels a signature whose future needs no result. */
    private void cancel(long token) {
        try {
            use(pool -> Native.cancelSender(pool, token));
        } catch (IllegalStateException closed) {
            // Then there is nothing to cancel.
        }
    }

    /**
     * Recovers the senders of a block, without the queue: as {@link Secp256k1#recoverAddresses(byte[], byte[])}.
     * Senders in the cache of the pool are not computed again, and the others enter it.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 65 bytes each, {@code r || s || v}
     * @return addresses and results
     * @throws VorpalException if a length is wrong
     * @throws IllegalStateException if the pool is closed
     */
    public Secp256k1.Addresses recoverBlock(byte[] hashes, byte[] signatures) {
        Objects.requireNonNull(hashes, "hashes");
        Objects.requireNonNull(signatures, "signatures");
        byte[] addresses = new byte[Math.multiplyExact(hashes.length / 32, 20)];
        byte[] items = use(pool -> Native.recoverBlockOfSenders(pool, hashes, signatures, addresses));
        return new Secp256k1.Addresses(addresses, items);
    }

    /**
     * As {@link #recoverBlock(byte[], byte[])}, with buffers.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 65 bytes each, {@code r || s || v}
     * @param addresses gets 20 bytes for each signature, from its position on; the position moves behind them
     * @return the results: one byte for each signature
     * @throws VorpalException if a length is wrong, or buffers overlap
     * @throws IllegalStateException if the pool is closed
     */
    public byte[] recoverBlock(ByteBuffer hashes, ByteBuffer signatures, ByteBuffer addresses) {
        Object input = Memory.input(hashes, "hashes");
        Object output = Memory.output(addresses, "addresses", hashes.remaining() / 32 * 20L);
        Object second = Memory.input(signatures, "signatures");
        byte[] items = use(pool -> Native.recoverBlockOfSenders(pool, input, second, output));
        Memory.finish(addresses, output);
        return items;
    }

    /**
     * Returns the state of the pool.
     *
     * @param percents percentages, such as 50 and 99; those outside 0 to 100 are these limits
     * @return numbers of signatures, and latencies from submission to result
     * @throws IllegalStateException if the pool is closed
     */
    public Metrics metrics(double... percents) {
        Objects.requireNonNull(percents, "percents");
        long[] all = use(pool -> Native.metricsOfSenders(pool, percents));
        List<Optional<Duration>> latencies = new ArrayList<>();
        for (int i = 9; i < all.length; i++) {
            latencies.add(all[i] < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(all[i])));
        }
        return new Metrics(all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8],
                List.copyOf(latencies));
    }
}
