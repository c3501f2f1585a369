//! Prime fields of arkworks that run on Vorpal's kernels.
//!
//! Each type is an `ark_ff::Fp`, so all of arkworks works with it. Constants, encodings and results are those of
//! arkworks' own type of the same prime, except for the generator of the base field of P-256, which is a square there.
//! Products, squares, sums of products, inverses, and conversions from and to integers are Vorpal's. Additions are
//! arkworks': they are faster.
//!
//! ```
//! use ark_ff::{Field, MontFp, PrimeField};
//! use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
//! use vorpal_arkworks::fields::Bn254Scalar as Fr;
//!
//! const THIRD: Fr = MontFp!("14592161914559516814830937163504850059032242933610689562465469457717205663745");
//! assert_eq!(THIRD.inverse(), Some(Fr::from(3)));
//! assert_eq!(Fr::from(3).pow(Fr::MODULUS), Fr::from(3));
//! let domain = Radix2EvaluationDomain::<Fr>::new(4).unwrap();
//! assert_eq!(domain.fft(&[Fr::from(1), Fr::from(2)])[0], Fr::from(3));
//! ```
//!
//! A prime of one's own is a [`Modulus`](vorpal_fields::Modulus) with an empty [`Constants`]:
//!
//! ```
//! use ark_ff::Field;
//! use vorpal_arkworks::fields::{Constants, Element};
//! use vorpal_fields::{Modulus, hex};
//!
//! /// The prime 2^255 - 19.
//! struct Ed25519Base;
//! impl Modulus<4> for Ed25519Base {
//!     const NAME: &'static str = "Ed25519Base";
//!     const P: [u64; 4] = hex("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
//!     const GENERATOR: u64 = 2;
//!     type Bytes = [u8; 32];
//! }
//! impl Constants<4> for Ed25519Base {}
//! type F = Element<Ed25519Base, 4>;
//! assert_eq!(F::from(5).inverse().unwrap() * F::from(10), F::from(2));
//! ```

mod config;

use ark_ff::{Fp, MontBackend};
use vorpal_fields::primes;

pub use config::{Config, Constants};

/// The field of arkworks for a prime of Vorpal.
pub type Element<M, const N: usize> = Fp<MontBackend<Config<M>, N>, N>;

/// Names the fields of Vorpal's primes.
macro_rules! fields {
    ($($name:ident, $modulus:ident, $limbs:literal, $ark:literal, $constants:tt)*) => {$(
        #[doc = concat!("The field of `", $ark, "` on Vorpal's kernels.")]
        pub type $name = Element<primes::$modulus, $limbs>;

        impl Constants<$limbs> for primes::$modulus $constants
    )*};
}

fields! {
    Bn254Base, Bn254BaseModulus, 4, "ark_bn254::Fq", {}
    Bn254Scalar, Bn254ScalarModulus, 4, "ark_bn254::Fr", { const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 2)); }
    Bls12_381Base, Bls12_381BaseModulus, 6, "ark_bls12_381::Fq", {
        const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 2));
    }
    Bls12_381Scalar, Bls12_381ScalarModulus, 4, "ark_bls12_381::Fr", {
        const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 1));
    }
    Bls12_377Base, Bls12_377BaseModulus, 6, "ark_bls12_377::Fq", {}
    Bls12_377Scalar, Bls12_377ScalarModulus, 4, "ark_bls12_377::Fr", {}
    BandersnatchScalar, BandersnatchScalarModulus, 4, "ark_ed_on_bls12_381_bandersnatch::Fr", {}
    Secp256k1Base, Secp256k1BaseModulus, 4, "ark_secp256k1::Fq", {
        const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 1));
    }
    Secp256k1Scalar, Secp256k1ScalarModulus, 4, "ark_secp256k1::Fr", {
        const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 1));
    }
    P256Base, P256BaseModulus, 4, "ark_secp256r1::Fq", {}
    P256Scalar, P256ScalarModulus, 4, "ark_secp256r1::Fr", { const ARK_GENERATOR: u64 = 11; }
}
