//! The group G2 of BLS12-377.

pub mod encoding;
mod parameters;

pub use parameters::Bls12_377G2;

/// An affine point of G2's curve.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::bls12_377::g2::{Affine, encoding::ARKWORKS};
/// let g = Affine::GENERATOR;
/// assert_eq!(ARKWORKS.decode(&ARKWORKS.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Bls12_377G2>;
/// A point of G2's curve in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::bls12_377::g2::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Bls12_377G2>;
/// A point of G2's curve in homogeneous coordinates, with complete addition: the type of `point * scalar`.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::bls12_377::Scalar;
/// use vorpal_curves::bls12_377::g2::{Affine, Projective};
/// let triple: Projective = Affine::GENERATOR * Scalar::from(3);
/// assert_eq!(triple, Projective::GENERATOR.double() + Affine::GENERATOR);
/// ```
pub type Projective = crate::models::weierstrass::Projective<Bls12_377G2>;
