//! Multi-scalar multiplication on BLS12-377 G1, BLS12-381 G1 and BN254 G1.

mod bases;
mod curve;
mod partial;
mod progress;
mod scalars;
mod sum;
