package io.vorpal.bench;

import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import supranational.blst.P1_Affine;

/** Calls that compute nothing: what remains is the way from Java to native code and back. */
@State(Scope.Benchmark)
public class Call {
    private static final byte[] EMPTY = new byte[0];
    private static final byte[] WORDS = new byte[128];
    private static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(128);
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
     * As above, with 128 bytes.
     *
     * @return the same bytes
     */
    @Benchmark
    public byte[] identity128() {
        return Precompile.IDENTITY.run(WORDS, Fork.OSAKA);
    }

    /**
     * As above, with 128 bytes of a direct buffer.
     *
     * @return the same bytes
     */
    @Benchmark
    public byte[] direct128() {
        return Precompile.IDENTITY.run(DIRECT, Fork.OSAKA);
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
