//! Vectors with fused multiply-adds of doubles, for packed values of four and six limbs: four products at once with
//! AVX2 and FMA, eight with AVX-512F, two with relaxed SIMD of WebAssembly.
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
//! advance, once for each half that a word receives (`product::Start`). AVX2 has no arithmetic shift of 64-bit
//! integers, so each word starts with an extra `2^60`, and the next with `2^8` less: shifted by 52 bits it is the carry
//! plus `2^8`.
//!
//! The proof uses only that each lane's operations round to nearest, ties to even, and multiply-adds once. So all
//! vectors run the same source ([`Simd`](super::vector::Simd)). All doubles are integers, so none is subnormal.
//!
//! # Numbers of limbs
//!
//! Each product is exact by itself, and sums are those of integers. So the number `L` of limbs matters only for the
//! sums: a word receives at most `2 (L + (L - 2) + 2) = 4 L` halves of magnitude `2^52`. That is `20 2^52` for four
//! limbs (`L = 5`) and `2^57` for six (`L = 8`), below the extra `2^60`.
//!
//! Representation, bounds and schedule are those of 52-bit multipliers (`x86_64/ifma`) for other moduli than
//! `2^256 - c`: all operations are exact, so the same formulas give the same integers. One thing differs: because
//! halves are expensive, one round of twice the width replaces the two rounds: `t = (t + m p) / 2^104` with
//! `m = -t p^-1 mod 2^104`. Its `m` is below `2^104`, as `m_0 + 2^52 m_1` of two rounds is, so the bound is the same.
//! Rows hold limbs as doubles.
//!
//! # Cost
//!
//! For a vector: 5 instructions for each product of limbs. There are `L^2` in a product, `L (L + 1) / 2` in a square,
//! and `L^2 + 3` in a reduction: 53 and 43 for four limbs, 131 and 103 for six. Carries and conversions take about
//! `15 L` instructions. Modulo `2^256 - c` a reduction has 6 products of limbs ([`pseudo_mersenne`]).
//!
//! Shorter digits of `w` bits would save one of the five instructions. In `[2^(52 + w), 2^(53 + w))` doubles are the
//! multiples of `2^w`, so `h' = fma(a, b, h)` itself sums the upper halves of up to `2^(52 - w)` products, and
//! `fma(a, b, h - h')` is the lower half, in `[-2^(w - 1), 2^(w - 1)]`. Six limbs need eight digits of `w >= 49` bits
//! for `2 p < 2^385`. With 49 bits a column of eight products just fits. But then all four instructions run in the
//! floating-point units, of which Intel's processors had two before Alder Lake: two cycles for each product, where this
//! code takes five thirds.

mod batch;
pub(super) mod limbs;
mod montgomery;
pub(super) mod packed;
mod product;
mod pseudo_mersenne;
mod signed;

/// The largest number of 52-bit limbs of a number.
const MAX_LIMBS: usize = 8;
/// The number of vectors processed together.
const AT_ONCE: usize = 2;
