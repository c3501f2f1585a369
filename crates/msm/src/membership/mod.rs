//! Randomised membership of many points in the prime subgroup, for verifiers of large sets of points.
//!
//! [`Subgroup::new`] checks each point exactly. The functions here check sums of points instead. A set with a point
//! outside the subgroup passes with a probability of at most `2^-128`; a set without one always passes.
//!
//! # The check
//!
//! Let `E` be the group of all points of the curve, `G` the subgroup of prime order, and `h` the cofactor. The points
//! are `P_0, .., P_(n - 1)`, and each has a weight `a_i` below `2^128` from [`Weights`]. A map `d` sends a weight to a
//! vector of `k` digits. It is injective, and the digits are
//!
//! * -1, 0 and 1 with `k >= 81` if `h` is odd, as `3^81 > 2^128`;
//! * 0 and 1 with `k >= 128` if `h` is even, as that of G1 of BLS12-377.
//!
//! The check computes the sums `R_t = sum of d_t(a_i) P_i` for all `t < k` ([`rows`]), and checks exactly that each of
//! them lies in `G`.
//!
//! # Soundness
//!
//! If all points lie in `G`, so do all sums. Hence a set that fails has a point outside.
//!
//! **Lemma.** Let the points be fixed, `P_j` outside `G`, and `a_j` uniform below `2^128` and independent of the other
//! weights. Then all sums lie in `G` with a probability of at most `2^-128`.
//!
//! *Proof.* Fix the other weights. Let two different weights `a` and `b` of `P_j` pass. The map is injective, so there
//! is a `t` with `d_t(a) != d_t(b)`. Both sums `R_t` lie in `G`, hence their difference
//! `(d_t(a) - d_t(b)) P_j` does too. Let `D` be the image of `P_j` in `E / G`, a group of order `h`. Then `e D = 0`,
//! where `e` is the difference of the digits. With digits 0 and 1, `e` is 1 or -1, and `D = 0`. With digits -1, 0 and
//! 1, `e` is one of 1, -1, 2, -2. As `h` is odd, `2 D = 0` implies `D = 0` as well. But `D != 0`, since `P_j` lies
//! outside `G`. So at most one of the `2^128` weights passes. ∎
//!
//! A single sum with long weights would not suffice. The cofactor of G1 of BLS12-381 is divisible by 3 and 11, and a
//! point of order 3 disappears from a sum whenever its weight is a multiple of 3. In each sum here a point of order 3
//! disappears with a probability of about 1/3, hence the number of sums.
//!
//! # Attackers
//!
//! The lemma requires weights that are drawn after the points are fixed. [`Weights`] binds them to all points, to their
//! order and number, and to 256 random bits; there is no other way to draw them here.
//!
//! * **With randomness** (feature `getrandom` with an operating system, or [`subgroup_randomised_with`]): the attacker
//!   chooses all points, before the bits are drawn. The probability of an error is at most `2^-128` for each call.
//! * **Without randomness**, or if the bits are predictable: the attacker chooses all points and computes the weights
//!   of a set. With `t` computed hashes the probability that an attacker finds a set which is not rejected is at most
//!   `t 2^-128 + t^2 2^-256`, in the random oracle model.
//! * **With weights that are known before the points are chosen**, the check is worthless: a vector of digits modulo 3
//!   in the kernel of all sums is found by linear algebra. A test does this.
//!
//! The verdict on a set with a point outside depends on random bits, although with a negligible probability. Where all
//! participants must reach the same verdict by definition, use [`Subgroup::new`].
//!
//! # Costs
//!
//! `k` digits are `w` windows of `c` digits. A point is added to one of `(3^c - 1) / 2` buckets in each window (or
//! `2^c - 1`), and the `c` sums of a window are sums of buckets, in `3^c` additions (or `2^(c + 1)`). An addition takes
//! 5M + 1S in affine coordinates, sixteen side by side. The width `c` has the least total, up to nine or thirteen. For
//! `n` points and `c = 9` there are `9 n` additions, those of the buckets, and 81 exact checks. Below about a hundred
//! points exact checks are cheaper, and are done instead.
//!
//! Source: M. Bellare, J. Garay, T. Rabin, "Fast batch verification for modular exponentiation and digital
//! signatures", 1998, section 3 (random subsets). The proof above uses nothing of it.

mod outside;
mod plan;
mod rows;
#[cfg(test)]
mod tests;

use vorpal_curves::Error;
use vorpal_curves::models::weierstrass::{Affine, FixedSlice, Subgroup, WeierstrassCurve};
use vorpal_fields::EncodableField;

use crate::Weights;
pub use outside::{outside_subgroup_randomised, outside_subgroup_randomised_with};
use plan::Windows;

/// The domain separator of the weights.
const PROTOCOL: &[u8] = b"vorpal randomised membership, version 1";

/// The number of points whose sums are computed together: about 40 MiB of memory.
const AT_ONCE: usize = 1 << 18;

/// The points, if a randomised check finds them in the prime subgroup. A set with a point outside passes with a
/// probability of at most `2^-128`, also with points of small orders; a set without one always passes.
///
/// # Soundness
/// Each point has a weight below `2^128` from [`Weights`], written in 81 digits -1, 0 and 1; if the cofactor is even,
/// in 128 digits 0 and 1. For each position the sum of the points times their digits is checked exactly. Let `P` be
/// outside, and fix all other weights. If two weights of `P` passed, they would differ in a digit, by `e`, and `e P`,
/// the difference of two sums, would be in the subgroup. The number `e` is 1 or -1, or for an odd cofactor 2 or -2, so
/// `P` would be in the subgroup as well. Hence at most one of the `2^128` weights passes.
///
/// The weights are drawn after all points are fixed: they are bound to all points, to their order and number, and to
/// 256 random bits of the operating system (feature `getrandom`). So an attacker may choose all points. Without a
/// source of randomness the points alone determine the weights. Then an attacker who computes `t` hashes finds a set
/// that passes with a probability of at most `t 2^-128 + t^2 2^-256`. Where all participants must reach the same
/// verdict by definition, use [`Subgroup::new`].
///
/// # Costs
/// About 11 additions in affine coordinates per point for 100,000 points, several times less than exact checks; for few
/// points, exact checks are done. Runs on the caller's rayon pool with feature `parallel`. Time depends on the points.
///
/// # Errors
/// [`Error::OutsideSubgroup`] with the index of a point outside. It is the first one among the `2^18` points with which
/// it is checked together, and it is found by exact checks.
///
/// ```
/// use vorpal_curves::Error;
/// use vorpal_curves::bls12_381::Affine;
/// use vorpal_fields::primes::Bls12_381Base;
/// use vorpal_msm::{msm_vartime, subgroup_randomised};
/// let mut points = vec![Affine::GENERATOR; 1000];
/// let checked = subgroup_randomised(points.as_slice())?;
/// assert!(msm_vartime(&checked, &[1u64; 1000]).is_ok());
/// points[600] = Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2))?; // of order three
/// assert_eq!(subgroup_randomised(points), Err(Error::OutsideSubgroup { index: 600 }));
/// # Ok::<(), Error>(())
/// ```
pub fn subgroup_randomised<C, P>(points: P) -> Result<Subgroup<P>, Error>
where
    C: WeierstrassCurve<Base: EncodableField>,
    P: FixedSlice<Target = [Affine<C>]>,
{
    check(points, None, AT_ONCE)
}

/// As [`subgroup_randomised`] with 256 random bits of the caller, for targets without an operating system.
///
/// The caller must draw the bits from a cryptographically secure source, for this call alone, after the points are
/// fixed: see [`Weights::with_randomness`].
///
/// # Errors
/// [`Error::OutsideSubgroup`], as [`subgroup_randomised`].
///
/// ```
/// use vorpal_curves::bls12_381::g2::Affine;
/// use vorpal_msm::subgroup_randomised_with;
/// # let bits_of_a_secure_source = [7; 32];
/// let points = subgroup_randomised_with([Affine::GENERATOR; 300].as_slice(), &bits_of_a_secure_source)?;
/// assert_eq!(points.points().len(), 300);
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
pub fn subgroup_randomised_with<C, P>(points: P, random: &[u8; 32]) -> Result<Subgroup<P>, Error>
where
    C: WeierstrassCurve<Base: EncodableField>,
    P: FixedSlice<Target = [Affine<C>]>,
{
    check(points, Some(random), AT_ONCE)
}

/// Computes the sums of `at_once` points together.
fn check<C, P>(points: P, random: Option<&[u8; 32]>, at_once: usize) -> Result<Subgroup<P>, Error>
where
    C: WeierstrassCurve<Base: EncodableField>,
    P: FixedSlice<Target = [Affine<C>]>,
{
    let all = &*points;
    if C::HAS_PRIME_ORDER || Windows::of::<C>(all.len()).is_none() {
        return Subgroup::new(points);
    }
    let weights = Weights::of_points(PROTOCOL, all, random);
    for (number, part) in all.chunks(at_once).enumerate() {
        let first = number * at_once;
        let passes = Windows::of::<C>(part.len())
            .is_some_and(|windows| rows::pass_vartime(part, |index| weights.weight(first + index), &windows));
        // Exact checks find the point, or decide about a few last points.
        if !passes && let Err(Error::OutsideSubgroup { index }) = Subgroup::new(part) {
            return Err(Error::OutsideSubgroup { index: first + index });
        }
    }
    Ok(Subgroup::unchecked(points))
}
