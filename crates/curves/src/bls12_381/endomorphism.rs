use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar};

use super::Bls12_381G1;
use crate::models::weierstrass::{Endomorphism, assert_bls12};

/// The magnitude of the seed `x` (which is negative) of the curve.
pub(super) const SEED: u64 = 0xd201_0000_0001_0000;

/// The endomorphism with the eigenvalue `-x^2`. A test checks that `beta` matches `lambda`.
pub(super) const ENDOMORPHISM: Endomorphism<Bls12_381G1> = {
    let lambda = Bls12_381Scalar::CUBE_ROOTS_OF_UNITY[1];
    assert_bls12(SEED, &lambda);
    Endomorphism::new(Bls12_381Base::CUBE_ROOTS_OF_UNITY[0], lambda)
};
