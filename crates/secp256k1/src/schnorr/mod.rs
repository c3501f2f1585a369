//! Signing and verification of Schnorr signatures (BIP 340: P. Wuille, J. Nick, T. Ruffing, "Schnorr Signatures for
//! secp256k1", 2020).
//!
//! Keys and nonces are points with an even `y`, and only their `x` is encoded. With the secret `d` of the key `P`, a
//! nonce `k` with `R = k G`, and a message `m` of any length:
//!
//! ```text
//! e = hash(x(R) || x(P) || m) mod n,   s = k + e d mod n,   signature x(R) || s.
//! ```
//!
//! It is valid if `s G - e P` is a point with an even `y` and the `x` of the signature.

mod batch;
mod sign;
mod signature;
mod tagged_hash;
mod verify;

pub use batch::{SchnorrVerification, verify_schnorr_batch, verify_schnorr_batch_with_randomness};
pub use sign::SchnorrKeyPair;
pub use signature::SchnorrSignature;
