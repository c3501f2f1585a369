//! All tests of arithmetic, in one program, so that shared code is compiled once.

#![forbid(unsafe_code)]

mod bounds;
mod cheapest;
mod choice;
mod family;
mod gcd;
mod kernels;
mod lengths;
mod moduli;
mod montgomery;
mod packed;
mod plans;
mod sums;
mod unreduced;
