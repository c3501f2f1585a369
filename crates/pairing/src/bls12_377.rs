//! The pairing of BLS12-377. All points are public: time depends on them.
//!
//! ```
//! use vorpal_curves::bls12_377::{Affine, g2};
//! use vorpal_fields::primes::Bls12_377Scalar as Scalar;
//! use vorpal_pairing::bls12_377::{pairing, product_is_one};
//! let (p, q, three) = (Affine::GENERATOR, g2::Affine::GENERATOR, Scalar::from(3));
//! let (triple_p, triple_q) = ((p * three).to_affine(), (q * three).to_affine());
//! assert_eq!(pairing(&triple_p, &q), pairing(&p, &triple_q));
//! assert!(product_is_one(&[(triple_p, q), (-p, triple_q)])?);
//! # Ok::<(), vorpal_pairing::Error>(())
//! ```

use vorpal_curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal_fields::primes::{Bls12_377BaseModulus, Bls12_377Scalar};

use crate::named::named;
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

named!(Bls12_377, 6, vorpal_curves::bls12_377::Affine, vorpal_curves::bls12_377::g2::Affine);
