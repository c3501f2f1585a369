//! The supported primes, one file each.
//!
//! To add a prime, add a file like the existing ones, two lines here (`mod`, `pub use`), and a line to `run` in
//! `tests/arithmetic/primes.rs`, which runs the shared suite. CONTRIBUTING.md has the other steps.

mod bandersnatch_scalar;
mod bls12_377_base;
mod bls12_377_scalar;
mod bls12_381_base;
mod bls12_381_scalar;
mod bn254_base;
mod bn254_scalar;
mod p256_base;
mod p256_scalar;
mod pallas_base;
mod secp256k1_base;
mod secp256k1_scalar;
mod vesta_base;

pub use bandersnatch_scalar::{BandersnatchScalar, BandersnatchScalarModulus};
pub use bls12_377_base::{Bls12_377Base, Bls12_377BaseModulus};
pub use bls12_377_scalar::{Bls12_377Scalar, Bls12_377ScalarModulus};
pub use bls12_381_base::{Bls12_381Base, Bls12_381BaseModulus};
pub use bls12_381_scalar::{Bls12_381Scalar, Bls12_381ScalarModulus};
pub use bn254_base::{Bn254Base, Bn254BaseModulus};
pub use bn254_scalar::{Bn254Scalar, Bn254ScalarModulus};
pub use p256_base::{P256Base, P256BaseModulus};
pub use p256_scalar::{P256Scalar, P256ScalarModulus};
pub use pallas_base::{PallasBase, PallasBaseModulus};
pub use secp256k1_base::{Secp256k1Base, Secp256k1BaseModulus};
pub use secp256k1_scalar::{Secp256k1Scalar, Secp256k1ScalarModulus};
pub use vesta_base::{VestaBase, VestaBaseModulus};
