use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar};

use super::Bls12_381G1;
use crate::models::weierstrass::{Endomorphism, Seed, assert_bls12};

/// The seed `x` of the curve.
pub(super) const SEED: Seed = Seed { magnitude: 0xd201_0000_0001_0000, negative: true };

/// The endomorphism with the eigenvalue `-x^2`. A test checks that `beta` matches `lambda`.
pub(super) static ENDOMORPHISM: Endomorphism<Bls12_381G1> = {
    let lambda = Bls12_381Scalar::CUBE_ROOTS_OF_UNITY[1];
    assert_bls12(SEED.magnitude, &lambda);
    Endomorphism::new(Bls12_381Base::CUBE_ROOTS_OF_UNITY[0], lambda)
};
