//! Keys, ECDSA, public key recovery, Schnorr signatures and shared secrets on secp256k1, one at a time or in batches;
//! ECDSA on P-256 ([`p256`]).
//!
//! Inputs and outputs are bytes, but for products of [`GENERATOR`]. Secret keys are wiped when dropped and never
//! printed. Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its
//! role. Such are public keys, and signatures in verification and recovery. `vorpal/tests/constant_time` checks the
//! operations on secret keys in the compiled code.
//!
//! Keys and signatures have the conversions of the standard library: [`conversions`].
//!
//! These allocate memory: the results of batches, the sums over batches of Schnorr signatures, the tables of
//! [`PreparedKey`] and [`KeyCache`], and the tables of the generator on first use. Other operations do not allocate.
//!
//! ```
//! use vorpal_secp256k1::{Recovery, recover};
//! # fn bytes(hex: &str) -> [u8; 32] {
//! #     core::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..][..2], 16).unwrap())
//! # }
//! // The first transaction of Ethereum's mainnet, block 46147.
//! let recovery = Recovery {
//!     hash: bytes("19b1e28c14f33e74b96b88eba97d4a4fc8a97638d72e972310025b7e1189b049"),
//!     r: bytes("88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0"),
//!     s: bytes("45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a"),
//!     recovery_id: 1,
//! };
//! let sender = recover(&recovery)?.ethereum_address();
//! assert_eq!(sender[..4], [0xa1, 0xe4, 0x38, 0x0a]);
//! # Ok::<(), vorpal_secp256k1::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod conversions;
mod curve;
mod ecdh;
pub mod ecdsa;
mod error;
#[cfg(test)]
mod exhaustive;
mod generator;
mod key_cache;
mod multiply;
pub mod p256;
#[cfg(feature = "pool")]
pub mod pool;
mod public_key;
mod schnorr;
mod secret_key;
mod threads;
mod tweak;

pub use ecdh::SharedSecret;
pub use ecdsa::{
    DerSignature, RecoverableSignature, Recovery, recover, recover_addresses_batch, recover_batch,
    verify_batch,
};
pub use error::{DerReason, Error};
pub use generator::Generator;
pub use key_cache::{KeyCache, PreparedKey};
pub use multiply::tables::build_tables;
pub use public_key::XOnlyPublicKey;
pub use schnorr::{
    SchnorrKeyPair, SchnorrSignature, SchnorrVerification, verify_schnorr_batch,
    verify_schnorr_batch_with_randomness,
};
use vorpal_curves::secp256k1::Secp256k1;

/// The generator of secp256k1.
pub const GENERATOR: Generator<Secp256k1> = Generator::VALUE;
/// A secret key on secp256k1.
pub type SecretKey = ecdsa::SecretKey<Secp256k1>;
/// A public key on secp256k1.
pub type PublicKey = ecdsa::PublicKey<Secp256k1>;
/// A signature on secp256k1.
pub type Signature = ecdsa::Signature<Secp256k1>;
/// A signature on secp256k1 to verify, with its hash and key.
pub type Verification = ecdsa::Verification<Secp256k1>;

/// The code of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
