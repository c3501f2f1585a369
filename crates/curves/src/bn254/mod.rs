//! The curve BN254, alias alt_bn128 (Ethereum's EIP-196; of the family of P. Barreto, M. Naehrig, "Pairing-friendly
//! elliptic curves of prime order", 2005), its group G1.

pub mod encoding;
mod endomorphism;
mod parameters;

pub use parameters::Bn254G1;

/// An affine point of G1's curve.
pub type Affine = crate::models::weierstrass::Affine<Bn254G1>;
/// A point of G1's curve in Jacobian coordinates.
pub type Jacobian = crate::models::weierstrass::Jacobian<Bn254G1>;
/// A point of G1's curve in XYZZ coordinates.
pub type Xyzz = crate::models::weierstrass::Xyzz<Bn254G1>;
