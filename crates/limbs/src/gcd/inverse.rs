//! Inverses from the cofactors of a greatest common divisor.

use super::ends::ends;
use super::matrix::{fold, negate, reduce};
use super::steps::{Batch, batch};
use super::{SHIFTS, batches};
use crate::words::{bit_length_vartime, from_word, is_zero, select, sub};
use crate::{Montgomery, ReductionKind};

/// The number of stored scales: enough for seven limbs.
const SCALES: usize = 16;

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
    /// Whether the first batch needs no reduction, because its entries are below `p`.
    direct: bool,
    /// `R^3 / c mod p` after one batch, two batches, and so on.
    scales: [[u64; N]; SCALES],
    /// The same if the first batches need no reduction.
    pub(super) scales_vartime: [[u64; N]; SCALES],
    /// The number of batches after which cofactors are at most `p` without any reduction.
    pub(super) unreduced: usize,
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
        let direct = bit_length_vartime(ring.modulus()) > 64;
        // R^3, or R^3 / 2^64, times 2^6 for every batch.
        let mut scale = ring.to_montgomery_portable(&ring.to_montgomery_portable(ring.one()));
        if direct {
            scale = ring.divide_by_power_of_two(&scale, 64);
        }
        let mut scales = [[0; N]; SCALES];
        let mut i = 0;
        while i < SCALES {
            scale = next_scale(&ring, &scale);
            scales[i] = scale;
            i += 1;
        }
        // 2^(58 unreduced) <= 2^(k - 1) < p.
        let unreduced = (bit_length_vartime(ring.modulus()) - 1) / SHIFTS as usize;
        let mut scale = ring.to_montgomery_portable(&ring.to_montgomery_portable(ring.one()));
        let mut scales_vartime = [[0; N]; SCALES];
        let mut i = 0;
        while i < SCALES {
            scale = if i < unreduced {
                ring.divide_by_power_of_two(&scale, SHIFTS as usize)
            } else {
                next_scale(&ring, &scale)
            };
            scales_vartime[i] = scale;
            i += 1;
        }
        Self { ring, direct, scales, scales_vartime, unreduced }
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
        if first && self.direct {
            return from_word(batch.f[row]);
        }
        let (p, negated_inverse) = (self.ring.modulus(), self.ring.negated_inverse());
        fold([&cofactors.u, &cofactors.v], [batch.f[row], batch.g[row]], p, negated_inverse)
    }

    /// `v R^2 / c`, or its negative, below `p`, for a [small](negate) `v`. Time depends on `batches`.
    #[inline(always)]
    pub(super) fn finish(
        &self,
        v: &[u64; N],
        scales: &[[u64; N]; SCALES],
        batches: usize,
        negative: u64,
    ) -> [u64; N] {
        let mut scale = scales[(batches - 1).min(SCALES - 1)];
        for _ in SCALES..batches {
            scale = next_scale(&self.ring, &scale);
        }
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

/// `scale 2^(64 - 58) mod p`.
const fn next_scale<const N: usize>(ring: &Montgomery<N>, scale: &[u64; N]) -> [u64; N] {
    let mut next = *scale;
    let mut i = SHIFTS;
    while i < 64 {
        next = ring.add_portable(&next, &next);
        i += 1;
    }
    next
}
