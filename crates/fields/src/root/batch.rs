//! Square roots of many elements.
//!
//! Powers are computed sixteen at a time, in vectors where the processor has them. Logarithms are looked up one at a
//! time.

use vorpal_limbs::LANES;
use vorpal_limbs::count::{self, Timer};

#[cfg(feature = "std")]
use super::RootTables;
#[cfg(feature = "std")]
use super::tables::{Tables, WINDOWS};
use crate::addition_chain::Power;
use crate::packed::{PackedFe, PackedField};
use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// A square root of each value, `None` if there is none; zero for zero. It is not specified which of the two roots
    /// is returned, but it is the same as for [`sqrt_vartime`](Self::sqrt_vartime).
    ///
    /// The same operations, several times faster if the processor has vectors. Allocates only the tables, for the first
    /// root.
    ///
    /// # Panics
    /// If the slices differ in length.
    ///
    /// ```
    /// use vorpal_fields::primes::Bls12_381Scalar as F;
    /// let values = [4, 5, 0].map(F::from);
    /// let mut roots = [None; 3];
    /// F::sqrt_batch_vartime(&values, &mut roots);
    /// assert_eq!(roots.map(|root| root.map(|root| root.square())), [Some(F::from(4)), None, Some(F::ZERO)]);
    /// ```
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn sqrt_batch_vartime(values: &[Self], roots: &mut [Option<Self>]) {
        assert!(roots.len() == values.len(), "as many roots as values");
        for (values, roots) in values.chunks(LANES).zip(roots.chunks_mut(LANES)) {
            Self::roots_of_packed(values, None, roots);
        }
    }

    /// A square root of each `numerator / denominator`, `None` if there is none or the denominator is zero: as
    /// [`sqrt_ratio_vartime`](Self::sqrt_ratio_vartime). No inversions:
    /// [`sqrt_batch_vartime`](Self::sqrt_batch_vartime) + 2M each.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn sqrt_ratio_batch_vartime(numerators: &[Self], denominators: &[Self], roots: &mut [Option<Self>]) {
        assert!(
            roots.len() == numerators.len() && roots.len() == denominators.len(),
            "as many roots as numerators and denominators"
        );
        let ratios = numerators.chunks(LANES).zip(denominators.chunks(LANES));
        for ((numerators, denominators), roots) in ratios.zip(roots.chunks_mut(LANES)) {
            let mut products = [Self::ONE; LANES];
            let products = &mut products[..roots.len()];
            Self::mul_batch(products, numerators, denominators);
            Self::roots_of_packed(products, Some(numerators), roots);
            for (root, denominator) in roots.iter_mut().zip(denominators) {
                if *denominator == Self::ZERO {
                    *root = None;
                }
            }
        }
    }

    /// Replaces each value by its power with the exponent `(t - 1) / 2`, in packed values where they pay.
    pub(crate) fn root_power_batch(values: &mut [Self]) {
        count::square_roots(values.len());
        let _timer = Timer::square_roots();
        for values in values.chunks_mut(LANES) {
            if values.len() < PackedFe::<M, N>::pays_from() {
                for value in values {
                    *value = value.root_power();
                }
            } else {
                Self::root_power_of(&PackedFe::of_elements(values)).store(values);
            }
        }
    }

    /// The roots of at most sixteen values, or of `value / d^2` each if the values are `numerator d`.
    fn roots_of_packed(values: &[Self], numerators: Option<&[Self]>, roots: &mut [Option<Self>]) {
        #[cfg(feature = "std")]
        let tables = M::root_tables().and_then(RootTables::get);
        #[cfg(not(feature = "std"))]
        let tables = None::<()>;
        let one_by_one = values.len() < PackedFe::<M, N>::pays_from();
        if one_by_one || Self::TWO_ADICITY > 1 && tables.is_none() {
            for i in 0..values.len() {
                let numerator = numerators.map(|numerators| &numerators[i]);
                roots[i] = values[i].root_vartime(numerator);
            }
            return;
        }
        count::square_roots(values.len());
        let _timer = Timer::square_roots();
        let packed = PackedFe::of_elements(values);
        let power = Self::root_power_of(&packed);
        let mut product = packed;
        product.mul_assign(&power);
        let root = match numerators {
            None => product,
            Some(numerators) => {
                let mut root = PackedFe::of_elements(numerators);
                root.mul_assign(&power);
                root
            }
        };
        product.mul_assign(&power);
        #[cfg(feature = "std")]
        let (root, are_squares) = match tables {
            Some(tables) if Self::TWO_ADICITY > 1 => correct_packed(tables, product, root),
            _ => (root, are_ones(&product)),
        };
        #[cfg(not(feature = "std"))]
        let are_squares = are_ones(&product);
        let mut stored = [Self::ONE; LANES];
        root.store(&mut stored);
        for i in 0..values.len() {
            roots[i] = (are_squares[i] || values[i] == Self::ZERO).then_some(stored[i]);
        }
    }
}

/// For `p = 3 mod 4` and packed values `a^t`: whether each `a` is a square other than zero.
fn are_ones<M: Modulus<N>, const N: usize>(packed: &PackedFe<M, N>) -> [bool; LANES] {
    let mut stored = [Fe::ONE; LANES];
    packed.store(&mut stored);
    let mut are_ones = [false; LANES];
    for i in 0..LANES {
        are_ones[i] = stored[i] == Fe::ONE;
    }
    are_ones
}

/// Multiplies each root by a root of the inverse of its `error`, and returns which roots exist.
#[cfg(feature = "std")]
fn correct_packed<M: Modulus<N>, const N: usize>(
    tables: &Tables<M, N>,
    error: PackedFe<M, N>,
    mut root: PackedFe<M, N>,
) -> (PackedFe<M, N>, [bool; LANES]) {
    let windows = &tables.windows;
    let last = windows.count - 1;
    // powers[i] is b_i.
    let mut powers = [error; WINDOWS];
    for i in (0..last).rev() {
        powers[i] = powers[i + 1];
        powers[i].square_times(windows.length(i + 1) as usize);
    }
    let mut elements = [Fe::ONE; LANES];
    let mut logarithms = [0; LANES];
    let mut are_squares = [true; LANES];
    for i in 0..=last {
        powers[i].store(&mut elements);
        for lane in 0..LANES {
            logarithms[lane] = tables.logarithm(i, &elements[lane]);
        }
        for k in i + 1..=last {
            for lane in 0..LANES {
                elements[lane] = *tables.correction(k, i, logarithms[lane]);
            }
            powers[k].mul_assign(&PackedFe::of_elements(&elements));
        }
        for lane in 0..LANES {
            elements[lane] = *tables.root(i, logarithms[lane]);
            are_squares[lane] &= i > 0 || logarithms[lane] & 1 == 0;
        }
        root.mul_assign(&PackedFe::of_elements(&elements));
    }
    (root, are_squares)
}

impl<M: Modulus<N>, const N: usize> Power for PackedFe<M, N> {
    type Kept = Self;

    #[inline(always)]
    fn one() -> Self {
        <Self as PackedField>::one()
    }
    #[inline(always)]
    fn keep(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn resume(&mut self, kept: &Self) {
        *self = *kept;
    }
    #[inline(always)]
    fn advance(&mut self, squarings: usize, factor: Option<&Self>) {
        self.square_times(squarings);
        if let Some(factor) = factor {
            self.mul_assign(factor);
        }
    }
}
