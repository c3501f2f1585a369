package io.vorpal.msm;

/** What the caller knows of points. */
public enum Trust {
    /** Nothing: each point is checked to be on the curve and in the prime subgroup. */
    NOTHING,
    /** They may be outside of the prime subgroup; each is checked to be on the curve. */
    ON_CURVE,
    /** They are in the prime subgroup; otherwise sums are wrong. Each is checked to be on the curve. */
    SUBGROUP
}
