package io.vorpal.evm;

import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A precompiled contract. The constants are in the order of the addresses. */
public enum Precompile {
    /** The signer of a hash. */
    EC_RECOVER(1, Fork.ISTANBUL),
    /** SHA-256. */
    SHA256(2, Fork.ISTANBUL),
    /** RIPEMD-160. */
    RIPEMD160(3, Fork.ISTANBUL),
    /** The input itself. */
    IDENTITY(4, Fork.ISTANBUL),
    /** Modular exponentiation. */
    MOD_EXP(5, Fork.ISTANBUL),
    /** The sum of two points of BN254. */
    BN254_ADD(6, Fork.ISTANBUL),
    /** The multiple of a point of BN254. */
    BN254_MUL(7, Fork.ISTANBUL),
    /** The check of a product of pairings on BN254. */
    BN254_PAIRING(8, Fork.ISTANBUL),
    /** The compression function of BLAKE2b. */
    BLAKE2F(9, Fork.ISTANBUL),
    /** The check of a value of a committed polynomial. */
    POINT_EVALUATION(10, Fork.CANCUN),
    /** The sum of two points of BLS12-381's G1. */
    BLS12_G1_ADD(11, Fork.PRAGUE),
    /** The sum of multiples of points of BLS12-381's G1. */
    BLS12_G1_MSM(12, Fork.PRAGUE),
    /** The sum of two points of BLS12-381's G2. */
    BLS12_G2_ADD(13, Fork.PRAGUE),
    /** The sum of multiples of points of BLS12-381's G2. */
    BLS12_G2_MSM(14, Fork.PRAGUE),
    /** The check of a product of pairings on BLS12-381. */
    BLS12_PAIRING(15, Fork.PRAGUE),
    /** The map of an element of the base field to BLS12-381's G1. */
    BLS12_MAP_FP_TO_G1(16, Fork.PRAGUE),
    /** The map of an element of the quadratic extension to BLS12-381's G2. */
    BLS12_MAP_FP2_TO_G2(17, Fork.PRAGUE),
    /** The verification of a signature on P-256. */
    P256_VERIFY(0x100, Fork.OSAKA);

    private final int address;
    private final Fork since;

    Precompile(int address, Fork since) {
        this.address = address;
        this.since = since;
    }

    /**
     * Returns the last two bytes of the address; the others are zero.
     *
     * @return the address as a number
     */
    public int address() {
        return address;
    }

    /**
     * Returns the first fork of {@link Fork} that has the contract.
     *
     * @return the fork
     */
    public Fork since() {
        return since;
    }

    /**
     * Computes the gas of a call.
     *
     * @param input the input
     * @param fork the fork, not before {@link #since()}
     * @return the gas, or {@link Long#MAX_VALUE} if it is more
     */
    public long gas(byte[] input, Fork fork) {
        return Native.gasOfContract(ordinal(), Objects.requireNonNull(input, "input"), rules(fork));
    }

    /**
     * As {@link #gas(byte[], Fork)}, with a buffer.
     *
     * @param input the input, from its position to its limit
     * @param fork the fork, not before {@link #since()}
     * @return the gas, or {@link Long#MAX_VALUE} if it is more
     */
    public long gas(ByteBuffer input, Fork fork) {
        int rules = rules(fork);
        return Objects.requireNonNull(input, "input").isDirect()
                ? Native.gasOfContractDirect(ordinal(), input.slice(), rules)
                : Native.gasOfContract(ordinal(), Memory.bytes(input, "input"), rules);
    }

    /**
     * Computes the output of a call. Charge the gas first: it limits the time and the memory.
     *
     * @param input the input
     * @param fork the fork, not before {@link #since()}
     * @return the output; it is empty for a signature without a key or an invalid one, which are no failures
     * @throws io.vorpal.VorpalException if the contract fails; the message has the reason, and {@code index()} that of
     *     the point, pair or element
     */
    public byte[] run(byte[] input, Fork fork) {
        return Native.runContract(ordinal(), Objects.requireNonNull(input, "input"), rules(fork));
    }

    /**
     * As {@link #run(byte[], Fork)}, with a buffer. The memory of a direct buffer is used where it is.
     *
     * @param input the input, from its position to its limit
     * @param fork the fork, not before {@link #since()}
     * @return the output
     * @throws io.vorpal.VorpalException if the contract fails
     */
    public byte[] run(ByteBuffer input, Fork fork) {
        int rules = rules(fork);
        return Objects.requireNonNull(input, "input").isDirect()
                ? Native.runContractDirect(ordinal(), input.slice(), rules)
                : Native.runContract(ordinal(), Memory.bytes(input, "input"), rules);
    }

    private int rules(Fork fork) {
        if (fork.compareTo(since) < 0) {
            throw new IllegalArgumentException("fork: " + this + " is not in " + fork + ", but since " + since);
        }
        return fork.rules;
    }
}
