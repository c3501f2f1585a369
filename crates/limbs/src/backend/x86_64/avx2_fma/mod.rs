//! x86-64 with AVX2 and FMA: four products at once by floating-point multipliers, for packed values of four limbs.
//! Intel since Haswell, AMD since Zen.
//!
//! A fused multiply-add rounds once, so two of them give both halves of the product of two integers `a, b` in
//! `[0, 2^52)`, held as doubles. T. J. Dekker, "A floating-point technique for extending the available precision",
//! 1971, splits products in this manner. N. Emmart, F. Zheng, C. Weems, "Faster modular exponentiation using double
//! precision floating point arithmetic on the GPU", 2018, add constants like these, so that integer additions can sum
//! the halves; they round towards zero. This code rounds to nearest, as Rust assumes of every program:
//!
//! * `h = fma(a, b, 2^104)`. `2^104 + a b` is in `[2^104, 2^105 - 2^53 + 1]`, where doubles are the multiples of
//!   `2^52`. So `h = 2^104 + 2^52 H`, and `l = a b - 2^52 H` is in `[-2^51, 2^51]`. `0 <= H <= 2^52 - 2`: as an
//!   integer, the pattern of `h` is that of `2^104` plus `H`.
//! * `C = 2^104 - 3 2^51` is a double, because below `2^104` doubles are the multiples of `2^51`.
//!   `C - h = -2^51 (2 H + 3)` is one, because `2 H + 3 < 2^53`.
//! * `fma(a, b, C - h) = l - 3 2^51` is an integer in `[-2^53, -2^52]`, so it is a double, too. The integers there have
//!   consecutive patterns, with larger patterns for smaller numbers: the pattern is that of `-3 2^51` minus `l`. (With
//!   `+ 2^52`, as in the paper, a negative `l` would fall outside the binade, and `+ 3 2^51` has no constant `C`.)
//!
//! So `H` and `l` are summed as 64-bit integers from the patterns. The patterns of the constants are subtracted in
//! advance, once for each half that a word receives (`product::START`). A word receives at most
//! `2 (L + (L - 2) + 2) = 20` halves of magnitude `2^52`. AVX2 has no arithmetic shift of 64-bit integers, so each word
//! starts with an extra `2^60`, and the next with `2^8` less: shifted by 52 bits it is the carry plus `2^8`.
//!
//! Representation, bounds and schedule are those of [`avx512_ifma`](super::avx512_ifma) for four limbs: all operations
//! are exact, so the same formulas give the same integers. One thing differs: because halves are expensive, one round
//! of twice the width replaces the two rounds: `t = (t + m p) / 2^104` with `m = -t p^-1 mod 2^104`. Its `m` is below
//! `2^104`, as `m_0 + 2^52 m_1` of two rounds is, so the bound is the same. Rows hold limbs as doubles.
//!
//! Cost for a vector: 5 instructions for each of 25 products of limbs, 15 for a square, and 28 for the reduction. So
//! this backend is faster where four lanes cost less than four kernels for single numbers. For six limbs, which need 8
//! x 8 products, it is not.

mod additions;
mod conversions;
mod lanes;
mod packed;
mod product;

use core::arch::x86_64::{__cpuid, __cpuid_count};

/// The number of 52-bit limbs of a number.
const L: usize = 5;
/// The number of limbs that are folded before the two rounds.
const FOLDED: usize = L - 2;
/// The number of lanes of a vector.
const IN_A_VECTOR: usize = 4;
/// The number of vectors processed together.
const AT_ONCE: usize = 2;

/// Proof that the processor and the operating system support AVX2 and FMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx2Fma(());

impl Avx2Fma {
    /// Returns a proof if the processor has the instructions and the operating system saves the registers.
    pub fn detect() -> Option<Self> {
        if __cpuid(0).eax < 7 {
            return None;
        }
        let features = __cpuid(1).ecx;
        let (fma, keeps_states, avx) = (features >> 12 & 1, features >> 27 & 1, features >> 28 & 1);
        let avx2 = __cpuid_count(7, 0).ebx >> 5 & 1;
        if fma & keeps_states & avx & avx2 == 0 {
            return None;
        }
        // SSE and AVX.
        (super::kept_states() & 0b110 == 0b110).then_some(Self(()))
    }

    /// Returns a proof if this backend is in use.
    #[inline(always)]
    pub(super) fn cached() -> Option<Self> {
        // The choice is AVX2_FMA only if `detect` succeeded.
        (super::VECTORS.get() == super::AVX2_FMA).then_some(Self(()))
    }
}
