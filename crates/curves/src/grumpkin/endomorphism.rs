use vorpal_fields::primes::{Bn254Base, Bn254Scalar};

use super::Grumpkin;
use crate::models::weierstrass::Endomorphism;

/// The endomorphism. A test checks that `beta` matches `lambda`.
pub(super) static ENDOMORPHISM: Endomorphism<Grumpkin> =
    Endomorphism::new(Bn254Scalar::CUBE_ROOTS_OF_UNITY[1], Bn254Base::CUBE_ROOTS_OF_UNITY[0]);
