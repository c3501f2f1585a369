//! Conversions from and to the types of `ecdsa` 0.17 and `elliptic-curve` 0.14, which are generic over a curve.
//!
//! The curve may be [`Secp256k1`] of this module, a name without arithmetic unless the feature
//! `elliptic_curve014` adds it, or another type that represents secp256k1.
//! With `k256::Secp256k1` the types are those of `k256` 0.14. A type that represents another curve is
//! [`Error::OtherCurve`].
//!
//! ```
//! use vorpal_interop::ecdsa017::{self, Secp256k1};
//! use vorpal_secp256k1::SecretKey;
//!
//! let key = SecretKey::from_be_bytes(&[7; 32])?;
//! let signature = key.sign(&[1; 32]);
//! let (theirs, id) = ecdsa017::recoverable_to::<Secp256k1>(&signature)?;
//! assert_eq!(theirs.to_der().as_bytes(), signature.signature().to_der().as_ref());
//! assert_eq!(ecdsa017::recoverable_from(&theirs, id)?, signature);
//!
//! let point = ecdsa017::public_key_to(&key.public_key(), true);
//! assert_eq!(ecdsa017::public_key_from(&point)?, key.public_key());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod curve;
mod keys;
mod signatures;

pub use curve::Secp256k1;
pub use ecdsa;
pub use keys::{public_key_from, public_key_to, secret_key_from, secret_key_to};
pub use signatures::{recoverable_from, recoverable_to, signature_from, signature_to};

/// The reason why a conversion fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The curve's type does not represent secp256k1.
    #[error("the curve is not secp256k1")]
    OtherCurve,
    /// The value is not valid for secp256k1.
    #[error(transparent)]
    Value(#[from] vorpal_secp256k1::Error),
}
