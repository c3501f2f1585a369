//! The pairing of BLS12-381. All points are public: time depends on them.
//!
//! ```
//! use vorpal_curves::bls12_381::{Affine, g2};
//! use vorpal_fields::primes::Bls12_381Scalar as Scalar;
//! use vorpal_pairing::bls12_381::{pairing, product_is_one};
//! let (p, q, three) = (Affine::GENERATOR, g2::Affine::GENERATOR, Scalar::from(3));
//! let (triple_p, triple_q) = ((p * three).to_affine(), (q * three).to_affine());
//! assert_eq!(pairing(&triple_p, &q), pairing(&p, &triple_q));
//! assert!(product_is_one(&[(triple_p, q), (-p, triple_q)])?);
//! # Ok::<(), vorpal_pairing::Error>(())
//! ```

use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_fields::primes::{Bls12_381BaseModulus, Bls12_381Scalar};

use crate::named::named;
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

named!(Bls12_381, 6, vorpal_curves::bls12_381::Affine, vorpal_curves::bls12_381::g2::Affine);
