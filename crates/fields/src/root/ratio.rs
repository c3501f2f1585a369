//! Roots of ratios, or of their multiples by a fixed non-square.
//!
//! Let `p = 3 mod 4` and `w = (n d)^((p - 3) / 4)`, so that `w^2 n d` is the symbol of `n d`, which is that of `n / d`.
//! Then `(n w)^2 d = n (w^2 n d)`. For a square, `n w` is a root of `n / d`. Otherwise it is a root of `-n / d`, and
//! for a non-square `z`, whose opposite is a square, `n w sqrt(-z)` is a root of `z n / d` (RFC 9380, appendix
//! F.2.1.2).
//!
//! For other primes the symbol decides which of the two ratios the root is taken of.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::count::{self, Timer};
use vorpal_limbs::{LANES, words};

use crate::{Fe, HashField, Modulus, PackedFe, PackedField};

/// A non-square `z`, with the root by which [`HashField::sqrt_ratio_or_multiple`] multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonSquare<F> {
    pub(crate) value: F,
    /// For `p = 3 mod 4` a root of the opposite of the norm of `z` in the prime field, else arbitrary.
    pub(crate) root: F,
}

impl<F: Copy> NonSquare<F> {
    /// `z`.
    #[inline]
    pub const fn value(&self) -> F {
        self.value
    }
}

impl<M: Modulus<N>, const N: usize> NonSquare<Fe<M, N>> {
    /// The non-square `z`, as a constant. A square does not build. Variable time: `z` is public.
    ///
    /// # Panics
    /// At run time, for the same reason.
    #[must_use]
    #[allow(clippy::panic, reason = "an invalid constant must not build")]
    pub const fn new(z: Fe<M, N>) -> Self {
        let ring = &Fe::<M, N>::RING;
        assert!(words::is_zero(&z.stored) == 0, "z is a square");
        if Fe::<M, N>::TWO_ADICITY == 1 {
            // -1 is no square, so z is none exactly if its opposite a is one; then a^((p + 1) / 4) is a root of a.
            let opposite = Fe::<M, N>::from_stored(ring.negate_constant_vartime(&z.stored));
            let power = opposite.pow_portable(&Fe::<M, N>::HALF_ODD_FACTOR);
            let root = ring.mul_constant_vartime(&power.stored, &opposite.stored);
            let square = Fe::from_stored(ring.mul_constant_vartime(&root, &root));
            assert!(equal(&square, &opposite), "z is a square");
            return Self { value: z, root: Fe::from_stored(root) };
        }
        let minus_one = Fe::<M, N>::from_stored(ring.negate_constant_vartime(ring.one()));
        let euler = z.pow_portable(&words::halve(&words::sub_word(&M::P, 1), 0));
        assert!(equal(&euler, &minus_one), "z is a square");
        Self { value: z, root: Fe::ONE }
    }
}

const fn equal<M: Modulus<N>, const N: usize>(a: &Fe<M, N>, b: &Fe<M, N>) -> bool {
    words::less(&a.stored, &b.stored) == 0 && words::less(&b.stored, &a.stored) == 0
}

/// The result for a numerator, its product with the denominator, and the power `w` of that.
#[inline]
fn from_power<M: Modulus<N>, const N: usize>(
    numerator: &Fe<M, N>,
    product: &Fe<M, N>,
    power: &Fe<M, N>,
    z: &NonSquare<Fe<M, N>>,
) -> (Choice, Fe<M, N>) {
    let root = *numerator * *power;
    let is_square = (power.square() * *product).ct_eq(&Fe::ONE) | product.is_zero();
    (is_square, Fe::conditional_select(&(root * z.root), &root, is_square))
}

impl<M: Modulus<N>, const N: usize> HashField for Fe<M, N> {
    const CHARACTERISTIC_BITS: usize = Self::BITS;

    fn from_parts_reduced(bytes: &[u8]) -> Self {
        Self::from_be_bytes_reduced(bytes)
    }

    #[inline]
    fn sgn0(&self) -> Choice {
        self.is_odd()
    }

    fn sqrt_ratio_or_multiple(numerator: &Self, denominator: &Self, z: &NonSquare<Self>) -> (Choice, Self) {
        let product = *numerator * *denominator;
        if Self::TWO_ADICITY == 1 {
            count::square_roots(1);
            let _timer = Timer::square_roots();
            return from_power(numerator, &product, &product.root_power(), z);
        }
        let is_square = !product.legendre().ct_eq(&-1);
        let factor = Self::conditional_select(&z.value, &Self::ONE, is_square);
        (is_square, *numerator * factor * (product * factor).inverse_root())
    }

    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    fn sqrt_ratio_or_multiple_batch_vartime(
        numerators: &[Self],
        denominators: &[Self],
        z: &NonSquare<Self>,
        roots: &mut [(bool, Self)],
    ) {
        let number = roots.len();
        assert!(numerators.len() == number && denominators.len() == number, "as many roots as ratios");
        let ratios = numerators.chunks(LANES).zip(denominators.chunks(LANES));
        for ((numerators, denominators), roots) in ratios.zip(roots.chunks_mut(LANES)) {
            if Self::TWO_ADICITY > 1 {
                for ((n, d), root) in numerators.iter().zip(denominators).zip(roots) {
                    let (is_square, value) = Self::sqrt_ratio_or_multiple(n, d, z);
                    *root = (is_square.into(), value);
                }
                continue;
            }
            let mut products = [Self::ONE; LANES];
            let products = &mut products[..roots.len()];
            Self::mul_batch(products, numerators, denominators);
            let mut powers = [Self::ONE; LANES];
            let powers = &mut powers[..roots.len()];
            powers.copy_from_slice(products);
            Self::root_power_batch(powers);
            for (i, root) in roots.iter_mut().enumerate() {
                let (is_square, value) = from_power(&numerators[i], &products[i], &powers[i], z);
                *root = (is_square.into(), value);
            }
        }
    }
    fn sqrt_ratio_or_multiple_packed_vartime(
        numerators: &PackedFe<M, N>,
        denominators: &PackedFe<M, N>,
        z: &NonSquare<Self>,
    ) -> Option<(u16, PackedFe<M, N>)> {
        if Self::TWO_ADICITY > 1 {
            return None;
        }
        count::square_roots(LANES);
        let _timer = Timer::square_roots();
        let mut product = *numerators;
        product.mul_assign(denominators);
        let power = Self::root_power_of(&product);
        let squares = power.squares(&product);
        let mut root = *numerators;
        root.mul_assign(&power);
        let mut of_multiple = root;
        of_multiple.mul_assign(&PackedFe::splat(&z.root));
        root.assign_lanes(&of_multiple, !squares);
        Some((squares, root))
    }
}

impl<M: Modulus<N>, const N: usize> PackedFe<M, N> {
    /// For `p = 3 mod 4` and the powers `a^((p - 3) / 4)`: the lanes in which `a` is a square. 32M.
    pub(crate) fn squares(&self, a: &Self) -> u16 {
        let mut symbol = *self;
        symbol.square_into(self);
        symbol.mul_assign(a);
        symbol.sub_assign(&PackedFe::one());
        symbol.zero_lanes() | a.zero_lanes()
    }
}
