use vorpal_fields::primes::{Bn254Base, Bn254Scalar};

use super::Bn254G1;
use crate::models::weierstrass::Endomorphism;

/// The endomorphism. A test checks that `beta` matches `lambda`.
pub(super) const ENDOMORPHISM: Endomorphism<Bn254G1> =
    Endomorphism::new(Bn254Base::CUBE_ROOTS_OF_UNITY[1], Bn254Scalar::CUBE_ROOTS_OF_UNITY[0]);
