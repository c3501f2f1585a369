//! The curve Vesta, of a cycle with Pallas (D. Hopwood, "The Pasta curves for Halo 2 and beyond", 2020; Zcash,
//! Mina, Halo 2).

pub mod encoding;
mod endomorphism;
mod hashing;
mod parameters;

pub use parameters::Vesta;

/// An affine point of Vesta.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::vesta::{Affine, encoding::PASTA};
/// let g = Affine::GENERATOR;
/// assert_eq!(PASTA.decode(&PASTA.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Vesta>;
/// A point of Vesta in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::vesta::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR + Affine::GENERATOR, twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Vesta>;
/// A point of Vesta in homogeneous coordinates, with complete addition.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::vesta::{Affine, Projective};
/// let twice = Projective::GENERATOR + Affine::GENERATOR;
/// assert_eq!(twice, Projective::GENERATOR.double());
/// ```
pub type Projective = crate::models::weierstrass::Projective<Vesta>;
/// A point of Vesta in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::vesta::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<Vesta>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`VestaBase`](vorpal_fields::primes::VestaBase).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::PallasBase;
