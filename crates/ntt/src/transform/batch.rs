//! Transforms of many short lists, each in a lane of packed values.
//!
//! A list that is shorter than a tile has too few elements for vectors of its own. Sixteen lists of the same length
//! have the same factors, so one packed value has the elements of all lists at one position. Elements are read raw,
//! which the transform preserves because it is linear.

use alloc::vec::Vec;

use vorpal_fields::{LANES, PackedField, PrimeField};

use crate::twiddles::Twiddles;

/// The factors of a transform, and the elements of sixteen lists.
pub(crate) struct Batch<'a, F: PrimeField> {
    twiddles: &'a Twiddles<F>,
    /// Every factor of the twiddles in all lanes, in their order.
    factors: Vec<F::Packed>,
    elements: Vec<F::Packed>,
}

impl<'a, F: PrimeField> Batch<'a, F> {
    /// The factors for lists of `2^log_size` elements. About 16M for each.
    pub(crate) fn new(twiddles: &'a Twiddles<F>, log_size: u32) -> Self {
        let factors = twiddles.all().iter().map(F::Packed::splat).collect();
        Self { twiddles, factors, elements: alloc::vec![F::Packed::one(); 1 << log_size] }
    }

    /// Reads at most sixteen lists, element `order(i)` of them as element `i`.
    pub(crate) fn read(&mut self, values: &[F], order: impl Fn(usize) -> usize) {
        let size = self.elements.len();
        let mut lists: [&[F]; LANES] = [&[]; LANES];
        let number = values.len() / size;
        lists.iter_mut().zip(values.chunks_exact(size)).for_each(|(list, values)| *list = values);
        for (i, packed) in self.elements.iter_mut().enumerate() {
            let place = order(i);
            packed.read_raw(&lists[..number], |list| &list[place]);
        }
    }

    /// The inverse of [`read`](Self::read).
    pub(crate) fn store(&self, values: &mut [F], order: impl Fn(usize) -> usize) {
        let size = self.elements.len();
        let number = values.len() / size;
        let mut row = [F::ZERO; LANES];
        for (i, packed) in self.elements.iter().enumerate() {
            packed.store_raw(&mut row[..number], |element| element);
            let place = order(i);
            for (list, element) in values.chunks_exact_mut(size).zip(&row) {
                list[place] = *element;
            }
        }
    }

    /// Coefficients in natural order to values in bit-reversed order.
    pub(crate) fn evaluate(&mut self) {
        let levels = self.elements.len().trailing_zeros();
        let mut product = F::Packed::one();
        for level in 0..levels {
            let half = self.elements.len() >> (level + 1);
            let first = self.twiddles.first(level);
            for (block, elements) in self.elements.chunks_exact_mut(2 * half).enumerate() {
                let (low, high) = elements.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    if self.twiddles.is_one(block) {
                        product = *high;
                    } else {
                        product.mul_into(high, &self.factors[first + block]);
                    }
                    high.sub_into(low, &product);
                    low.add_assign(&product);
                }
            }
        }
    }

    /// The inverse of [`evaluate`](Self::evaluate), for the inverse factors. `scale` is the inverse of the number of
    /// elements.
    pub(crate) fn interpolate(&mut self, scale: &F) {
        let levels = self.elements.len().trailing_zeros();
        let scale = F::Packed::splat(scale);
        let mut difference = F::Packed::one();
        for level in (0..levels).rev() {
            let half = self.elements.len() >> (level + 1);
            let first = self.twiddles.first(level);
            for (block, elements) in self.elements.chunks_exact_mut(2 * half).enumerate() {
                let (low, high) = elements.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    difference.sub_into(low, high);
                    low.add_assign(high);
                    if self.twiddles.is_one(block) {
                        *high = difference;
                    } else {
                        high.mul_into(&difference, &self.factors[first + block]);
                    }
                }
            }
        }
        self.elements.iter_mut().for_each(|element| element.mul_assign(&scale));
    }
}
