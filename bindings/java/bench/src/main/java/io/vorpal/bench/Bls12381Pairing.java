package io.vorpal.bench;

import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import java.math.BigInteger;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The contract of EIP-2537 with two pairs, {@code e(P, a Q) e(-a P, Q)}. */
@State(Scope.Benchmark)
public class Bls12381Pairing {
    private static final BigInteger ORDER =
            new BigInteger("52435875175126190479447740508185965837690552500527637822603658699938581184513");
    private static final BigInteger FACTOR = new BigInteger("fedcba987654321".repeat(4), 16);

    private static final byte[] INPUT = input();

    private static byte[] run(Precompile contract, byte[]... input) {
        return contract.run(Inputs.join(input), Fork.OSAKA);
    }

    private static byte[] input() {
        // The maps give points without a known logarithm.
        byte[] zeros = new byte[32];
        byte[] p = run(Precompile.BLS12_MAP_FP_TO_G1, zeros, Inputs.one());
        byte[] q = run(Precompile.BLS12_MAP_FP2_TO_G2, zeros, Inputs.one(), zeros, Inputs.word(FACTOR));
        byte[] negative = run(Precompile.BLS12_G1_MSM, p, Inputs.word(ORDER.subtract(FACTOR)));
        byte[] multiple = run(Precompile.BLS12_G2_MSM, q, Inputs.word(FACTOR));
        return Inputs.join(p, multiple, negative, q);
    }

    /** Compares the sides. */
    @Setup
    public void check() {
        Inputs.same(Inputs.one(), vorpal(), Arrays.copyOf(gnark(), 32));
    }

    /**
     * This library.
     *
     * @return one
     */
    @Benchmark
    public byte[] vorpal() {
        return Precompile.BLS12_PAIRING.run(INPUT, Fork.OSAKA);
    }

    /**
     * What Besu calls.
     *
     * @return one
     */
    @Benchmark
    public byte[] gnark() {
        return Gnark.pairingOfBls12381(INPUT);
    }
}
