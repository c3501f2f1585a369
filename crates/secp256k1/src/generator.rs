//! The generators of the curves, whose products with scalars take a table.

use core::fmt;
use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::{Affine, Projective};
use vorpal_fields::{Fe, Modulus, operator};
use vorpal_limbs::stack::wiped;

use crate::multiply::{SignatureCurve, generator_product};

/// The generator of a curve: `generator * scalar` reads a table of its multiples, in constant time. This takes 52
/// additions, where a product with another point takes about 260 doublings and 52 additions.
///
/// ```
/// use vorpal_curves::secp256k1::Projective;
/// use vorpal_fields::primes::Secp256k1Scalar;
/// use vorpal_secp256k1::GENERATOR;
/// let secret = Secp256k1Scalar::from(7);
/// let public = GENERATOR * secret;
/// assert_eq!(public, Projective::from(GENERATOR.to_affine()) * secret);
/// ```
///
/// A product is a point, of which an encoding makes a key:
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::secp256k1::{Scalar, encoding::SEC1};
/// use vorpal_secp256k1::{GENERATOR, PublicKey, SecretKey};
/// let point = (GENERATOR * Scalar::from(1)).to_affine();
/// let key = PublicKey::from_sec1_bytes(&SEC1.encode_uncompressed(&point))?;
/// let mut one = [0; 32];
/// one[31] = 1;
/// assert_eq!(key, SecretKey::from_be_bytes(&one)?.public_key());
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
pub struct Generator<C>(PhantomData<fn() -> C>);

impl<C> Generator<C> {
    /// The one value of the type, for the constants of the curves.
    pub(crate) const VALUE: Self = Self(PhantomData);
}

impl<C: SignatureCurve> Generator<C> {
    /// The generator as a point.
    pub fn to_affine(self) -> Affine<C> {
        Affine::GENERATOR
    }
}

impl<C> Clone for Generator<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Generator<C> {}

impl<C> fmt::Debug for Generator<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Generator")
    }
}

operator!(
    impl[C: SignatureCurve<Scalar = Fe<M, 4>>, M: Modulus<4>] Mul mul: Generator<C>, Fe<M, 4> => Projective<C>,
    |_, scalar: &Fe<M, 4>| product::<C>(scalar)
);
operator!(
    impl[C: SignatureCurve<Scalar = Fe<M, 4>>, M: Modulus<4>] Mul mul: Fe<M, 4>, Generator<C> => Projective<C>,
    |scalar: &Fe<M, 4>, _| product::<C>(scalar)
);

fn product<C: SignatureCurve>(scalar: &C::Scalar) -> Projective<C> {
    wiped(|| generator_product(scalar))
}
