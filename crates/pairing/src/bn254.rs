//! The pairing of BN254. All points are public: time depends on them.
//!
//! ```
//! use vorpal_curves::bn254::{Affine, g2};
//! use vorpal_fields::primes::Bn254Scalar as Scalar;
//! use vorpal_pairing::bn254::{pairing, product_is_one};
//! let (p, q, three) = (Affine::GENERATOR, g2::Affine::GENERATOR, Scalar::from(3));
//! let (triple_p, triple_q) = ((p * three).to_affine(), (q * three).to_affine());
//! assert_eq!(pairing(&triple_p, &q), pairing(&p, &triple_q));
//! assert!(product_is_one(&[(triple_p, q), (-p, triple_q)])?);
//! # Ok::<(), vorpal_pairing::Error>(())
//! ```

use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_fields::primes::{Bn254BaseModulus, Bn254Scalar};

use crate::named::named;
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

named!(Bn254, 4, vorpal_curves::bn254::Affine, vorpal_curves::bn254::g2::Affine);
