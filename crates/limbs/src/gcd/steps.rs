//! The steps of a batch, on the ends of two numbers. The [module](super) has the derivation.
//!
//! Comparisons of random numbers are unpredictable, so both variants use a selection instead of a branch.
//! `select_unpredictable` compiles to a conditional move; `vorpal/tests/constant_time` checks constant
//! time of the compiled code.

use core::hint::{black_box, select_unpredictable as choose};

use super::SHIFTS;
use super::ends::Ends;

/// The result of a batch: `2^58 A' = e (f_0 A - g_0 B)` and `2^58 B' = e (g_1 B - f_1 A)`, entries at most `2^58`.
#[derive(Clone, Copy)]
pub(super) struct Batch {
    pub(super) f: [u64; 2],
    pub(super) g: [u64; 2],
    /// 1 if `e = -1`, else 0.
    pub(super) exchanged: u64,
    /// Bit 1 is set if the batch changed the sign of the Jacobi symbol; the other bits are arbitrary.
    pub(super) symbol: u64,
}

/// A batch of 58 shifts, with the Jacobi symbol if `SYMBOL`. `b` is odd.
///
/// Cost: 58 times about 6 cycles; a third more with the symbol.
#[inline(always)]
pub(super) fn batch<const SYMBOL: bool>(a: Ends, b: Ends) -> Batch {
    let (mut a_high, mut a_low, mut b_high, mut b_low) = (a.high, a.low, b.high, b.low);
    let (mut f_0, mut f_1, mut symbol) = (1u64, 0u64, 0);
    for _ in 0..SHIFTS {
        let odd = a_low & 1 == 1;
        let low = a_low.wrapping_sub(b_low);
        let (high, less) = a_high.overflowing_sub(b_high);
        let exchange = odd & less;
        if SYMBOL {
            symbol ^= exchange_sign(a_low, b_low, exchange);
        }
        let distance_low = choose(less, low.wrapping_neg(), low);
        let distance_high = choose(less, high.wrapping_neg(), high);
        b_low = choose(exchange, a_low, b_low);
        b_high = choose(exchange, a_high, b_high);
        a_low = choose(odd, distance_low, a_low) >> 1;
        a_high = choose(odd, distance_high, a_high) >> 1;
        let before = f_0;
        f_0 = f_0.wrapping_add(choose(odd, f_1, 0));
        f_1 = choose(exchange, before, f_1) << 1;
        if SYMBOL {
            symbol ^= shift_sign(b_low, 1);
        }
    }
    finish(a, inverse(b.low), [f_0, f_1], [a_low, b_low], symbol)
}

/// As [`batch`], with all shifts between two subtractions merged. Time depends on the numbers.
///
/// Cost for random numbers: about 29 times 5 cycles; a third more with the symbol. The order of the operations lets the
/// compiler share the flags of a comparison between selections.
#[inline(always)]
pub(super) fn batch_vartime<const SYMBOL: bool>(a: Ends, b: Ends) -> Batch {
    let (mut a_high, mut a_low, mut b_high, mut b_low) = (a.high, a.low, b.high, b.low);
    let (mut f_0, mut f_1, mut symbol) = (1u64, 0u64, 0);
    // Before the steps, so that processors compute it in parallel with the first of them.
    let inverse = black_box(inverse(b.low));
    let mut left = SHIFTS;
    let mut zeros = (a_low | 1 << SHIFTS).trailing_zeros();
    while zeros < left {
        a_low >>= zeros;
        a_high >>= zeros;
        f_1 <<= zeros;
        left -= zeros;
        let (low, low_negated) = (a_low.wrapping_sub(b_low), b_low.wrapping_sub(a_low));
        let sum = f_0.wrapping_add(f_1);
        let next = low.trailing_zeros();
        let high_negated = b_high.wrapping_sub(a_high);
        let (high, less) = a_high.overflowing_sub(b_high);
        if SYMBOL {
            symbol ^= shift_sign(b_low, zeros) ^ exchange_sign(a_low, b_low, less);
        }
        b_low = choose(less, a_low, b_low);
        b_high = choose(less, a_high, b_high);
        f_1 = choose(less, f_0, f_1);
        a_low = choose(less, low_negated, low);
        a_high = choose(less, high_negated, high);
        f_0 = sum;
        zeros = next;
    }
    // `a_low` is zero or has at least `left` trailing zeros, so only shifts remain.
    if SYMBOL {
        symbol ^= shift_sign(b_low, left);
    }
    finish(a, inverse, [f_0, f_1 << left], [a_low >> left, b_low], symbol)
}

/// As [`batch_vartime`], for numbers that are single words, `a > 0`. The second result is `A'` and `B'`.
///
/// All comparisons are correct, so both are nonnegative, and `e` is the sign of both linear forms. Cost for random
/// numbers: about 29 times 4 cycles.
#[inline(always)]
pub(super) fn batch_of_words([a, b]: [u64; 2]) -> (Batch, [u64; 2]) {
    let inverse = black_box(inverse(b));
    let (mut a_next, mut b_next, mut f_0, mut f_1) = (a, b, 1u64, 0u64);
    let mut left = SHIFTS;
    let mut zeros = a.trailing_zeros();
    while zeros < left {
        a_next >>= zeros;
        f_1 <<= zeros;
        left -= zeros;
        let negated = b_next.wrapping_sub(a_next);
        let sum = f_0.wrapping_add(f_1);
        let (difference, less) = a_next.overflowing_sub(b_next);
        zeros = difference.trailing_zeros();
        b_next = choose(less, a_next, b_next);
        f_1 = choose(less, f_0, f_1);
        a_next = choose(less, negated, difference);
        f_0 = sum;
    }
    // `a_next` is zero or has at least `left` trailing zeros.
    let words = [a_next >> left, b_next];
    (finish(Ends { high: 0, low: a }, inverse, [f_0, f_1 << left], words, 0), words)
}

/// Recovers `g` from `f`, modulo `2^64`. `low` are the low words of `A'` and `B'`, of which six bits are correct.
#[inline(always)]
fn finish(a: Ends, inverse: u64, f: [u64; 2], low: [u64; 2], symbol: u64) -> Batch {
    let ratio = a.low.wrapping_mul(inverse);
    let terms = f.map(|f| f.wrapping_mul(ratio));
    let changes = low.map(|low| (low << SHIFTS).wrapping_mul(inverse));
    let even = terms[1].wrapping_add(changes[1]);
    let exchanged = even >> (SHIFTS + 1) != 0;
    let g = [
        choose(exchanged, terms[0].wrapping_add(changes[0]), terms[0].wrapping_sub(changes[0])),
        choose(exchanged, terms[1].wrapping_sub(changes[1]), even),
    ];
    Batch { f, g, exchanged: u64::from(exchanged), symbol }
}

/// `b^-1 mod 2^64` for odd `b`: `3 b xor 2` has five correct bits (P. L. Montgomery), and each Newton step doubles
/// their number (10, 20, 40, 80).
#[inline(always)]
fn inverse(b: u64) -> u64 {
    let mut inverse = b.wrapping_mul(3) ^ 2;
    for _ in 0..4 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(b.wrapping_mul(inverse)));
    }
    inverse
}

/// Bit 1: whether `(2/b)^shifts = -1`, that is `shifts` odd and `b = 3, 5 mod 8`, where bits 1 and 2 differ.
#[inline(always)]
pub(super) fn shift_sign(b: u64, shifts: u32) -> u64 {
    (u64::from(shifts) << 1) & (b ^ (b >> 1))
}

/// Bit 1: whether `(a/b) (b/a) = -1`, that is `a = b = 3 mod 4`; 0 without an exchange.
#[inline(always)]
pub(super) fn exchange_sign(a: u64, b: u64, exchange: bool) -> u64 {
    a & b & u64::from(exchange).wrapping_neg()
}
