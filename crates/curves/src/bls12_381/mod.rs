//! The curve BLS12-381 (S. Bowe, "BLS12-381: new zk-SNARK elliptic curve construction", 2017;
//! draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1), its group G1.

pub mod encoding;
mod endomorphism;
mod parameters;

pub use parameters::Bls12_381G1;

/// An affine point of G1's curve.
pub type Affine = crate::models::weierstrass::Affine<Bls12_381G1>;
/// A point of G1's curve in Jacobian coordinates.
pub type Jacobian = crate::models::weierstrass::Jacobian<Bls12_381G1>;
/// A point of G1's curve in XYZZ coordinates.
pub type Xyzz = crate::models::weierstrass::Xyzz<Bls12_381G1>;
