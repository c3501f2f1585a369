//! Packed values for a pass.
//!
//! Values are [signed](SignedField), so sums and differences are not reduced. In multiples of `p`, the integers have
//! these bounds, where level 0 is the first one of the pass:
//!
//! * [`split`](Workspace::split): values are in `[-b, b)` for `b = 2^(l+1)` before level `l`. A loaded value is in
//!   `[0, 1)`. A product is in `[0, 2)`, so values are in `[-b - 2, b + 2)` after a level, and in `[-2 b, 2 b)` where
//!   the factor is one. Both are within the bound of the next level. So factors are in `[-16, 16)`, and after four
//!   levels values are in `[-32, 32)`.
//! * [`join`](Workspace::join): a loaded value, or its product by the scale, is in `[0, 2)`. Blocks whose factor is not
//!   one hold sums and products, which are not negative: after `l` levels they are in `[0, 2^(l+1))`. So at most at the
//!   fourth level, differences before a product are in `[-16, 16)`. A block with the factor one is at each level a part
//!   of one with the factor one, so its differences are never multiplied. All values are in `[-32, 32)` in the end.
//!
//! So four levels keep the bounds of [`SignedField`]. A value is a sum of at most sixteen loaded values and products.

use vorpal_fields::{LANES, PackedField, PrimeField, SignedField};

/// Sixteen packed values, and the factors of four levels. 25 KiB for four limbs: most of a first-level cache, so there
/// is one for each thread and transform.
pub(super) struct Workspace<F: PrimeField> {
    pub(super) values: [F::Signed; LANES],
    /// Those of level `i` of the pass are `2^i` from `2^i - 1`.
    pub(super) factors: [F::Packed; LANES - 1],
    /// The factor of a scaling.
    pub(super) scale: F::Packed,
}

impl<F: PrimeField> Workspace<F> {
    pub(super) fn new() -> Self {
        let one = F::Packed::one();
        Self { values: [F::Signed::ZERO; LANES], factors: [one; LANES - 1], scale: one }
    }

    /// Loads an element into all lanes of the factor of a scaling.
    pub(super) fn load_scale(&mut self, scale: &F) {
        self.scale.read_raw(&[scale; LANES], |scale| scale);
    }

    /// `levels` levels on the first `2^levels` values: pairs at distance half of the values, then a quarter, and so on.
    /// With `first_is_one`, the first factor of each level is one. At most four levels.
    pub(super) fn split(&mut self, levels: u32, first_is_one: bool) {
        for level in 0..levels {
            self.each_pair(levels, level, first_is_one, |low, high, factor| {
                if let Some(factor) = factor {
                    high.mul_assign(factor);
                }
                low.sum_and_difference(high);
            });
        }
    }

    /// The inverse of [`split`](Self::split), times `2^levels`, for the inverse factors.
    pub(super) fn join(&mut self, levels: u32, first_is_one: bool) {
        for level in (0..levels).rev() {
            self.each_pair(levels, level, first_is_one, |low, high, factor| {
                low.sum_and_difference(high);
                if let Some(factor) = factor {
                    high.mul_assign(factor);
                }
            });
        }
    }

    /// Calls `butterfly(low, high, factor)` for all pairs of a level, without a factor where it is one.
    #[inline(always)]
    fn each_pair(
        &mut self,
        levels: u32,
        level: u32,
        first_is_one: bool,
        butterfly: impl Fn(&mut F::Signed, &mut F::Signed, Option<&F::Packed>),
    ) {
        let half = 1 << (levels - level - 1);
        for (index, block) in self.values[..1 << levels].chunks_exact_mut(2 * half).enumerate() {
            let (low, high) = block.split_at_mut(half);
            let factor = &self.factors[(1 << level) - 1 + index];
            let factor = if first_is_one && index == 0 { None } else { Some(factor) };
            for (low, high) in low.iter_mut().zip(high) {
                butterfly(low, high, factor);
            }
        }
    }
}
