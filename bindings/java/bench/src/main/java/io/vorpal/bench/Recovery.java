package io.vorpal.bench;

import fr.acinq.secp256k1.Secp256k1;
import io.vorpal.secp256k1.PublicKey;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Public keys of signatures on secp256k1, one call for each. */
@State(Scope.Benchmark)
public class Recovery {
    private static final Secp256k1 PEER = Secp256k1.get();
    private int next;

    /** Compares the sides. */
    @Setup
    public void check() {
        byte[] key = libsecp256k1();
        next = 0;
        Inputs.same(key, vorpal().uncompressed());
    }

    private int index() {
        next = (next + 1) % Inputs.BATCH;
        return next;
    }

    /**
     * This library.
     *
     * @return the key
     */
    @Benchmark
    public PublicKey vorpal() {
        int i = index();
        return io.vorpal.secp256k1.Secp256k1.recover(Inputs.HASHES[i], Inputs.SIGNATURES[i]);
    }

    /**
     * libsecp256k1, by JNI.
     *
     * @return the key
     */
    @Benchmark
    public byte[] libsecp256k1() {
        int i = index();
        return PEER.ecdsaRecover(Inputs.SHORT[i], Inputs.HASHES[i], Inputs.SIGNATURES[i][64]);
    }
}
