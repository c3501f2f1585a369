//! The group G2 of BLS12-381.

pub mod encoding;
mod hashing;
mod parameters;

pub use parameters::Bls12_381G2;

/// An affine point of G2's curve.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::bls12_381::g2::{Affine, encoding::ZCASH};
/// let g = Affine::GENERATOR;
/// assert_eq!(ZCASH.decode(&ZCASH.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Bls12_381G2>;
/// A point of G2's curve in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::bls12_381::g2::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Bls12_381G2>;
/// A point of G2's curve in homogeneous coordinates, with complete addition: the type of `point * scalar`.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::bls12_381::Scalar;
/// use vorpal_curves::bls12_381::g2::{Affine, Projective};
/// let triple: Projective = Affine::GENERATOR * Scalar::from(3);
/// assert_eq!(triple, Projective::GENERATOR.double() + Affine::GENERATOR);
/// ```
pub type Projective = crate::models::weierstrass::Projective<Bls12_381G2>;
