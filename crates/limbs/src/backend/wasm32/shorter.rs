//! Numbers in limbs of fewer than 32 bits, and the columns of their products.

/// The limbs of `BITS` bits of a number.
#[inline(always)]
pub(super) fn split<const N: usize, const L: usize, const BITS: usize>(number: &[u64; N]) -> [u64; L] {
    let mut limbs = [0; L];
    for j in 0..L {
        let (word, shift) = (BITS * j / 64, BITS * j % 64);
        let mut limb = number[word] >> shift;
        if shift + BITS > 64 && word + 1 < N {
            limb |= number[word + 1] << (64 - shift);
        }
        limbs[j] = limb & ((1 << BITS) - 1);
    }
    limbs
}

/// The `W` words of a number from its limbs of `BITS` bits, without its lowest `skipped < BITS` bits. The highest limb
/// may be longer.
#[inline(always)]
pub(super) fn join<const L: usize, const W: usize, const BITS: usize>(
    limbs: &[u64; L],
    skipped: usize,
) -> [u64; W] {
    let mut number = [0; W];
    number[0] = limbs[0] >> skipped;
    for j in 1..L {
        let (word, shift) = ((BITS * j - skipped) / 64, (BITS * j - skipped) % 64);
        number[word] |= limbs[j] << shift;
        if shift + BITS > 64 && word + 1 < W {
            number[word + 1] |= limbs[j] >> (64 - shift);
        }
    }
    number
}

/// Column `K` of a product: the sum of `a_i b_(K - i)`.
#[inline(always)]
pub(super) fn column<const L: usize, const K: usize>(a: &[u64; L], b: &[u64; L]) -> u64 {
    let (mut sum, mut i) = (0, K.saturating_sub(L - 1));
    while i <= K && i < L {
        sum += a[i] * b[K - i];
        i += 1;
    }
    sum
}

/// Column `K` of a square, from the limbs and their doubles.
#[inline(always)]
pub(super) fn square_column<const L: usize, const K: usize>(a: &[u64; L], doubled: &[u64; L]) -> u64 {
    let mut sum = if K.is_multiple_of(2) { a[K / 2] * a[K / 2] } else { 0 };
    let mut i = K.saturating_sub(L - 1);
    while 2 * i < K {
        sum += doubled[i] * a[K - i];
        i += 1;
    }
    sum
}

/// Column `K` of the product of `m` and `p` without `m_K p_0`.
#[inline(always)]
pub(super) fn column_above<const L: usize, const K: usize>(m: &[u64; L], p: &[u64; L]) -> u64 {
    let (mut sum, mut i) = (0, K.saturating_sub(L - 1));
    while i < K && i < L {
        sum += m[i] * p[K - i];
        i += 1;
    }
    sum
}
