//! The traits of `ff` 0.13, which `halo2curves` requires of the coordinates of G2.

use ff013 as ff;
use rand_core06::RngCore;
use subtle::{Choice, CtOption};
use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{EncodableField, Fe, Field, HashField, NonSquare};

use super::Quadratic;
use crate::{Element, FieldParameters, Repr};

/// For an extension with `u^2 = -1`.
impl<M: FieldParameters<N> + TowerModulus<N>, const N: usize> ff::Field for Quadratic<M, N> {
    const ZERO: Self = Self::zero();
    const ONE: Self = Self::one();

    /// `c0` and then `c1`.
    fn random(mut rng: impl RngCore) -> Self {
        let [c0, c1] = [(); 2].map(|()| <Element<M, N> as ff::Field>::random(&mut rng));
        Self::new(c0, c1)
    }
    #[inline(always)]
    fn square(&self) -> Self {
        Self::of(self.inner().square())
    }
    #[inline(always)]
    fn double(&self) -> Self {
        Self::of(self.inner().double())
    }
    fn invert(&self) -> CtOption<Self> {
        self.inner().invert().map(Self::of)
    }
    /// If the ratio is not a square, the root is that of its multiple by `xi`: the `ROOT_OF_UNITY` is a square here.
    fn sqrt_ratio(numerator: &Self, denominator: &Self) -> (Choice, Self) {
        let z = const { &NonSquare::<Fp2<M, N>>::new(Fp2::XI) };
        let (is_square, root) = Fp2::sqrt_ratio_or_multiple(&numerator.inner(), &denominator.inner(), z);
        let exists = !denominator.inner().is_zero();
        let root = Self::of(<Fp2<M, N> as subtle::ConditionallySelectable>::conditional_select(
            &Fp2::ZERO,
            &root,
            exists,
        ));
        (is_square & (exists | Field::is_zero(&numerator.inner())), root)
    }
    fn pow_vartime<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
        Self::of(self.inner().pow_vartime(exponent.as_ref()))
    }
}

/// `halo2curves` requires this trait of every coordinate, although the field is not prime. As there, the constants are
/// those of the prime field, and `CAPACITY` is the length of the prime.
impl<M: FieldParameters<N> + TowerModulus<N>, const N: usize> ff::PrimeField for Quadratic<M, N> {
    type Repr = Repr<M::Fp2Bytes>;

    const MODULUS: &'static str = M::HEXADECIMAL;
    const NUM_BITS: u32 = Element::<M, N>::NUM_BITS;
    const CAPACITY: u32 = Element::<M, N>::NUM_BITS;
    const TWO_INV: Self = Self::new(Element::TWO_INV, Element::ZERO);
    const MULTIPLICATIVE_GENERATOR: Self = Self::new(Element::GENERATOR, Element::ZERO);
    const S: u32 = Fe::<M, N>::TWO_ADICITY;
    const ROOT_OF_UNITY: Self = Self::new(Element::ROOT_OF_UNITY, Element::ZERO);
    const ROOT_OF_UNITY_INV: Self = Self::new(Element::ROOT_OF_UNITY_INV, Element::ZERO);
    const DELTA: Self = Self::new(Element::DELTA, Element::ZERO);

    fn from_repr(repr: Self::Repr) -> CtOption<Self> {
        match Fp2::from_le_bytes(repr.as_ref()) {
            Ok(value) => CtOption::new(Self::of(value), 1.into()),
            Err(_) => CtOption::new(Self::zero(), 0.into()),
        }
    }
    fn to_repr(&self) -> Self::Repr {
        Repr::new(self.inner().to_le_bytes())
    }
    /// Whether `c0` is odd.
    fn is_odd(&self) -> Choice {
        self.c0.0.is_odd()
    }
}

/// The square of the prime field's, as in `halo2curves`: it belongs to G2's endomorphism.
impl<M: FieldParameters<N> + TowerModulus<N>, const N: usize> ff::WithSmallOrderMulGroup<3>
    for Quadratic<M, N>
{
    const ZETA: Self = Self::new(Element(Fe::<M, N>::CUBE_ROOTS_OF_UNITY[1 - M::ZETA]), Element::ZERO);
}

/// The second half gives `c0`, the first one `c1`, as in `halo2curves`.
impl<M: FieldParameters<N> + TowerModulus<N>, const N: usize, const BYTES: usize> ff::FromUniformBytes<BYTES>
    for Quadratic<M, N>
{
    fn from_uniform_bytes(bytes: &[u8; BYTES]) -> Self {
        const {
            let even = BYTES.is_multiple_of(2);
            assert!(
                even && 4 * BYTES >= Fe::<M, N>::BITS + 126,
                "the distance from uniform elements is at most 2^-126"
            );
        }
        let (c1, c0) = bytes.split_at(BYTES / 2);
        Self::of(Fp2::new(Fe::from_le_bytes_reduced(c0), Fe::from_le_bytes_reduced(c1)))
    }
}
