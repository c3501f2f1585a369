//! The two ends of a number: all that a batch sees of it.

use core::hint::select_unpredictable as choose;

/// The highest and the lowest 64 bits of one of two numbers, the highest counted from the length of the longer one.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) high: u64,
    pub(super) low: u64,
}

/// The ends of `a` and of `b`, not both zero. Time depends on their lengths.
#[inline(always)]
pub(super) fn ends_vartime<const N: usize>(a: &[u64; N], b: &[u64; N]) -> (Ends, Ends) {
    let mut top = N - 1;
    while top > 0 && a[top] | b[top] == 0 {
        top -= 1;
    }
    let below = |limbs: &[u64; N]| if top > 0 { limbs[top - 1] } else { 0 };
    cut([a[top], below(a), a[0]], [b[top], below(b), b[0]])
}

/// The ends of `a` and of `b`, not both zero.
#[inline(always)]
pub(super) fn ends<const N: usize>(a: &[u64; N], b: &[u64; N]) -> (Ends, Ends) {
    let (mut tops, mut below) = ([a[0], b[0]], [0; 2]);
    for i in 1..N {
        let longer = a[i] | b[i] != 0;
        below = [choose(longer, a[i - 1], below[0]), choose(longer, b[i - 1], below[1])];
        tops = [choose(longer, a[i], tops[0]), choose(longer, b[i], tops[1])];
    }
    cut([tops[0], below[0], a[0]], [tops[1], below[1], b[0]])
}

/// From the highest limb that is not zero in both, the one below it, and the lowest.
#[inline(always)]
fn cut(a: [u64; 3], b: [u64; 3]) -> (Ends, Ends) {
    // At most 63; masks, so that no build checks it.
    let shift = (a[0] | b[0]).leading_zeros() & 63;
    let end = |[top, below, low]: [u64; 3]| Ends { high: (top << shift) | (below >> 1 >> (63 ^ shift)), low };
    (end(a), end(b))
}
