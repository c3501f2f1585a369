//! Four-limb multiplication for every odd `p < R = 2^256`, with or without spare bits, by operand scanning.
//!
//! Each round adds `a b_i` and `m p` with `m = -t / p mod 2^64`, and divides by `r = 2^64`. If `a < p` and the sum is
//! below `2 p` before a round, it is below `(2 p + 2 (r - 1) p) / r = 2 p` after it (Koc, Acar, Kaliski, "Analyzing and
//! comparing Montgomery multiplication algorithms", 1996, section 5). So four limbs and one bit suffice, with one
//! subtraction at the end. Within a round the sum is below `r (2 p) < 2 r^5`.
//!
//! Word multiplications: 4 (4 + 5) = 36, squared 10 + 20 = 30.

use core::arch::asm;

use super::Bmi2Adx;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// A round after the first: adds `a` times the limb `$b` of `b` to `$t0..$t4`, with the result in `$t1..$t5`. `$t5`
/// must be zero on entry. `$t0` is zero on exit and serves as `$t5` of the next round.
macro_rules! round {
    ($b:literal, $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal) => {
        concat!(
            "mov rdx, {", $b, "}\n",
            a_4!(add_row_above $t0 $t1 $t2 $t3 $t4 above $t5 zero $t5),
            quotient_4!($t0),
            p_4!(add_row_above $t0 $t1 $t2 $t3 $t4 above $t5 zero $t0),
        )
    };
}

/// Adds `[{high}..]` to the four words, with the carry in `$top`.
macro_rules! add_words {
    (
        [$h0:literal $h1:literal $h2:literal $h3:literal] [$t0:literal $t1:literal $t2:literal $t3:literal] $top:literal
    ) => {
        concat!(
            "add {", $t0, "}, ", $h0, "\n", "adc {", $t1, "}, ", $h1, "\n", "adc {", $t2, "}, ", $h2, "\n",
            "adc {", $t3, "}, ", $h3, "\n", "mov {", $top, ":e}, 0\n", "adc {", $top, "}, 0\n",
        )
    };
}

/// Reduces a number below `2 p`, in four words and the bit above them, to below `p`.
macro_rules! reduce {
    ([$($t:literal)*] [$($s:literal)*] $top:literal) => {
        concat!(
            difference!(["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]"] [$($t)*] [$($s)*]),
            "sbb {", $top, "}, 0\n",
            replace_unless_carry!([$($t)*] [$($s)*]),
        )
    };
}

impl Bmi2Adx {
    /// `a b R^-1 mod p`, any odd `p < R = 2^256`; `a < p`, `b` any four limbs; result below `p`. Constant time.
    #[inline(always)]
    pub fn mul_any_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        leak_if_active(Fault::Bmi2AdxKernel, a[0]);
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: `self` proves that the processor has BMI2 and ADX. The assembly reads 32 bytes from `a` and 40 from
        // `p`, which the references guarantee. It writes no memory and does not use the stack.
        unsafe {
            asm!(
                a_4!(first_row "w0" "w1" "w2" "w3" "w4"),
                "xor {w5:e}, {w5:e}",
                quotient_4!("w0"),
                p_4!(add_row_above "w0" "w1" "w2" "w3" "w4" above "w5" zero "w0"),
                round!("b1", "w1" "w2" "w3" "w4" "w5" "w0"),
                round!("b2", "w2" "w3" "w4" "w5" "w0" "w1"),
                round!("b3", "w3" "w4" "w5" "w0" "w1" "w2"),
                reduce!(["w4" "w5" "w0" "w1"] ["w3" "lo" "hi" "a"] "w2"),
                a = inout(reg) a.as_ptr() => _,
                b1 = in(reg) b[1],
                b2 = in(reg) b[2],
                b3 = in(reg) b[3],
                p = in(reg) core::ptr::from_ref(ring),
                w0 = out(reg) r2,
                w1 = out(reg) r3,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                w5 = out(reg) r1,
                lo = out(reg) _,
                hi = out(reg) _,
                inout("rdx") b[0] => _,
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
                full_square!(),
                clear_4!("w0" "w1" "w2" "w3" "a"),
                clear_4!("w1" "w2" "w3" "a" "w0"),
                clear_4!("w2" "w3" "a" "w0" "w1"),
                clear_4!("w3" "a" "w0" "w1" "w2"),
                add_words!(["{w4}" "{w5}" "{w6}" "{w7}"] ["a" "w0" "w1" "w2"] "w3"),
                reduce!(["a" "w0" "w1" "w2"] ["w4" "w5" "w6" "w7"] "w3"),
                a = inout(reg) a.as_ptr() => r0,
                p = in(reg) core::ptr::from_ref(ring),
                w0 = out(reg) r1,
                w1 = out(reg) r2,
                w2 = out(reg) r3,
                w3 = out(reg) _,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) _,
                w7 = out(reg) _,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }

    /// `(low + p M) / R + high` with `M < R`: the reduction of `low + R high` without a subtraction, as
    /// `(four limbs, carry)`. Any odd `p < R = 2^256`, any limbs; at most `p + high`.
    #[inline(always)]
    pub fn redc_4(self, ring: &Montgomery<4>, low: &[u64; 4], high: &[u64; 4]) -> ([u64; 4], u64) {
        let [mut w0, mut w1, mut w2, mut w3] = *low;
        let first: u64;
        // SAFETY: as for `mul_any_4`.
        unsafe {
            asm!(
                clear_4!("w0" "w1" "w2" "w3" "w4"),
                clear_4!("w1" "w2" "w3" "w4" "w0"),
                clear_4!("w2" "w3" "w4" "w0" "w1"),
                clear_4!("w3" "w4" "w0" "w1" "w2"),
                add_words!(["[{high}]" "[{high} + 8]" "[{high} + 16]" "[{high} + 24]"] ["w4" "w0" "w1" "w2"] "w3"),
                high = in(reg) high.as_ptr(),
                p = in(reg) core::ptr::from_ref(ring),
                w0 = inout(reg) w0,
                w1 = inout(reg) w1,
                w2 = inout(reg) w2,
                w3 = inout(reg) w3,
                w4 = out(reg) first,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        ([first, w0, w1, w2], w3)
    }
}
