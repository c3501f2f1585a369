//! The domains of snarkjs.

use vorpal_fields::PrimeField;
use vorpal_ntt::{CosetChange, Domain, Error};

use crate::Curve;

/// The root of unity of order `2^log_order` from which snarkjs takes its domains: `5^((r - 1) / 2^log_order)`. For an
/// order above the largest one it is `5^2`, as in snarkjs: the shift of the largest domain.
///
/// 5 is not a square, so for the largest order `2^s` the power has that order: its power by `2^(s - 1)` is
/// `5^((r - 1) / 2) = -1`.
pub(crate) fn root<C: Curve>(log_order: u32) -> C::Scalar {
    let base = C::Scalar::from(C::NON_RESIDUE);
    let adicity = C::Scalar::TWO_ADICITY;
    if log_order > adicity {
        return base * base;
    }
    // r - 1 without its factors of two.
    let exponent = (-C::Scalar::from(1)).to_limbs();
    let bits = (adicity..256).rev().map(|bit| exponent[bit as usize / 64] >> (bit % 64) & 1);
    let mut power = C::Scalar::from(1);
    for bit in bits {
        power *= power;
        if bit == 1 {
            power *= base;
        }
    }
    (log_order..adicity).fold(power, |root, _| root * root)
}

/// The domain of `2^log_size` points of snarkjs, and its coset that the quotient is evaluated on: the other points of
/// the domain of twice the size.
///
/// ```
/// use vorpal_groth16::{Bn254, domains};
/// let [subgroup, coset] = domains::<Bn254>(4)?;
/// assert_eq!((subgroup.size(), coset.size()), (16, 16));
/// # Ok::<(), vorpal_ntt::Error>(())
/// ```
///
/// # Errors
/// If the field has no root of unity of that order.
pub fn domains<C: Curve>(log_size: u32) -> Result<[Domain<C::Scalar>; 2], Error> {
    let omega = root::<C>(log_size);
    let subgroup = Domain::with_root(log_size, omega, C::Scalar::from(1))?;
    Ok([subgroup, Domain::with_root(log_size, omega, root::<C>(log_size + 1))?])
}

/// The change from the values on the first of these [`domains`] to those on the second one.
pub(crate) fn coset_change<C: Curve>(log_size: u32) -> Result<CosetChange<C::Scalar>, Error> {
    CosetChange::with_root(log_size, root::<C>(log_size), root::<C>(log_size + 1))
}

/// The index with its lowest `log_size` bits in reverse order.
pub(crate) fn reversed(index: usize, log_size: u32) -> usize {
    if log_size == 0 { 0 } else { index.reverse_bits() >> (usize::BITS - log_size) }
}

/// Moves each of `2^log_size` items to the place of [`reversed`] index.
pub(crate) fn reverse_places<T>(items: &mut [T], log_size: u32) {
    for place in 0..items.len() {
        let other = reversed(place, log_size);
        if place < other {
            items.swap(place, other);
        }
    }
}
