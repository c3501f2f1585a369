package io.vorpal.bench;

import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import java.math.BigInteger;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The contract of EIP-197 with two pairs, {@code e(P, f Q) e(-f P, Q)}. */
@State(Scope.Benchmark)
public class Bn254Pairing {
    private static final BigInteger ORDER =
            new BigInteger("21888242871839275222246405745257275088548364400416034343698204186575808495617");
    private static final BigInteger FACTOR = new BigInteger("fedcba987654321".repeat(4), 16);

    /** The generator of G2, as EIP-197 has it: x and y, the imaginary part of each first. */
    private static final String[] GENERATOR = {
        "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
        "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
        "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b",
        "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
    };

    /** The generator times the factor: EIP-197 has no contract for it. The check of the pairing holds for it alone. */
    private static final String[] MULTIPLE = {
        "28076ec5824c0dd59c102e156994f80c7e1c772e942c22a679c311f2453329e0",
        "2cbd6ed0b3886cda0cbf08eb115210fb1fccc2e5a39e8c670cef811e6470d002",
        "100c727cf4de78ae14ef85c0415cbd1cc974744f878649b6885b6791629f03ac",
        "1f77f55871ecf02bd86784c690c8eeff590968fc4d2f6964784e621d65193277",
    };

    private static final byte[] INPUT = input();

    private static byte[] times(byte[] point, BigInteger factor) {
        return Precompile.BN254_MUL.run(Inputs.join(point, Inputs.word(factor)), Fork.OSAKA);
    }

    private static byte[] words(String... numbers) {
        return Inputs.join(Arrays.stream(numbers)
                .map(number -> Inputs.word(new BigInteger(number, 16)))
                .toArray(byte[][]::new));
    }

    private static byte[] input() {
        // A multiple of the generator (1, 2) of G1.
        byte[] p = times(words("1", "2"), new BigInteger("123456789abcdef".repeat(4), 16));
        byte[] negative = times(p, ORDER.subtract(FACTOR.mod(ORDER)));
        return Inputs.join(p, words(MULTIPLE), negative, words(GENERATOR));
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
