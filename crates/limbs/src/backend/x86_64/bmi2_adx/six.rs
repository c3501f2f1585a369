//! Six-limb multiplication for `5 p <= R = 2^384`: two parallel folds of two limbs, then two rounds (P(2), P(2), C, C).
//!
//! As with [four limbs](super::four), let `r = 2^64`, `rho_i = r^-i mod p`, and `w0..w11` the words of `c = a b`. The
//! words 0 and 1 fold into those from 2 on, the words 2 and 3 into those from 4 on, and two rounds clear the words 4
//! and 5. A fold of four limbs at once would need `rho_3` and `rho_4`, and ten words of the sum in registers instead of
//! eight.
//!
//! Word multiplications: 36 + 24 + 2 (6 + 1) = 74, squared 21 + 24 + 14 = 59.
//!
//! Bound, for `a + 3 p <= R` and any `b`, with `s = rho_1 + rho_2 < 2 p`; sums in units of the lowest word they still
//! have:
//!
//! * rows 0 and 1: below `a r^2`, eight words; the folds: below `a + (r - 1) s`, and with row 2 below
//!   `r (a + s) <= r^7`: the seven words 2 to 8;
//! * row 3: below `r^2 a + r s`, eight words; the folds: below `a + r s`, and with row 4 and the round below
//!   `r (a + s + p) <= r^7`: the seven words 4 to 10;
//! * the division by `r`, row 5 and the last round: below `r (a + p) + s + p <= r^7`: the seven words 5 to 11.
//!
//! The result is `(a b + p M) / R` for an integer `M`, and below `a b / R + p + 2^-62 p`: for `a < p` and
//! `b <= R - 2^322` below `2 p`. Squares scan `a` against its double, and need `2 a + 3 p <= R`.

use core::arch::asm;
use core::mem::MaybeUninit;

use super::Bmi2Adx;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// Computes `a b R^-1`, without the final subtraction, in the words 6 to 11. Eight registers hold the words in turn:
/// the word `8 + i` reuses the register of the word `i`.
macro_rules! multiply {
    () => {
        concat!(
            "mov rdx, [{b}]\n",
            a_6!(first_row "w0" "w1" "w2" "w3" "w4" "w5" "w6"),
            "mov rdx, [{b} + 8]\n",
            a_6!(add_row_new "w1" "w2" "w3" "w4" "w5" "w6" "w7"),
            "mov rdx, {w0}\n",
            rho_2_6!(add_row_new "w2" "w3" "w4" "w5" "w6" "w7" "w0"),
            "mov rdx, {w1}\n",
            rho_1_6!(add_row "w2" "w3" "w4" "w5" "w6" "w7" "w0"),
            "mov rdx, [{b} + 16]\n",
            a_6!(add_row "w2" "w3" "w4" "w5" "w6" "w7" "w0"),
            "mov rdx, [{b} + 24]\n",
            a_6!(add_row_new "w3" "w4" "w5" "w6" "w7" "w0" "w1"),
            "mov rdx, {w2}\n",
            rho_2_6!(add_row_new "w4" "w5" "w6" "w7" "w0" "w1" "w2"),
            "mov rdx, {w3}\n",
            rho_1_6!(add_row "w4" "w5" "w6" "w7" "w0" "w1" "w2"),
            "mov rdx, [{b} + 32]\n",
            a_6!(add_row "w4" "w5" "w6" "w7" "w0" "w1" "w2"),
            quotient_6!("w4"),
            p_6!(add_row "w4" "w5" "w6" "w7" "w0" "w1" "w2"),
            "mov rdx, [{b} + 40]\n",
            a_6!(add_row_new "w5" "w6" "w7" "w0" "w1" "w2" "w3"),
            quotient_6!("w5"),
            p_6!(add_row "w5" "w6" "w7" "w0" "w1" "w2" "w3"),
        )
    };
}

/// Stores twice the limb of `a` at `{d} + $offset`, with the carry of the limb below, or without it (`add`).
macro_rules! double {
    ($add:literal $offset:literal) => {
        concat!(
            "mov {hi}, [{a} + ",
            $offset,
            "]\n",
            $add,
            " {hi}, {hi}\n",
            "mov [{d} + ",
            $offset,
            "], {hi}\n",
        )
    };
}

/// Computes twice the limb of `a` without the bit of the limb below, which the remaining rows do not need.
macro_rules! double_alone {
    ($offset:literal) => {
        concat!(
            "mov {hi}, [{a} + ",
            $offset,
            "]\n",
            "lea {hi}, [{hi} + {hi}]\n",
            "mov [{d} + ",
            $offset,
            "], {hi}\n",
        )
    };
}

/// Computes `a^2 R^-1`, without the final subtraction, in the same words as [`multiply`]. The scratch words at `{d}`
/// hold `2 a`.
macro_rules! square {
    () => {
        concat!(
            double!("add" "8"),
            double!("adc" "16"),
            double!("adc" "24"),
            double!("adc" "32"),
            double!("adc" "40"),
            "mov rdx, [{a}]\n",
            first_row!(["rdx" "[{d} + 8]" "[{d} + 16]" "[{d} + 24]" "[{d} + 32]" "[{d} + 40]"]
                "w0" "w1" "w2" "w3" "w4" "w5" "w6"),
            double_alone!("16"),
            "mov rdx, [{a} + 8]\n",
            add_row_new!(["rdx" "[{d} + 16]" "[{d} + 24]" "[{d} + 32]" "[{d} + 40]"]
                "w2" "w3" "w4" "w5" "w6" "w7"),
            "mov rdx, {w0}\n",
            rho_2_6!(add_row_new "w2" "w3" "w4" "w5" "w6" "w7" "w0"),
            "mov rdx, {w1}\n",
            rho_1_6!(add_row "w2" "w3" "w4" "w5" "w6" "w7" "w0"),
            double_alone!("24"),
            "mov rdx, [{a} + 16]\n",
            add_row!(["rdx" "[{d} + 24]" "[{d} + 32]" "[{d} + 40]"] "w4" "w5" "w6" "w7" "w0"),
            double_alone!("32"),
            "mov rdx, [{a} + 24]\n",
            add_row_new!(["rdx" "[{d} + 32]" "[{d} + 40]"] "w6" "w7" "w0" "w1"),
            "mov rdx, {w2}\n",
            rho_2_6!(add_row_new "w4" "w5" "w6" "w7" "w0" "w1" "w2"),
            "mov rdx, {w3}\n",
            rho_1_6!(add_row "w4" "w5" "w6" "w7" "w0" "w1" "w2"),
            double_alone!("40"),
            "mov rdx, [{a} + 32]\n",
            add_row!(["rdx" "[{d} + 40]"] "w0" "w1" "w2"),
            quotient_6!("w4"),
            p_6!(add_row "w4" "w5" "w6" "w7" "w0" "w1" "w2"),
            "mov rdx, [{a} + 40]\n",
            add_row_new!(["rdx"] "w2" "w3"),
            quotient_6!("w5"),
            p_6!(add_row "w5" "w6" "w7" "w0" "w1" "w2" "w3"),
        )
    };
}

/// The final subtraction, on the words that hold the result of [`multiply`] or [`square`]. `$free` is a pointer besides
/// `{a}` whose register may be overwritten.
#[rustfmt::skip]
macro_rules! reduce {
    ($free:literal) => {
        subtract_once!(
            ["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]" "[{p} + 32]" "[{p} + 40]"]
            ["w6" "w7" "w0" "w1" "w2" "w3"]
            ["w4" "w5" "lo" "hi" "a" $free]
        )
    };
}

/// The assembly of a product, with the given text of instructions.
macro_rules! product {
    ($ring:ident, $a:ident, $b:ident, $($text:expr),+) => {{
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: a `Bmi2Adx` proves that the processor has BMI2 and ADX. The assembly reads 48 bytes from `a` and `b`
        // and 152 from `p`, which the references guarantee. It writes no memory and does not use the stack.
        unsafe {
            asm!(
                $($text),+,
                a = inout(reg) $a.as_ptr() => _,
                b = inout(reg) $b.as_ptr() => _,
                p = in(reg) core::ptr::from_ref($ring),
                w0 = out(reg) r2,
                w1 = out(reg) r3,
                w2 = out(reg) r4,
                w3 = out(reg) r5,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) r0,
                w7 = out(reg) r1,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

/// The assembly of a square, with the given text of instructions.
macro_rules! self_product {
    ($ring:ident, $a:ident, $($text:expr),+) => {{
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        let mut double = MaybeUninit::<[u64; 6]>::uninit();
        // SAFETY: as for `product`. The assembly writes the 48 bytes at `d`, which are valid for writes, and reads no
        // byte of them before it is written.
        unsafe {
            asm!(
                $($text),+,
                a = inout(reg) $a.as_ptr() => _,
                d = inout(reg) double.as_mut_ptr() => _,
                p = in(reg) core::ptr::from_ref($ring),
                w0 = out(reg) r2,
                w1 = out(reg) r3,
                w2 = out(reg) r4,
                w3 = out(reg) r5,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) r0,
                w7 = out(reg) r1,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(nostack),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

impl Bmi2Adx {
    /// `a b R^-1 mod p`, `5 p <= R = 2^384`; `a < p`, `b <= R - 2^322`; result below `p`. Constant time.
    #[inline(always)]
    pub fn mul_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        leak_if_active(Fault::Bmi2AdxKernel, a[0]);
        product!(ring, a, b, multiply!(), reduce!("b"))
    }

    /// As [`mul_6`](Self::mul_6) without the final subtraction, for `a + 3 p <= R` and any `b`: below
    /// `a b / R + p + 2^-62 p`.
    #[inline(always)]
    pub fn mul_unreduced_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        product!(ring, a, b, multiply!())
    }

    /// `a^2 R^-1 mod p`, `5 p <= R = 2^384`, `a < p`, result below `p`. Constant time.
    #[inline(always)]
    pub fn square_6(self, ring: &Montgomery<6>, a: &[u64; 6]) -> [u64; 6] {
        self_product!(ring, a, square!(), reduce!("d"))
    }

    /// As [`square_6`](Self::square_6) without the final subtraction, for `2 a + 3 p <= R`: below
    /// `a^2 / R + p + 2^-62 p`.
    #[inline(always)]
    pub fn square_unreduced_6(self, ring: &Montgomery<6>, a: &[u64; 6]) -> [u64; 6] {
        self_product!(ring, a, square!())
    }
}
