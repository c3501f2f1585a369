//! Four-limb multiplication for `2 p + 2^192 <= R = 2^256`, by operand scanning.
//!
//! Each round adds `a b_i` and `m p` with `m = -t / p mod 2^64` to the running sum `t`, and divides by `r = 2^64`. A
//! round `C` costs eight multiplications of words here, as a fold `P` does: the low half of `m p_0` is known. So
//! operand scanning has the fewest instructions of all [schedules](crate::schedule), without loads of `rho_i`.
//!
//! Bound, with `a + p <= R`, any `b`: if `t < a + p` before a round, it is below `(a + p + (r - 1)(a + p)) / r = a + p`
//! after it. So four words suffice between rounds, and five within one. The result is below `a b / R + p`.
//!
//! Squares compute `a^2` first. The rounds reduce its lower half to at most `p`; the upper half is added.
//!
//! Instructions for words: 64 multiplications and 67 additions, squared 52 and 64; the final subtraction has 8.

use core::arch::asm;

use super::Aarch64;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// Computes `a b R^-1`, without the final subtraction, in the words 4, 0, 1, 2.
macro_rules! multiply {
    () => {
        concat!(
            load_modulus_4!(),
            a_4!(first_row "b0" ["w0" "w1" "w2" "w3"] "w4"),
            p_4!(clear "m" "w0" ["w1" "w2" "w3"] "w4"),
            a_4!(add_row "b1" ["w1" "w2" "w3" "w4"] "w0"),
            p_4!(clear "m" "w1" ["w2" "w3" "w4"] "w0"),
            a_4!(add_row "b2" ["w2" "w3" "w4" "w0"] "w1"),
            p_4!(clear "m" "w2" ["w3" "w4" "w0"] "w1"),
            a_4!(add_row "b3" ["w3" "w4" "w0" "w1"] "w2"),
            p_4!(clear "m" "w3" ["w4" "w0" "w1"] "w2"),
        )
    };
}

/// Computes `a^2 R^-1`, without the final subtraction, in the words 4 to 7.
macro_rules! square {
    () => {
        concat!(
            load_modulus_4!(),
            full_square_4!(),
            reduce_half_4!(),
            add_words!(["w4" "w5" "w6" "w7"] ["w0" "w1" "w2" "w3"]),
        )
    };
}

/// Reduces the words 0 to 3 to a number of at most `p` in the same words, times `R^-1`.
macro_rules! reduce_half_4 {
    () => {
        concat!(
            p_4!(clear_new "m" "w0" ["w1" "w2" "w3"]),
            p_4!(clear_new "m" "w1" ["w2" "w3" "w0"]),
            p_4!(clear_new "m" "w2" ["w3" "w0" "w1"]),
            p_4!(clear_new "m" "w3" ["w0" "w1" "w2"]),
        )
    };
}
pub(super) use reduce_half_4;

/// The assembly of a product, with the given text of instructions.
macro_rules! product {
    ($ring:ident, $a:ident, $b:ident, $($text:expr),+) => {{
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: the assembly reads 40 bytes from the ring, which the reference guarantees. It writes no memory, does
        // not use the stack, and uses instructions that every AArch64 processor has.
        unsafe {
            asm!(
                $($text),+,
                a0 = in(reg) $a[0],
                a1 = in(reg) $a[1],
                a2 = in(reg) $a[2],
                a3 = in(reg) $a[3],
                b0 = in(reg) $b[0],
                b1 = in(reg) $b[1],
                b2 = in(reg) $b[2],
                b3 = in(reg) $b[3],
                inverse = inout(reg) core::ptr::from_ref($ring) => _,
                p0 = out(reg) _,
                p1 = out(reg) _,
                p2 = out(reg) _,
                p3 = out(reg) _,
                w0 = out(reg) r1,
                w1 = out(reg) r2,
                w2 = out(reg) r3,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                m = out(reg) _,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
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
                a0 = in(reg) $a[0],
                a1 = in(reg) $a[1],
                a2 = in(reg) $a[2],
                a3 = in(reg) $a[3],
                inverse = inout(reg) core::ptr::from_ref($ring) => _,
                p0 = out(reg) _,
                p1 = out(reg) _,
                p2 = out(reg) _,
                p3 = out(reg) _,
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                w5 = out(reg) r1,
                w6 = out(reg) r2,
                w7 = out(reg) r3,
                m = out(reg) _,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }};
}

impl Aarch64 {
    /// `a b R^-1 mod p`, `2 p + 2^192 <= R = 2^256`; `a < p`, any `b`; result below `p`. Constant time.
    #[inline(always)]
    pub fn mul_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        leak_if_active(Fault::Aarch64Kernel, a[0]);
        product!(
            ring,
            a,
            b,
            multiply!(),
            subtract_once!(["w4" "w0" "w1" "w2"] ["p0" "p1" "p2" "p3"] ["w3" "l0" "l1" "l2"])
        )
    }

    /// As [`mul_4`](Self::mul_4) without the final subtraction, for `a <= R - p` and any `b`: below `a b / R + p`.
    #[inline(always)]
    pub fn mul_unreduced_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        product!(ring, a, b, multiply!())
    }

    /// `a^2 R^-1 mod p`, `2 p + 2^192 <= R = 2^256`, `a < p`, result below `p`. Constant time.
    #[inline(always)]
    pub fn square_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        self_product!(
            ring,
            a,
            square!(),
            subtract_once!(["w4" "w5" "w6" "w7"] ["p0" "p1" "p2" "p3"] ["w0" "w1" "w2" "w3"])
        )
    }

    /// As [`square_4`](Self::square_4) without the final subtraction, for `a^2 / R + p < R`: at most `a^2 / R + p`.
    #[inline(always)]
    pub fn square_unreduced_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        self_product!(ring, a, square!())
    }
}
