//! Integers as slices of words, least significant first.

use alloc::vec;
use alloc::vec::Vec;

/// `sum + a b + carry`, as two words. At most `2^128 - 1`.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "the halves of two words")]
pub(super) fn mac(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let wide = u128::from(sum) + u128::from(a) * u128::from(b) + u128::from(carry);
    (wide as u64, (wide >> 64) as u64)
}

/// The words of big-endian bytes, without leading zeros.
pub(super) fn from_be_bytes(bytes: &[u8]) -> Vec<u64> {
    let mut words: Vec<u64> = bytes
        .rchunks(8)
        .map(|chunk| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        .collect();
    trim(&mut words);
    words
}

/// Writes the lowest bytes of a number, most significant first.
pub(super) fn write_be_bytes(words: &[u64], bytes: &mut [u8]) {
    for (chunk, word) in bytes.rchunks_mut(8).zip(words) {
        let length = chunk.len();
        chunk.copy_from_slice(&word.to_be_bytes()[8 - length..]);
    }
}

/// Removes leading zeros.
pub(super) fn trim(words: &mut Vec<u64>) {
    while words.last() == Some(&0) {
        words.pop();
    }
}

/// The length in bits.
pub(super) fn bit_length(words: &[u64]) -> usize {
    match words.iter().rposition(|word| *word != 0) {
        Some(last) => 64 * last + 64 - words[last].leading_zeros() as usize,
        None => 0,
    }
}

/// The number of zeros below the lowest bit that is set; zero for zero.
pub(super) fn trailing_zeros(words: &[u64]) -> usize {
    match words.iter().position(|word| *word != 0) {
        Some(first) => 64 * first + words[first].trailing_zeros() as usize,
        None => 0,
    }
}

/// The word at `index`, zero beyond the end.
pub(super) fn word(words: &[u64], index: usize) -> u64 {
    words.get(index).copied().unwrap_or(0)
}

/// `number / 2^bits`, in as many words as are needed.
pub(super) fn shift_right(number: &[u64], bits: usize) -> Vec<u64> {
    let (skip, bits) = (bits / 64, bits % 64);
    let mut shifted: Vec<u64> = (skip..number.len())
        .map(|i| if bits == 0 { number[i] } else { number[i] >> bits | word(number, i + 1) << (64 - bits) })
        .collect();
    trim(&mut shifted);
    shifted
}

/// `number mod 2^bits`, in `ceil(bits / 64)` words.
pub(super) fn low_bits(number: &[u64], bits: usize) -> Vec<u64> {
    let mut low: Vec<u64> = (0..bits.div_ceil(64)).map(|i| word(number, i)).collect();
    if let (Some(last), 1..) = (low.last_mut(), bits % 64) {
        *last &= u64::MAX >> (64 - bits % 64);
    }
    low
}

/// `a - b` in place, with the borrow. `a` is at least as long as `b`.
pub(super) fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut borrow = false;
    for (i, word) in a.iter_mut().enumerate() {
        let (difference, first) = word.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (difference, second) = difference.overflowing_sub(borrow.into());
        (*word, borrow) = (difference, first || second);
    }
    borrow
}

/// `sum + a b` in place, without the words beyond the end of the sum.
pub(super) fn add_product(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, x) in a.iter().enumerate().take(sum.len()) {
        let mut carry = 0;
        let rest = &mut sum[i..];
        let length = b.len().min(rest.len());
        for (sum, y) in rest.iter_mut().zip(b) {
            (*sum, carry) = mac(*sum, *x, *y, carry);
        }
        for sum in &mut rest[length..] {
            let (next, overflow) = sum.overflowing_add(carry);
            (*sum, carry) = (next, overflow.into());
        }
    }
}

/// Whether `a < b`, for slices of the same length.
pub(super) fn is_less(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// `number mod divisor`, in as many words as the divisor, whose last word is not zero.
///
/// Long division by words: with a divisor `d` of `n` words whose highest bit is set, the quotient of the three highest
/// words of the rest by the two highest of `d` exceeds the digit by one at most, or is one word too large (D. Knuth,
/// "The Art of Computer Programming", volume 2, section 4.3.1, algorithm D).
pub(super) fn remainder(number: &[u64], divisor: &[u64]) -> Vec<u64> {
    let length = divisor.len();
    let shift = divisor[length - 1].leading_zeros() as usize;
    let (mut rest, divisor) = (shift_left(number, shift), shift_left(divisor, shift));
    let divisor = &divisor[..length];
    for top in (length..rest.len()).rev() {
        let digit = digit(&rest[..=top], divisor);
        let part = &mut rest[top - length..=top];
        if subtract_multiple(part, divisor, digit) {
            // The digit was too large by one.
            add_assign(part, divisor);
        }
    }
    rest.resize(length, 0);
    for i in 0..length {
        rest[i] = if shift == 0 { rest[i] } else { rest[i] >> shift | word(&rest, i + 1) << (64 - shift) };
    }
    rest
}

/// `number 2^bits` for `bits < 64`, with a word more than the number.
fn shift_left(number: &[u64], bits: usize) -> Vec<u64> {
    let mut shifted = vec![0; number.len() + 1];
    for (i, x) in number.iter().enumerate() {
        shifted[i] |= x << bits;
        if bits > 0 {
            shifted[i + 1] = x >> (64 - bits);
        }
    }
    shifted
}

/// The digit of the quotient, or one more.
fn digit(rest: &[u64], divisor: &[u64]) -> u64 {
    let (top, length) = (rest.len() - 1, divisor.len());
    let (high, next) = (divisor[length - 1], if length > 1 { divisor[length - 2] } else { 0 });
    let upper = u128::from(rest[top]) << 64 | u128::from(rest[top - 1]);
    if rest[top] >= high {
        return u64::MAX;
    }
    let (mut quotient, mut left) = (upper / u128::from(high), upper % u128::from(high));
    let below = if length > 1 { rest[top - 2] } else { 0 };
    // At most twice: the second word of the divisor corrects the estimate.
    while left >> 64 == 0 && quotient * u128::from(next) > (left << 64 | u128::from(below)) {
        quotient -= 1;
        left += u128::from(high);
    }
    u64::try_from(quotient).unwrap_or(u64::MAX)
}

/// `part - digit divisor` in place, and whether it is negative. `part` has a word more.
fn subtract_multiple(part: &mut [u64], divisor: &[u64], digit: u64) -> bool {
    let (mut carry, mut borrow) = (0, false);
    for (i, word) in part.iter_mut().enumerate() {
        let (low, high) = mac(0, digit, divisor.get(i).copied().unwrap_or(0), carry);
        carry = high;
        let (difference, first) = word.overflowing_sub(low);
        let (difference, second) = difference.overflowing_sub(borrow.into());
        (*word, borrow) = (difference, first || second);
    }
    borrow
}

/// `a + b` in place, without the carry. `a` is at least as long as `b`.
fn add_assign(a: &mut [u64], b: &[u64]) {
    let mut carry = false;
    for (i, word) in a.iter_mut().enumerate() {
        let (sum, first) = word.overflowing_add(b.get(i).copied().unwrap_or(0));
        let (sum, second) = sum.overflowing_add(carry.into());
        (*word, carry) = (sum, first || second);
    }
}
