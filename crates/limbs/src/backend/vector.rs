//! Vectors of 64-bit words and of doubles: the instructions that kernels use, so that one source serves every width.
//!
//! A value of a vector type proves that the processor has its instructions, so all operations are safe. Stable Rust has
//! no target features for functions of traits. So all functions of kernels are always inlined into [`Simd::run`] or
//! [`Simd::operate`], which have them.

use core::fmt::Debug;

use super::lanes::operands::Operands;
use crate::packed::Packed;

/// Code that is compiled for each kind of vectors.
pub(super) trait Kernel<V> {
    type Output;

    /// Runs the kernel. Always inlined, like all functions that it calls with `vector`.
    fn run(self, vector: V) -> Self::Output;
}

/// A kernel with packed operands. Apart from [`Kernel`], because pointers in a structure would go through memory.
pub(super) trait Operation<V, const N: usize> {
    /// Runs the kernel. Always inlined, as [`Kernel::run`].
    fn run(self, vector: V, operands: Operands<N>);
}

/// Proof of support for vectors with fused multiply-adds of doubles.
pub(super) trait Simd: Copy + Debug + Send + Sync + 'static {
    /// 64-bit words.
    type Words: Copy;
    /// Doubles.
    type Doubles: Copy;

    /// The number of lanes.
    const IN_A_VECTOR: usize;

    /// What signed words contain in addition, so that they are positive: 0 if the vectors have an arithmetic shift.
    const BIAS: u64;

    /// Runs a kernel, compiled with the instructions of the vectors.
    fn run<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    /// As [`run`](Self::run), for an operation.
    fn operate<const N: usize, K: Operation<Self, N>>(self, operation: K, operands: Operands<N>);

    /// The same word in all lanes.
    fn words(self, word: u64) -> Self::Words;

    /// One vector of a row of a packed value.
    fn read<const N: usize>(self, packed: &Packed<N>, row: usize, vector: usize) -> Self::Words;

    /// The inverse of [`read`](Self::read).
    fn write<const N: usize>(self, packed: &mut Packed<N>, row: usize, vector: usize, words: Self::Words);

    /// Limbs `i` and `i + 1` of as many numbers as there are lanes.
    fn load_pair<const N: usize>(self, numbers: &[&[u64; N]], i: usize) -> [Self::Words; 2];

    /// The inverse of [`load_pair`](Self::load_pair).
    fn store_pair<const N: usize>(self, pair: [Self::Words; 2], numbers: &mut [&mut [u64; N]], i: usize);

    /// `a + b mod 2^64`.
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// `a - b mod 2^64`.
    fn sub(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// The bits in both.
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// The bits in `b` that are not in `a`.
    fn and_not(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// The bits in either.
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// The bits in one of both.
    fn xor(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// `floor(a / 2^count)`, for a constant `count < 64`.
    fn shift_right(self, a: Self::Words, count: usize) -> Self::Words;

    /// `2^count a mod 2^64`, for a constant `count < 64`.
    fn shift_left(self, a: Self::Words, count: usize) -> Self::Words;

    /// `floor(a / 2^52)` of a word that contains [`BIAS`](Self::BIAS): the carry, which contains `BIAS / 2^52`.
    fn carry(self, a: Self::Words) -> Self::Words;

    /// The product of the low 32 bits of `a` and of `b`.
    fn mul_32(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// The 64 bits from bit `offset` on of `low + 2^64 high`, for a constant `0 < offset < 64`.
    #[inline(always)]
    fn join(self, low: Self::Words, high: Self::Words, offset: usize) -> Self::Words {
        self.or(self.shift_right(low, offset), self.shift_left(high, 64 - offset))
    }

    /// `negative` in the lanes where `sign` is a negative number, else `otherwise`.
    fn select_negative(self, sign: Self::Words, negative: Self::Words, otherwise: Self::Words)
    -> Self::Words;

    /// All bits in the lanes where `a` is zero, else none.
    fn zeros(self, a: Self::Words) -> Self::Words;

    /// `chosen` in the lanes whose bit of the mask is set, else `otherwise`.
    fn select_lanes(self, lanes: u8, chosen: Self::Words, otherwise: Self::Words) -> Self::Words;

    /// The lanes that are zero.
    fn zero_lanes(self, a: Self::Words) -> u8;

    /// The double in all lanes.
    fn doubles(self, double: &f64) -> Self::Doubles;

    /// The doubles with these bit patterns.
    fn with_bits(self, a: Self::Words) -> Self::Doubles;

    /// The bit patterns.
    fn to_bits(self, a: Self::Doubles) -> Self::Words;

    /// `a + b`, rounded.
    fn add_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;

    /// `a - b`, rounded.
    fn sub_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;

    /// `a b + c`, rounded once.
    fn fused(self, a: Self::Doubles, b: Self::Doubles, c: Self::Doubles) -> Self::Doubles;

    /// With `h = fused(a, b, starts[1])` and `l = fused(a, b, starts[0] - h)`: `low` minus the pattern of `l`, and
    /// `high` plus the pattern of `h`.
    ///
    /// In assembly, because the compiler would spill many halves to memory to sum them in another order.
    fn add_halves(
        self,
        sums: [Self::Words; 2],
        a: Self::Doubles,
        b: Self::Doubles,
        starts: [Self::Doubles; 2],
    ) -> [Self::Words; 2];

    /// Returns a sum of halves unchanged. Where the compiler orders additions itself, this stops it from moving them to
    /// others, far from the products that they add.
    #[inline(always)]
    fn settled(self, sum: Self::Words) -> Self::Words {
        sum
    }

    /// Returns the doubles unchanged, with a dependency of each on the other. This stops the compiler from computing
    /// one vector after the other.
    fn depend_on_both(self, doubles: [Self::Doubles; 2]) -> [Self::Doubles; 2];
}

/// Expands the body for each index, because the compiler does not unroll loops of this size, or does so too late to
/// keep an array in registers.
macro_rules! each {
    ($i:ident in [$($index:literal)*] $body:block) => {{ $({ let $i = $index; $body })* }};
}
pub(super) use each;
