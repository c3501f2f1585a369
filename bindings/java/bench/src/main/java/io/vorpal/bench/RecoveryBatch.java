package io.vorpal.bench;

import fr.acinq.secp256k1.Secp256k1;
import io.vorpal.Item;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Public keys of a thousand signatures on secp256k1. */
@State(Scope.Benchmark)
public class RecoveryBatch {
    /** The bytes of a key, for all sides: {@code 04 || x || y}. */
    private static final int KEY = 65;

    private static final Secp256k1 PEER = Secp256k1.get();
    private static final byte[] HASHES = Inputs.join(Inputs.HASHES);
    private static final byte[] SIGNATURES = Inputs.join(Inputs.SIGNATURES);
    private static final ByteBuffer DIRECT_HASHES = Inputs.direct(HASHES);
    private static final ByteBuffer DIRECT_SIGNATURES = Inputs.direct(SIGNATURES);
    private static final ByteBuffer KEYS = ByteBuffer.allocateDirect(KEY * Inputs.BATCH);

    /** Compares the sides. */
    @Setup
    public void check() {
        Inputs.same(new byte[Inputs.BATCH], direct());
        byte[] keys = new byte[KEY * Inputs.BATCH];
        KEYS.get(0, keys);
        Inputs.same(keys, arrays().keys());
        for (int i = 0; i < Inputs.BATCH; i++) {
            Inputs.same(peer(i), Arrays.copyOfRange(keys, KEY * i, KEY * (i + 1)));
        }
    }

    private static byte[] valid(byte[] items) {
        if (Item.firstInvalid(items) >= 0) {
            throw new IllegalStateException("a signature is invalid");
        }
        return items;
    }

    /**
     * This library, with direct buffers.
     *
     * @return the results
     */
    @Benchmark
    @OperationsPerInvocation(Inputs.BATCH)
    public byte[] direct() {
        KEYS.clear();
        return valid(io.vorpal.secp256k1.Secp256k1.recoverBatch(
                DIRECT_HASHES.duplicate(), DIRECT_SIGNATURES.duplicate(), KEYS));
    }

    /**
     * This library, with arrays.
     *
     * @return the keys, and the results
     */
    @Benchmark
    @OperationsPerInvocation(Inputs.BATCH)
    public io.vorpal.secp256k1.Secp256k1.Keys arrays() {
        io.vorpal.secp256k1.Secp256k1.Keys found =
                io.vorpal.secp256k1.Secp256k1.recoverBatch(HASHES, SIGNATURES);
        valid(found.items());
        return found;
    }

    private static byte[] peer(int i) {
        return PEER.ecdsaRecover(Inputs.SHORT[i], Inputs.HASHES[i], Inputs.SIGNATURES[i][64]);
    }

    /**
     * libsecp256k1, one call for each.
     *
     * @param sink takes the keys
     */
    @Benchmark
    @OperationsPerInvocation(Inputs.BATCH)
    public void libsecp256k1(Blackhole sink) {
        for (int i = 0; i < Inputs.BATCH; i++) {
            sink.consume(peer(i));
        }
    }
}
