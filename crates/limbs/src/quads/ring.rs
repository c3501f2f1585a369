//! The constants of a prime.

use super::LIMBS;
use crate::words;

/// The lower 52 bits.
const MASK: u64 = (1 << 52) - 1;

/// How products are reduced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reduction {
    /// `p = 2^256 - c` with `c < 2^36`.
    PseudoMersenne { c: u64 },
    /// `p = 2^256 - 2^224 + 2^192 + 2^96 - 1`, the prime of P-256.
    Solinas,
}

/// The constants of a prime: `2^256 - c` with `c < 2^36`, or the prime of P-256.
#[derive(Clone, Copy, Debug)]
pub struct QuadRing {
    /// `p`.
    p: [u64; 4],
    pub(super) reduction: Reduction,
    /// The words of a multiple of `p`, each between `2^62 - 2^10` and `2^62 + 2^52`.
    pub(super) bias: [u64; LIMBS],
}

/// The prime of P-256.
const P256: [u64; 4] = [u64::MAX, 0xffff_ffff, 0, 0xffff_ffff_0000_0001];

impl QuadRing {
    /// The constants of a modulus; `None` for other primes.
    #[must_use]
    pub const fn new(modulus: &[u64; 4]) -> Option<Self> {
        let c = modulus[0].wrapping_neg();
        let is_long = modulus[1] & modulus[2] & modulus[3] == u64::MAX;
        let reduction = if is_long && !c.is_multiple_of(2) && c < 1 << 36 {
            Reduction::PseudoMersenne { c }
        } else if words::is_zero(&words::sub(modulus, &P256).0) == 1 {
            Reduction::Solinas
        } else {
            return None;
        };
        // Four words get 2^62 more, and the next ones that less.
        let mut bias = bias_limbs(modulus);
        let mut j = 0;
        while j < LIMBS {
            bias[j] = bias[j] + if j < LIMBS - 1 { 1 << 62 } else { 0 } - if j > 0 { 1 << 10 } else { 0 };
            assert!(bias[j] >= (1 << 62) - (1 << 10) && bias[j] < (1 << 62) + (1 << 52));
            j += 1;
        }
        Some(Self { p: *modulus, reduction, bias })
    }

    /// The limbs of 52 bits of a number.
    #[inline]
    #[must_use]
    pub const fn limbs(number: &[u64; 4]) -> [u64; LIMBS] {
        let [a, b, c, d] = *number;
        [
            a & MASK,
            (a >> 52 | b << 12) & MASK,
            (b >> 40 | c << 24) & MASK,
            (c >> 28 | d << 36) & MASK,
            d >> 16,
        ]
    }

    /// The residue in `[0, p)` of a number below `2 p` in limbs of 52 bits. Constant time.
    #[inline]
    #[must_use]
    pub fn residue(&self, limbs: &[u64; LIMBS]) -> [u64; 4] {
        let [a, b, c, d, e] = *limbs;
        let number = [a | b << 52, b >> 12 | c << 40, c >> 24 | d << 28, d >> 36 | e << 16];
        // The bit at 2^256, unless the subtraction borrows it.
        let (smaller, borrow) = words::sub(&number, &self.p);
        words::select(&smaller, &number, borrow & !(e >> 48))
    }
}

/// The limbs of `(2^14 + 1) p`. The highest is about `2^62`.
const fn bias_limbs(p: &[u64; 4]) -> [u64; LIMBS] {
    let ([a, b, c, d], e) = words::mul_word(p, (1 << 14) + 1);
    let number = [a, b, c, d];
    let [w0, w1, w2, w3, _] = QuadRing::limbs(&number);
    [w0, w1, w2, w3, d >> 16 | e << 48]
}
