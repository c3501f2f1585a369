//! Membership of many keys in the prime subgroup.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::EncodableField;
use vorpal_msm::outside_subgroup_randomised_with;
use vorpal_threads::map;

/// Fewer points than this are always checked exactly, and no randomness is drawn.
const FEW: usize = 100;
/// The number of points that a thread checks exactly at a time.
const EXACT_AT_ONCE: usize = 64;

/// The indices of the points outside the subgroup, in any order: by sums with random weights if the operating system
/// provides randomness, else exactly. The probability that any one is missing is at most `n 2^-128` for `n` points.
pub(crate) fn outside_vartime<C: WeierstrassCurve<Base: EncodableField>>(points: &[Affine<C>]) -> Vec<usize> {
    if points.len() >= FEW
        && let Some(bits) = random()
    {
        return outside_subgroup_randomised_with(points, &bits);
    }
    let chunks: Vec<(usize, &[Affine<C>])> = points.chunks(EXACT_AT_ONCE).enumerate().collect();
    let outside = map(&chunks, |(_, points)| Affine::outside_subgroup_vartime(points));
    let places = chunks.iter().zip(outside);
    places
        .flat_map(|((number, _), outside)| {
            outside.into_iter().map(move |index| number * EXACT_AT_ONCE + index)
        })
        .collect()
}

/// 256 random bits of the operating system.
#[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
fn random() -> Option<[u8; 32]> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).ok().map(|()| bits)
}

/// Without an operating system there are none.
#[cfg(not(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown")))))]
fn random() -> Option<[u8; 32]> {
    None
}

#[cfg(all(test, feature = "getrandom"))]
mod tests {
    /// Constants would let an attacker choose points that pass.
    #[test]
    fn random_bits_differ() {
        let draws = [super::random(), super::random()];
        assert!(draws.iter().all(Option::is_some));
        assert_ne!(draws[0], draws[1]);
    }
}
