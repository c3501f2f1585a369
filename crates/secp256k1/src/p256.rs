//! ECDSA on P-256, which is also called secp256r1 and prime256v1: keys, signing, verification singly and in batches.
//!
//! The types and algorithms are those of secp256k1 ([`ecdsa`]), without an endomorphism. Inputs and outputs are bytes,
//! but for products of [`GENERATOR`]. Secret keys are wiped when dropped and never printed, and operations on them take
//! constant time. Verification takes variable time. Signatures have no recovery identifier, as no format for P-256 has
//! one.
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

use vorpal_curves::p256::P256;

use crate::ecdsa;
pub use crate::ecdsa::verify_batch;
use crate::generator::Generator;
use crate::multiply::SignatureCurve;

/// The generator of P-256.
pub const GENERATOR: Generator<P256> = Generator::VALUE;
/// A secret key on P-256.
pub type SecretKey = ecdsa::SecretKey<P256>;
/// A public key on P-256.
pub type PublicKey = ecdsa::PublicKey<P256>;
/// A signature on P-256.
pub type Signature = ecdsa::Signature<P256>;
/// A signature on P-256 to verify, with its hash and key.
pub type Verification = ecdsa::Verification<P256>;

/// Builds the generator's tables, so that no later call builds them: 256 KiB for verification, 52 KiB for signing and
/// 64 KiB for batches. Without this call the first uses build them, in a few milliseconds.
pub fn build_tables() {
    P256::wnaf_table();
    P256::comb();
    P256::packed_table();
}
