//! Products without a reduction, and the reduction of sums of such products, for four and six limbs.
//!
//! Word multiplications: `N^2` for a product, `N^2 + N` for a reduction.

use core::arch::asm;
use core::mem::MaybeUninit;

use super::Bmi2Adx;
use crate::{Montgomery, Unreduced};

/// Stores a finished word in the memory at `{out}`.
macro_rules! store {
    ($([$offset:literal $word:literal])+) => {
        concat!($("mov [{out} + ", $offset, "], {", $word, "}\n",)+)
    };
}

/// Loads words from the memory at `{value}`.
macro_rules! load {
    ($([$offset:literal $word:literal])+) => {
        concat!($("mov {", $word, "}, [{value} + ", $offset, "]\n",)+)
    };
}

/// Adds the upper half of the number at `{value}`; the sum has as many words.
macro_rules! add_upper {
    ([$offset:literal $word:literal] $([$offsets:literal $words:literal])+) => {
        concat!(
            "add {", $word, "}, [{value} + ", $offset, "]\n",
            $("adc {", $words, "}, [{value} + ", $offsets, "]\n",)+
        )
    };
}

impl Bmi2Adx {
    /// Writes `a b` to all of `out`, any four limbs. Constant time.
    #[inline(always)]
    pub fn product_4(self, out: &mut MaybeUninit<Unreduced<4>>, a: &[u64; 4], b: &[u64; 4]) {
        // SAFETY: `self` proves that the processor has BMI2 and ADX. The assembly reads 32 bytes from `a`, writes the
        // 64 bytes of `out`, whose limbs are contiguous, and does not use the stack.
        unsafe {
            asm!(
                full_product!(),
                store!(["0" "w0"] ["8" "w1"] ["16" "w2"] ["24" "w3"] ["32" "w4"] ["40" "w5"] ["48" "w6"] ["56" "w7"]),
                a = in(reg) a.as_ptr(),
                out = in(reg) out.as_mut_ptr(),
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) _,
                w5 = inout(reg) b[1] => _,
                w6 = inout(reg) b[2] => _,
                w7 = inout(reg) b[3] => _,
                lo = out(reg) _,
                hi = out(reg) _,
                inout("rdx") b[0] => _,
                options(nostack),
            );
        }
    }

    /// Writes `a b` to all of `out`, any six limbs. Constant time.
    #[inline(always)]
    pub fn product_6(self, out: &mut MaybeUninit<Unreduced<6>>, a: &[u64; 6], b: &[u64; 6]) {
        // SAFETY: as for four limbs, with 48 bytes of `a` and `b` and the 96 of `out`.
        unsafe {
            asm!(
                full_product_6!("out"),
                store!(["40" "w5"] ["48" "w6"] ["56" "w0"] ["64" "w1"] ["72" "w2"] ["80" "w3"] ["88" "w4"]),
                a = in(reg) a.as_ptr(),
                b = in(reg) b.as_ptr(),
                out = in(reg) out.as_mut_ptr(),
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) _,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(nostack),
            );
        }
    }

    /// `value R^-1 mod p` for `value < p R` and `2 p <= R = 2^256`: canonical. Constant time.
    ///
    /// Bound: the rounds reduce the lower half to at most `p`, and the upper half is below `p`, so the sum is below
    /// `2 p`.
    #[inline(always)]
    pub fn reduce_unreduced_4(self, ring: &Montgomery<4>, value: &Unreduced<4>) -> [u64; 4] {
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: `self` proves that the processor has BMI2 and ADX. The assembly reads 64 bytes from `value` and 40
        // from `p`, which the references guarantee. It writes no memory and does not use the stack.
        unsafe {
            asm!(
                load!(["0" "w0"] ["8" "w1"] ["16" "w2"] ["24" "w3"]),
                clear_4!("w0" "w1" "w2" "w3" "w4"),
                clear_4!("w1" "w2" "w3" "w4" "w0"),
                clear_4!("w2" "w3" "w4" "w0" "w1"),
                clear_4!("w3" "w4" "w0" "w1" "w2"),
                add_upper!(["32" "w4"] ["40" "w0"] ["48" "w1"] ["56" "w2"]),
                subtract_once!(
                    ["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]"]
                    ["w4" "w0" "w1" "w2"]
                    ["w3" "lo" "hi" "value"]
                ),
                value = inout(reg) core::ptr::from_ref(value) => _,
                p = in(reg) core::ptr::from_ref(ring),
                w0 = out(reg) r1,
                w1 = out(reg) r2,
                w2 = out(reg) r3,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }

    /// `value R^-1 mod p` for `value < p R` and `2 p <= R = 2^384`: canonical. Constant time. The bound is that of
    /// [`reduce_unreduced_4`](Self::reduce_unreduced_4).
    #[inline(always)]
    pub fn reduce_unreduced_6(self, ring: &Montgomery<6>, value: &Unreduced<6>) -> [u64; 6] {
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: as for four limbs, with 96 bytes of `value` and 56 of `p`.
        unsafe {
            asm!(
                load!(["0" "w0"] ["8" "w1"] ["16" "w2"] ["24" "w3"] ["32" "w4"] ["40" "w5"]),
                clear_6!("w0" "w1" "w2" "w3" "w4" "w5" "w6"),
                clear_6!("w1" "w2" "w3" "w4" "w5" "w6" "w0"),
                clear_6!("w2" "w3" "w4" "w5" "w6" "w0" "w1"),
                clear_6!("w3" "w4" "w5" "w6" "w0" "w1" "w2"),
                clear_6!("w4" "w5" "w6" "w0" "w1" "w2" "w3"),
                clear_6!("w5" "w6" "w0" "w1" "w2" "w3" "w4"),
                add_upper!(["48" "w6"] ["56" "w0"] ["64" "w1"] ["72" "w2"] ["80" "w3"] ["88" "w4"]),
                // As `subtract_once`, with rdx for the last word.
                difference!(
                    ["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]" "[{p} + 32]"]
                    ["w6" "w0" "w1" "w2" "w3"]
                    ["w5" "lo" "hi" "value" "t"]
                ),
                "mov rdx, {w4}",
                "sbb rdx, [{p} + 40]",
                replace_unless_carry!(["w6" "w0" "w1" "w2" "w3"] ["w5" "lo" "hi" "value" "t"]),
                "cmovnc {w4}, rdx",
                value = inout(reg) core::ptr::from_ref(value) => _,
                p = in(reg) core::ptr::from_ref(ring),
                w0 = out(reg) r1,
                w1 = out(reg) r2,
                w2 = out(reg) r3,
                w3 = out(reg) r4,
                w4 = out(reg) r5,
                w5 = out(reg) _,
                w6 = out(reg) r0,
                lo = out(reg) _,
                hi = out(reg) _,
                t = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }
}
