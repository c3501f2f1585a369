//! The two ends of a number: all that a batch sees of it.

use crate::words::{is_zero, select};

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
        // By a mask: of a selection by `select_unpredictable` the compiler made a jump, for two limbs in release code.
        let longer = is_zero(&[a[i] | b[i]]) ^ 1;
        let [below_a, below_b, top_a, top_b] =
            select(&[below[0], below[1], tops[0], tops[1]], &[a[i - 1], b[i - 1], a[i], b[i]], longer);
        (below, tops) = ([below_a, below_b], [top_a, top_b]);
    }
    // Not both are zero, so the last bit changes nothing: but for it, processors without `lzcnt` would have to branch
    // on a zero. At most 63; masks, so that no build checks it.
    let shift = (tops[0] | tops[1] | 1).leading_zeros() & 63;
    let high = |i: usize| (tops[i] << shift) | (below[i] >> 1 >> (63 ^ shift));
    (Ends { high: high(0), low: a[0] }, Ends { high: high(1), low: b[0] })
}
