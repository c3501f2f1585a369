//! Multi-scalar multiplication: `sum of scalar_i point_i`.
//!
//! * [`msm_vartime`]: any points, by buckets;
//! * [`FixedBases`]: points known beforehand, by tables;
//! * [`non_adjacent_form_vartime`]: the digits of a scalar for a single point.
//!
//! Everything here is for public scalars. Points and scalars may be anything: the identity, repeated or opposite
//! points, zero scalars, none at all.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod affine_sums;
mod buckets;
mod digits;
mod error;
mod fixed_base;
pub mod integer;
mod lists;
mod recode;
mod terms;
mod threads;
mod weights;
pub mod windows;

pub use buckets::msm_vartime;
pub use digits::non_adjacent_form_vartime;
pub use error::Error;
pub use fixed_base::FixedBases;
