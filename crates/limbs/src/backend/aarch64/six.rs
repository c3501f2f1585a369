//! Six-limb multiplication for `5 p <= R = 2^384`, by operand scanning, as for [four limbs](super::four).
//!
//! Bound, with `a + p <= R`, any `b`: if the sum is below `a + p` before a round, it is below `a + p` after it. So six
//! words suffice between rounds, and seven within one. The result is below `a b / R + p`.
//!
//! The limbs of `b` are read from memory, two at a time: 26 registers hold everything else.
//!
//! Instructions for words: 144 multiplications and 149 additions, squared 114 and 134; the final subtraction has 12.

use core::arch::asm;

use super::Aarch64;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// Computes `a b R^-1`, without the final subtraction, in the words 6, 0, 1, 2, 3, 4. The register of a limb of `b`
/// holds the quotient of its round.
macro_rules! multiply {
    () => {
        concat!(
            load_modulus_6!(),
            "ldp {y0}, {y1}, [{b}]\n",
            a_6!(first_row "y0" ["w0" "w1" "w2" "w3" "w4" "w5"] "w6"),
            p_6!(clear "y0" "w0" ["w1" "w2" "w3" "w4" "w5"] "w6"),
            a_6!(add_row "y1" ["w1" "w2" "w3" "w4" "w5" "w6"] "w0"),
            p_6!(clear "y1" "w1" ["w2" "w3" "w4" "w5" "w6"] "w0"),
            "ldp {y0}, {y1}, [{b}, #16]\n",
            a_6!(add_row "y0" ["w2" "w3" "w4" "w5" "w6" "w0"] "w1"),
            p_6!(clear "y0" "w2" ["w3" "w4" "w5" "w6" "w0"] "w1"),
            a_6!(add_row "y1" ["w3" "w4" "w5" "w6" "w0" "w1"] "w2"),
            p_6!(clear "y1" "w3" ["w4" "w5" "w6" "w0" "w1"] "w2"),
            "ldp {y0}, {y1}, [{b}, #32]\n",
            a_6!(add_row "y0" ["w4" "w5" "w6" "w0" "w1" "w2"] "w3"),
            p_6!(clear "y0" "w4" ["w5" "w6" "w0" "w1" "w2"] "w3"),
            a_6!(add_row "y1" ["w5" "w6" "w0" "w1" "w2" "w3"] "w4"),
            p_6!(clear "y1" "w5" ["w6" "w0" "w1" "w2" "w3"] "w4"),
        )
    };
}

/// Computes `a^2 R^-1`, without the final subtraction, in the words 6 to 11. The limbs of `p` replace those of `a`.
macro_rules! square {
    () => {
        concat!(
            full_square_6!(),
            load_modulus_in_a!(),
            reduce_half_in_a!(),
            add_words!(["w6" "w7" "w8" "w9" "w10" "w11"] ["w0" "w1" "w2" "w3" "w4" "w5"]),
        )
    };
}

/// Loads the modulus and its inverse, the limbs into the registers of `a`.
macro_rules! load_modulus_in_a {
    () => {
        concat!(
            "ldp {a0}, {a1}, [{inverse}]\nldp {a2}, {a3}, [{inverse}, #16]\nldp {a4}, {a5}, [{inverse}, #32]\n",
            "ldr {inverse}, [{inverse}, #48]\n",
        )
    };
}

/// A round of [`reduce_half_in_a`].
macro_rules! clear_by_a {
    ($w0:literal [$($w:literal)*]) => {
        clear_new!("a0" ["a1" "a2" "a3" "a4"] "a5", "m", $w0 [$($w)*])
    };
}

/// Reduces the words 0 to 5 to a number of at most `p` in the same words, times `R^-1`. The registers of `a` hold `p`.
macro_rules! reduce_half_in_a {
    () => {
        concat!(
            clear_by_a!("w0" ["w1" "w2" "w3" "w4" "w5"]),
            clear_by_a!("w1" ["w2" "w3" "w4" "w5" "w0"]),
            clear_by_a!("w2" ["w3" "w4" "w5" "w0" "w1"]),
            clear_by_a!("w3" ["w4" "w5" "w0" "w1" "w2"]),
            clear_by_a!("w4" ["w5" "w0" "w1" "w2" "w3"]),
            clear_by_a!("w5" ["w0" "w1" "w2" "w3" "w4"]),
        )
    };
}
pub(super) use {clear_by_a, load_modulus_in_a, reduce_half_in_a};

/// The assembly of a product, with the given text of instructions.
macro_rules! product {
    ($ring:ident, $a:ident, $b:ident, $($text:expr),+) => {{
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: the assembly reads 48 bytes from `b` and 56 from the ring, which the references guarantee. It writes
        // no memory, does not use the stack, and uses instructions that every AArch64 processor has.
        unsafe {
            asm!(
                $($text),+,
                a0 = in(reg) $a[0],
                a1 = in(reg) $a[1],
                a2 = in(reg) $a[2],
                a3 = in(reg) $a[3],
                a4 = in(reg) $a[4],
                a5 = in(reg) $a[5],
                b = in(reg) $b.as_ptr(),
                inverse = inout(reg) core::ptr::from_ref($ring) => _,
                p0 = out(reg) _,
                p1 = out(reg) _,
                p2 = out(reg) _,
                p3 = out(reg) _,
                p4 = out(reg) _,
                p5 = out(reg) _,
                y0 = out(reg) _,
                y1 = out(reg) _,
                w0 = out(reg) r1,
                w1 = out(reg) r2,
                w2 = out(reg) r3,
                w3 = out(reg) r4,
                w4 = out(reg) r5,
                w5 = out(reg) _,
                w6 = out(reg) r0,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
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
        // SAFETY: as for `product`.
        unsafe {
            asm!(
                $($text),+,
                a0 = inout(reg) $a[0] => _,
                a1 = inout(reg) $a[1] => _,
                a2 = inout(reg) $a[2] => _,
                a3 = inout(reg) $a[3] => _,
                a4 = inout(reg) $a[4] => _,
                a5 = inout(reg) $a[5] => _,
                inverse = inout(reg) core::ptr::from_ref($ring) => _,
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) r0,
                w7 = out(reg) r1,
                w8 = out(reg) r2,
                w9 = out(reg) r3,
                w10 = out(reg) r4,
                w11 = out(reg) r5,
                m = out(reg) _,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

impl Aarch64 {
    /// `a b R^-1 mod p`, `5 p <= R = 2^384`; `a < p`, any `b`; result below `p`. Constant time.
    #[inline(always)]
    pub fn mul_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        leak_if_active(Fault::Aarch64Kernel, a[0]);
        product!(
            ring,
            a,
            b,
            multiply!(),
            subtract_once!(
                ["w6" "w0" "w1" "w2" "w3" "w4"]
                ["p0" "p1" "p2" "p3" "p4" "p5"]
                ["w5" "y0" "y1" "l0" "l1" "l2"]
            )
        )
    }

    /// As [`mul_6`](Self::mul_6) without the final subtraction, for `a + p <= R` and any `b`: below `a b / R + p`.
    #[inline(always)]
    pub fn mul_unreduced_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        product!(ring, a, b, multiply!())
    }

    /// `a^2 R^-1 mod p`, `5 p <= R = 2^384`, `a < p`, result below `p`. Constant time.
    #[inline(always)]
    pub fn square_6(self, ring: &Montgomery<6>, a: &[u64; 6]) -> [u64; 6] {
        self_product!(
            ring,
            a,
            square!(),
            subtract_once!(
                ["w6" "w7" "w8" "w9" "w10" "w11"]
                ["a0" "a1" "a2" "a3" "a4" "a5"]
                ["w0" "w1" "w2" "w3" "w4" "w5"]
            )
        )
    }

    /// As [`square_6`](Self::square_6) without the final subtraction, for `a^2 / R + p < R`: at most `a^2 / R + p`.
    #[inline(always)]
    pub fn square_unreduced_6(self, ring: &Montgomery<6>, a: &[u64; 6]) -> [u64; 6] {
        self_product!(ring, a, square!())
    }
}
