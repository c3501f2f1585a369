//! Sums of products for four and six limbs, for arbitrary `N`-limb operands: the product is computed in registers, then
//! added to the sum in memory.

use core::arch::asm;

use super::Aarch64;
use super::six::{clear_by_a, load_modulus_in_a, reduce_half_in_a};
use crate::{Montgomery, Wide};

/// Adds the words to those of the sum at the given offsets, two at a time. The first pair starts the chain of carries;
/// the last word of the sum receives the carry.
macro_rules! add_to_sum {
    ([$o0:literal $u0:literal $v0:literal] $([$offset:literal $u:literal $v:literal])+ last $last:literal) => {
        concat!(
            "ldp {l0}, {l1}, [{sum}, #", $o0, "]\n",
            "adds {l0}, {l0}, {", $u0, "}\n",
            "adcs {l1}, {l1}, {", $v0, "}\n",
            "stp {l0}, {l1}, [{sum}, #", $o0, "]\n",
            $(
                "ldp {l0}, {l1}, [{sum}, #", $offset, "]\n",
                "adcs {l0}, {l0}, {", $u, "}\n",
                "adcs {l1}, {l1}, {", $v, "}\n",
                "stp {l0}, {l1}, [{sum}, #", $offset, "]\n",
            )+
            "ldr {l0}, [{sum}, #", $last, "]\n",
            "adc {l0}, {l0}, xzr\n",
            "str {l0}, [{sum}, #", $last, "]\n",
        )
    };
}

impl Aarch64 {
    /// `sum += a b`, any four limbs; the sum stays below `2^576`. Constant time.
    #[inline(always)]
    pub fn accumulate_4(self, sum: &mut Wide<4>, a: &[u64; 4], b: &[u64; 4]) {
        // SAFETY: the assembly reads and writes the 72 bytes of `sum`, whose limbs are contiguous. It does not use the
        // stack, and uses instructions that every AArch64 processor has.
        unsafe {
            asm!(
                full_product_4!(),
                add_to_sum!(["0" "w0" "w1"] ["16" "w2" "w3"] ["32" "w4" "w5"] ["48" "w6" "w7"] last "64"),
                a0 = in(reg) a[0],
                a1 = in(reg) a[1],
                a2 = in(reg) a[2],
                a3 = in(reg) a[3],
                b0 = in(reg) b[0],
                b1 = in(reg) b[1],
                b2 = in(reg) b[2],
                b3 = in(reg) b[3],
                sum = in(reg) core::ptr::from_mut(sum),
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) _,
                w7 = out(reg) _,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(nostack),
            );
        }
    }

    /// `sum += a b`, any six limbs; the sum stays below `2^832`. Constant time.
    #[inline(always)]
    pub fn accumulate_6(self, sum: &mut Wide<6>, a: &[u64; 6], b: &[u64; 6]) {
        // SAFETY: as for four limbs, with 48 bytes of `b` and the 104 of `sum`.
        unsafe {
            asm!(
                "ldp {y0}, {y1}, [{b}]",
                a_6!(first_row "y0" ["w0" "w1" "w2" "w3" "w4" "w5"] "w6"),
                a_6!(add_row "y1" ["w1" "w2" "w3" "w4" "w5" "w6"] "w7"),
                "ldp {y0}, {y1}, [{b}, #16]",
                a_6!(add_row "y0" ["w2" "w3" "w4" "w5" "w6" "w7"] "w8"),
                a_6!(add_row "y1" ["w3" "w4" "w5" "w6" "w7" "w8"] "w9"),
                "ldp {y0}, {y1}, [{b}, #32]",
                a_6!(add_row "y0" ["w4" "w5" "w6" "w7" "w8" "w9"] "w10"),
                a_6!(add_row "y1" ["w5" "w6" "w7" "w8" "w9" "w10"] "w11"),
                add_to_sum!(
                    ["0" "w0" "w1"] ["16" "w2" "w3"] ["32" "w4" "w5"] ["48" "w6" "w7"] ["64" "w8" "w9"]
                    ["80" "w10" "w11"] last "96"
                ),
                a0 = in(reg) a[0],
                a1 = in(reg) a[1],
                a2 = in(reg) a[2],
                a3 = in(reg) a[3],
                a4 = in(reg) a[4],
                a5 = in(reg) a[5],
                b = in(reg) b.as_ptr(),
                sum = in(reg) core::ptr::from_mut(sum),
                y0 = out(reg) _,
                y1 = out(reg) _,
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) _,
                w7 = out(reg) _,
                w8 = out(reg) _,
                w9 = out(reg) _,
                w10 = out(reg) _,
                w11 = out(reg) _,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(nostack),
            );
        }
    }

    /// `(low + p M) / R + high` with `M < R = 2^384`: the reduction of `low + R high` without a subtraction, as
    /// `(six limbs, carry)`. Any odd `p < R`, any limbs; at most `p + high`. Constant time.
    #[inline(always)]
    pub fn redc_6(self, ring: &Montgomery<6>, low: &[u64; 6], high: &[u64; 6]) -> ([u64; 6], u64) {
        let [mut w0, mut w1, mut w2, mut w3, mut w4, mut w5] = *low;
        let carry: u64;
        // SAFETY: the assembly reads 56 bytes from the ring, which the reference guarantees. It writes no memory, does
        // not use the stack, and uses instructions that every AArch64 processor has.
        unsafe {
            asm!(
                load_modulus_in_a!(),
                reduce_half_in_a!(),
                add_words!(["w0" "w1" "w2" "w3" "w4" "w5"] ["h0" "h1" "h2" "h3" "h4" "h5"]),
                "adc {m}, xzr, xzr",
                h0 = in(reg) high[0],
                h1 = in(reg) high[1],
                h2 = in(reg) high[2],
                h3 = in(reg) high[3],
                h4 = in(reg) high[4],
                h5 = in(reg) high[5],
                inverse = inout(reg) core::ptr::from_ref(ring) => _,
                a0 = out(reg) _,
                a1 = out(reg) _,
                a2 = out(reg) _,
                a3 = out(reg) _,
                a4 = out(reg) _,
                a5 = out(reg) _,
                w0 = inout(reg) w0,
                w1 = inout(reg) w1,
                w2 = inout(reg) w2,
                w3 = inout(reg) w3,
                w4 = inout(reg) w4,
                w5 = inout(reg) w5,
                m = out(reg) carry,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(pure, readonly, nostack),
            );
        }
        ([w0, w1, w2, w3, w4, w5], carry)
    }
}
