//! The pairing of BLS12-377.

use vorpal_curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal_fields::primes::{Bls12_377BaseModulus, Bls12_377Scalar};

use crate::{Engine, Twist};

/// The pairing of BLS12-377.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12_377;

impl Engine<6> for Bls12_377 {
    type Modulus = Bls12_377BaseModulus;
    type Scalar = Bls12_377Scalar;
    type G1 = Bls12_377G1;
    type G2 = Bls12_377G2;
    type GtBytes = [u8; 576];

    const TWIST: Twist = Twist::D;
}

/// An element of the target group.
pub type Gt = crate::Gt<Bls12_377, 6>;
/// The lines of a point of G2.
pub type PreparedG2 = crate::PreparedG2<Bls12_377, 6>;
