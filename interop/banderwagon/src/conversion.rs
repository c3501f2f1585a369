//! Conversions between the scalars of arkworks and those of Vorpal, without arithmetic.
//!
//! Both are Montgomery forms `a 2^256 mod r` in four little-endian limbs, so a conversion copies 32 bytes and compares
//! them with `r`. [`Element`](crate::Element) has `From` in both directions.
//!
//! ```
//! use banderwagon::{Fr, conversion::{fr_of, scalar_of}};
//! let seven = scalar_of(&Fr::from(7u64));
//! assert_eq!(seven, vorpal_fields::primes::BandersnatchScalar::from(7));
//! assert_eq!(fr_of(&seven), Fr::from(7u64));
//! ```

use ark_ff::BigInt;
use vorpal_fields::primes::BandersnatchScalar;

use crate::Fr;

/// `2^-256`: the scalar whose Montgomery form is one.
const INVERSE_OF_RADIX: BandersnatchScalar = match BandersnatchScalar::from_montgomery([1, 0, 0, 0]) {
    Some(scalar) => scalar,
    None => BandersnatchScalar::ZERO,
};

/// The scalar of Vorpal.
///
/// A limb vector of `r` or above, which only `Fr::new_unchecked` can create, is reduced. 2M in this case.
#[inline]
pub fn scalar_of(scalar: &Fr) -> BandersnatchScalar {
    let limbs = scalar.0.0;
    BandersnatchScalar::from_montgomery(limbs)
        .unwrap_or_else(|| BandersnatchScalar::from_limbs_reduced(&limbs) * INVERSE_OF_RADIX)
}

/// The scalar of arkworks.
#[inline]
pub fn fr_of(scalar: &BandersnatchScalar) -> Fr {
    Fr::new_unchecked(BigInt::new(scalar.to_montgomery()))
}
