use vorpal_fields::primes::{Bls12_377Base, Bls12_377Scalar};

use super::Bls12_377G1;
use crate::shapes::weierstrass::Endomorphism;

/// Which roots belong together, a test shows.
pub(super) const ENDOMORPHISM: Endomorphism<Bls12_377G1> =
    Endomorphism::new(Bls12_377Base::CUBE_ROOTS_OF_UNITY[1], Bls12_377Scalar::CUBE_ROOTS_OF_UNITY[0]);
