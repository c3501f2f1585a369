//! The curve P-256 (NIST SP 800-186, section 3.2.1.3), which SEC 2 calls secp256r1 and ANSI X9.62 prime256v1.

pub mod encoding;
mod hashing;
mod parameters;

pub use parameters::P256;

/// An affine point of P-256.
/// [`Affine`](crate::models::weierstrass::Affine) has its functions.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::p256::{Affine, encoding::SEC1};
/// let g = Affine::GENERATOR;
/// assert_eq!(SEC1.decode(&SEC1.encode_compressed(&g)), Ok(g));
/// ```
pub type Affine = crate::models::weierstrass::Affine<P256>;
/// A point of P-256 in Jacobian coordinates.
/// [`Jacobian`](crate::models::weierstrass::Jacobian) has its functions.
///
/// ```
/// use vorpal_curves::p256::{Affine, Jacobian};
/// let twice = Jacobian::GENERATOR.double();
/// assert_eq!(Jacobian::GENERATOR.add_affine_vartime(&Affine::GENERATOR), twice);
/// ```
pub type Jacobian = crate::models::weierstrass::Jacobian<P256>;
/// A point of P-256 in homogeneous coordinates, with complete addition.
/// [`Projective`](crate::models::weierstrass::Projective) has its functions.
///
/// ```
/// use vorpal_curves::p256::{Affine, Projective};
/// let twice = Projective::GENERATOR.add_affine(&Affine::GENERATOR);
/// assert_eq!(twice, Projective::GENERATOR.double());
/// ```
pub type Projective = crate::models::weierstrass::Projective<P256>;
/// A point of P-256 in XYZZ coordinates.
/// [`Xyzz`](crate::models::weierstrass::Xyzz) has its functions.
///
/// ```
/// use vorpal_curves::p256::{Affine, Jacobian, Xyzz};
/// let twice = Xyzz::from_affine(&Affine::GENERATOR).add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(twice.to_affine(), Jacobian::GENERATOR.double().to_affine());
/// ```
pub type Xyzz = crate::models::weierstrass::Xyzz<P256>;
/// A scalar: an integer modulo the order of the group. Coordinates are in
/// [`P256Base`](vorpal_fields::primes::P256Base).
#[doc(alias = "Fr")]
pub type Scalar = vorpal_fields::primes::P256Scalar;
