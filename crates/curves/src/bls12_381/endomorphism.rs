use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar};

use super::Bls12_381G1;
use crate::shapes::weierstrass::Endomorphism;

/// Which roots belong together, a test shows.
pub(super) const ENDOMORPHISM: Endomorphism<Bls12_381G1> =
    Endomorphism::new(Bls12_381Base::CUBE_ROOTS_OF_UNITY[0], Bls12_381Scalar::CUBE_ROOTS_OF_UNITY[1]);
