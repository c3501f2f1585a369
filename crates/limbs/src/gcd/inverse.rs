//! Inverses from the cofactors of a greatest common divisor.

use super::ends::ends;
use super::matrix::{fold, negate, reduce};
use super::scales::Scales;
use super::steps::{Batch, batch};
use super::{SHIFTS, batches};
use crate::words::{bit_length_vartime, from_word, is_zero, select, sub};
use crate::{Montgomery, ReductionKind};

/// Inversion modulo the odd number `p` of a ring, in Montgomery form.
///
/// # Cofactors
///
/// Initially `A = x`, `B = p`, the signs are `s, s' = 1, -1`, and the cofactors `u, v = 1, 0`. The batches keep
///
/// ```text
/// c A = s u x,   c B = s' v x   (mod p),   s' = -s
/// ```
///
/// for a scale `c`, a power of two. Let the signs of `f_0 A - g_0 B` and of `g_1 B - f_1 A` be `d` and `d'` (1 for
/// zero). The new `A` and `B` are the absolute values divided by `2^58`, so
///
/// ```text
/// 2^58 c A' = d s (f_0 u + g_0 v) x,   2^58 c B' = d' s' (g_1 v + f_1 u) x   (mod p):
/// ```
///
/// These are two nonnegative sums, which a Montgomery reduction by one limb divides by `2^64`: the scale becomes
/// `c / 64`. If all comparisons of the batch were correct, `d = d' = e`. If `d` and `d'` differ, `v` is replaced by
/// `-v`, and `s'` by `-s'`. If `p` has more than 64 bits, the first batch, with `u, v = 1, 0`, needs no reduction:
/// `u', v' = f_0, f_1`, and the scale becomes `2^58`.
///
/// At the end `A = 0` and `B` is the greatest common divisor. If it is 1, then `x^-1 = s' v / c`. For the stored form
/// `x = a R`, that is `a^-1 / R`. The stored form of the inverse, `a^-1 R = s' v R^2 / c`, is a Montgomery
/// multiplication by `R^3 / c`, a constant for each number of batches.
///
/// ```
/// use vorpal_limbs::{Montgomery, gcd::Inversion};
/// const M: Montgomery<1> = Montgomery::new([97]);
/// const I: Inversion<1> = Inversion::new(M);
/// let a = M.to_montgomery(&[3]);
/// assert_eq!(I.invert(&a), (M.to_montgomery(&[65]), 1)); // 3 * 65 = 195 = 1 mod 97
/// assert_eq!(I.invert_vartime(&a), Some(M.to_montgomery(&[65])));
/// assert_eq!(I.invert_vartime(&[0]), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Inversion<const N: usize> {
    pub(super) ring: Montgomery<N>,
    /// The factors `R^3 / c` in constant time, where only the first batch may be without a reduction.
    scales: Scales<N>,
    /// The factors in variable time, where all batches are without a reduction after which cofactors are at most `p`.
    pub(super) scales_vartime: Scales<N>,
}

/// The absolute values of the cofactors of `A` and `B`.
#[derive(Clone, Copy)]
struct Cofactors<const N: usize> {
    u: [u64; N],
    v: [u64; N],
}

impl<const N: usize> Inversion<N> {
    /// Computes the constants of a ring.
    pub const fn new(ring: Montgomery<N>) -> Self {
        let bits = bit_length_vartime(ring.modulus());
        // 2^(58 unreduced) <= 2^(k - 1) < p.
        let unreduced = (bits - 1) / SHIFTS as usize;
        Self {
            ring,
            scales: Scales::new(&ring, if bits > 64 { 1 } else { 0 }),
            scales_vartime: Scales::new(&ring, unreduced),
        }
    }

    /// `(a^-1 R, 1)` for `x = a R mod p`, `x < p`, that has an inverse; `(any number below p, 0)` for other `x`.
    ///
    /// Constant time: `ceil((2 k - 1) / 58)` batches for a modulus of `k` bits.
    #[inline]
    pub fn invert(&self, x: &[u64; N]) -> ([u64; N], u64) {
        let p = self.ring.modulus();
        let (mut a, mut b) = (*x, *p);
        let mut cofactors = Cofactors { u: from_word(1), v: [0; N] };
        let mut negative = 1;
        let batches = batches(p);
        for i in 0..batches {
            let (a_ends, b_ends) = ends(&a, &b);
            let batch = batch::<false>(a_ends, b_ends);
            let (a_next, a_negative) = reduce(&a, &b, batch.f[0], batch.g[0]);
            let (b_next, b_negative) = reduce(&b, &a, batch.g[1], batch.f[1]);
            (a, b) = (a_next, b_next);
            let v = self.row(&cofactors, &batch, 1, i == 0);
            cofactors.u = self.row(&cofactors, &batch, 0, i == 0);
            cofactors.v = select(&v, &negate(&v, p), a_negative ^ b_negative);
            negative ^= a_negative; // b_negative, and again if they differ
        }
        let unit = is_zero(&sub(&b, &from_word(1)).0);
        (self.finish(&cofactors.v, &self.scales, batches, negative), unit)
    }

    /// The next `u` (row 0) or `v` (row 1).
    #[inline(always)]
    fn row(&self, cofactors: &Cofactors<N>, batch: &Batch, row: usize, first: bool) -> [u64; N] {
        if first && self.scales.unreduced() > 0 {
            return from_word(batch.f[row]);
        }
        let (p, negated_inverse) = (self.ring.modulus(), self.ring.negated_inverse());
        fold([&cofactors.u, &cofactors.v], [batch.f[row], batch.g[row]], p, negated_inverse)
    }

    /// `v R^2 / c`, or its negative, below `p`, for a [small](negate) `v`. Time depends on `batches`.
    #[inline(always)]
    pub(super) fn finish(&self, v: &[u64; N], scales: &Scales<N>, batches: usize, negative: u64) -> [u64; N] {
        let scale = scales.after(&self.ring, batches);
        crate::count::multiplications(1);
        // A small `v` is below 64/63 p, and p < R / 2 with spare bits.
        let inverse = if self.ring.reduction_kind() == ReductionKind::Spare {
            crate::backend::mul(&self.ring, &scale, v)
        } else {
            crate::backend::mul_any(&self.ring, &scale, v)
        };
        select(&inverse, &self.ring.neg(&inverse), negative)
    }
}
