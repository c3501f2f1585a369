//! Four-limb multiplication for `2 p + 2^192 <= R = 2^256`: a parallel fold of two limbs, then two rounds (P(2), C, C).
//!
//! The sum `c = a b` has the words `w0..w7`. With `rho_i = 2^(-64 i) mod p`, the words 0 and 1 fold into those above:
//! `c = floor(c / 2^128) + w0 rho_2 + w1 rho_1` times `2^128`, modulo `p`. Then two rounds add `m p` with
//! `m = -w / p mod 2^64`, which clears the lowest word. Only the two rounds depend on each other, instead of the four
//! of operand scanning. Rows `a b_i` are interleaved, as soon as their words are needed.
//!
//! Word multiplications: 16 + 8 + 2 (4 + 1) = 34, squared 10 + 8 + 10 = 28.
//!
//! Bound, with `r = 2^64`, `a <= R - p - r^3`, any `b` (the order is that of the instructions; sums in units of the
//! lowest word they still have):
//!
//! * rows 0 and 1: below `a r^2 < r^6`, six words;
//! * both folds: below `a + (r - 1)(rho_1 + rho_2) < r^5`, as `rho_i < p` and `2 p < R`: the five words 2 to 6;
//! * row 2: below `a r + r 2 p < 2 r^5`, and the round: below `a r + r 3 p < 3 r^5`: a word above, which counts them;
//! * the division by `r`, row 3 and the last round: below `a r + r p + 2 p <= r^5`: the five words 3 to 7.
//!
//! The result is `(a b + p M) / R` for an integer `M`, and below `a b / R + p + 2 p / r`. For `a < p` and
//! `b <= R - 2^194` that is below `2 p`.
//!
//! Squares scan `a` against its double: `a^2 = sum of a_i 2^(64 i) (a_i 2^(64 i) + 2 sum of a_j 2^(64 j) for j > i)`.
//! They need `2 a < R`; their sums are below those of products with `a` doubled, and fit the same words.

use core::arch::asm;

use super::Bmi2Adx;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// Computes `a b R^-1`, without the final subtraction, in the words 4 to 7. On entry, `rdx` holds the limb `b_0`; `w5`,
/// `b2` and `b3` hold the others. The words 6 and 7 reuse the registers of the words 0 and 1.
macro_rules! multiply {
    () => {
        concat!(
            a_4!(first_row "w0" "w1" "w2" "w3" "w4"),
            "mov rdx, {w5}\n",
            a_4!(add_row_new "w1" "w2" "w3" "w4" "w5"),
            "mov rdx, {w0}\n",
            rho_2_4!(add_row_new "w2" "w3" "w4" "w5" "w0"),
            "mov rdx, {w1}\n",
            rho_1_4!(add_row "w2" "w3" "w4" "w5" "w0"),
            "mov rdx, {b2}\n",
            "xor {w1:e}, {w1:e}\n",
            a_4!(add_row_above "w2" "w3" "w4" "w5" "w0" above "w1" zero "w1"),
            quotient_4!("w2"),
            p_4!(add_row_above "w2" "w3" "w4" "w5" "w0" above "w1" zero "w2"),
            "mov rdx, {b3}\n",
            a_4!(add_row "w3" "w4" "w5" "w0" "w1"),
            quotient_4!("w3"),
            p_4!(add_row "w3" "w4" "w5" "w0" "w1"),
        )
    };
}

/// Computes `a^2 R^-1`, without the final subtraction, in the same words as [`multiply`]. `e1 e2 e3` are the upper
/// limbs of `2 (a - a_0)`, later `2 a_j` without the bit of the limb below.
macro_rules! square {
    () => {
        concat!(
            "mov {e1}, [{a} + 8]\n",
            "mov {e2}, [{a} + 16]\n",
            "mov {e3}, [{a} + 24]\n",
            "mov rdx, [{a}]\n",
            "add {e1}, {e1}\n",
            "adc {e2}, {e2}\n",
            "adc {e3}, {e3}\n",
            first_row!(["rdx" "{e1}" "{e2}" "{e3}"] "w0" "w1" "w2" "w3" "w4"),
            "mov {e1}, [{a} + 16]\n",
            "lea {e1}, [{e1} + {e1}]\n",
            "mov rdx, [{a} + 8]\n",
            add_row_new!(["rdx" "{e1}" "{e3}"] "w2" "w3" "w4" "w5"),
            "mov {e1}, [{a} + 24]\n",
            "lea {e1}, [{e1} + {e1}]\n",
            "mov rdx, {w0}\n",
            rho_2_4!(add_row_new "w2" "w3" "w4" "w5" "w0"),
            "mov rdx, {w1}\n",
            rho_1_4!(add_row "w2" "w3" "w4" "w5" "w0"),
            "mov rdx, [{a} + 16]\n",
            "xor {w1:e}, {w1:e}\n",
            add_row_above!(["rdx" "{e1}"] "w4" "w5" "w0" above "w1" zero "w1"),
            quotient_4!("w2"),
            p_4!(add_row_above "w2" "w3" "w4" "w5" "w0" above "w1" zero "w2"),
            "mov rdx, [{a} + 24]\n",
            "mulx {hi}, {lo}, rdx\n",
            "add {w0}, {lo}\n",
            "adc {w1}, {hi}\n",
            quotient_4!("w3"),
            p_4!(add_row "w3" "w4" "w5" "w0" "w1"),
        )
    };
}

/// The final subtraction, on the words that hold the result of [`multiply`] or [`square`].
macro_rules! reduce {
    () => {
        subtract_once!(
            ["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]"]
            ["w4" "w5" "w0" "w1"]
            ["w2" "w3" "lo" "hi"]
        )
    };
}

/// The assembly of a product, with the given text of instructions.
macro_rules! product {
    ($ring:ident, $a:ident, $b:ident, $($text:expr),+) => {{
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: a `Bmi2Adx` proves that the processor has BMI2 and ADX. The assembly reads 32 bytes from `a` and 104
        // from `p`, which the references guarantee. It writes no memory and does not use the stack.
        unsafe {
            asm!(
                $($text),+,
                a = in(reg) $a.as_ptr(),
                b2 = in(reg) $b[2],
                b3 = in(reg) $b[3],
                p = in(reg) core::ptr::from_ref($ring),
                w0 = out(reg) r2,
                w1 = out(reg) r3,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                w5 = inout(reg) $b[1] => r1,
                lo = out(reg) _,
                hi = out(reg) _,
                inout("rdx") $b[0] => _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// The assembly of a square, with the given text of instructions.
macro_rules! self_product {
    ($ring:ident, $a:ident, $($text:expr),+) => {{
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: as for `product`.
        unsafe {
            asm!(
                $($text),+,
                a = in(reg) $a.as_ptr(),
                p = in(reg) core::ptr::from_ref($ring),
                e1 = out(reg) _,
                e2 = out(reg) _,
                e3 = out(reg) _,
                w0 = out(reg) r2,
                w1 = out(reg) r3,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                w5 = out(reg) r1,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }};
}

impl Bmi2Adx {
    /// `a b R^-1 mod p`, `2 p + 2^192 <= R = 2^256`; `a < p`, `b <= R - 2^194`; result below `p`. Constant time.
    #[inline(always)]
    pub fn mul_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        leak_if_active(Fault::Bmi2AdxKernel, a[0]);
        product!(ring, a, b, multiply!(), reduce!())
    }

    /// As [`mul_4`](Self::mul_4) without the final subtraction, for `a <= R - p - 2^192` and any `b`: below
    /// `a b / R + p + 2^-63 p`.
    #[inline(always)]
    pub fn mul_unreduced_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        product!(ring, a, b, multiply!())
    }

    /// `a^2 R^-1 mod p`, `2 p + 2^192 <= R = 2^256`, `a < p`, result below `p`. Constant time.
    #[inline(always)]
    pub fn square_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        self_product!(ring, a, square!(), reduce!())
    }

    /// As [`square_4`](Self::square_4) without the final subtraction, for `a < R / 2` and `a^2 / R + p + 2^192 <= R`:
    /// below `a^2 / R + p + 2^-63 p`.
    #[inline(always)]
    pub fn square_unreduced_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        self_product!(ring, a, square!())
    }
}
