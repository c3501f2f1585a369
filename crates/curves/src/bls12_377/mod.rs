//! The curve BLS12-377 (S. Bowe, A. Chiesa, M. Green, I. Miers, P. Mishra, H. Wu, "Zexe: enabling decentralized private
//! computation", 2018, figure 16), its group G1.

mod edwards_form;
pub mod encoding;
mod endomorphism;
mod parameters;

pub use parameters::Bls12_377G1;

/// An affine point of G1's curve.
pub type Affine = crate::models::weierstrass::Affine<Bls12_377G1>;
/// A point of G1's curve in Jacobian coordinates.
pub type Jacobian = crate::models::weierstrass::Jacobian<Bls12_377G1>;
/// A point of G1's curve in XYZZ coordinates.
pub type Xyzz = crate::models::weierstrass::Xyzz<Bls12_377G1>;
