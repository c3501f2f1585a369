//! The curve BN254, alias alt_bn128 (Ethereum's EIP-196; of the family of P. Barreto, M. Naehrig, "Pairing-friendly
//! elliptic curves of prime order", 2005): the groups G1 and, in [`g2`], G2.

pub mod encoding;
mod endomorphism;
pub mod g2;
mod hashing;
mod parameters;

pub use parameters::Bn254G1;

/// An affine point of G1's curve.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::bn254::{Affine, encoding::GNARK};
/// let g = Affine::GENERATOR;
/// assert_eq!(GNARK.decode(&GNARK.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Bn254G1>;
/// A point of G1's curve in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Bn254G1>;
/// A point of G1's curve in homogeneous coordinates, with complete addition: the type of `point * scalar`.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Projective, Scalar};
/// let triple: Projective = Affine::GENERATOR * Scalar::from(3);
/// assert_eq!(triple, Projective::GENERATOR.double() + Affine::GENERATOR);
/// ```
pub type Projective = crate::models::weierstrass::Projective<Bn254G1>;
/// A point of G1's curve in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<Bn254G1>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`Bn254Base`](vorpal_fields::primes::Bn254Base).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::Bn254Scalar;
