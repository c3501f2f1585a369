//! Four-limb multiplication for `p = R - c` with `c < 2^64` and `R = 2^256`, such as the base field of secp256k1 with
//! `c = 2^32 + 977`.
//!
//! `m p = m R - m c`: a round that clears the word `t` uses `m = t / c mod 2^64`, and then the low half of `m c` is `t`
//! itself. So of the products of a round two remain: `m`, which is added four words above, and the high half of `m c`,
//! which is subtracted one word above. Let `M` be the number with the four `m` as words. `M c` is the lower half of
//! `a b` plus `h R` for a word `h`, and
//!
//! `a b R^-1 = upper half + M - h` modulo `p`.
//!
//! Bound: it is `(a b + M p) / R`, so at least 0, and below `2 p` for `a b < p R`: four limbs and one bit. The final
//! subtraction adds `c` and tests the carry.
//!
//! Instructions for words: 40 multiplications and 55 others, squared 28 and 48.

use core::arch::asm;

use super::Aarch64;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// Replaces `$w` by `m = $w / c mod 2^64`, and stores the high half of `m c` in `{l0}`.
macro_rules! quotient {
    ($w:literal) => {
        concat!("mul {", $w, "}, {", $w, "}, {inverse}\n", "umulh {l0}, {", $w, "}, {c}\n")
    };
}

/// Computes the words 0 to 7, a number below `p R`, times `R^-1`, below `p`, in the words 4 to 7.
macro_rules! reduce {
    () => {
        concat!(
            "ldr {c}, [{inverse}]\n",
            "ldr {inverse}, [{inverse}, #32]\n",
            "neg {c}, {c}\n",
            quotient!("w0"),
            "subs {w1}, {w1}, {l0}\n",
            quotient!("w1"),
            "sbcs {w2}, {w2}, {l0}\n",
            quotient!("w2"),
            "sbcs {w3}, {w3}, {l0}\n",
            quotient!("w3"),
            "cinc {l0}, {l0}, cc\n", // h
            // The upper half plus M minus h; the bit above them in l1.
            add_words!(["w4" "w5" "w6" "w7"] ["w0" "w1" "w2" "w3"]),
            "adc {l1}, xzr, xzr\n",
            "subs {w4}, {w4}, {l0}\n",
            "sbcs {w5}, {w5}, xzr\n",
            "sbcs {w6}, {w6}, xzr\n",
            "sbcs {w7}, {w7}, xzr\n",
            "sbc {l1}, {l1}, xzr\n",
            // Plus c. If that carries, or the bit is set, the number was at least p. The sum of both bits is 0 or 1;
            // with -1 it carries if it is 1.
            "adds {w0}, {w4}, {c}\n",
            "adcs {w1}, {w5}, xzr\n",
            "adcs {w2}, {w6}, xzr\n",
            "adcs {w3}, {w7}, xzr\n",
            "mov {l0}, #-1\n",
            "adcs xzr, {l1}, {l0}\n",
            replace_if_carry!(["w4" "w5" "w6" "w7"] ["w0" "w1" "w2" "w3"]),
        )
    };
}

impl Aarch64 {
    /// `a b R^-1 mod p`, `p = R - c`, `c < 2^64`, `R = 2^256`; `a < p`, `b` any four limbs; result below `p`. Constant
    /// time.
    #[inline(always)]
    pub fn mul_pseudo_mersenne_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        leak_if_active(Fault::Aarch64Kernel, a[0]);
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: the assembly reads 40 bytes from the ring, which the reference guarantees. It writes no memory, does
        // not use the stack, and uses instructions that every AArch64 processor has.
        unsafe {
            asm!(
                full_product_4!(),
                reduce!(),
                a0 = in(reg) a[0],
                a1 = in(reg) a[1],
                a2 = in(reg) a[2],
                a3 = in(reg) a[3],
                b0 = in(reg) b[0],
                b1 = in(reg) b[1],
                b2 = in(reg) b[2],
                b3 = in(reg) b[3],
                inverse = inout(reg) core::ptr::from_ref(ring) => _,
                c = out(reg) _,
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                w5 = out(reg) r1,
                w6 = out(reg) r2,
                w7 = out(reg) r3,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }

    /// `a^2 R^-1 mod p`, `p = R - c`, `c < 2^64`, `R = 2^256`; `a < p`, result below `p`. Constant time.
    #[inline(always)]
    pub fn square_pseudo_mersenne_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: as for the product.
        unsafe {
            asm!(
                full_square_4!(),
                reduce!(),
                a0 = in(reg) a[0],
                a1 = in(reg) a[1],
                a2 = in(reg) a[2],
                a3 = in(reg) a[3],
                inverse = inout(reg) core::ptr::from_ref(ring) => _,
                c = out(reg) _,
                w0 = out(reg) _,
                w1 = out(reg) _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                w4 = out(reg) r0,
                w5 = out(reg) r1,
                w6 = out(reg) r2,
                w7 = out(reg) r3,
                l0 = out(reg) _,
                l1 = out(reg) _,
                l2 = out(reg) _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }
}
