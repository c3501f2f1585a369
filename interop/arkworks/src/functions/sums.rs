//! Multi-scalar multiplication.
//!
//! All scalars become integers of four limbs, and a flag says whether points are in the prime subgroup. So the compiler
//! generates one sum for each curve.

use alloc::vec::Vec;

use ark_ec::AdditiveGroup;
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::{BigInteger, PrimeField};
use vorpal_curves::models::weierstrass::{self, WeierstrassCurve};
use vorpal_msm::{Bases, MsmScalar, Signed, msm_vartime};

use super::map::map;
use crate::convert::{Counterpart, Curve};

/// The largest number of terms of one sum of Vorpal. Longer lists are sums of parts.
const MOST: usize = 1 << 28;

/// `sum of scalars[i] bases[i]`, for as many terms as the shorter list has.
///
/// The bases are in the prime subgroup, as `Affine::new` guarantees; otherwise the sum is unspecified
/// ([`msm_of_any_points`] takes all points of the curve). Decoding with validation guarantees it too, except of
/// single uncompressed points of BLS12-381, whose curve arkworks does not check. Bases and scalars are copied once.
///
/// ```
/// # #[cfg(feature = "bn254")] {
/// use ark_bn254::{Fr, G1Affine, G1Projective};
/// use ark_ec::{AffineRepr, PrimeGroup};
/// let bases = [G1Affine::generator(); 3];
/// let sum = vorpal_arkworks::functions::msm_unchecked(&bases, &[1, 2, 3].map(Fr::from));
/// assert_eq!(sum, G1Projective::generator() * Fr::from(6));
/// # }
/// ```
pub fn msm_unchecked<P: Curve>(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Projective<P> {
    sum(bases, scalars, Integer::of_element, true)
}

/// As [`msm_unchecked`].
///
/// # Errors
/// If the lengths differ: the smaller one.
pub fn msm<P: Curve>(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Result<Projective<P>, usize> {
    if bases.len() == scalars.len() {
        Ok(msm_unchecked(bases, scalars))
    } else {
        Err(bases.len().min(scalars.len()))
    }
}

/// As [`msm_unchecked`], for any points of the curve: multiples by the integers below the order. Without endomorphisms
/// it takes longer for curves with a cofactor and for G2.
pub fn msm_of_any_points<P: Curve>(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Projective<P> {
    sum(bases, scalars, Integer::below_order, false)
}

/// As [`msm_unchecked`], for integers. Integers from the order on are reduced by it.
pub fn msm_bigint<P: Curve>(
    bases: &[Affine<P>],
    bigints: &[<P::ScalarField as PrimeField>::BigInt],
) -> Projective<P> {
    sum(bases, bigints, Integer::of_integer::<P::ScalarField>, true)
}

/// Sums with small scalars.
macro_rules! small_scalars {
    ($($name:ident $integer:ty),*) => {$(
        /// As [`msm_unchecked`], for small scalars.
        pub fn $name<P: Curve>(bases: &[Affine<P>], scalars: &[$integer]) -> Projective<P> {
            sum(bases, scalars, |&scalar| Integer::of_word(scalar.into()), true)
        }
    )*};
}

small_scalars!(msm_u1 bool, msm_u8 u8, msm_u16 u16, msm_u32 u32, msm_u64 u64);

/// An integer of a residue modulo the order, usually that of least magnitude: negatives of small scalars are short.
#[derive(Clone, Copy)]
struct Integer(Signed);

impl Integer {
    /// The integer of least magnitude.
    fn of_element<F: PrimeField>(element: &F) -> Self {
        Self::of_integer::<F>(&element.into_bigint())
    }

    /// The integer of least magnitude.
    fn of_integer<F: PrimeField>(integer: &F::BigInt) -> Self {
        let mut magnitude = *integer;
        // At most 32 times: orders have at least 251 bits.
        while magnitude >= F::MODULUS {
            magnitude.sub_with_borrow(&F::MODULUS);
        }
        let negative = magnitude > F::MODULUS_MINUS_ONE_DIV_TWO;
        if negative {
            let residue = core::mem::replace(&mut magnitude, F::MODULUS);
            magnitude.sub_with_borrow(&residue);
        }
        let limbs = magnitude.as_ref();
        Self(Signed { magnitude: core::array::from_fn(|i| limbs[i]), negative })
    }

    /// The least integer that is not negative: outside the prime subgroup, multiples by `k` and by `k - r` differ.
    fn below_order<F: PrimeField>(element: &F) -> Self {
        let integer = element.into_bigint();
        let limbs = integer.as_ref();
        Self(Signed { magnitude: core::array::from_fn(|i| limbs[i]), negative: false })
    }

    fn of_word(word: u64) -> Self {
        Self(Signed { magnitude: [word, 0, 0, 0], negative: false })
    }
}

impl<C: WeierstrassCurve> MsmScalar<C> for Integer {
    const MULTIPLICATIONS: usize = 0;

    #[inline]
    fn to_integer(&self) -> Signed {
        self.0
    }
}

/// The points of a sum.
struct Points<C: WeierstrassCurve> {
    points: Vec<weierstrass::Affine<C>>,
    in_subgroup: bool,
}

impl<C: WeierstrassCurve> Bases for Points<C> {
    type Curve = C;

    fn points(&self) -> &[weierstrass::Affine<C>] {
        &self.points
    }

    fn in_subgroup(&self) -> bool {
        self.in_subgroup
    }
}

/// The sum of parts of at most [`MOST`] terms.
fn sum<P: Curve, S: Sync>(
    bases: &[Affine<P>],
    scalars: &[S],
    integer: impl Fn(&S) -> Integer + Sync,
    in_subgroup: bool,
) -> Projective<P> {
    let mut total = Projective::ZERO;
    for (bases, scalars) in bases.chunks(MOST).zip(scalars.chunks(MOST)) {
        let terms = bases.len().min(scalars.len());
        let integers = map(&scalars[..terms], &integer);
        let points = Points { points: map(&bases[..terms], Affine::to_vorpal), in_subgroup };
        let part = msm_vartime(&points, &integers);
        total += Projective::from_vorpal(&part.expect("the lengths are the same, and below the limit"));
    }
    total
}

#[cfg(all(test, feature = "bn254"))]
mod tests {
    use ark_bn254::Fr;
    use ark_ff::Zero;

    use super::*;

    /// No sum depends on it: only this test sees whether integers are the shortest ones.
    #[test]
    fn integers_have_the_least_magnitude() {
        let half = Fr::MODULUS_MINUS_ONE_DIV_TWO;
        let mut above = half;
        above.add_with_carry(&1u64.into());
        let integers = [half, above].map(|integer| Integer::of_integer::<Fr>(&integer).0);
        assert_eq!(integers, [false, true].map(|negative| Signed { magnitude: half.0, negative }));
        let elements = [Fr::from(5), -Fr::from(5), Fr::zero()];
        let five = |negative| Signed { magnitude: [5, 0, 0, 0], negative };
        let integers = elements.map(|element| Integer::of_element(&element).0);
        assert_eq!(integers, [five(false), five(true), Signed::default()]);
    }
}
