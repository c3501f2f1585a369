//! Packed values for a pass.

use vorpal_fields::{LANES, PackedField};

/// Sixteen packed values, the factors of four levels, and a product. 25 KiB for four limbs: most of a first-level
/// cache, so there is one for each thread and transform.
pub(super) struct Workspace<P> {
    pub(super) values: [P; LANES],
    /// Those of level `i` of the pass are `2^i` from `2^i - 1`.
    pub(super) factors: [P; LANES - 1],
    /// The factor of a scaling.
    pub(super) scale: P,
    product: P,
}

impl<P: PackedField> Workspace<P> {
    pub(super) fn new() -> Self {
        let one = P::one();
        Self { values: [one; LANES], factors: [one; LANES - 1], scale: one, product: one }
    }

    /// Loads an element into all lanes of the factor of a scaling.
    pub(super) fn load_scale(&mut self, scale: &P::Element) {
        self.scale.read_raw(&[scale; LANES], |scale| scale);
    }

    /// `levels` levels on the first `2^levels` values: pairs at distance half of the values, then a quarter, and so on.
    /// With `first_is_one`, the first factor of each level is one.
    pub(super) fn split(&mut self, levels: u32, first_is_one: bool) {
        for level in 0..levels {
            self.each_pair(levels, level, |product, low, high, index, factors| {
                if first_is_one && index == 0 {
                    *product = *high;
                } else {
                    product.mul_into(high, factor(factors, level, index));
                }
                high.sub_into(low, product);
                low.add_assign(product);
            });
        }
    }

    /// The inverse of [`split`](Self::split), times `2^levels`, for the inverse factors.
    pub(super) fn join(&mut self, levels: u32, first_is_one: bool) {
        for level in (0..levels).rev() {
            self.each_pair(levels, level, |product, low, high, index, factors| {
                product.sub_into(low, high);
                low.add_assign(high);
                if first_is_one && index == 0 {
                    *high = *product;
                } else {
                    high.mul_into(product, factor(factors, level, index));
                }
            });
        }
    }

    /// Calls `butterfly(product, low, high, index of the block, factors)` for all pairs of a level.
    #[inline(always)]
    fn each_pair(
        &mut self,
        levels: u32,
        level: u32,
        butterfly: impl Fn(&mut P, &mut P, &mut P, usize, &[P; LANES - 1]),
    ) {
        let half = 1 << (levels - level - 1);
        for (index, block) in self.values[..1 << levels].chunks_exact_mut(2 * half).enumerate() {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                butterfly(&mut self.product, low, high, index, &self.factors);
            }
        }
    }
}

/// The factor of a block of a level.
#[inline(always)]
fn factor<P>(factors: &[P; LANES - 1], level: u32, index: usize) -> &P {
    &factors[(1 << level) - 1 + index]
}
