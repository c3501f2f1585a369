//! Four-limb multiplication for `p = R - c` with `c < 2^64` and `R = 2^256`, such as the base field of secp256k1 with
//! `c = 2^32 + 977`.
//!
//! `m p = m R - m c`: a round that clears the word `t` uses `m = t / c mod 2^64`, and then the low half of `m c` is `t`
//! itself. So of the products of a round two remain: `m`, which is added four words above, and the high half of
//! `m c`, which is subtracted one word above. Let `M` be the number with the four `m` as words. `M c` is the lower half
//! of `a b` plus `h R` for a word `h`, and
//!
//! `a b R^-1 = upper half + M - h` modulo `p`.
//!
//! Bound: it is `(a b + M p) / R`, so at least 0, and below `2 p` for `a b < p R`: four limbs and one bit. The final
//! subtraction adds `c` and tests the carry.
//!
//! Word multiplications: 16 + 8 = 24, squared 10 + 8 = 18.

use super::Bmi2Adx;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// Replaces `$w` by `m = $w / c mod 2^64`, and stores the high half of `m c` in `{hi}`. Flags are preserved.
macro_rules! quotient {
    ($w:literal) => {
        concat!(
            "mov rdx, [{p} + 32]\n",
            "mulx {hi}, {",
            $w,
            "}, {",
            $w,
            "}\n",
            "mov rdx, {",
            $w,
            "}\n",
            "mulx {hi}, {lo}, {a}\n",
        )
    };
}

/// Computes the words 0 to 7, a number below `p R`, times `R^-1`, below `p`, in the words 4 to 7. The register `{a}` is
/// overwritten by `c`. Reads 40 bytes at `{p}`.
macro_rules! reduce {
    () => {
        concat!(
            "xor {a:e}, {a:e}\n",
            "sub {a}, [{p}]\n",
            quotient!("w0"),
            "sub {w1}, {hi}\n",
            quotient!("w1"),
            "sbb {w2}, {hi}\n",
            quotient!("w2"),
            "sbb {w3}, {hi}\n",
            quotient!("w3"),
            "adc {hi}, 0\n", // h
            // The upper half plus M minus h; the bit above them in lo.
            "add {w4}, {w0}\n",
            "adc {w5}, {w1}\n",
            "adc {w6}, {w2}\n",
            "adc {w7}, {w3}\n",
            "mov {lo:e}, 0\n",
            "adc {lo}, 0\n",
            "sub {w4}, {hi}\n",
            "sbb {w5}, 0\n",
            "sbb {w6}, 0\n",
            "sbb {w7}, 0\n",
            "sbb {lo}, 0\n",
            // Plus c. If that carries, or the bit is set, the number was at least p. The sum of both bits is 0 or 1.
            "mov {w0}, {w4}\n",
            "add {w0}, {a}\n",
            "mov {w1}, {w5}\n",
            "adc {w1}, 0\n",
            "mov {w2}, {w6}\n",
            "adc {w2}, 0\n",
            "mov {w3}, {w7}\n",
            "adc {w3}, 0\n",
            "adc {lo}, -1\n",
            "cmovc {w4}, {w0}\n",
            "cmovc {w5}, {w1}\n",
            "cmovc {w6}, {w2}\n",
            "cmovc {w7}, {w3}\n",
        )
    };
}

impl Bmi2Adx {
    /// `a b R^-1 mod p`, `p = R - c`, `c < 2^64`, `R = 2^256`; `a < p`, `b` any four limbs; result below `p`. Constant
    /// time.
    #[inline(always)]
    pub fn mul_pseudo_mersenne_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        leak_if_active(Fault::Bmi2AdxKernel, a[0]);
        // SAFETY: `self` proves that the processor has BMI2 and ADX. The reduction reads 40 bytes from the ring.
        unsafe { reduced_product!(reduce!(), ring, a, b) }
    }

    /// `a^2 R^-1 mod p`, `p = R - c`, `c < 2^64`, `R = 2^256`; `a < p`, result below `p`. Constant time.
    #[inline(always)]
    pub fn square_pseudo_mersenne_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        // SAFETY: as for the product.
        unsafe { reduced_square!(reduce!(), ring, a) }
    }
}
