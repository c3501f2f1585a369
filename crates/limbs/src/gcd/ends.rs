//! The two ends of a number: all that a batch sees of it.

use core::hint::select_unpredictable as choose;

/// The highest and the lowest 64 bits of one of two numbers, the highest counted from the length of the longer
/// one.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) high: u64,
    pub(super) low: u64,
}

/// The ends of `a` and of `b`, not both zero.
///
/// From the highest limb that is not zero in both of them and the one below it. Branches on the length would save
/// nothing where time may depend on the numbers.
#[inline(always)]
pub(super) fn ends<const N: usize>(a: &[u64; N], b: &[u64; N]) -> (Ends, Ends) {
    let (mut tops, mut below) = ([a[0], b[0]], [0; 2]);
    for i in 1..N {
        let longer = a[i] | b[i] != 0;
        below = [choose(longer, a[i - 1], below[0]), choose(longer, b[i - 1], below[1])];
        tops = [choose(longer, a[i], tops[0]), choose(longer, b[i], tops[1])];
    }
    // Not both are zero, so the last bit changes nothing: but for it, processors without `lzcnt` would have to branch on a
    // zero. At most 63; masks, so that no build checks it.
    let shift = (tops[0] | tops[1] | 1).leading_zeros() & 63;
    let high = |i: usize| (tops[i] << shift) | (below[i] >> 1 >> (63 ^ shift));
    (Ends { high: high(0), low: a[0] }, Ends { high: high(1), low: b[0] })
}
