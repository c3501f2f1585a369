//! ECDSA with the traits of `signature`. Messages are hashed with SHA-256; prehashes are not hashed.
//!
//! The behaviour is that of `k256` 0.14: nonces are derived from key and hash (RFC 6979), signatures are low, and
//! verification rejects high signatures, as [`PublicKey::verify_low`](vorpal_secp256k1::PublicKey::verify_low) and
//! libsecp256k1 do. This is Bitcoin's policy for relaying transactions. Its consensus accepts both halves of `s`, as
//! [`PublicKey::verify`](vorpal_secp256k1::PublicKey::verify) does.
//!
//! The first 32 bytes of a prehash are signed. A shorter prehash is a smaller number (FIPS 186-5, section 6.4.1). A
//! prehash of less than 16 bytes is an error.
//!
//! ```
//! use vorpal_interop::signature3::ecdsa::{DerSignature, Signature, SigningKey};
//! use vorpal_interop::signature3::signature::{Keypair, SignatureEncoding, Signer, Verifier};
//! use vorpal_secp256k1::SecretKey;
//!
//! let key = SigningKey::from(SecretKey::from_be_bytes(&[7; 32])?);
//! let signature: Signature = key.sign(b"a message");
//! key.verifying_key().verify(b"a message", &signature)?;
//! assert_eq!(Signature::try_from(&signature.to_bytes()[..])?, signature);
//!
//! let der: DerSignature = key.sign(b"a message");
//! assert!(key.verifying_key().verify(b"another message", &der).is_err());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod prehash;
mod signatures;
mod signing;
mod verifying;

pub use signatures::{DerSignature, RecoverableSignature, Signature};
pub use signing::SigningKey;
pub use verifying::VerifyingKey;
