//! The secrets of a setup, and multiples of the generators by them.

use ark_bn254::{Fr, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_ec::{PrimeGroup, ScalarMul};
use ark_ff::Field;

/// The secrets of a setup.
#[derive(Clone, Copy)]
pub(super) struct Secrets {
    pub(super) tau: Fr,
    pub(super) alpha: Fr,
    pub(super) beta: Fr,
    pub(super) delta: Fr,
}

impl Secrets {
    pub(super) fn new() -> Self {
        let [tau, alpha, beta, delta] = [3u64, 5, 7, 11].map(|base| Fr::from(base).pow([1_000_003]));
        Self { tau, alpha, beta, delta }
    }
}

/// Multiples of the generators.
pub(super) fn in_g1(scalars: &[Fr]) -> Vec<G1Affine> {
    G1Projective::generator().batch_mul(scalars)
}

pub(super) fn in_g2(scalars: &[Fr]) -> Vec<G2Affine> {
    G2Projective::generator().batch_mul(scalars)
}
