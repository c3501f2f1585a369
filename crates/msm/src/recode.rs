//! Recoding of integers into signed digits of windows, and sorting of their terms into buckets.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_limbs::words::bits_at;

use crate::integer::Signed;
use crate::lists::{Lists, Member, Span};

/// The least width of a window in bits: digits from -1 to 2.
pub(crate) const NARROWEST: usize = 2;
/// The greatest width of a window in bits: digits fit 16 bits.
pub(crate) const WIDEST: usize = 16;
/// The greatest number of terms that one task recodes.
const AT_ONCE: usize = 4096;

/// The integers of a sum, one per point.
pub(crate) trait Integers: Sync {
    /// The number of integers.
    fn number(&self) -> usize;
    /// The length of the longest integer in bits.
    fn bits(&self) -> usize;
    /// Reads consecutive integers, from the one with the index `first` on.
    fn read(&self, first: usize, integers: &mut [Signed]);

    /// The number of windows of `width` bits that the integers require.
    fn windows(&self, width: usize) -> usize {
        windows(self.bits(), width)
    }
}

/// The number of integers that are read together.
const READ_TOGETHER: usize = 64;

/// Calls `f` with the position in the range and the integer, for each integer of the range.
#[inline(always)]
pub(crate) fn for_each(integers: &dyn Integers, range: Range<usize>, mut f: impl FnMut(usize, &Signed)) {
    let mut chunk = [Signed::default(); READ_TOGETHER];
    for first in range.clone().step_by(READ_TOGETHER) {
        let chunk = &mut chunk[..READ_TOGETHER.min(range.end - first)];
        integers.read(first, chunk);
        for (i, integer) in chunk.iter().enumerate() {
            f(first - range.start + i, integer);
        }
    }
}

/// The number of windows of `width` bits that integers of at most `bits` bits require.
///
/// Let `c` be the width. Digits are in `[-(2^(c - 1) - 1), 2^(c - 1)]`. The largest integer with `w` digits is
/// `2^(c - 1) (2^(c w) - 1) / (2^c - 1) >= 2^(c w - 1)`. All integers from zero to the largest one have such digits.
pub(crate) const fn windows(bits: usize, width: usize) -> usize {
    (bits + 1).div_ceil(width)
}

/// The constant `b = sum of (2^(c - 1) - 1) 2^(c i)` over all windows.
///
/// The unsigned digits of `s + b` are the signed digits of `s` plus `2^(c - 1) - 1`, because these sums are in
/// `[0, 2^c)`. There is no carry between windows, so windows can be recoded in any order.
pub(crate) fn bias(windows: usize, width: usize) -> [u64; 5] {
    let mut bias = [0u64; 5];
    for window in 0..windows {
        for bit in width * window..width * (window + 1) - 1 {
            bias[bit / 64] |= 1 << (bit % 64);
        }
    }
    bias
}

/// The digits of consecutive terms.
pub(crate) struct TermDigits {
    /// The index of the first term.
    pub(crate) first: usize,
    /// The number of terms.
    pub(crate) terms: usize,
    /// The digit of window `w` of term `first + i`, plus a constant, is at index `w terms + i`. The constant is
    /// `2^(c - 1) - 1` for windows of `c` bits.
    pub(crate) digits: Vec<u16>,
    /// Whether all digits of a term are negated.
    pub(crate) negative: Vec<bool>,
}

/// Computes the list of terms of each bucket, for each window in `range`.
///
/// Bucket `d` contains the terms whose digit in the window is `+- d`. It is list `2^(c - 1) i + d - 1` for the `i`-th
/// window of the range.
pub(crate) fn bucket_lists(integers: &dyn Integers, width: usize, range: Range<usize>) -> Lists {
    let terms = integers.number();
    let bias = bias(integers.windows(width), width);
    let chunks = chunks_of(terms, |first, terms| chunk(integers, first, terms, &bias, width, &range));
    let buckets = 1 << (width - 1);
    sorted(&chunks, terms, range.len(), buckets, buckets - 1)
}

/// The chunks of all terms. `chunk` computes one, given the index and the number of its terms.
pub(crate) fn chunks_of(terms: usize, chunk: impl Fn(usize, usize) -> TermDigits + Sync) -> Vec<TermDigits> {
    let at_once = vorpal_threads::at_once(terms, AT_ONCE);
    let starts: Vec<usize> = (0..terms).step_by(at_once).collect();
    vorpal_threads::map(&starts, |&first| chunk(first, at_once.min(terms - first)))
}

/// Computes the list of terms of each bucket. `zero` is what [`TermDigits::digits`] stores for the digit 0.
///
/// Bucket `d` contains the terms whose digit in the window is `+- d`. It is list `buckets i + d - 1` for the `i`-th
/// window.
pub(crate) fn sorted(
    chunks: &[TermDigits],
    terms: usize,
    windows: usize,
    buckets: usize,
    zero: usize,
) -> Lists {
    let mut lists = Lists {
        members: vec![Member::default(); windows * terms],
        spans: vec![Span::default(); windows * buckets],
    };
    vorpal_threads::for_each(
        lists.members.chunks_mut(terms.max(1)).zip(lists.spans.chunks_mut(buckets)).enumerate(),
        |(window, (members, spans))| sort(chunks, window, window * terms, zero, members, spans),
    );
    lists
}

fn chunk(
    integers: &dyn Integers,
    first: usize,
    terms: usize,
    bias: &[u64; 5],
    width: usize,
    range: &Range<usize>,
) -> TermDigits {
    let mut digits = vec![0; range.len() * terms];
    let mut negative = vec![false; terms];
    for_each(integers, first..first + terms, |i, integer| {
        negative[i] = integer.negative;
        let biased = plus_magnitude(*bias, integer);
        for (window, digits) in range.clone().zip(digits.chunks_exact_mut(terms)) {
            #[allow(clippy::cast_possible_truncation, reason = "at most sixteen bits")]
            let digit = bits_at(&biased, window * width, width) as u16;
            digits[i] = digit;
        }
    });
    TermDigits { first, terms, digits, negative }
}

/// Computes `bias + |integer|`.
#[inline]
pub(crate) fn plus_magnitude(bias: [u64; 5], integer: &Signed) -> [u64; 5] {
    let mut biased = bias;
    let mut carry = false;
    for j in 0..5 {
        let limb = integer.magnitude.get(j).copied().unwrap_or(0);
        let (sum, first_carry) = biased[j].overflowing_add(limb);
        let (sum, second_carry) = sum.overflowing_add(u64::from(carry));
        (biased[j], carry) = (sum, first_carry | second_carry);
    }
    biased
}

/// Sorts the terms of a window into its buckets by counting sort. Spans start at `offset`.
fn sort(
    chunks: &[TermDigits],
    window: usize,
    offset: usize,
    zero: usize,
    members: &mut [Member],
    spans: &mut [Span],
) {
    for chunk in chunks {
        for &digit in &chunk.digits[window * chunk.terms..][..chunk.terms] {
            let digit = usize::from(digit);
            if digit != zero {
                spans[digit.abs_diff(zero) - 1].length += 1;
            }
        }
    }
    let mut start = 0;
    for span in &mut *spans {
        span.start = start;
        start += span.length;
    }
    // Each `start` advances to the end of its list.
    for chunk in chunks {
        let digits = &chunk.digits[window * chunk.terms..][..chunk.terms];
        for (i, (&digit, &negative)) in digits.iter().zip(&chunk.negative).enumerate() {
            let digit = usize::from(digit);
            if digit != zero {
                let position = &mut spans[digit.abs_diff(zero) - 1].start;
                members[*position] = Member::new(chunk.first + i, negative ^ (digit < zero));
                *position += 1;
            }
        }
    }
    for span in spans {
        span.start = offset + span.start - span.length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of 320-bit numbers, by words of 32 bits.
    fn sum(a: &[u64; 5], b: &[u64; 4]) -> [u64; 5] {
        let word =
            |limbs: &[u64], i: usize| limbs.get(i / 2).map_or(0, |limb| limb >> (32 * (i % 2)) & 0xffff_ffff);
        let (mut sum, mut carry) = ([0; 5], 0);
        for i in 0..10 {
            carry += word(a, i) + word(b, i);
            sum[i / 2] |= (carry & 0xffff_ffff) << (32 * (i % 2));
            carry >>= 32;
        }
        sum
    }

    /// A limb that the bias completes to ones passes on a carry that it gets.
    #[test]
    fn carries_pass_through_every_limb() {
        for width in NARROWEST..=WIDEST {
            let bias = bias(windows(256, width), width);
            let limbs = |j: usize| [0, 1, !bias[j], (!bias[j]).wrapping_add(1), u64::MAX, 1 << 63];
            for index in 0..6usize.pow(4) {
                let magnitude = core::array::from_fn(|j| limbs(j)[index / [1, 6, 36, 216][j] % 6]);
                let signed = Signed { magnitude, negative: false };
                assert_eq!(plus_magnitude(bias, &signed), sum(&bias, &magnitude), "{width}: {magnitude:x?}");
            }
        }
    }
}
