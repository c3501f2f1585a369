//! Vectors with four or eight lanes.

mod avx2;
mod avx512;
mod rounding;

pub use avx2::Avx2Fma;
pub use avx512::Avx512Fma;

pub(super) use crate::backend::vector::{Kernel, Operation, Simd, each};
