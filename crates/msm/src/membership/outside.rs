//! The points outside the prime subgroup among many, by halving.
//!
//! The points are divided into halves until their sums pass, or until they are so few that exact checks cost less. All
//! parts use the same weights, which are drawn after all points are fixed.
//!
//! **Error.** The parts that may occur are the nodes of binary trees which the number of points determines. By the
//! lemma of [the module above](super), a node with a point outside passes with a probability of at most `2^-128`: its
//! weights are some of the weights. A point outside is missed only if a node passes that contains it. A node that is
//! checked by sums has at least two points, so there are fewer than `n` of them for `n` points. So the probability that
//! any point is missed is at most `n 2^-128`, whichever nodes are visited. A point in the subgroup is never named: only
//! exact checks name points.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::EncodableField;

use super::plan::Windows;
use super::{AT_ONCE, PROTOCOL, rows};
use crate::Weights;

/// The indices of the points outside the prime subgroup, in ascending order, by randomised checks of halves.
///
/// Every index is that of a point outside. The probability that any index is missing is at most `n 2^-128` for `n`
/// points, with randomness of the operating system (feature `getrandom`). Without it, an attacker who computes `t`
/// hashes finds points for which an index is missing with a probability of at most `t n 2^-128 + t^2 2^-256`.
///
/// Without a point outside it costs as much as [`subgroup_randomised`](super::subgroup_randomised). Else the halves
/// that contain one are checked again, down to about a hundred points, which are checked exactly. Runs on the caller's
/// rayon pool with feature `parallel`. Time depends on the points.
///
/// ```
/// use vorpal_curves::bls12_381::Affine;
/// use vorpal_fields::primes::Bls12_381Base;
/// use vorpal_msm::outside_subgroup_randomised;
/// let mut points = vec![Affine::GENERATOR; 1000];
/// assert_eq!(outside_subgroup_randomised(&points), []);
/// points[600] = Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2))?; // of order three
/// assert_eq!(outside_subgroup_randomised(&points), [600]);
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
#[must_use]
pub fn outside_subgroup_randomised<C>(points: &[Affine<C>]) -> Vec<usize>
where
    C: WeierstrassCurve<Base: EncodableField>,
{
    search(points, None, AT_ONCE)
}

/// As [`outside_subgroup_randomised`] with 256 random bits of the caller, for targets without an operating system.
///
/// The caller must draw the bits from a cryptographically secure source, for this call alone, after the points are
/// fixed: see [`Weights::with_randomness`].
///
/// ```
/// use vorpal_curves::bls12_381::g2::Affine;
/// use vorpal_msm::outside_subgroup_randomised_with;
/// # let bits_of_a_secure_source = [7; 32];
/// assert_eq!(outside_subgroup_randomised_with(&[Affine::GENERATOR; 300], &bits_of_a_secure_source), []);
/// ```
#[must_use]
pub fn outside_subgroup_randomised_with<C>(points: &[Affine<C>], random: &[u8; 32]) -> Vec<usize>
where
    C: WeierstrassCurve<Base: EncodableField>,
{
    search(points, Some(random), AT_ONCE)
}

/// Begins with parts of `at_once` points.
pub(super) fn search<C>(points: &[Affine<C>], random: Option<&[u8; 32]>, at_once: usize) -> Vec<usize>
where
    C: WeierstrassCurve<Base: EncodableField>,
{
    let mut found = Vec::new();
    if C::HAS_PRIME_ORDER {
        return found;
    }
    if Windows::of::<C>(points.len()).is_none() {
        return Affine::outside_subgroup_vartime(points);
    }
    let weights = Weights::of_points(PROTOCOL, points, random);
    for (number, part) in points.chunks(at_once).enumerate() {
        halve(part, &weights, number * at_once, &mut found);
    }
    found
}

/// Appends the indices of the points outside among these, the first of which has the index `first`.
fn halve<C: WeierstrassCurve>(points: &[Affine<C>], weights: &Weights, first: usize, found: &mut Vec<usize>) {
    let Some(windows) = Windows::of::<C>(points.len()) else {
        let outside = Affine::outside_subgroup_vartime(points);
        found.extend(outside.into_iter().map(|index| first + index));
        return;
    };
    if rows::pass_vartime(points, |index| weights.weight(first + index), &windows) {
        return;
    }
    let middle = points.len() / 2;
    let (left, right) = points.split_at(middle);
    halve(left, weights, first, found);
    halve(right, weights, first + middle, found);
}
