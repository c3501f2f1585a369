//! Sums of products for four and six limbs, for arbitrary `N`-limb operands: the product is computed in registers, then
//! added to the sum in memory.
//!
//! Word multiplications: 16 and 36, and `N^2 + N` for the reduction.

use core::arch::asm;
use core::mem::MaybeUninit;

use super::Bmi2Adx;
use crate::{Montgomery, Wide};

/// Adds the words to those of the sum at the given offsets, with the carry in CF before and after.
macro_rules! add_to_sum {
    ($([$offset:literal $word:literal])+) => {
        concat!($("adc [{sum} + ", $offset, "], {", $word, "}\n",)+)
    };
}

/// Adds the words that `store_low` has stored at `{low}` to those of the sum with the same index.
macro_rules! add_stored {
    ($($offset:literal)+) => {
        concat!($("mov {lo}, [{low} + ", $offset, "]\n", "adc [{sum} + ", $offset, "], {lo}\n",)+)
    };
}

impl Bmi2Adx {
    /// `sum += a b`, any four limbs; the sum stays below `2^576`. Constant time.
    #[inline(always)]
    pub fn accumulate_4(self, sum: &mut Wide<4>, a: &[u64; 4], b: &[u64; 4]) {
        // SAFETY: `self` proves that the processor has BMI2 and ADX. The assembly reads 32 bytes from `a`, reads and
        // writes the 72 bytes of `sum`, whose limbs are contiguous, and does not use the stack.
        unsafe {
            asm!(
                full_product!(),
                "add [{sum}], {w0}",
                add_to_sum!(["8" "w1"] ["16" "w2"] ["24" "w3"] ["32" "w4"] ["40" "w5"] ["48" "w6"] ["56" "w7"]),
                "adc qword ptr [{sum} + 64], 0",
                a = in(reg) a.as_ptr(),
                sum = in(reg) core::ptr::from_mut(sum),
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

    /// `sum += a b`, any six limbs; the sum stays below `2^832`. Constant time.
    ///
    /// The registers cannot hold twelve words, so the lower six are stored in memory.
    #[inline(always)]
    pub fn accumulate_6(self, sum: &mut Wide<6>, a: &[u64; 6], b: &[u64; 6]) {
        let mut low = MaybeUninit::<[u64; 6]>::uninit();
        // SAFETY: as for four limbs, with 48 bytes of `a` and `b` and the 104 of `sum`. The assembly writes the 48
        // bytes at `low`, which are valid for writes, and reads no byte of them before it is written.
        unsafe {
            asm!(
                full_product_6!("low"),
                "xor {lo:e}, {lo:e}", // no carry
                add_stored!("0" "8" "16" "24" "32"),
                add_to_sum!(["40" "w5"] ["48" "w6"] ["56" "w0"] ["64" "w1"] ["72" "w2"] ["80" "w3"] ["88" "w4"]),
                "adc qword ptr [{sum} + 96], 0",
                a = in(reg) a.as_ptr(),
                b = in(reg) b.as_ptr(),
                sum = in(reg) core::ptr::from_mut(sum),
                low = in(reg) low.as_mut_ptr(),
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

    /// `(low + p M) / R + high` with `M < R = 2^384`: the reduction of `low + R high` without a subtraction, as
    /// `(six limbs, carry)`. Any odd `p < R`, any limbs; at most `p + high`. Constant time.
    #[inline(always)]
    pub fn redc_6(self, ring: &Montgomery<6>, low: &[u64; 6], high: &[u64; 6]) -> ([u64; 6], u64) {
        let [mut w0, mut w1, mut w2, mut w3, mut w4, mut w5] = *low;
        let w6: u64;
        // SAFETY: `self` proves that the processor has BMI2 and ADX. The assembly reads 48 bytes from `high` and 56
        // from `p`, which the references guarantee. It writes no memory and does not use the stack.
        unsafe {
            asm!(
                clear_6!("w0" "w1" "w2" "w3" "w4" "w5" "w6"),
                clear_6!("w1" "w2" "w3" "w4" "w5" "w6" "w0"),
                clear_6!("w2" "w3" "w4" "w5" "w6" "w0" "w1"),
                clear_6!("w3" "w4" "w5" "w6" "w0" "w1" "w2"),
                clear_6!("w4" "w5" "w6" "w0" "w1" "w2" "w3"),
                clear_6!("w5" "w6" "w0" "w1" "w2" "w3" "w4"),
                "add {w6}, [{high}]",
                "adc {w0}, [{high} + 8]",
                "adc {w1}, [{high} + 16]",
                "adc {w2}, [{high} + 24]",
                "adc {w3}, [{high} + 32]",
                "adc {w4}, [{high} + 40]",
                "mov {w5:e}, 0",
                "adc {w5}, 0",
                high = in(reg) high.as_ptr(),
                p = in(reg) core::ptr::from_ref(ring),
                w0 = inout(reg) w0,
                w1 = inout(reg) w1,
                w2 = inout(reg) w2,
                w3 = inout(reg) w3,
                w4 = inout(reg) w4,
                w5 = inout(reg) w5,
                w6 = out(reg) w6,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        ([w6, w0, w1, w2, w3, w4], w5)
    }
}
