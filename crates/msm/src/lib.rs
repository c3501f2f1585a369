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
mod bases;
mod buckets;
mod cost;
mod digits;
mod error;
mod fixed_base;
mod integer;
mod lists;
mod plan;
mod progress;
mod recode;
mod scalars;
mod straus;
mod terms;
mod threads;
mod variable_base;
mod weights;
mod windows;
mod xyzz_buckets;

pub use bases::Bases;
pub use buckets::group_msm_vartime;
pub use digits::non_adjacent_form_vartime;
pub use error::Error;
pub use fixed_base::FixedBases;
pub use integer::{MsmScalar, Signed};
pub use plan::{Algorithm, Plan};
pub use progress::{OnProgress, Progress};
pub use variable_base::{Msm, msm_vartime};
