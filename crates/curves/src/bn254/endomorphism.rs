use vorpal_fields::primes::{Bn254Base, Bn254Scalar};

use super::Bn254G1;
use crate::models::weierstrass::{Endomorphism, Seed};

/// The endomorphism. A test checks that `beta` matches `lambda`.
pub(super) static ENDOMORPHISM: Endomorphism<Bn254G1> =
    Endomorphism::new(Bn254Base::CUBE_ROOTS_OF_UNITY[1], Bn254Scalar::CUBE_ROOTS_OF_UNITY[0]);

/// The seed `x` of the curve.
pub(super) const SEED: Seed = Seed { magnitude: 0x44e9_92b4_4a69_09f1, negative: false };
