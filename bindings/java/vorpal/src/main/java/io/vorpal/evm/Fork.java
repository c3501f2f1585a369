package io.vorpal.evm;

/** A fork: it decides which contracts there are, and the gas of modular exponentiation. Later ones come last. */
public enum Fork {
    /** Istanbul (2019). */
    ISTANBUL(0),
    /** Berlin (2021): EIP-2565. */
    BERLIN(1),
    /** Cancun (2024): EIP-4844. */
    CANCUN(1),
    /** Prague (2025): EIP-2537. */
    PRAGUE(1),
    /** Osaka (2025): EIP-7823, EIP-7883, EIP-7951. */
    OSAKA(2);

    /** The number of the rules for modular exponentiation in the native library. */
    final int rules;

    Fork(int rules) {
        this.rules = rules;
    }
}
