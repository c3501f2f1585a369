package io.vorpal.msm;

/** The group G1 of a curve. */
public enum Curve {
    /** BLS12-377. A compressed point has 48 bytes. */
    BLS12_377,
    /** BLS12-381. A compressed point has 48 bytes. */
    BLS12_381,
    /** BN254, which is also called alt_bn128. A compressed point has 32 bytes. */
    BN254
}
