//! The points outside the prime subgroup among many, by halving.
//!
//! The points are divided into halves until their sums pass, or until sums have cost half as much as exact checks of
//! all points, or until a part has so few points that exact checks cost less. What remains is checked exactly. All
//! parts use the same weights, which are drawn after all points are fixed.
//!
//! **Error.** The parts that may occur are the nodes of binary trees which the number of points determines. By the
//! lemma of [the module above](super), a node with a point outside passes with a probability of at most `2^-128`: its
//! weights are some of the weights. A point outside is missed only if a node passes that contains it. A node that is
//! checked by sums has at least two points, since 81 exact checks cost more than one. So there are fewer than `n` such
//! nodes for `n` points, and the probability that any point is missed is at most `n 2^-128`, whichever nodes are
//! visited. `n` is the number of all points: two points outside can pass in a node together, and each in one of its
//! own. A point in the subgroup is never named: only exact checks name points.

use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::EncodableField;

use super::plan::Windows;
use super::{AT_ONCE, PROTOCOL, rows};
use crate::Weights;

/// The indices of the points outside the prime subgroup, in ascending order, by randomised checks of halves.
///
/// Every index is that of a point outside. The probability that any index is missing is at most `n 2^-128` for `n`
/// points, with randomness of the operating system (feature `getrandom`). Without it, an attacker who computes `t`
/// hashes finds at most `n` points for which an index is missing with a probability of at most
/// `t n 2^-128 + t^2 2^-256`. Where all participants must reach the same verdict by definition, use
/// [`Affine::outside_subgroup_vartime`].
///
/// Without a point outside it costs as much as [`subgroup_randomised`](super::subgroup_randomised). Else the halves
/// that contain one are checked again. With many points outside it costs at most about half as much again as exact
/// checks of all points. Runs on the caller's rayon pool with feature `parallel`. Time depends on the points.
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

/// The number of points that a thread checks exactly at a time.
const EXACT_AT_ONCE: usize = 64;

/// Begins with parts of `at_once` points.
pub(super) fn search<C>(points: &[Affine<C>], random: Option<&[u8; 32]>, at_once: usize) -> Vec<usize>
where
    C: WeierstrassCurve<Base: EncodableField>,
{
    if C::HAS_PRIME_ORDER {
        return Vec::new();
    }
    let all = 0..points.len();
    if Windows::of::<C>(points.len()).is_none() {
        return exact(points, &[all]);
    }
    let weights = Weights::of_points(PROTOCOL, points, random);
    let roots = all.step_by(at_once).map(|first| first..points.len().min(first + at_once)).collect();
    exact(points, &failed(points, &weights, roots))
}

/// The parts that exact checks remain for: they have all points outside, but for those that sums have missed.
///
/// Sums cost at most half as much as exact checks of all points, besides those of the `roots`.
pub(super) fn failed<C: WeierstrassCurve>(
    points: &[Affine<C>],
    weights: &Weights,
    roots: Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    let (mut left, mut level) = (Windows::exact_cost::<C>(points.len()) / 2, roots);
    let (mut remaining, mut is_root) = (Vec::new(), true);
    while !level.is_empty() {
        let (mut summed, mut windows) = (Vec::new(), Vec::new());
        for part in level {
            let chosen =
                Windows::of::<C>(part.len()).map(|windows| (windows.cost_of::<C>(part.len()), windows));
            match chosen {
                Some((cost, of_part)) if is_root || cost <= left => {
                    left = left.saturating_sub(cost);
                    windows.push((part.clone(), of_part));
                    summed.push(part);
                }
                _ => remaining.push(part),
            }
        }
        let passes = vorpal_threads::map(&windows, |(part, windows)| {
            let weight = |index| weights.weight(part.start + index);
            rows::pass_vartime(&points[part.clone()], weight, windows)
        });
        let halves = |part: Range<usize>| {
            let middle = part.start + part.len() / 2;
            [part.start..middle, middle..part.end]
        };
        let parts = summed.into_iter().zip(passes).filter(|(_, passes)| !passes);
        level = parts.flat_map(|(part, _)| halves(part)).collect();
        is_root = false;
    }
    remaining
}

/// The indices of the points outside in these parts, in ascending order.
fn exact<C: WeierstrassCurve>(points: &[Affine<C>], parts: &[Range<usize>]) -> Vec<usize> {
    let chunks = |part: &Range<usize>| {
        let end = part.end;
        part.clone().step_by(EXACT_AT_ONCE).map(move |first| first..end.min(first + EXACT_AT_ONCE))
    };
    let chunks: Vec<Range<usize>> = parts.iter().flat_map(chunks).collect();
    let found =
        vorpal_threads::map(&chunks, |chunk| Affine::outside_subgroup_vartime(&points[chunk.clone()]));
    let indices = chunks.iter().zip(found);
    let mut found: Vec<usize> =
        indices.flat_map(|(chunk, found)| found.into_iter().map(|index| chunk.start + index)).collect();
    found.sort_unstable();
    found
}
