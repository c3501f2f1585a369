//! The constants of a prime.

use super::LIMBS;
use crate::words;

/// The lower 52 bits.
const MASK: u64 = (1 << 52) - 1;

/// The constants of a prime `2^256 - c` with `c < 2^36`.
#[derive(Clone, Copy, Debug)]
pub struct QuadRing {
    /// `p`.
    p: [u64; 4],
    /// `c`.
    pub(super) c: u64,
    /// The words of a multiple of `p`, each between `2^62 - 2^10` and `2^62 + 2^52`.
    pub(super) bias: [u64; LIMBS],
}

impl QuadRing {
    /// The constants of a modulus; `None` unless it is `2^256 - c` with an odd `c < 2^36`.
    #[must_use]
    pub const fn new(modulus: &[u64; 4]) -> Option<Self> {
        let c = modulus[0].wrapping_neg();
        let is_long = modulus[1] & modulus[2] & modulus[3] == u64::MAX;
        if !is_long || c.is_multiple_of(2) || c >= 1 << 36 {
            return None;
        }
        // 2^14 + 1 times p is 2^270 + 2^256 - (2^14 + 1) c. With 2^62 more in four words, and that less in the next:
        let mut bias = [MASK - (1 << 10) + (1 << 62); LIMBS];
        bias[0] = (1 << 52) - ((1 << 14) + 1) * c + (1 << 62);
        bias[4] = (((1 << 14) + 1) << 48) - 1 - (1 << 10);
        Some(Self { p: *modulus, c, bias })
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
