//! Number-theoretic transforms over prime fields, for provers: evaluation and interpolation on subgroups of roots of
//! unity and on their cosets, and what provers do between transforms.
//!
//! ```
//! use vorpal_fields::primes::Bls12_381Scalar as Fr;
//! use vorpal_ntt::{Domain, Order};
//!
//! // The quotient of a polynomial that vanishes on 4 points, by values on a coset.
//! let (subgroup, coset) = (Domain::<Fr>::new(4)?, Domain::coset(4, Fr::GENERATOR)?);
//! let quotient = [5, 6, 7].map(Fr::from);
//! let product = vorpal_ntt::multiply(&quotient, &[-Fr::ONE, Fr::ZERO, Fr::ZERO, Fr::ZERO, Fr::ONE])?;
//! // On the coset, X^4 is the constant 7^4: a polynomial of 8 coefficients has the values of one of 4.
//! let (_, mut values) = vorpal_ntt::divide_by_vanishing(&product, 4, &Fr::GENERATOR.pow_vartime(&[4]));
//! coset.evaluate(&mut values, Order::BitReversed)?;
//! coset.divide_values_by_vanishing(&mut values, Order::BitReversed, subgroup.size())?;
//! coset.interpolate(&mut values, Order::BitReversed)?;
//! assert_eq!(values[..3], quotient);
//! assert_eq!(values[3], Fr::ZERO);
//! # Ok::<(), vorpal_ntt::Error>(())
//! ```
//!
//! Transforms are in place. Time depends on a value only if the name of the function ends in `_vartime`, or the value
//! is public by its role. Such are sizes, shifts and orders. Costs are in multiplications M of the field.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod coset_change;
mod domain;
mod error;
mod polynomial;
mod reversal;
mod transform;
mod twiddles;

pub use coset_change::CosetChange;
pub use domain::{Domain, Order};
pub use error::Error;
pub use polynomial::{divide_by_vanishing, evaluate_at, multiply};

/// The code of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
