use vorpal_fields::primes::{PallasBase, VestaBase};

use super::Pallas;
use crate::models::weierstrass::Endomorphism;

/// The endomorphism. A test checks that `beta` matches `lambda`.
pub(super) static ENDOMORPHISM: Endomorphism<Pallas> =
    Endomorphism::new(PallasBase::CUBE_ROOTS_OF_UNITY[1], VestaBase::CUBE_ROOTS_OF_UNITY[0]);
