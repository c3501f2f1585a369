//! Keys and signatures with the traits of the crate `signature`, version 3: the types here wrap those of
//! `vorpal_secp256k1`, and `From` leads from one to the other and back.

mod bytes;
pub mod ecdsa;
pub mod schnorr;

pub use signature;
