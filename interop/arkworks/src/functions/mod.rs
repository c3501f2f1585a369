//! Functions for arkworks' own types: nothing is patched, and no type of a program changes.
//!
//! Names are arkworks', and so are results, but for those that a function's own text names. A program replaces calls:
//!
//! | arkworks | here |
//! |---|---|
//! | `G1Projective::msm_unchecked(&bases, &scalars)` | [`msm_unchecked(&bases, &scalars)`](msm_unchecked) |
//! | `G1Projective::msm_bigint(&bases, &integers)` | [`msm_bigint(&bases, &integers)`](msm_bigint) |
//! | `G1Projective::normalize_batch(&points)` | [`normalize_batch(&points)`](normalize_batch) |
//! | `Bn254::multi_pairing(p, q)` | [`multi_pairing::<Bn254>(p, q)`](multi_pairing) |
//! | `ark_ff::batch_inversion(&mut values)` | [`batch_inversion(&mut values)`](batch_inversion) |
//! | `value.sqrt()` | [`sqrt(&value)`](sqrt) |
//! | `Radix2EvaluationDomain::<Fr>::new(n)` | [`Domain::<Fr>::new(n)`](Domain) |
//!
//! All functions take variable time.

mod domain;
mod inversion;
mod map;
mod pairings;
mod points;
mod roots;
mod sums;
#[cfg(feature = "std")]
mod tables;

pub use domain::Domain;
pub use inversion::{batch_inversion, batch_inversion_and_mul};
pub use pairings::{
    SamePairing, final_exponentiation, miller_loop, multi_miller_loop, multi_pairing, pairing,
};
pub use points::normalize_batch;
pub use roots::{batch_sqrt, legendre, sqrt};
pub use sums::{
    msm, msm_bigint, msm_of_any_points, msm_u1, msm_u8, msm_u16, msm_u32, msm_u64, msm_unchecked,
};
#[cfg(feature = "std")]
pub use tables::forget_tables;
