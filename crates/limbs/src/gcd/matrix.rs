//! The linear map of a batch, applied to the numbers, and to their cofactors modulo `p`.

use core::hint::black_box;

use crate::words::{adc, add, mac, sbb, select, sub};

use super::SHIFTS;

/// `(|f a - g b| / 2^58, 1 if f a < g b, else 0)`, for `f + g <= 2^58` and a difference that `2^58` divides.
///
/// The difference is at most `2^58 max(a, b)`, so its sign is the top bit of `N + 1` limbs.
/// Cost: `2 N` word multiplications.
#[inline(always)]
pub(super) fn reduce<const N: usize>(a: &[u64; N], b: &[u64; N], f: u64, g: u64) -> ([u64; N], u64) {
    let mut difference = [0; N];
    let (mut above_a, mut above_b, mut borrow) = (0, 0, 0);
    for i in 0..N {
        let (x, y);
        (x, above_a) = mac(0, a[i], f, above_a);
        (y, above_b) = mac(0, b[i], g, above_b);
        (difference[i], borrow) = sbb(x, y, borrow);
    }
    let top = above_a.wrapping_sub(above_b).wrapping_sub(borrow);
    // All ones if negative. The quotient is exact, so the order of shift and negation does not matter.
    let sign = (top.cast_signed() >> 63).cast_unsigned();
    let negative = sign & 1;
    let mut carry = negative;
    let mut magnitude = [0; N];
    for i in 0..N {
        let above = if i + 1 < N { difference[i + 1] } else { top };
        let shifted = (difference[i] >> SHIFTS) | (above << (64 - SHIFTS));
        (magnitude[i], carry) = adc(shifted ^ sign, 0, carry);
    }
    (magnitude, negative)
}

/// Computes a number congruent to `(f u + g v) / 2^64` modulo `p`, for `f + g <= 2^58` and [small](negate) `u`, `v`.
/// The result is small as well.
///
/// "Small" is a number below `64/63 p` if that is below `R = 2^(64 N)`, and below `R` otherwise. The sum before
/// the division is less than `2^58` times that bound plus `2^64 p`: that gives `(1/63 + 1) p` in the first case,
/// and `R / 64 + p` in the second, where `p` is subtracted if there is a carry out of `N` limbs, which leaves less
/// than `R`. Cost: `3 N + 1` word multiplications.
#[inline(always)]
pub(super) fn fold<const N: usize>(
    [u, v]: [&[u64; N]; 2],
    [f, g]: [u64; 2],
    p: &[u64; N],
    negated_inverse: u64,
) -> [u64; N] {
    let mut sum = [0; N];
    let (mut above, mut carry, mut m) = (0, 0, 0);
    for i in 0..N {
        // (f + g) (2^64 - 1) + above < 2^123.
        let (x, y) = (u128::from(f) * u128::from(u[i]), u128::from(g) * u128::from(v[i]));
        let (low, high) = split(x.wrapping_add(y).wrapping_add(u128::from(above)));
        above = high;
        if i == 0 {
            m = low.wrapping_mul(negated_inverse);
            (_, carry) = mac(low, m, p[0], 0);
        } else {
            (sum[i - 1], carry) = mac(low, m, p[i], carry);
        }
    }
    let top;
    (sum[N - 1], top) = adc(above, carry, 0);
    if has_slack(p) { sum } else { select(&sum, &sub(&sum, p).0, top) }
}

/// `f u + g v`, for `f + g <= 2^58`, `u` and `v` of at most `limbs` limbs, and a sum of at most `limbs <= N` limbs.
/// Time depends on `limbs`. Cost: `2 limbs` word multiplications.
#[inline(always)]
pub(super) fn combine<const N: usize>([u, v]: [&[u64; N]; 2], [f, g]: [u64; 2], limbs: usize) -> [u64; N] {
    let mut sum = [0; N];
    let mut above = 0;
    for ((sum, u), v) in sum.iter_mut().zip(u).zip(v).take(limbs) {
        // (f + g) (2^64 - 1) + above < 2^123.
        let (x, y) = (u128::from(f) * u128::from(*u), u128::from(g) * u128::from(*v));
        (*sum, above) = split(x.wrapping_add(y).wrapping_add(u128::from(above)));
    }
    sum
}

/// Whether `64/63 p < R`: true if `p < (1 - 1/64) R`.
#[inline(always)]
const fn has_slack<const N: usize>(p: &[u64; N]) -> bool {
    p[N - 1] < u64::MAX << SHIFTS
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "both halves are kept")]
const fn split(wide: u128) -> (u64, u64) {
    (wide as u64, (wide >> 64) as u64)
}

/// `-v mod p` in `[0, p]`, for a `v` that is small as defined in [`fold`]. In both cases `v < 2 p`, as `R <= 64/63 p`
/// if `64/63 p` is not below `R`.
#[inline(always)]
pub(super) fn negate<const N: usize>(v: &[u64; N], p: &[u64; N]) -> [u64; N] {
    let (difference, borrow) = sub(p, v);
    add(&difference, &select(&[0; N], p, black_box(borrow))).0
}
