//! The curves of keys, as data.

use core::fmt::Debug;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;
use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar, Bn254Base, Bn254Scalar};
use vorpal_msm::MsmScalar;
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::bn254::Bn254;
use zeroize::Zeroize;

use crate::Coordinate;

/// A point of each group of a curve.
pub type Points<C> = (Affine<<C as Curve>::G1>, Affine<<C as Curve>::G2>);

/// A pairing-friendly curve of snarkjs: [`Bn254`] or [`Bls12_381`].
///
/// ```
/// use vorpal_groth16::{Bn254, Curve};
/// assert_eq!(Bn254::NAME, "bn128");
/// ```
pub trait Curve: Copy + Debug + Eq + Send + Sync + 'static {
    /// The base field of G1.
    type Base: Coordinate<Coefficient = Self::Base> + PrimeField;
    /// The integers modulo the order of the groups.
    type Scalar: Coordinate<Coefficient = Self::Scalar>
        + PrimeField<Limbs = [u64; 4], Bytes = [u8; 32]>
        + MsmScalar<Self::G1>
        + MsmScalar<Self::G2>
        + Zeroize;
    /// The curve of G1.
    type G1: WeierstrassCurve<Base = Self::Base, Scalar = Self::Scalar>;
    /// The curve of G2.
    type G2: WeierstrassCurve<Base: Coordinate<Coefficient = Self::Base>, Scalar = Self::Scalar>;
    /// The lines of a point of G2.
    type Lines: Clone + Debug + Send + Sync;
    /// An element of the target group.
    type Target: Copy + Debug + Eq + Send + Sync;

    /// The name in files of JSON.
    const NAME: &'static str;
    /// The smallest quadratic non-residue. snarkjs takes its powers as roots of unity, which differ from those of
    /// [`PrimeField::ROOT_OF_UNITY`] on BLS12-381, where the smallest generator is 7.
    const NON_RESIDUE: u64 = 5;

    /// The lines of a point, which are computed with a check of membership.
    ///
    /// # Errors
    /// If the point is not in G2.
    fn lines(point: &Affine<Self::G2>) -> Result<Self::Lines, vorpal_curves::Error>;

    /// The product of all `e(p, q)` for points in G1, and lines of points in G2.
    fn product(pairs: &[(Affine<Self::G1>, &Self::Lines)]) -> Self::Target;

    /// The product of all `e(p, q)` for points in G1 and points of G2's curve; `None` if one of these is not in G2.
    fn product_checked(pairs: &[Points<Self>]) -> Option<Self::Target>;

    /// The coefficients of an element of the target group over the quadratic extension, as snarkjs lists them: `1`,
    /// `v`, `v^2`, and these times `w`, with `w^2 = v`.
    fn coefficients(element: &Self::Target) -> [[Self::Base; 2]; 6];
}

/// Implements [`Curve`], given the module of the pairing and of the curve, and the name of snarkjs.
macro_rules! curve {
    ($curve:ident, $pairing:ident, $base:ident, $scalar:ident, $g1:ident, $g2:ident, $name:literal) => {
        impl Curve for $curve {
            type Base = $base;
            type Scalar = $scalar;
            type G1 = vorpal_curves::$pairing::$g1;
            type G2 = vorpal_curves::$pairing::g2::$g2;
            type Lines = vorpal_pairing::$pairing::PreparedG2;
            type Target = vorpal_pairing::$pairing::Gt;

            const NAME: &'static str = $name;

            fn lines(point: &Affine<Self::G2>) -> Result<Self::Lines, vorpal_curves::Error> {
                vorpal_pairing::$pairing::PreparedG2::new(point)
            }
            fn product(pairs: &[(Affine<Self::G1>, &Self::Lines)]) -> Self::Target {
                vorpal_pairing::$pairing::product_prepared(pairs)
            }
            fn product_checked(pairs: &[Points<Self>]) -> Option<Self::Target> {
                vorpal_pairing::$pairing::product_checked(pairs).ok()
            }
            fn coefficients(element: &Self::Target) -> [[Self::Base; 2]; 6] {
                let value = element.value();
                let halves = [&value.c0, &value.c1].map(|half| [half.c0, half.c1, half.c2]);
                let flat =
                    [halves[0][0], halves[0][1], halves[0][2], halves[1][0], halves[1][1], halves[1][2]];
                flat.map(|coefficient| [coefficient.c0, coefficient.c1])
            }
        }
    };
}

curve!(Bn254, bn254, Bn254Base, Bn254Scalar, Bn254G1, Bn254G2, "bn128");
curve!(Bls12_381, bls12_381, Bls12_381Base, Bls12_381Scalar, Bls12_381G1, Bls12_381G2, "bls12381");
