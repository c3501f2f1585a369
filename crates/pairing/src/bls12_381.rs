//! The pairing of BLS12-381.

use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_fields::primes::{Bls12_381BaseModulus, Bls12_381Scalar};

use crate::{Engine, Twist};

/// The pairing of BLS12-381.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12_381;

impl Engine<6> for Bls12_381 {
    type Modulus = Bls12_381BaseModulus;
    type Scalar = Bls12_381Scalar;
    type G1 = Bls12_381G1;
    type G2 = Bls12_381G2;
    type GtBytes = [u8; 576];

    const TWIST: Twist = Twist::M;
}

/// An element of the target group.
pub type Gt = crate::Gt<Bls12_381, 6>;
/// The lines of a point of G2.
pub type PreparedG2 = crate::PreparedG2<Bls12_381, 6>;
