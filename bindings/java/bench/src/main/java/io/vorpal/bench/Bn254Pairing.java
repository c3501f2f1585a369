package io.vorpal.bench;

import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import java.math.BigInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The contract of EIP-197 with two pairs, {@code e(P, Q) e(P, -Q)}. */
@State(Scope.Benchmark)
public class Bn254Pairing {
    private static final BigInteger PRIME =
            new BigInteger("21888242871839275222246405745257275088696311157297823662689037894645226208583");

    /** The generator of G2, as EIP-197 has it: x and y, the imaginary part of each first. */
    private static final BigInteger[] GENERATOR = {
        new BigInteger("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2", 16),
        new BigInteger("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed", 16),
        new BigInteger("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b", 16),
        new BigInteger("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa", 16),
    };

    private static final byte[] INPUT = input();

    private static byte[] input() {
        // A multiple of the generator (1, 2) of G1.
        byte[] generator = Inputs.join(Inputs.one(), Inputs.word(BigInteger.TWO));
        byte[] point = Precompile.BN254_MUL.run(
                Inputs.join(generator, Inputs.word(new BigInteger("123456789abcdef".repeat(4), 16))), Fork.OSAKA);
        byte[] x = Inputs.join(Inputs.word(GENERATOR[0]), Inputs.word(GENERATOR[1]));
        byte[] y = Inputs.join(Inputs.word(GENERATOR[2]), Inputs.word(GENERATOR[3]));
        byte[] opposite = Inputs.join(
                Inputs.word(PRIME.subtract(GENERATOR[2])), Inputs.word(PRIME.subtract(GENERATOR[3])));
        return Inputs.join(point, x, y, point, x, opposite);
    }

    /** Compares the sides. */
    @Setup
    public void check() {
        Inputs.same(Inputs.one(), vorpal(), gnark());
    }

    /**
     * This library.
     *
     * @return one
     */
    @Benchmark
    public byte[] vorpal() {
        return Precompile.BN254_PAIRING.run(INPUT, Fork.OSAKA);
    }

    /**
     * What Besu calls.
     *
     * @return one
     */
    @Benchmark
    public byte[] gnark() {
        return Gnark.pairingOfBn254(INPUT);
    }
}
