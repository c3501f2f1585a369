package io.vorpal.bench;

import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import supranational.blst.P1_Affine;

/** Calls that compute nothing: what remains is the way from Java to native code and back. */
@State(Scope.Benchmark)
public class Call {
    private static final byte[] EMPTY = new byte[0];
    private final P1_Affine point = P1_Affine.generator();

    /**
     * A contract, with its checks, and arrays in and out.
     *
     * @return nothing
     */
    @Benchmark
    public byte[] identity() {
        return Precompile.IDENTITY.run(EMPTY, Fork.OSAKA);
    }

    /**
     * The smallest function of jblst, by JNI.
     *
     * @return false
     */
    @Benchmark
    public boolean blst() {
        return point.is_inf();
    }

    /**
     * A contract by JNA and cgo, with an array out.
     *
     * @return one
     */
    @Benchmark
    public byte[] gnark() {
        return Gnark.pairingOfBn254(EMPTY);
    }
}
