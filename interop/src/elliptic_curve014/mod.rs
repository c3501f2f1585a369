//! Arithmetic of secp256k1 and P-256 for the generic types of `elliptic-curve` 0.14 and `ecdsa` 0.17.
//!
//! [`Secp256k1`] and [`P256`] implement `CurveArithmetic`. So `elliptic_curve::PublicKey`, `elliptic_curve::ecdh`,
//! `ecdsa::SigningKey` and `ecdsa::VerifyingKey` compute with Vorpal. Bytes are those of `k256` and `p256` 0.14.
//!
//! Operations with secrets take constant time, as in those crates. Decoding takes variable time, and shows by a branch
//! whether an encoding is valid. `vorpal_secp256k1` signs faster, since it knows the multiples of the generator.
//!
//! ```
//! use vorpal_interop::elliptic_curve014::{P256, Secp256k1, ecdsa};
//! use vorpal_interop::elliptic_curve014::ecdsa::signature::{Signer, Verifier};
//!
//! let key = ecdsa::SigningKey::<Secp256k1>::from_slice(&[7; 32])?;
//! let signature: ecdsa::Signature<Secp256k1> = key.sign(b"message");
//! key.verifying_key().verify(b"message", &signature)?;
//!
//! use ecdsa::elliptic_curve::{SecretKey, ecdh};
//! let (one, other) = (SecretKey::<P256>::from_slice(&[1; 32])?, SecretKey::<P256>::from_slice(&[2; 32])?);
//! let secret = ecdh::diffie_hellman(one.to_nonzero_scalar(), other.public_key().as_affine());
//! let same = ecdh::diffie_hellman(other.to_nonzero_scalar(), one.public_key().as_affine());
//! assert_eq!(secret.raw_secret_bytes(), same.raw_secret_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod affine;
mod curves;
mod products;
mod projective;
mod scalar;
mod scalar_conversions;
mod scalar_field;
mod sec1;

pub use affine::AffinePoint;
pub use curves::{Model, P256};
pub use ecdsa;
pub use projective::ProjectivePoint;
pub use scalar::Scalar;

pub use crate::ecdsa017::Secp256k1;

/// secp256k1's points and scalars.
pub mod secp256k1 {
    use super::Secp256k1;

    /// Scalars.
    pub type Scalar = super::Scalar<Secp256k1>;
    /// Points in affine coordinates.
    pub type AffinePoint = super::AffinePoint<Secp256k1>;
    /// Points in homogeneous coordinates.
    pub type ProjectivePoint = super::ProjectivePoint<Secp256k1>;
}

/// P-256's points and scalars.
pub mod p256 {
    use super::P256;

    /// Scalars.
    pub type Scalar = super::Scalar<P256>;
    /// Points in affine coordinates.
    pub type AffinePoint = super::AffinePoint<P256>;
    /// Points in homogeneous coordinates.
    pub type ProjectivePoint = super::ProjectivePoint<P256>;
}
