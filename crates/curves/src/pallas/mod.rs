//! The curve Pallas, of a cycle with Vesta (D. Hopwood, "The Pasta curves for Halo 2 and beyond", 2020; Zcash,
//! Mina, Halo 2).

pub mod encoding;
mod endomorphism;
mod hashing;
mod parameters;

pub use parameters::Pallas;

/// An affine point of Pallas.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::pallas::{Affine, encoding::PASTA};
/// let g = Affine::GENERATOR;
/// assert_eq!(PASTA.decode(&PASTA.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Pallas>;
/// A point of Pallas in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::pallas::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR + Affine::GENERATOR, twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Pallas>;
/// A point of Pallas in homogeneous coordinates, with complete addition.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::pallas::{Affine, Projective};
/// let twice = Projective::GENERATOR + Affine::GENERATOR;
/// assert_eq!(twice, Projective::GENERATOR.double());
/// ```
pub type Projective = crate::models::weierstrass::Projective<Pallas>;
/// A point of Pallas in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::pallas::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<Pallas>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`PallasBase`](vorpal_fields::primes::PallasBase).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::VestaBase;
