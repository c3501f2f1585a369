//! ECDSA on P-256, which is also called secp256r1 and prime256v1: keys, signing, verification singly and in batches.
//!
//! The algorithms are those of secp256k1 ([`crate::PublicKey::verify`]), without an endomorphism. Inputs and
//! outputs are bytes. Secret keys are wiped when dropped and never printed, and operations on them take constant time.
//! Verification takes variable time.
//!
//! Signatures have no recovery identifier, as no format for P-256 has one.
//!
//! ```
//! use vorpal_secp256k1::p256::{SecretKey, Verification, verify_batch};
//! let secret = SecretKey::from_be_bytes(&[3; 32])?;
//! let (key, hash) = (secret.public_key(), [5; 32]);
//! let signature = secret.sign(&hash);
//! assert!(key.verify(&hash, &signature));
//! assert!(!key.verify(&[6; 32], &signature));
//! assert_eq!(verify_batch(&[Verification { hash, signature, key }; 20]), [true; 20]);
//! # Ok::<(), vorpal_secp256k1::Error>(())
//! ```

mod public_key;
mod secret_key;
mod signature;

use alloc::vec::Vec;

pub use public_key::PublicKey;
pub use secret_key::SecretKey;
pub use signature::Signature;

use crate::ecdsa::verify_batch_vartime;
use crate::multiply::GeneratorTables;

/// A signature to verify, with its hash and key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The signed hash.
    pub hash: [u8; 32],
    /// The signature.
    pub signature: Signature,
    /// The public key.
    pub key: PublicKey,
}

/// Verifies each signature. The results equal those of [`PublicKey::verify`], and an invalid signature does not affect
/// the results of others.
///
/// As [`verify_batch`](crate::verify_batch) of secp256k1: deterministic, sixteen signatures at a time in packed values,
/// and 64 share their inversions. A signature determines its point `R` up to four candidates only, so the checks are
/// not merged into one sum, and there are no weights that an attacker could choose against. Constructed signatures that
/// meet exceptional cases of the packed formulas are verified one at a time, with the same result.
pub fn verify_batch(verifications: &[Verification]) -> Vec<bool> {
    verify_batch_vartime(verifications, |Verification { hash, signature, key }| key.check(hash, signature))
}

/// Builds the generator's tables, so that no later call builds them: 256 KiB for verification, 52 KiB for signing and
/// 64 KiB for batches. Without this call the first uses build them, in a few milliseconds.
pub fn build_tables() {
    use vorpal_curves::p256::P256;
    P256::multiples();
    P256::comb();
    P256::lane_table();
}
