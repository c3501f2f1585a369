package io.vorpal.msm;

/** The format of encoded points. */
public enum Format {
    /** arkworks 0.4 and later: little-endian; for BLS12-381 the format of Zcash. */
    ARKWORKS,
    /** gnark-crypto: big-endian; for BLS12-381 the format of Zcash. */
    GNARK,
    /** Zcash, for BLS12-381 alone. */
    ZCASH
}
