use vorpal_fields::primes::{Bls12_377Base, Bls12_377Scalar};

use super::Bls12_377G1;
use crate::models::weierstrass::{Endomorphism, Seed, assert_bls12};

/// The seed `x` of the curve.
pub(super) const SEED: Seed = Seed { magnitude: 0x8508_c000_0000_0001, negative: false };

/// The endomorphism with the eigenvalue `-x^2`. A test checks that `beta` matches `lambda`.
pub(super) static ENDOMORPHISM: Endomorphism<Bls12_377G1> = {
    let lambda = Bls12_377Scalar::CUBE_ROOTS_OF_UNITY[0];
    assert_bls12(SEED.magnitude, &lambda);
    Endomorphism::new(Bls12_377Base::CUBE_ROOTS_OF_UNITY[1], lambda)
};
