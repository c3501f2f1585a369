//! The curve BLS12-377 (S. Bowe, A. Chiesa, M. Green, I. Miers, P. Mishra, H. Wu, "Zexe: enabling decentralized private
//! computation", 2018, figure 16): the groups G1 and, in [`g2`], G2.

mod edwards_form;
pub mod encoding;
mod endomorphism;
pub mod g2;
mod parameters;

pub use parameters::Bls12_377G1;

/// An affine point of G1's curve.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::bls12_377::{Affine, encoding::ARKWORKS};
/// let g = Affine::GENERATOR;
/// assert_eq!(ARKWORKS.decode(&ARKWORKS.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<Bls12_377G1>;
/// A point of G1's curve in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::bls12_377::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<Bls12_377G1>;
/// A point of G1's curve in homogeneous coordinates: the type of `point * scalar`. Addition is complete in the prime
/// subgroup; the curve has an even order.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::bls12_377::{Affine, Projective, Scalar};
/// let triple: Projective = Affine::GENERATOR * Scalar::from(3);
/// assert_eq!(triple, Projective::GENERATOR.double() + Affine::GENERATOR);
/// ```
pub type Projective = crate::models::weierstrass::Projective<Bls12_377G1>;
/// A point of G1's curve in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::bls12_377::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<Bls12_377G1>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`Bls12_377Base`](vorpal_fields::primes::Bls12_377Base).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::Bls12_377Scalar;
