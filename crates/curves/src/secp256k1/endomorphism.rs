use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};

use super::Secp256k1;
use crate::models::weierstrass::Endomorphism;

/// The endomorphism. A test checks that `beta` matches `lambda`.
pub(super) static ENDOMORPHISM: Endomorphism<Secp256k1> =
    Endomorphism::new(Secp256k1Base::CUBE_ROOTS_OF_UNITY[0], Secp256k1Scalar::CUBE_ROOTS_OF_UNITY[0]);
