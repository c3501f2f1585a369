use vorpal_fields::primes::{PallasBase, VestaBase};

use super::Vesta;
use crate::models::weierstrass::Endomorphism;

/// The endomorphism. A test checks that `beta` matches `lambda`.
pub(super) static ENDOMORPHISM: Endomorphism<Vesta> =
    Endomorphism::new(VestaBase::CUBE_ROOTS_OF_UNITY[0], PallasBase::CUBE_ROOTS_OF_UNITY[1]);
