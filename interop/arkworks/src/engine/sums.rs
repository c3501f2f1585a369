//! Sums of multiples and multiples of single points.

use ark_ec::short_weierstrass as sw;
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup, ScalarMul, VariableBaseMSM};
use ark_ff::{BigInt, BigInteger, PrimeField};
use vorpal_curves::models::weierstrass::{Subgroup, WeierstrassCurve};
use vorpal_msm::{MsmScalar, Signed, msm_vartime, multiples_vartime};

use super::{Affine, EngineCurve, Projective};
use crate::convert::Counterpart;

/// The greatest number of terms that are summed at once.
const AT_ONCE: usize = 1 << 30;

/// A scalar as the integer of least magnitude: at most half of the order, below `2^255`. Bit 255 is the sign.
#[derive(Clone, Copy)]
struct Integer([u64; 4]);

/// The bit of the sign in the last limb.
const SIGN: u64 = 1 << 63;

impl Integer {
    /// The integer modulo the order.
    #[inline]
    fn new<F: PrimeField<BigInt = BigInt<4>>>(integer: &BigInt<4>) -> Self {
        let mut integer = *integer;
        // At most sixteen times: every order has at least 253 bits.
        while integer >= F::MODULUS {
            integer.sub_with_borrow(&F::MODULUS);
        }
        Self::of_canonical::<F>(integer)
    }

    /// The integer of a scalar.
    #[inline]
    fn of_scalar<F: PrimeField<BigInt = BigInt<4>>>(scalar: &F) -> Self {
        Self::of_canonical::<F>(scalar.into_bigint())
    }

    /// An integer below the order.
    #[inline]
    fn of_canonical<F: PrimeField<BigInt = BigInt<4>>>(integer: BigInt<4>) -> Self {
        if integer <= F::MODULUS_MINUS_ONE_DIV_TWO {
            return Self(integer.0);
        }
        let mut opposite = F::MODULUS;
        opposite.sub_with_borrow(&integer);
        opposite.0[3] |= SIGN;
        Self(opposite.0)
    }
}

impl<C: WeierstrassCurve> MsmScalar<C> for Integer {
    const MULTIPLICATIONS: usize = 0;

    #[inline]
    fn to_integer(&self) -> Signed {
        let [first, second, third, last] = self.0;
        Signed { magnitude: [first, second, third, last & !SIGN], negative: last & SIGN != 0 }
    }
}

/// The sum of the terms of two lists; the longer one is cut, as in arkworks. Terms of the neutral element or of zero
/// are removed first: of the bases of provers and of their scalars, many are.
fn sum<P: EngineCurve, S: MsmScalar<P::Model>>(
    bases: &[Affine<P>],
    scalars: impl ExactSizeIterator<Item = S>,
) -> Projective<P> {
    let number = bases.len().min(scalars.len());
    let mut terms = bases.iter().zip(scalars);
    let mut sum = Projective::ZERO;
    for first in (0..number).step_by(AT_ONCE) {
        let part = AT_ONCE.min(number - first);
        let (mut points, mut kept) = (Vec::with_capacity(part), Vec::with_capacity(part));
        for (base, scalar) in terms.by_ref().take(part) {
            if scalar.to_integer().magnitude != [0; 4] && !base.is_zero() {
                points.push(base.to_vorpal());
                kept.push(scalar);
            }
        }
        let part = msm_vartime(&Subgroup::unchecked(points), &kept).expect("as many points as scalars");
        sum += Projective(sw::Projective::from_vorpal(&part));
    }
    sum
}

/// `integer point`. Words, and integers from the order on, are for any point of the curve: no endomorphism is used.
pub(super) fn multiple<P: EngineCurve>(point: &Projective<P>, integer: &[u64]) -> Projective<P> {
    let mut limbs = BigInt([0; 4]);
    let (low, high) = integer.split_at(integer.len().min(4));
    limbs.0[..low.len()].copy_from_slice(low);
    let is_word = limbs.0[1..] == [0; 3];
    if is_word || limbs >= P::ScalarField::MODULUS || high.iter().any(|&limb| limb != 0) {
        let integer = if is_word && high.is_empty() { &limbs.0[..1] } else { integer };
        let multiple = point.0.to_vorpal().mul_limbs_vartime(integer);
        return Projective(sw::Projective::from_vorpal(&multiple));
    }
    sum(&[Affine::from(*point)], core::iter::once(Integer::of_canonical::<P::ScalarField>(limbs)))
}

impl<P: EngineCurve> ScalarMul for Projective<P> {
    type MulBase = Affine<P>;

    const NEGATION_IS_CHEAP: bool = true;

    fn batch_convert_to_mul_base(bases: &[Self]) -> Vec<Affine<P>> {
        Self::normalize_batch(bases)
    }

    fn batch_mul(self, v: &[P::ScalarField]) -> Vec<Affine<P>> {
        let integers: Vec<_> = v.iter().map(Integer::of_scalar).collect();
        let multiples = multiples_vartime(&Affine::from(self).to_vorpal(), &integers);
        multiples.iter().map(Affine::from_vorpal).collect()
    }
}

impl<P: EngineCurve> VariableBaseMSM for Projective<P> {
    type Bucket = sw::Bucket<P>;

    const ZERO_BUCKET: Self::Bucket = sw::Bucket::ZERO;

    fn msm_unchecked(bases: &[Affine<P>], scalars: &[P::ScalarField]) -> Self {
        sum(bases, scalars.iter().map(Integer::of_scalar))
    }

    /// Integers from the order on are valid.
    fn msm_bigint(bases: &[Affine<P>], bigints: &[BigInt<4>]) -> Self {
        sum(bases, bigints.iter().map(Integer::new::<P::ScalarField>))
    }

    fn msm_u1(bases: &[Affine<P>], scalars: &[bool]) -> Self {
        sum(bases, scalars.iter().copied())
    }

    fn msm_u8(bases: &[Affine<P>], scalars: &[u8]) -> Self {
        sum(bases, scalars.iter().copied())
    }

    fn msm_u16(bases: &[Affine<P>], scalars: &[u16]) -> Self {
        sum(bases, scalars.iter().copied())
    }

    fn msm_u32(bases: &[Affine<P>], scalars: &[u32]) -> Self {
        sum(bases, scalars.iter().copied())
    }

    fn msm_u64(bases: &[Affine<P>], scalars: &[u64]) -> Self {
        sum(bases, scalars.iter().copied())
    }
}
