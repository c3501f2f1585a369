//! Membership of many keys in the prime subgroup.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::EncodableField;
use vorpal_msm::outside_subgroup_randomised_with;

/// The indices of the points outside the subgroup: by sums with random weights if the operating system provides
/// randomness, else exactly. The probability that one of `n` is missing is at most `n 2^-128`.
pub(crate) fn outside_vartime<C: WeierstrassCurve<Base: EncodableField>>(points: &[Affine<C>]) -> Vec<usize> {
    match random() {
        Some(bits) => outside_subgroup_randomised_with(points, &bits),
        None => Affine::outside_subgroup_vartime(points),
    }
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
