//! Multi-scalar multiplication on G1 and G2 of BLS12-377, BLS12-381 and BN254.

mod bases;
pub(crate) mod curve;
mod partial;
mod progress;
mod scalars;
mod sum;
mod tables;
