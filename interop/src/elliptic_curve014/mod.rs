//! Arithmetic of secp256k1 and P-256 for the generic types of `elliptic-curve` 0.14 and `ecdsa` 0.17.
//!
//! [`Secp256k1`] and [`P256`] implement `CurveArithmetic`. So `elliptic_curve::PublicKey`, `elliptic_curve::ecdh`,
//! `ecdsa::SigningKey` and `ecdsa::VerifyingKey` compute with Vorpal. Bytes are those of `k256` and `p256` 0.14.
//!
//! Operations with secrets take constant time, as in those crates. Decoding takes variable time, and shows by a branch
//! whether an encoding is valid. Products with the generator alone are by the tables of
//! `vorpal_secp256k1`.
//!
//! Points and scalars have the methods that those crates have without a trait. So importing two traits with the same
//! method is no error. None of these methods is a `const fn`. The modules [`secp256k1`] and [`p256`] have the names of
//! the crates but for these:
//!
//! * `k256::schnorr`, for which this crate has the feature `signature3`;
//! * `hash2curve`, and the traits for hashing to the curves (`GroupDigest`, `MapToCurve`, `OprfParameters`);
//! * the type of coordinates (`FieldArithmetic`), and `WnafGroup`, `FieldExt` and `PrimeFieldExt`;
//! * serde for points and scalars; `test_vectors`.
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
mod inherent;
mod products;
mod projective;
mod scalar;
mod scalar_conversions;
mod scalar_field;
mod scalar_wide;
mod sec1;

pub use affine::AffinePoint;
pub use curves::{Model, P256};
pub use ecdsa;
pub use projective::ProjectivePoint;
pub use scalar::Scalar;

pub use crate::ecdsa017::Secp256k1;

/// The names of a crate of RustCrypto for a curve.
macro_rules! names {
    ($(#[$doc:meta])* $module:ident, $curve:ident, $name:ident) => {
        $(#[$doc])*
        pub mod $module {
            #[cfg(feature = "pkcs8")]
            pub use ::ecdsa::elliptic_curve::pkcs8;
            pub use ::ecdsa::elliptic_curve::{self, bigint::U256, consts::U32};
            pub use sha2;

            pub use super::$curve as $name;

            /// Scalars.
            pub type Scalar = super::Scalar<$name>;
            /// Points in affine coordinates.
            pub type AffinePoint = super::AffinePoint<$name>;
            /// Points in homogeneous coordinates.
            pub type ProjectivePoint = super::ProjectivePoint<$name>;
            /// Scalars other than zero.
            pub type NonZeroScalar = elliptic_curve::NonZeroScalar<$name>;
            /// Scalars with a random factor, for inversion.
            pub type BlindedScalar = elliptic_curve::scalar::BlindedScalar<$name>;
            /// Public keys.
            pub type PublicKey = elliptic_curve::PublicKey<$name>;
            /// Secret keys.
            pub type SecretKey = elliptic_curve::SecretKey<$name>;
            /// The 32 bytes of a scalar or of a coordinate.
            pub type FieldBytes = elliptic_curve::FieldBytes<$name>;
            /// Twice as many bytes, for residues.
            pub type WideBytes = elliptic_curve::array::Array<u8, elliptic_curve::consts::U64>;
            /// Compressed encodings of points.
            pub type CompressedPoint = elliptic_curve::sec1::CompressedPoint<$name>;
            /// Encodings of points.
            pub type Sec1Point = elliptic_curve::sec1::Sec1Point<$name>;

            /// Signatures and their keys.
            pub mod ecdsa {
                pub use ::ecdsa::signature::{self, Error};
                pub use ::ecdsa::{EcdsaCurve, RecoveryId};

                use super::$name;

                /// Signatures of 64 bytes.
                pub type Signature = ::ecdsa::Signature<$name>;
                /// Signatures in DER.
                pub type DerSignature = ::ecdsa::der::Signature<$name>;
                /// Secret keys that sign.
                pub type SigningKey = ::ecdsa::SigningKey<$name>;
                /// Public keys that verify.
                pub type VerifyingKey = ::ecdsa::VerifyingKey<$name>;
            }

            /// Shared secrets.
            pub mod ecdh {
                pub use ::ecdsa::elliptic_curve::ecdh::diffie_hellman;

                use super::{AffinePoint, $name};

                /// Secret keys for one exchange.
                pub type EphemeralSecret = ::ecdsa::elliptic_curve::ecdh::EphemeralSecret<$name>;
                /// The bytes of the `x` of a shared point.
                pub type SharedSecret = ::ecdsa::elliptic_curve::ecdh::SharedSecret<$name>;

                /// The secret of a shared point.
                impl From<&AffinePoint> for SharedSecret {
                    fn from(point: &AffinePoint) -> Self {
                        point.x.to_bytes().into()
                    }
                }
            }
        }
    };
}

names! {
    /// The names of `k256`.
    secp256k1, Secp256k1, Secp256k1
}
names! {
    /// The names of `p256`.
    p256, P256, NistP256
}
