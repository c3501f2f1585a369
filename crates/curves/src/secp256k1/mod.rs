//! The curve secp256k1 (SEC 2, version 2, section 2.4.1).

pub mod encoding;
mod endomorphism;
mod parameters;

pub use parameters::Secp256k1;

/// An affine point of secp256k1.
pub type Affine = crate::models::weierstrass::Affine<Secp256k1>;
/// A point of secp256k1 in Jacobian coordinates.
pub type Jacobian = crate::models::weierstrass::Jacobian<Secp256k1>;
/// A point of secp256k1 in homogeneous coordinates, with complete addition.
pub type Projective = crate::models::weierstrass::Projective<Secp256k1>;
/// A point of secp256k1 in XYZZ coordinates.
pub type Xyzz = crate::models::weierstrass::Xyzz<Secp256k1>;
