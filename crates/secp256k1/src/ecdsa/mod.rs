//! ECDSA signing, verification and public key recovery (SEC 1, version 2, sections 4.1.3, 4.1.4 and 4.1.6).
//!
//! Let `n` be the order of the group, `G` its generator, `d` the secret key, `Q = d G` the public key and `z` the hash,
//! an integer modulo `n`. A signature is the pair `(r, s)` for a secret nonce `k`:
//!
//! ```text
//! R = k G,   r = x(R) mod n,   s = k^-1 (z + r d) mod n.
//! ```
//!
//! It is valid if `0 < r < n`, `0 < s < n`, and
//!
//! ```text
//! R = u1 G + u2 Q,   u1 = z s^-1,   u2 = r s^-1
//! ```
//!
//! is not infinity and has `x(R) mod n = r`. At most four points `R` satisfy this condition. The recovery identifier
//! selects one of them, and then `Q = r^-1 (s R - z G)`.
//!
//! If `(r, s)` is valid, so is `(r, n - s)`, with `-R`. Signing on secp256k1 returns the signature with the lower `s`.
//! Verification and recovery accept both, as Bitcoin's consensus and Ethereum's `ecrecover` do. Bitcoin's policy for
//! relaying transactions and Ethereum's transactions require the lower `s`: [`Signature::is_low`].
//!
//! Keys, signatures and verification are generic over the curve, a [`SignatureCurve`]. The names without a parameter at
//! the root of the crate are those of secp256k1, and [`p256`](crate::p256) has those of P-256. Recovery is for
//! secp256k1: no format of signatures on P-256 has a recovery identifier.
//!
//! ```
//! use vorpal_secp256k1::ecdsa::{PublicKey, Signature, SignatureCurve};
//! /// Whether all keys signed, for either curve.
//! fn all_signed<C: SignatureCurve>(hash: &[u8; 32], signed: &[(PublicKey<C>, Signature<C>)]) -> bool {
//!     signed.iter().all(|(key, signature)| key.verify(hash, signature))
//! }
//! let key = vorpal_secp256k1::SecretKey::from_be_bytes(&[7; 32])?;
//! assert!(all_signed(&[1; 32], &[(key.public_key(), key.sign(&[1; 32]).signature())]));
//! # Ok::<(), vorpal_secp256k1::Error>(())
//! ```

mod any;
mod batch;
mod compact;
mod der;
mod nonce;
mod recover;
mod sign;
mod signature;
mod verify;

pub use any::{AnyVerification, verify_mixed_batch};
pub use batch::{Verification, recover_addresses_batch, recover_batch, verify_batch};
pub use der::DerSignature;
pub use recover::{Recovery, recover};
pub use signature::{RecoverableSignature, Signature};
pub(crate) use verify::Check;

pub use crate::multiply::SignatureCurve;
pub use crate::public_key::PublicKey;
pub use crate::secret_key::SecretKey;
#[cfg(test)]
pub(crate) use {
    recover::{Candidate, recover_chunk_vartime, recover_vartime},
    sign::sign_with_nonce,
    verify::verify_chunk_vartime,
};
