//! Relaxed SIMD of WebAssembly: vectors of two doubles with fused multiply-adds, for packed values of four and six
//! limbs.
//!
//! The kernels are those of [`fma`](super::super::fma), and so are their bounds; `lab/proofs` proves the compiled code.
//! WebAssembly rounds to nearest, ties to even, without another mode. An engine may round `f64x2.relaxed_madd` once or
//! twice, but always alike, by the rule of the proposal that its choice is fixed for each environment.
//! [`RelaxedSimd::detect`] tests it. Engines fuse on AArch64, and on x86-64 where the processor has FMA.

use core::arch::wasm32::{
    f64x2_add, f64x2_relaxed_madd, f64x2_splat, f64x2_sub, i64x2_add, i64x2_eq, i64x2_lt, i64x2_shuffle,
    i64x2_sub, u32x4_shuffle, u64x2, u64x2_bitmask, u64x2_extmul_low_u32x4, u64x2_extract_lane, u64x2_shl,
    u64x2_shr, u64x2_splat, v128, v128_and, v128_andnot, v128_bitselect, v128_or, v128_xor,
};
use core::hint::black_box;

use super::super::fma::packed::multipliers;
use super::super::lanes::operands::Operands;
use super::super::lanes::packed::tables;
use super::super::vector::{Kernel, Operation, Simd};
use crate::packed::{Packed, PackedModulus};

/// Proof that the engine fuses multiply-adds.
#[derive(Clone, Copy, Debug)]
pub struct RelaxedSimd(());

impl RelaxedSimd {
    /// Returns a proof if multiply-adds are fused: if both lanes have the low half of a product that rounds.
    pub fn detect() -> Option<Self> {
        // (2^52 - 1)^2 = 2^104 - 2^53 + 1. Rounded to a double, it lacks the 1.
        let largest = black_box(f64x2_splat(((1u64 << 52) - 1) as f64));
        let rounded = f64x2_splat(((1u128 << 104) - (1 << 53)) as f64);
        let low = f64x2_relaxed_madd(largest, largest, f64x2_sub(f64x2_splat(0.0), rounded));
        (u64x2_bitmask(i64x2_eq(low, f64x2_splat(1.0))) == 3).then_some(Self(()))
    }

    /// Returns a proof without detection.
    ///
    /// # Safety
    /// `detect` has succeeded.
    #[inline(always)]
    unsafe fn assume_supported() -> Self {
        Self(())
    }
}

/// Limbs `i` and `i + 1` of a number.
#[inline(always)]
fn pair<const N: usize>(number: &[u64; N], i: usize) -> v128 {
    u64x2(number[i], number[i + 1])
}

impl Simd for RelaxedSimd {
    type Words = v128;
    type Doubles = v128;

    const IN_A_VECTOR: usize = 2;
    // On x86-64, engines compute an arithmetic shift by several instructions.
    const BIAS: u64 = 1 << 60;

    #[inline(always)]
    fn run<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn operate<const N: usize, K: Operation<Self, N>>(self, operation: K, operands: Operands<N>) {
        operation.run(self, operands);
    }

    #[inline(always)]
    fn words(self, word: u64) -> v128 {
        u64x2_splat(word)
    }

    #[inline(always)]
    fn read<const N: usize>(self, packed: &Packed<N>, row: usize, vector: usize) -> v128 {
        let row = packed.row(row);
        u64x2(row[2 * vector], row[2 * vector + 1])
    }

    #[inline(always)]
    fn write<const N: usize>(self, packed: &mut Packed<N>, row: usize, vector: usize, words: v128) {
        let words = [u64x2_extract_lane::<0>(words), u64x2_extract_lane::<1>(words)];
        packed.row_mut(row)[2 * vector..][..2].copy_from_slice(&words);
    }

    #[inline(always)]
    fn load_pair<const N: usize>(self, numbers: &[&[u64; N]], i: usize) -> [v128; 2] {
        let (first, second) = (pair(numbers[0], i), pair(numbers[1], i));
        [i64x2_shuffle::<0, 2>(first, second), i64x2_shuffle::<1, 3>(first, second)]
    }

    #[inline(always)]
    fn store_pair<const N: usize>(self, pair: [v128; 2], numbers: &mut [&mut [u64; N]], i: usize) {
        let [low, high] = pair;
        numbers[0][i..][..2].copy_from_slice(&[u64x2_extract_lane::<0>(low), u64x2_extract_lane::<0>(high)]);
        numbers[1][i..][..2].copy_from_slice(&[u64x2_extract_lane::<1>(low), u64x2_extract_lane::<1>(high)]);
    }

    #[inline(always)]
    fn add(self, a: v128, b: v128) -> v128 {
        i64x2_add(a, b)
    }

    #[inline(always)]
    fn sub(self, a: v128, b: v128) -> v128 {
        i64x2_sub(a, b)
    }

    #[inline(always)]
    fn and(self, a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: v128, b: v128) -> v128 {
        v128_andnot(b, a)
    }

    #[inline(always)]
    fn or(self, a: v128, b: v128) -> v128 {
        v128_or(a, b)
    }

    #[inline(always)]
    fn xor(self, a: v128, b: v128) -> v128 {
        v128_xor(a, b)
    }

    #[inline(always)]
    fn shift_right(self, a: v128, count: usize) -> v128 {
        u64x2_shr(a, count as u32)
    }

    #[inline(always)]
    fn shift_left(self, a: v128, count: usize) -> v128 {
        u64x2_shl(a, count as u32)
    }

    #[inline(always)]
    fn carry(self, a: v128) -> v128 {
        self.shift_right(a, 52)
    }

    #[inline(always)]
    fn mul_32(self, a: v128, b: v128) -> v128 {
        u64x2_extmul_low_u32x4(u32x4_shuffle::<0, 2, 0, 2>(a, a), u32x4_shuffle::<0, 2, 0, 2>(b, b))
    }

    #[inline(always)]
    fn select_negative(self, sign: v128, negative: v128, otherwise: v128) -> v128 {
        v128_bitselect(negative, otherwise, i64x2_lt(sign, u64x2_splat(0)))
    }

    #[inline(always)]
    fn zeros(self, a: v128) -> v128 {
        i64x2_eq(a, u64x2_splat(0))
    }

    #[inline(always)]
    fn select_lanes(self, lanes: u8, chosen: v128, otherwise: v128) -> v128 {
        let bits = u64x2(1, 2);
        v128_bitselect(chosen, otherwise, i64x2_eq(v128_and(self.words(lanes.into()), bits), bits))
    }

    #[inline(always)]
    fn zero_lanes(self, a: v128) -> u8 {
        u64x2_bitmask(self.zeros(a))
    }

    #[inline(always)]
    fn doubles(self, double: &f64) -> v128 {
        f64x2_splat(*double)
    }

    #[inline(always)]
    fn with_bits(self, a: v128) -> v128 {
        a
    }

    #[inline(always)]
    fn to_bits(self, a: v128) -> v128 {
        a
    }

    #[inline(always)]
    fn add_doubles(self, a: v128, b: v128) -> v128 {
        f64x2_add(a, b)
    }

    #[inline(always)]
    fn sub_doubles(self, a: v128, b: v128) -> v128 {
        f64x2_sub(a, b)
    }

    #[inline(always)]
    fn fused(self, a: v128, b: v128, c: v128) -> v128 {
        f64x2_relaxed_madd(a, b, c)
    }

    #[inline(always)]
    fn add_halves(self, [low, high]: [v128; 2], a: v128, b: v128, starts: [v128; 2]) -> [v128; 2] {
        let h = self.fused(a, b, starts[1]);
        let l = self.fused(a, b, self.sub_doubles(starts[0], h));
        [self.sub(low, l), self.add(high, h)]
    }

    // Through memory: engines would move additions too.
    #[inline(always)]
    fn settled(self, sum: v128) -> v128 {
        black_box(sum)
    }

    #[inline(always)]
    fn depend_on_both(self, doubles: [v128; 2]) -> [v128; 2] {
        doubles
    }
}

// Sixteen squarings take the time of seven by the kernels for single numbers.
multipliers! { RelaxedSimd, RelaxedSimdKernel, None, 7 }
tables! { RelaxedSimd }
