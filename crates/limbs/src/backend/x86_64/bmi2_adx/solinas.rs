//! Four-limb multiplication for `p = h 2^192 + 2^96 - 1` with `h < r = 2^64` and `R = 2^256`: the base field of P-256.
//!
//! `-1 / p mod r = 1`, so the quotient `m` of a round is the word that the round clears:
//!
//! `(t + m p) / r = floor(t / r) + 2^32 m + h r^2 m` for `m = t mod r`.
//!
//! `2^32 m` has two words, which are shifts of `m`. The one product of a round is `h m`. Rounds reduce the lower half
//! of `a b`. A running sum below `R` stays below `R`, since `(R - 1 + (r - 1) (R - 1)) / r = R - 1`.
//!
//! Bound: the result is `(a b + M p) / R` with `M < R`, below `2 p` for `a b < p R`: four limbs and one bit. One
//! subtraction makes it canonical. Source: S. Gueron, V. Krasnov, "Fast prime field elliptic-curve cryptography with
//! 256-bit primes", 2015, section 4.
//!
//! Word multiplications: 16 + 4 = 20, squared 10 + 4 = 14.

use core::arch::asm;

use super::Bmi2Adx;
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// The round that clears `$t0`: reduces the four words `$t0..$t3` to `$t1 $t2 $t3 $t0`. `{a}` holds 32.
macro_rules! clear {
    ($t0:literal $t1:literal $t2:literal $t3:literal) => {
        concat!(
            "mov rdx, {",
            $t0,
            "}\n",
            "shlx {lo}, rdx, {a}\n",
            "shrx {hi}, rdx, {a}\n",
            "add {",
            $t1,
            "}, {lo}\n",
            "mulx {",
            $t0,
            "}, {lo}, [{p} + 24]\n",
            "adc {",
            $t2,
            "}, {hi}\n",
            "adc {",
            $t3,
            "}, {lo}\n",
            "adc {",
            $t0,
            "}, 0\n",
        )
    };
}

/// Reduces the words 0 to 3, any number, to the same words, at most `p`. The register `{a}` is overwritten.
macro_rules! clear_all {
    () => {
        concat!(
            "mov {a:e}, 32\n",
            clear!("w0" "w1" "w2" "w3"),
            clear!("w1" "w2" "w3" "w0"),
            clear!("w2" "w3" "w0" "w1"),
            clear!("w3" "w0" "w1" "w2"),
        )
    };
}

/// Computes the words 0 to 7, a number below `p R`, times `R^-1`, below `p`, in the words 4 to 7. The register `{a}` is
/// overwritten.
macro_rules! reduce {
    () => {
        concat!(
            clear_all!(),
            // The upper half plus the reduced lower half; the bit above them in lo.
            "mov {lo:e}, 0\n",
            "add {w4}, {w0}\n",
            "adc {w5}, {w1}\n",
            "adc {w6}, {w2}\n",
            "adc {w7}, {w3}\n",
            "adc {lo}, 0\n",
            difference!(
                ["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]"] ["w4" "w5" "w6" "w7"] ["w0" "w1" "w2" "w3"]
            ),
            "sbb {lo}, 0\n",
            replace_unless_carry!(["w4" "w5" "w6" "w7"] ["w0" "w1" "w2" "w3"]),
        )
    };
}

impl Bmi2Adx {
    /// `a b R^-1 mod p`, `p = h 2^192 + 2^96 - 1`, `R = 2^256`; `a < p`, `b` any four limbs; result below `p`. Constant
    /// time.
    #[inline(always)]
    pub fn mul_solinas_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        leak_if_active(Fault::Bmi2AdxKernel, a[0]);
        // SAFETY: `self` proves that the processor has BMI2 and ADX. The reduction reads 32 bytes from the ring.
        unsafe { reduced_product!(reduce!(), ring, a, b) }
    }

    /// `a^2 R^-1 mod p`, `p = h 2^192 + 2^96 - 1`, `R = 2^256`; `a < p`, result below `p`. Constant time.
    #[inline(always)]
    pub fn square_solinas_4(self, ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        // SAFETY: as for the product.
        unsafe { reduced_square!(reduce!(), ring, a) }
    }

    /// `(low + p M) / R + high` with `M < R`, `p = h 2^192 + 2^96 - 1`, `R = 2^256`: the reduction of `low + R high`
    /// without a subtraction, as `(four limbs, carry)`. Any limbs; at most `p + high`. Constant time.
    #[inline(always)]
    pub fn redc_solinas_4(self, ring: &Montgomery<4>, low: &[u64; 4], high: &[u64; 4]) -> ([u64; 4], u64) {
        let [mut w0, mut w1, mut w2, mut w3] = *low;
        let carry: u64;
        // SAFETY: as for the product, with 32 bytes from `high`.
        unsafe {
            asm!(
                clear_all!(),
                "add {w0}, [{high}]",
                "adc {w1}, [{high} + 8]",
                "adc {w2}, [{high} + 16]",
                "adc {w3}, [{high} + 24]",
                "mov {lo:e}, 0",
                "adc {lo}, 0",
                high = in(reg) high.as_ptr(),
                a = out(reg) _,
                p = in(reg) core::ptr::from_ref(ring),
                w0 = inout(reg) w0,
                w1 = inout(reg) w1,
                w2 = inout(reg) w2,
                w3 = inout(reg) w3,
                lo = out(reg) carry,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        ([w0, w1, w2, w3], carry)
    }
}
