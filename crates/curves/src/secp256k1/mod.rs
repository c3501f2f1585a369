//! The curve secp256k1 (SEC 2, version 2, section 2.4.1).

pub mod encoding;
mod endomorphism;
mod hashing;
mod parameters;

pub use parameters::Secp256k1;

/// An affine point of secp256k1.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::secp256k1::{Affine, encoding::SEC1};
/// let g = Affine::GENERATOR;
/// assert_eq!(SEC1.decode(&SEC1.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Secp256k1>;
/// A point of secp256k1 in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::secp256k1::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Secp256k1>;
/// A point of secp256k1 in homogeneous coordinates, with complete addition.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::secp256k1::{Affine, Projective};
/// let twice = Projective::GENERATOR.add_affine(&Affine::GENERATOR);
/// assert_eq!(twice, Projective::GENERATOR.double());
/// ```
pub type Projective = crate::models::weierstrass::Projective<Secp256k1>;
/// A point of secp256k1 in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::secp256k1::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<Secp256k1>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`Secp256k1Base`](vorpal_fields::primes::Secp256k1Base).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::Secp256k1Scalar;
