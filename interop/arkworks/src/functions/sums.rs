//! Multi-scalar multiplication.

use alloc::vec::Vec;

use ark_ec::AdditiveGroup;
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::PrimeField;
use vorpal_curves::models::weierstrass::{self, Subgroup, WeierstrassCurve};
use vorpal_msm::{Bases, MsmScalar, Signed, msm_vartime};

use crate::convert::{Counterpart, Curve, to_vorpal};

/// The largest number of terms of one sum of Vorpal. Longer lists are sums of parts.
const MOST: usize = 1 << 28;

/// `sum of scalars[i] bases[i]`, for as many terms as the shorter list has.
///
/// The bases are in the prime subgroup, as decoding with validation and `Affine::new` guarantee; otherwise the sum is
/// unspecified ([`msm_of_any_points`] has no such condition). Bases and scalars are copied once, which takes less than
/// a hundredth of the sum.
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
    sum(bases, scalars, to_vorpal, Subgroup::unchecked)
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

/// As [`msm_unchecked`], for any points of the curve. Without endomorphisms it takes longer for curves with a cofactor
/// and for G2.
pub fn msm_of_any_points<P: Curve>(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Projective<P> {
    sum(bases, scalars, to_vorpal, |points| points)
}

/// As [`msm_unchecked`], for integers. Integers from the order on are reduced by it.
pub fn msm_bigint<P: Curve>(
    bases: &[Affine<P>],
    bigints: &[<P::ScalarField as PrimeField>::BigInt],
) -> Projective<P> {
    let integers = |bigints: &[_]| bigints.iter().map(Integer::reduced::<P::ScalarField>).collect::<Vec<_>>();
    sum(bases, bigints, integers, Subgroup::unchecked)
}

/// Sums with small scalars.
macro_rules! small_scalars {
    ($($name:ident $integer:ty),*) => {$(
        /// As [`msm_unchecked`], for small scalars.
        pub fn $name<P: Curve>(bases: &[Affine<P>], scalars: &[$integer]) -> Projective<P> {
            sum(bases, scalars, <[$integer]>::to_vec, Subgroup::unchecked)
        }
    )*};
}

small_scalars!(msm_u1 bool, msm_u8 u8, msm_u16 u16, msm_u32 u32, msm_u64 u64);

/// An integer below the order.
#[derive(Clone, Copy)]
struct Integer([u64; 4]);

impl Integer {
    fn reduced<F: PrimeField>(integer: &F::BigInt) -> Self {
        let mut limbs = [0; 4];
        if *integer < F::MODULUS {
            limbs.copy_from_slice(integer.as_ref());
        } else {
            use ark_ff::BigInteger;
            limbs.copy_from_slice(F::from_le_bytes_mod_order(&integer.to_bytes_le()).into_bigint().as_ref());
        }
        Self(limbs)
    }
}

impl<C: WeierstrassCurve> MsmScalar<C> for Integer {
    const MULTIPLICATIONS: usize = 0;

    fn to_integer(&self) -> Signed {
        Signed { magnitude: self.0, negative: false }
    }
}

/// The sum of parts of at most [`MOST`] terms.
fn sum<P, S, T, B>(
    bases: &[Affine<P>],
    scalars: &[S],
    convert: impl Fn(&[S]) -> Vec<T>,
    points: impl Fn(Vec<weierstrass::Affine<P::Vorpal>>) -> B,
) -> Projective<P>
where
    P: Curve,
    T: MsmScalar<P::Vorpal>,
    B: Bases<Curve = P::Vorpal>,
{
    let mut total = Projective::ZERO;
    for (bases, scalars) in bases.chunks(MOST).zip(scalars.chunks(MOST)) {
        let terms = bases.len().min(scalars.len());
        let part = msm_vartime(&points(to_vorpal(&bases[..terms])), &convert(&scalars[..terms]));
        total += Projective::from_vorpal(&part.expect("the lengths are the same, and below the limit"));
    }
    total
}
