//! Multiples of points by the seed of a pairing-friendly curve. Seeds of the BLS12 curves have few set bits, that of
//! BN254 has 28.

use super::{Jacobian, PackedJacobian, WeierstrassCurve};

/// `seed base` by doubling and adding, where `add` adds the base.
pub(super) fn mul_by_seed_vartime<C: WeierstrassCurve>(
    base: &Jacobian<C>,
    seed: u64,
    add: impl Fn(&Jacobian<C>) -> Jacobian<C>,
) -> Jacobian<C> {
    let mut sum = *base;
    for bit in (0..seed.ilog2()).rev() {
        sum = sum.double();
        if seed >> bit & 1 == 1 {
            sum = add(&sum);
        }
    }
    sum
}

/// `seed base` in each lane. In exceptional cases of an addition, `Z` becomes and remains zero.
pub(super) fn mul_packed_by_seed<C: WeierstrassCurve>(
    base: &PackedJacobian<C>,
    seed: u64,
) -> PackedJacobian<C> {
    let mut sum = *base;
    for bit in (0..seed.ilog2()).rev() {
        sum.double();
        if seed >> bit & 1 == 1 {
            sum.add(base);
        }
    }
    sum
}
