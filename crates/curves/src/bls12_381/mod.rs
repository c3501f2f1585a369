//! The curve BLS12-381 (S. Bowe, "BLS12-381: new zk-SNARK elliptic curve construction", 2017;
//! draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1): the groups G1 and, in [`g2`], G2.

pub mod encoding;
mod endomorphism;
pub mod g2;
mod hashing;
mod parameters;

pub use parameters::Bls12_381G1;

/// An affine point of G1's curve.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::bls12_381::{Affine, encoding::ZCASH};
/// let g = Affine::GENERATOR;
/// assert_eq!(ZCASH.decode(&ZCASH.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Bls12_381G1>;
/// A point of G1's curve in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Bls12_381G1>;
/// A point of G1's curve in homogeneous coordinates, with complete addition: the type of `point * scalar`.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Projective, Scalar};
/// let triple: Projective = Affine::GENERATOR * Scalar::from(3);
/// assert_eq!(triple, Projective::GENERATOR.double() + Affine::GENERATOR);
/// ```
pub type Projective = crate::models::weierstrass::Projective<Bls12_381G1>;
/// A point of G1's curve in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<Bls12_381G1>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`Bls12_381Base`](vorpal_fields::primes::Bls12_381Base).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::Bls12_381Scalar;
