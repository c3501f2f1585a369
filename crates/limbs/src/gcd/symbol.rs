//! Symbols.

use super::approximate::{SHIFTS, batch, batch_vartime, ends, ends_vartime};
use super::matrix::reduce;
use crate::words::{bit_length_vartime, from_word, is_zero, sub};
use core::hint::select_unpredictable as choose;

/// Symbols.
pub fn symbol<const N: usize>(x: &[u64; N], p: &[u64; N]) -> i8 {
    let (mut a, mut b) = (*x, *p);
    let mut symbol = 0;
    for _ in 0..(2 * bit_length_vartime(p) - 1).div_ceil(SHIFTS as usize) {
        let (ends_a, ends_b) = ends(&a, &b);
        let batch = batch::<true>(ends_a, ends_b);
        let (f, g) = (batch.f, batch.g);
        let (a_new, less) = reduce(&a, &b, f[0], g[0]);
        (b, _) = reduce(&b, &a, g[1], f[1]);
        a = a_new;
        symbol ^= batch.symbol ^ (b[0] & ((less ^ batch.exchanged) << 1));
    }
    let unit = is_zero(&sub(&b, &from_word(1)).0);
    // 1 - (symbol & 2), or 0
    let value = 1u64.wrapping_sub(symbol & 2) & unit.wrapping_neg();
    value as i8
}

/// Symbol.
#[inline]
pub fn symbol_vartime<const N: usize>(x: &[u64; N], p: &[u64; N]) -> i8 {
    let (mut a, mut b) = (*x, *p);
    let mut symbol = 0;
    while a[1..].iter().chain(&b[1..]).any(|limb| *limb != 0) {
        let (ends_a, ends_b) = ends_vartime(&a, &b);
        let batch = batch_vartime::<true>(ends_a, ends_b);
        let (f, g) = (batch.f, batch.g);
        let (a_new, less) = reduce(&a, &b, f[0], g[0]);
        (b, _) = reduce(&b, &a, g[1], f[1]);
        a = a_new;
        symbol ^= batch.symbol ^ (b[0] & ((less ^ batch.exchanged) << 1));
    }
    word_vartime(a[0], b[0], symbol)
}

fn word_vartime(mut a: u64, mut b: u64, mut symbol: u64) -> i8 {
    while a != 0 {
        let zeros = a.trailing_zeros();
        a >>= zeros;
        symbol ^= (u64::from(zeros) << 1) & (b ^ (b >> 1));
        let (difference, less) = a.overflowing_sub(b);
        symbol ^= a & b & u64::from(less).wrapping_neg();
        b = choose(less, a, b);
        a = choose(less, difference.wrapping_neg(), difference);
    }
    if b != 1 { 0 } else { 1 - (symbol & 2) as i8 }
}
