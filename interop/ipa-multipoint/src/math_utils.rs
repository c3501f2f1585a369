//! Inner products and powers.

use alloc::vec::Vec;

use banderwagon::conversion::{fr_of, scalar_of};
use banderwagon::{Fr, One};
use vorpal_fields::{Acc, primes::BandersnatchScalarModulus};

/// `a_0 b_0 + a_1 b_1 + ...`, with one reduction for all products.
///
/// # Panics
/// If the lengths differ.
pub fn inner_product(a: &[Fr], b: &[Fr]) -> Fr {
    assert!(a.len() == b.len(), "an inner product of {} and {} values", a.len(), b.len());
    let products = a.iter().zip(b).map(|(a, b)| (scalar_of(a), scalar_of(b)));
    fr_of(&products.collect::<Acc<BandersnatchScalarModulus, 4>>().reduce())
}

/// `1, point, point^2, ...`: `n` powers.
pub fn powers_of(point: Fr, n: usize) -> Vec<Fr> {
    core::iter::successors(Some(Fr::one()), |power| Some(*power * point)).take(n).collect()
}

/// As [`powers_of`]. A power costs less than handing it to another thread.
pub fn powers_of_par(point: Fr, n: usize) -> Vec<Fr> {
    powers_of(point, n)
}
