//! Residue number systems: numbers without carries, for sums of many products with one reduction.
//!
//! A number `x` is represented by its residues modulo two bases of `L` coprime moduli of 49 bits each, `m_i` and
//! `n_j`, one in each lane of two vectors. Products and sums are those of the lanes. So a product costs four
//! multiply-adds of vectors instead of a hundred, and a reduction modulo `p` of six limbs costs 44. Pairings compute
//! sums of twelve products for each reduction. Sources: J.-C. Bajard, L. Imbert, "A full RNS implementation of RSA",
//! 2004; S. Langowski, K. He, S. Devadas, "VROOM", ePrint 2026/393.
//!
//! # Representation
//!
//! `M = m_0 m_1 .. m_(L-1)` and `M' = n_0 n_1 .. n_(L-1)`. An element `a` of `Fp` is any integer `x = a M mod p` with
//! `|x| < B p` for a bound `B`. Lane `i` of the first vector is `x s_i mod m_i` for a constant `s_i`; lane `j` of the
//! second is the digit `x (M' / n_j)^-1 mod n_j` of the Chinese remainder theorem. Lanes of the first base are at most
//! three times their modulus, those of the second one twice. An element of `Fp2` holds the sums of its coefficients'
//! lanes too, which are not reduced.
//!
//! # Reduction
//!
//! For a sum of products `x`, Montgomery's `r = (x + q p) / M` is congruent to `x / M` and small, if
//! `q = -x / p mod M`:
//!
//! 1. The digits of `q` in the first base are `q_i = -x p^-1 (M / m_i)^-1 mod m_i`. Lanes of products have the factor
//!    `s_i^2`, and their reduction divides by `2^52`. So they are digits without a further product, if `s_i^2 = -2^52
//!    p^-1 (M / m_i)^-1`. As `m_i` is a prime with the remainder 3 modulo 4, either this number or its opposite is a
//!    square. For an opposite, the lane holds `-q_i mod m_i` instead, and row `i` of the matrix in step 2 is negated.
//!    With `0 <= q_i < (1 + 2^-29) m_i`, the sum of all `+-q_i M / m_i` is `q + k M` for some `-L <= k <= L`, which
//!    serves as well as `q`.
//! 2. In the second base `r = x / M + p sum(+-q_i / m_i)`: a product by a matrix, whose rows are multiples of
//!    `p / m_i`. Since lanes are digits, this yields the digits `r_j` directly.
//! 3. Back in the first base, `r s_i = sum(r_j s_i M' / n_j) - k s_i M'`, where `k` is the sum of all `r_j / n_j`,
//!    rounded.
//!
//! All steps but the rounding are exact. Every lane is reduced by Montgomery's method with the radix `2^52`, whose
//! powers are part of the constants.
//!
//! # Rounding
//!
//! `sum(r_j / n_j) = k + r / M'`, where `|r| < 15 p < M' / 16`, as `M' > 15 2^(64 N + 4)`. The eight uppermost bits of
//! a digit, `floor(r_j / 2^42)`, differ from `128 r_j / n_j` by less than `1 + 2^-28`, and are not larger, since `2^49
//! - 2^12 < n_j < 2^49`. So their sum plus 32 is above `128 k - 8 - 9 + 32` and below `128 k + 8 + 32`: divided by 128,
//! it is `k`.
//!
//! # Bounds of lanes
//!
//! A product of elements of `Fp2` is three products of lanes, by Karatsuba's method: `v = a0 b0`, `w = a1 b1` and `z =
//! (a0 + a1) (b0 + b1)`, each in two words. Let lanes be at most `c m`: `c` is 3 in the first base, 2 in the second.
//! The factors are at most `6 m < 2^52`, as multiply-adds need. Sums of `t <= 7` of them are at most `7 c^2 m^2` for
//! `v` and `w`. The coefficients `z - v - w` are sums of `2 t` products of lanes, so at most `14 c^2 m^2`; and
//! `v - q w + 7 c^2 max(q, 1) m^2` are not negative and at most `7 c^2 (1 + max(q, 1)) m^2`. A low word may have a
//! sign: the high word takes its carries, rounded down. Sums of products of pairs are `v` and `w` themselves.
//!
//! As `2^49 = d mod m` for a `d < 2^12`, a word `x` is reduced to its 49 lower bits and `d` times the others. That is
//! below `2^49 + 2^12 x / 2^49`, for `x < 2^61`.
//!
//! A reduction in a lane yields `(c + m' m) / 2^52` with `m' < 2^52`, which is below `c / 2^52 + m`:
//!
//! 1. `c` is a sum of the first base, at most `1008 m^2` for `q <= 15`: the result is below `127 m`. As above, it
//!    becomes a digit of `q` below `2^49 + 2^19`.
//! 2. The sums of the second base are at most `56 n^2` for `q <= 1`, so their high words are below `7 n`. For larger
//!    `q` they are below `56 n`, and become smaller than `2^49 + 2^18` as above. The products of both words and
//!    constants below `n`, and the `L <= 8` products of a digit and a constant below `n`, are below `(1 + 7 / 8 + 1 +
//!    2^-29) 2^52 n`: the result is below `4 n`.
//! 3. `L` products of a digit below `2 n_j < 2^50` and a constant below `m`, and one of `k <= 16` and a constant below
//!    `m / 2 < 2^48`, whose high word is zero: below `3 m`. The sign of `s_i` is chosen so that the constant is small.
//!
//! `min(x, x - 2 n)` in unsigned words makes the second one at most `2 n`. `lab/proofs` proves these steps and bounds
//! for all lanes.
//!
//! # Bounds of integers
//!
//! By 1, `|q| < (1 + 2^-29) L M`. If `|x| < K p^2`, then `|r| < ((1 + 2^-29) L + K (p / M)) p`. The condition
//! `K p <= (7 - 2^-26) M` makes this `|r| < 15 p`. A ring is made for a largest `K`, which its constructor checks.
//! Debug builds compute `K` from the bounds of the operands, and panic where it is larger. Bounds do not depend on the
//! numbers, so one run of a formula proves it for all.

#[cfg(test)]
mod extreme_lanes;
mod integer;
mod portable;
mod ring;
#[cfg(test)]
mod tests;

pub use crate::backend::ResidueKernels;
pub use crate::residue_ring::{Factors, ProductKind, Quadratic, REDUCED, ResidueBackend, ResidueRing, Terms};
pub use portable::PortableResidues;
pub use ring::ResidueArithmetic;
