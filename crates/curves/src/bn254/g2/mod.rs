//! The group G2 of BN254.

pub mod encoding;
mod hashing;
mod parameters;

pub use parameters::Bn254G2;

/// An affine point of G2's curve.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::bn254::g2::{Affine, encoding::ARKWORKS};
/// let g = Affine::GENERATOR;
/// assert_eq!(ARKWORKS.decode(&ARKWORKS.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Bn254G2>;
/// A point of G2's curve in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::bn254::g2::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Bn254G2>;
/// A point of G2's curve in homogeneous coordinates, with complete addition: the type of `point * scalar`.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::bn254::Scalar;
/// use vorpal_curves::bn254::g2::{Affine, Projective};
/// let triple: Projective = Affine::GENERATOR * Scalar::from(3);
/// assert_eq!(triple, Projective::GENERATOR.double() + Affine::GENERATOR);
/// ```
pub type Projective = crate::models::weierstrass::Projective<Bn254G2>;
