//! The pairing of BN254.

use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_fields::primes::{Bn254BaseModulus, Bn254Scalar};

use crate::{Engine, Twist};

/// The pairing of BN254.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn254;

impl Engine<4> for Bn254 {
    type Modulus = Bn254BaseModulus;
    type Scalar = Bn254Scalar;
    type G1 = Bn254G1;
    type G2 = Bn254G2;
    type GtBytes = [u8; 384];

    const TWIST: Twist = Twist::D;
}

/// An element of the target group.
pub type Gt = crate::Gt<Bn254, 4>;
/// The lines of a point of G2.
pub type PreparedG2 = crate::PreparedG2<Bn254, 4>;
