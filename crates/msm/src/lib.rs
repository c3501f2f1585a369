//! Multi-scalar multiplication, `sum of scalar_i point_i`, for authors of provers, verifiers and commitment schemes.
//!
//! * [`msm_vartime`]: any points of a short Weierstrass curve, by buckets; [`Msm`] has options;
//! * [`group_msm_vartime`]: points of any other group, by buckets;
//! * [`multiples_vartime`]: many multiples of one point, without their sum;
//! * [`PointLists`]: many sums of a few points each;
//! * [`FixedBases`]: a few fixed points, by tables of multiples;
//! * [`FewBases`]: a few points used in several sums, by odd multiples;
//! * [`PreparedBases`]: many fixed points, by tables in memory or files;
//! * [`PartialMsm`]: partial sums, split by terms and by bits, and their merging;
//! * `MsmStream` and `msm_of_readers_vartime`: streams of points and scalars;
//! * [`Weights`]: weights for combining many checks into one sum;
//! * [`subgroup_randomised`], [`outside_subgroup_randomised`]: membership of many points in the prime subgroup, with a
//!   probability of error;
//! * [`non_adjacent_form_vartime`]: the digits of a scalar for a single point.
//!
//! Multi-scalar multiplications have `msm` in their names. `msm_vartime` takes one scalar per point,
//! `msm_sparse_vartime` takes terms of an index and a scalar, and `msm_batch_vartime` takes many lists of such terms.
//!
//! # From bytes
//!
//! A [format](vorpal_curves::PointFormat) of the curve decodes points. [`Subgroup::decode`] checks each of them once.
//! Its result is the proof that they are in the prime subgroup, which makes sums faster.
//!
//! ```
//! use vorpal_curves::PointFormat;
//! use vorpal_curves::bls12_381::{Affine, Jacobian, encoding::ZCASH};
//! use vorpal_curves::models::weierstrass::Subgroup;
//! use vorpal_fields::primes::Bls12_381Scalar as Scalar;
//! use vorpal_msm::msm_vartime;
//!
//! let encoded_points = [ZCASH.encode_compressed(&Affine::GENERATOR); 3];
//! let encoded_scalars: [[u8; 32]; 3] = [5u64, 6, 7].map(|scalar| Scalar::from(scalar).to_be_bytes());
//!
//! let points = Subgroup::decode(&ZCASH, &encoded_points)?;
//! let scalars: Result<Vec<_>, _> = encoded_scalars.iter().map(|bytes| Scalar::from_be_bytes(bytes)).collect();
//! let sum = msm_vartime(&points, &scalars?)?;
//! assert_eq!(sum, Jacobian::GENERATOR.mul_limbs_vartime(&[18]));
//!
//! // To identify invalid points instead: one result per point.
//! let points: Vec<Affine> = ZCASH.decode_batch(&encoded_points).into_iter().flatten().collect();
//! assert_eq!(points.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Subgroup::decode`]: vorpal_curves::models::weierstrass::Subgroup::decode
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are the bases of tables. Scalars of sums are public. All points and scalars are valid: the identity, repeated
//! or opposite points, zero scalars, and empty sums.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
// Only prepared/mapped.rs contains unsafe code, behind `unsafe` functions; it exists with feature `mmap` only.
#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]
#![cfg_attr(feature = "mmap", deny(unsafe_code))]

extern crate alloc;

mod affine_sums;
mod bases;
mod batch_weights;
mod buckets;
mod cost;
mod curve_id;
mod digits;
mod edwards_buckets;
mod entry_sums;
mod error;
mod few_bases;
mod few_lists;
mod fixed_base;
mod format_error;
mod integer;
mod lists;
mod membership;
mod multiples;
mod partial;
mod plan;
mod point_sums;
mod prepared;
mod progress;
#[cfg(feature = "std")]
mod read_error;
mod recode;
mod running_buckets;
mod scalars;
mod single_sums;
mod split;
mod straus;
#[cfg(feature = "std")]
mod stream;
mod terms;
mod variable_base;
mod weights;
mod windows;

pub use bases::Bases;
pub use batch_weights::Weights;
pub use buckets::group_msm_vartime;
pub use digits::non_adjacent_form_vartime;
pub use error::Error;
pub use few_bases::FewBases;
pub use fixed_base::FixedBases;
pub use format_error::FormatError;
pub use integer::{MsmScalar, Signed};
pub use membership::{
    outside_subgroup_randomised, outside_subgroup_randomised_with, subgroup_randomised,
    subgroup_randomised_with,
};
pub use multiples::multiples_vartime;
pub use partial::{Cells, JobId, PartialMsm, Problem};
pub use plan::{Algorithm, Plan};
pub use point_sums::PointLists;
#[cfg(feature = "mmap")]
pub use prepared::MappedBytes;
pub use prepared::{AlignedBytes, PreparedBases, PreparedPlan};
pub use progress::{OnProgress, Progress};
#[cfg(feature = "std")]
pub use read_error::ReadError;
#[cfg(feature = "std")]
pub use stream::{MsmStream, PointReader, ScalarReader, msm_of_readers_vartime};
pub use variable_base::{Msm, msm_vartime};

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
