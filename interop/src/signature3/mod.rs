//! Keys and signatures with the traits of the crate `signature`, version 3. The types wrap those of `vorpal_secp256k1`;
//! `From` converts in both directions.

mod bytes;
pub mod ecdsa;
pub mod schnorr;

pub use signature;
