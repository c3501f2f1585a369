//! The leading and trailing words of numbers, which are the input of a batch.

use crate::words::{is_zero, select};

/// The highest and the lowest 64 bits of one of two numbers. The highest bits are counted from the length of the longer
/// number.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) high: u64,
    pub(super) low: u64,
}

/// Returns the ends of `a` and of `b`, not both zero.
///
/// Selects the highest limb that is nonzero in either of them, and the limb below it. In variable time, a branch on the
/// length would not be faster.
#[inline(always)]
pub(super) fn ends<const N: usize>(a: &[u64; N], b: &[u64; N]) -> (Ends, Ends) {
    let (mut tops, mut below) = ([a[0], b[0]], [0; 2]);
    for i in 1..N {
        // A mask, because `select_unpredictable` compiles to a jump for two limbs in release code.
        let longer = is_zero(&[a[i] | b[i]]) ^ 1;
        let [below_a, below_b, top_a, top_b] =
            select(&[below[0], below[1], tops[0], tops[1]], &[a[i - 1], b[i - 1], a[i], b[i]], longer);
        (below, tops) = ([below_a, below_b], [top_a, top_b]);
    }
    // Not both are zero, so setting the lowest bit changes nothing. It avoids a branch on zero on processors without
    // `lzcnt`. The shift is at most 63; the masks remove overflow checks.
    let shift = (tops[0] | tops[1] | 1).leading_zeros() & 63;
    let high = |i: usize| (tops[i] << shift) | (below[i] >> 1 >> (63 ^ shift));
    (Ends { high: high(0), low: a[0] }, Ends { high: high(1), low: b[0] })
}

/// As [`ends`], for numbers of which one has a nonzero highest limb, or of one limb.
#[inline(always)]
pub(super) fn ends_of_length<const N: usize>(a: &[u64; N], b: &[u64; N]) -> (Ends, Ends) {
    let shift = (a[N - 1] | b[N - 1] | 1).leading_zeros() & 63;
    let high = |x: &[u64; N]| {
        let below = if N > 1 { x[N - 2] } else { 0 };
        (x[N - 1] << shift) | (below >> 1 >> (63 ^ shift))
    };
    (Ends { high: high(a), low: a[0] }, Ends { high: high(b), low: b[0] })
}
