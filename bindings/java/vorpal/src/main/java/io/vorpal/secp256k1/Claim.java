package io.vorpal.secp256k1;

/** What an entry of a list with signatures on both curves claims: see {@link Secp256k1#verifyMixedBatch}. */
public enum Claim {
    /** A signature on secp256k1 under a key. {@code s} may be in either half of its range. */
    SECP256K1,
    /** A signature on P-256 under a key. {@code s} may be in either half of its range. */
    P256,
    /**
     * A signature on secp256k1 of an Ethereum address: that of the key which the signature recovers. The recovery
     * identifier is 0 or 1, and {@code s} in the lower half of its range.
     */
    SECP256K1_SIGNER,
    /**
     * A signature on P-256 under a key with an address: the last 20 bytes of Keccak-256 of {@code prefix || x || y}.
     */
    P256_SIGNER
}
