//! Other libraries in the same process: c-kzg, libsecp256k1 and blst. A target that calls one of these functions
//! panics if the other library returns something else. Differences that both sides document are the only exceptions,
//! and each is named where it is made.

pub(crate) mod bls;
pub(crate) mod ckzg;
pub(crate) mod secp256k1;

pub use bls::bls;
