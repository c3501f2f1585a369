//! The types: [`Element`] for any prime, and a name for each prime of Vorpal.

// The file is a module for each version of arkworks: `super::ark_ff` is the version.

#[path = "config.rs"]
mod config;

use vorpal_fields::primes;

use super::ark_ff::{Fp, MontBackend};

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
