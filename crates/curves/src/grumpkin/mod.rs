//! The curve Grumpkin, of a cycle with G1 of BN254 (Aztec, "Grumpkin: a curve on top of BN-254", 2019).

pub mod encoding;
mod endomorphism;
mod hashing;
mod parameters;

pub use parameters::Grumpkin;

/// An affine point of Grumpkin.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::grumpkin::{Affine, encoding::HALO2CURVES};
/// let g = Affine::GENERATOR;
/// assert_eq!(HALO2CURVES.decode(&HALO2CURVES.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Grumpkin>;
/// A point of Grumpkin in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::grumpkin::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR + Affine::GENERATOR, twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Grumpkin>;
/// A point of Grumpkin in homogeneous coordinates, with complete addition.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::grumpkin::{Affine, Projective};
/// let twice = Projective::GENERATOR + Affine::GENERATOR;
/// assert_eq!(twice, Projective::GENERATOR.double());
/// ```
pub type Projective = crate::models::weierstrass::Projective<Grumpkin>;
/// A point of Grumpkin in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::grumpkin::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<Grumpkin>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`Bn254Scalar`](vorpal_fields::primes::Bn254Scalar).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::Bn254Base;
