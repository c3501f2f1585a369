//! Prime fields of arkworks 0.5 that run on Vorpal's kernels, and conversions of its elements.
//!
//! The code is that of [`crate::fields`] and [`crate::convert`], compiled with the other version. Curves, sums,
//! pairings and transforms are for arkworks 0.6 only.
//!
//! ```
//! use ark_ff_05::Field;
//! use vorpal_arkworks::ark05::fields::Bn254Scalar as Fr;
//! use vorpal_arkworks::convert::Counterpart;
//! use vorpal_fields::primes::Bn254Scalar;
//!
//! assert_eq!(Fr::from(3).inverse().unwrap() * Fr::from(12), Fr::from(4));
//! let (a, b) = (ark_bn254_05::Fr::from(3), ark_bn254_05::Fr::from(5));
//! let product: Bn254Scalar = a.to_vorpal() * b.to_vorpal();
//! assert_eq!(ark_bn254_05::Fr::from_vorpal(&product), a * b);
//! ```

use ark_ff_05 as ark_ff;

#[allow(clippy::duplicate_mod, reason = "the same code for another version of arkworks")]
#[path = "fields/element.rs"]
pub mod fields;
#[allow(clippy::duplicate_mod, reason = "the same code for another version of arkworks")]
#[path = "prime.rs"]
mod prime;

pub use prime::Prime;

impl Prime<4> for ark_bn254_05::FqConfig {
    type Modulus = vorpal_fields::primes::Bn254BaseModulus;
}

impl Prime<4> for ark_bn254_05::FrConfig {
    type Modulus = vorpal_fields::primes::Bn254ScalarModulus;
}
