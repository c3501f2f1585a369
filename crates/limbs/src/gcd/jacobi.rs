//! Jacobi symbols, from the signs that the steps of a greatest common divisor accumulate.
//!
//! For an odd `B` of either sign let `(A/B)` be the Jacobi symbol `(A/|B|)`. Steps change it by known signs:
//!
//! ```text
//! (A/B) = (A - B/B)
//! (A/B) = (A/2/B) (2/B),      (2/B) = -1 exactly if B = 3, 5 mod 8
//! (A/B) = (B/A) (-1)^(...),   -1 exactly if A = B = 3 mod 4, for odd A, B that are not both negative
//! (-A/B) = (A/B) (-1/B),      (-1/B) = -1 exactly if B = 3 mod 4, for B > 0
//! ```
//!
//! The second does not change with the sign of `B`. The third, the law of reciprocity, holds if one number is negative,
//! because then `(-1/A)` or `(-1/B)` compensates for the other residue modulo 4. A batch never has two negative
//! numbers, as the [module](super) proves. The three lowest bits of both numbers are correct until the last shift,
//! after which six are.
//!
//! Between batches numbers are replaced by their absolute values. `A' < 0` if `f_0 A < g_0 B` and `e = 1`, or
//! `f_0 A >= g_0 B` and `e = -1` (or if it is zero: see below); then `B' > 0`, and the fourth rule applies. `B' < 0`
//! changes nothing by definition. If `A' = 0`, the symbol is 0 for `B' > 1`, and for `B' = 1` the fourth rule gives 1.
//!
//! In Montgomery form `x = a R`, and `R = 2^(64 N)` is a square: `(x/p) = (a/p)`.

use core::hint::select_unpredictable as choose;

use super::batches;
use super::ends::ends;
use super::matrix::reduce;
use super::steps::{Batch, batch, batch_vartime, exchange_sign, shift_sign};
use crate::words::{from_word, is_zero, sub};

/// The Jacobi symbol `(x/p)` for an odd `p >= 3` and `x < p`: 0 unless they are coprime, else 1 or -1; for a prime
/// `p` the Legendre symbol.
///
/// Constant time: `ceil((2 k - 1) / 58)` batches for a modulus of `k` bits.
///
/// ```
/// use vorpal_limbs::gcd::jacobi;
/// assert_eq!([0, 1, 2, 3, 5].map(|x| jacobi(&[x], &[7])), [0, 1, 1, -1, -1]);
/// ```
#[inline]
pub fn jacobi<const N: usize>(x: &[u64; N], p: &[u64; N]) -> i8 {
    let (mut a, mut b, mut symbol) = (*x, *p, 0);
    for _ in 0..batches(p) {
        let (a_ends, b_ends) = ends(&a, &b);
        let batch = batch::<true>(a_ends, b_ends);
        symbol ^= advance(&mut a, &mut b, &batch);
    }
    let unit = is_zero(&sub(&b, &from_word(1)).0);
    plus_or_minus(symbol) * small(unit)
}

/// As [`jacobi`]; time depends on `x`.
///
/// Random numbers of four limbs need four or five batches. The remaining numbers of one word each need steps that keep
/// only the symbol.
#[inline]
pub fn jacobi_vartime<const N: usize>(x: &[u64; N], p: &[u64; N]) -> i8 {
    let (mut a, mut b, mut symbol) = (*x, *p, 0);
    while has_upper_limbs(&a) || has_upper_limbs(&b) {
        if is_zero(&a) == 1 {
            return 0; // b is longer than a word
        }
        let (a_ends, b_ends) = ends(&a, &b);
        let batch = batch_vartime::<true>(a_ends, b_ends);
        symbol ^= advance(&mut a, &mut b, &batch);
    }
    word_vartime(a[0], b[0], symbol)
}

#[inline(always)]
fn has_upper_limbs<const N: usize>(number: &[u64; N]) -> bool {
    let mut upper = 0;
    for i in 1..N {
        upper |= number[i];
    }
    upper != 0
}

/// Replaces the numbers by their absolute values after a batch. Bit 1 of the result is set if the symbol changes its
/// sign.
#[inline(always)]
fn advance<const N: usize>(a: &mut [u64; N], b: &mut [u64; N], batch: &Batch) -> u64 {
    let (a_next, a_negative) = reduce(a, b, batch.f[0], batch.g[0]);
    (*b, _) = reduce(b, a, batch.g[1], batch.f[1]);
    *a = a_next;
    batch.symbol ^ (b[0] & ((a_negative ^ batch.exchanged) << 1))
}

/// `(a/b)` for words, `b` odd, with the sign of bit 1 of `symbol`.
#[inline(always)]
fn word_vartime(mut a: u64, mut b: u64, mut symbol: u64) -> i8 {
    while a != 0 {
        let zeros = a.trailing_zeros();
        a >>= zeros;
        let (difference, less) = a.overflowing_sub(b);
        symbol ^= shift_sign(b, zeros) ^ exchange_sign(a, b, less);
        b = choose(less, a, b);
        a = choose(less, difference.wrapping_neg(), difference);
    }
    if b == 1 { plus_or_minus(symbol) } else { 0 }
}

/// -1 if bit 1 is set, else 1.
#[inline(always)]
fn plus_or_minus(symbol: u64) -> i8 {
    1 - small(symbol & 2)
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 2")]
const fn small(word: u64) -> i8 {
    word as i8
}
