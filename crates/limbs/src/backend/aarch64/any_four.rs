//! Four-limb multiplication for every odd `p < R = 2^256`, with or without spare bits, by operand scanning.
//!
//! As for moduli with [spare bits](super::four), but the sum has a bit above its words. If `a < p` and the sum is below
//! `2 p` before a round, it is below `(2 p + 2 (r - 1) p) / r = 2 p` after it (Koc, Acar, Kaliski, "Analyzing and
//! comparing Montgomery multiplication algorithms", 1996, section 5). So four limbs and one bit suffice, with one
//! subtraction at the end. Within a round the sum is below `r (2 p) < 2 r^5`.

use core::arch::asm;

use super::Aarch64;
use super::four::reduce_half_4;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// A round after the first: adds `a $b` and `m p` to the words `$t0..$t3` and the bit `$t4`, with the result in
/// `$t1..$t4` and the bit `$t5`.
macro_rules! round {
    ($b:literal, $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal) => {
        concat!(
            a_4!(add_row_above $b [$t0 $t1 $t2 $t3] $t4 above $t5),
            p_4!(clear_above "m" $t0 [$t1 $t2 $t3] $t4 above $t5),
        )
    };
}

/// Reduces a number below `2 p`, in four words and the bit above them, to below `p`.
macro_rules! reduce {
    ([$($t:literal)*] [$($s:literal)*] $top:literal) => {
        concat!(
            difference!([$($t)*] ["p0" "p1" "p2" "p3"] [$($s)*]),
            "sbcs xzr, {", $top, "}, xzr\n",
            replace_if_carry!([$($t)*] [$($s)*]),
        )
    };
}

impl Aarch64 {
    /// `a b R^-1 mod p`, any odd `p < R = 2^256`; `a < p`, `b` any four limbs; result below `p`. Constant time.
    #[inline(always)]
    pub fn mul_any_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        leak_if_active(Fault::Aarch64Kernel, a[0]);
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: the assembly reads 40 bytes from the ring, which the reference guarantees. It writes no memory, does
        // not use the stack, and uses instructions that every AArch64 processor has.
        unsafe {
            asm!(
                load_modulus_4!(),
                a_4!(first_row "b0" ["w0" "w1" "w2" "w3"] "w4"),
                "mov {w5}, xzr",
                p_4!(clear_above "m" "w0" ["w1" "w2" "w3"] "w4" above "w5"),
                round!("b1", "w1" "w2" "w3" "w4" "w5" "w0"),
                round!("b2", "w2" "w3" "w4" "w5" "w0" "w1"),
                round!("b3", "w3" "w4" "w5" "w0" "w1" "w2"),
                reduce!(["w4" "w5" "w0" "w1"] ["w3" "l0" "l1" "l2"] "w2"),
                a0 = in(reg) a[0],
                a1 = in(reg) a[1],
                a2 = in(reg) a[2],
                a3 = in(reg) a[3],
                b0 = in(reg) b[0],
                b1 = in(reg) b[1],
                b2 = in(reg) b[2],
                b3 = in(reg) b[3],
                inverse = inout(reg) core::ptr::from_ref(ring) => _,
                p0 = out(reg) _,
                p1 = out(reg) _,
                p2 = out(reg) _,
                p3 = out(reg) _,
                w0 = out(reg) r2,
                w1 = out(reg) r3,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                w5 = out(reg) r1,
                m = out(reg) _,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }

    /// `a^2 R^-1 mod p`, any odd `p < R = 2^256`; `a < p`, result below `p`. Constant time.
    ///
    /// The rounds reduce the lower half of `a^2` to at most `p`. The upper half is below `p` as well, so the sum is
    /// below `2 p`.
    #[inline(always)]
    pub fn square_any_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: as for `mul_any_4`.
        unsafe {
            asm!(
                load_modulus_4!(),
                full_square_4!(),
                reduce_half_4!(),
                add_words!(["w4" "w5" "w6" "w7"] ["w0" "w1" "w2" "w3"]),
                "adc {m}, xzr, xzr",
                reduce!(["w4" "w5" "w6" "w7"] ["w0" "w1" "w2" "w3"] "m"),
                a0 = in(reg) a[0],
                a1 = in(reg) a[1],
                a2 = in(reg) a[2],
                a3 = in(reg) a[3],
                inverse = inout(reg) core::ptr::from_ref(ring) => _,
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
    }

    /// `(low + p M) / R + high` with `M < R`: the reduction of `low + R high` without a subtraction, as
    /// `(four limbs, carry)`. Any odd `p < R = 2^256`, any limbs; at most `p + high`. Constant time.
    #[inline(always)]
    pub fn redc_4(self, ring: &Montgomery<4>, low: &[u64; 4], high: &[u64; 4]) -> ([u64; 4], u64) {
        let [mut w0, mut w1, mut w2, mut w3] = *low;
        let carry: u64;
        // SAFETY: as for `mul_any_4`.
        unsafe {
            asm!(
                load_modulus_4!(),
                reduce_half_4!(),
                add_words!(["w0" "w1" "w2" "w3"] ["h0" "h1" "h2" "h3"]),
                "adc {m}, xzr, xzr",
                h0 = in(reg) high[0],
                h1 = in(reg) high[1],
                h2 = in(reg) high[2],
                h3 = in(reg) high[3],
                inverse = inout(reg) core::ptr::from_ref(ring) => _,
                p0 = out(reg) _,
                p1 = out(reg) _,
                p2 = out(reg) _,
                p3 = out(reg) _,
                w0 = inout(reg) w0,
                w1 = inout(reg) w1,
                w2 = inout(reg) w2,
                w3 = inout(reg) w3,
                m = out(reg) carry,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(pure, readonly, nostack),
            );
        }
        ([w0, w1, w2, w3], carry)
    }
}
