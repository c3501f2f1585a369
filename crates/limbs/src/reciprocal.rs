//! Remainders of numbers a word or more longer than the modulus, by quotients of one word.
//!
//! A sum of a few products after its Montgomery reduction, or the product of a residue and a machine integer, is less
//! than `2^64 p`. Its quotient by `p` is one word `q`. [`Reciprocal`] computes `q` from the two highest words with an
//! error of at most one, by a single multiplication (P. Barrett, "Implementing the Rivest Shamir and Adleman public key
//! encryption algorithm on a standard digital signal processor", 1986). It needs no Montgomery reduction.
//!
//! # The error of the quotient
//!
//! Let `L` be the length of `p` in bits and `x = 2^L / p - 1`, which is in `(0, 1)` as `p` is no power of two. Write
//! `x` in binary, `2^64 x = c + e/2 + z/2` with an integer `c`, a bit `e` and `0 <= z < 1`, and let `d` be the highest
//! bit of `c`. For `V < 2^64 p` let `V / 2^L = h + (f + y) / 2^64` with integers `h, f < 2^64` and `0 <= y < 1`: the
//! word above bit `L`, the word below it, and the rest. The estimate is
//!
//! ```text
//! q = floor(S / 2^64),   S = 2^64 h + c h + e floor(h/2) + f + d floor(f/2)
//! ```
//!
//! The exact quotient is `V / p = (V / 2^L) (1 + x)`, hence
//!
//! ```text
//! 2^64 V / p = (2^64 h + f + y) (1 + x)
//!            = 2^64 h + f + y + h (c + e/2 + z/2) + (f + y) x
//! 2^64 V / p - S = h z/2 + f (x - d/2) + y (1 + x) + e (h/2 - floor(h/2)) + d (f/2 - floor(f/2))
//! ```
//!
//! No term is negative, as `d/2 <= x`: so `q <= V / p`, and `q` fits a word. The last three terms are less than 3
//! together. From `h <= V / 2^L < 2^64 / (1 + x)` and `f < 2^64`, the first two are less than
//! `2^64 (1 / (2 (1 + x)) + x - d/2)`. As a function of `x` this is convex, so largest at the ends of an interval:
//!
//! * `d = 0`, `0 <= x <= 1/2`: `1/2` and `1/3 + 1/2`;
//! * `d = 1`, `1/2 <= x <= 1`: `1/3` and `1/4 + 1/2`.
//!
//! So `V / p - S / 2^64 < 5/6 + 3 / 2^64`, and with the part below the floor, less than one, `V / p - q < 2`:
//!
//! ```text
//! 0 <= V - q p < 2 p
//! ```
//!
//! Then `W = V - (q + 1) p` is in `[-p, p)`. As a number of `N + 1` words in two's complement, its highest word is 0 or
//! all ones: the mask for the addition of `p`. The mask results from arithmetic, so the compiler does not recognise it
//! as a boolean. If `q = 2^64 - 1`, then `V / p < 2^64` makes it exact, and `W = V - q p`, in `[0, p)`, is correct as
//! well: so `q + 1` saturates, and is a word. All this holds for every odd `p >= 3`, with or without spare bits.

use crate::Extended;
use crate::words::{add, mac, mul_word, sub};

/// A modulus `p` with the leading bits of `2^L / p - 1`, where `L` is the length of `p` in bits.
///
/// ```
/// use vorpal_limbs::{Reciprocal, words};
/// const P: Reciprocal<1> = Reciprocal::new([97]);
/// let (low, top) = words::mul_word(&[96], 1_000_003);
/// assert_eq!(P.remainder(&low, top), [96 * 1_000_003 % 97]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reciprocal<const N: usize> {
    modulus: [u64; N],
    /// `R - p`: to subtract `q p`, add `q (R - p)` and subtract `q` from the word above.
    complement: [u64; N],
    /// `64 N - L`: the left shift after which `p` fills its limbs.
    shift: usize,
    /// `c`: the first 64 bits of `2^L / p - 1`.
    fraction: u64,
    /// `e`: the bit after `c`.
    next_bit: u64,
}

/// `N + 1` limbs in separate locations. If they were copied to one array, the compiler would do it through memory.
#[derive(Clone, Copy)]
enum Dividend<'a, const N: usize> {
    /// `low + R top`.
    Above { low: &'a [u64; N], top: u64 },
    /// `2^64 rest + word`.
    Appended { rest: &'a [u64; N], word: u64 },
    /// Limbs `from..from + N + 1` of a sum.
    Part { sum: &'a Extended<N>, from: usize },
}

impl<const N: usize> Dividend<'_, N> {
    #[inline(always)]
    const fn limb(&self, i: usize) -> u64 {
        match self {
            Self::Above { low, top } => {
                if i < N {
                    low[i]
                } else {
                    *top
                }
            }
            Self::Appended { rest, word } => {
                if i == 0 {
                    *word
                } else {
                    rest[i - 1]
                }
            }
            Self::Part { sum, from } => sum.limb(*from + i),
        }
    }
}

impl<const N: usize> Reciprocal<N> {
    /// Computes the constants of an odd modulus `p >= 3`.
    ///
    /// # Panics
    /// If `p` is even or 1; in a constant, that stops the build.
    #[allow(clippy::panic, reason = "an invalid modulus must not build")]
    pub const fn new(modulus: [u64; N]) -> Self {
        assert!(N > 0 && modulus[0] & 1 == 1, "the modulus is odd");
        let length = crate::words::bit_length_vartime(&modulus);
        assert!(length > 1, "the modulus is at least 3");
        let shift = 64 * N - length;
        let mut normalised = modulus;
        let mut i = 0;
        while i < shift {
            (normalised, _) = add(&normalised, &normalised);
            i += 1;
        }
        // x = 2^L / p - 1 = (R - 2^shift p) / (2^shift p), bit by bit; the division starts from a remainder below the
        // divisor.
        let (mut rest, _) = sub(&[0; N], &normalised);
        let mut fraction = 0;
        let mut next_bit = 0;
        i = 0;
        while i < 65 {
            let (twice, carry) = add(&rest, &rest);
            let (less, borrow) = sub(&twice, &normalised);
            let bit = carry | (1 - borrow);
            rest = if bit == 1 { less } else { twice };
            if i < 64 {
                fraction = fraction << 1 | bit;
            } else {
                next_bit = bit;
            }
            i += 1;
        }
        let (complement, _) = sub(&[0; N], &modulus);
        Self { modulus, complement, shift, fraction, next_bit }
    }

    /// The word of `2^shift V` at `index`.
    #[inline(always)]
    const fn shifted(&self, value: &Dividend<'_, N>, index: usize) -> u64 {
        let (words, bits) = (self.shift / 64, self.shift % 64);
        let upper = if index < words { 0 } else { value.limb(index - words) };
        if bits == 0 {
            return upper;
        }
        let lower = if index < words + 1 { 0 } else { value.limb(index - words - 1) };
        upper << bits | lower >> (64 - bits)
    }

    /// `q <= V / p` with `V - q p < 2 p`, for `V < 2^64 p`. One word multiplication.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the high half of a product is a word")]
    const fn quotient(&self, value: &Dividend<'_, N>) -> u64 {
        let (h, f) = (self.shifted(value, N), self.shifted(value, N - 1));
        // At most (2^64 - 1)^2 + 2 (2^63 - 1) + 2^64 - 1 = 2^128 - 2.
        // So no operation wraps, and checks for overflow would be branches on the value.
        let mut below = (h as u128 * self.fraction as u128).wrapping_add(f as u128);
        if self.next_bit == 1 {
            below = below.wrapping_add((h >> 1) as u128);
        }
        if self.fraction >> 63 == 1 {
            below = below.wrapping_add((f >> 1) as u128);
        }
        // The sum is at most V / p, hence a word.
        h.wrapping_add((below >> 64) as u64)
    }

    /// `V mod p` for `V < 2^64 p`.
    #[inline(always)]
    const fn divide(&self, value: &Dividend<'_, N>) -> [u64; N] {
        self.subtract(value, self.quotient(value).saturating_add(1))
    }

    /// As [`divide`](Self::divide) for `V < (2^64 - 1) p`, for which the quotient plus one is always a word.
    #[inline(always)]
    const fn divide_smaller(&self, value: &Dividend<'_, N>) -> [u64; N] {
        self.subtract(value, self.quotient(value).wrapping_add(1))
    }

    /// `V - q p`, plus `p` if it is negative.
    #[inline(always)]
    const fn subtract(&self, value: &Dividend<'_, N>, q: u64) -> [u64; N] {
        let mut rest = [0; N];
        let mut carry = 0;
        let mut i = 0;
        while i < N {
            (rest[i], carry) = mac(value.limb(i), q, self.complement[i], carry);
            i += 1;
        }
        self.add_masked(&rest, value.limb(N).wrapping_sub(q).wrapping_add(carry))
    }

    /// `V mod p` for `V = low + R top < 2^64 p`. `N + 1` word multiplications, constant time.
    #[inline(always)]
    pub const fn remainder(&self, low: &[u64; N], top: u64) -> [u64; N] {
        self.divide(&Dividend::Above { low, top })
    }

    /// `V mod p` for `V = low + R top < K p` and `K = multiple`, which should be a constant. No operation for `K = 1`,
    /// one conditional subtraction for `K = 2`, else [`remainder`](Self::remainder). Constant time, provided that `top`
    /// is not a constant from which the compiler could infer the mask.
    #[inline(always)]
    pub const fn canonical(&self, low: &[u64; N], top: u64, multiple: u64) -> [u64; N] {
        match multiple {
            0 | 1 => *low,
            2 => {
                let (rest, borrow) = sub(low, &self.modulus);
                self.add_masked(&rest, top.wrapping_sub(borrow))
            }
            u64::MAX => self.remainder(low, top),
            _ => self.divide_smaller(&Dividend::Above { low, top }),
        }
    }

    /// `a` if `mask` is 0, `a + p - R` if it is all ones.
    #[inline(always)]
    const fn add_masked(&self, a: &[u64; N], mask: u64) -> [u64; N] {
        let mut masked = [0; N];
        let mut i = 0;
        while i < N {
            masked[i] = self.modulus[i] & mask;
            i += 1;
        }
        add(a, &masked).0
    }

    /// `T mod p` for a sum in the lowest `N + words` limbs, `T < 2^(64 words) p`; `words` is 1, 2 or 3.
    ///
    /// Schoolbook long division by words: a remainder, at most `p - 1`, with the next word `t` appended is at most
    /// `2^64 (p - 1) + t < 2^64 p`. `words (N + 1)` word multiplications.
    #[inline(always)]
    pub const fn remainder_extended(&self, sum: &Extended<N>, words: usize) -> [u64; N] {
        let mut rest = self.divide(&Dividend::Part { sum, from: words - 1 });
        if words > 1 {
            rest = self.divide(&Dividend::Appended { rest: &rest, word: sum.limb(words - 2) });
        }
        if words > 2 {
            rest = self.divide(&Dividend::Appended { rest: &rest, word: sum.limb(words - 3) });
        }
        rest
    }

    /// `a word mod p` for `a < p`. `2 N + 1` word multiplications, constant time.
    #[inline(always)]
    pub const fn mul_word(&self, a: &[u64; N], word: u64) -> [u64; N] {
        let (low, top) = mul_word(a, word);
        // At most (p - 1) (2^64 - 1).
        self.divide_smaller(&Dividend::Above { low: &low, top })
    }
}
