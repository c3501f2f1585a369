//! The interface of a backend: operations on vectors of four words.

use core::fmt::Debug;

use crate::packed::Sealed;

/// A computation with vectors, generic over the backend. [`QuadBackend::run`] compiles it with the backend's
/// instructions, if [`run`](Self::run) and all functions that it calls with vectors are `#[inline(always)]`. Closures
/// are not: use loops.
pub trait QuadProgram {
    /// The result.
    type Output;

    /// The computation.
    fn run<K: QuadBackend>(self, lanes: K) -> Self::Output;
}

/// Vectors of four words of 64 bits. All operations are lane by lane, modulo `2^64` and constant-time.
pub trait QuadBackend: Copy + Debug + Send + Sync + Sealed + 'static {
    /// Four words.
    type Vector: Copy + Debug;

    /// Runs a computation, compiled with the instructions of this backend.
    fn run<P: QuadProgram>(self, program: P) -> P::Output;

    /// Reads four words.
    fn load(self, words: &[u64; 4]) -> Self::Vector;
    /// Writes four words.
    fn store(self, vector: Self::Vector, words: &mut [u64; 4]);
    /// The same word in all lanes.
    fn broadcast(self, word: u64) -> Self::Vector;
    /// `sum + (a b mod 2^52)`, for the lower 52 bits of `a` and `b`.
    fn multiply_add_low(self, sum: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `sum + floor(a b / 2^52)`, for the lower 52 bits of `a` and `b`.
    fn multiply_add_high(self, sum: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a + b`.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a - b`.
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a 2^bits`, for `bits < 64`. Constant numbers of bits are part of the instruction.
    fn shift_left(self, a: Self::Vector, bits: u32) -> Self::Vector;
    /// `floor(a / 2^bits)`, for `bits < 64`.
    fn shift_right(self, a: Self::Vector, bits: u32) -> Self::Vector;
    /// The bits that `a` and `b` have in common.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The bits of `a` or `b`.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// All bits where the words are equal, none where they are not.
    fn equals(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `(a_0, b_0, a_2, b_2)`.
    fn interleave_even(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `(a_1, b_1, a_3, b_3)`.
    fn interleave_odd(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Lane `i` of the result is lane `ORDER_i` of `a`: see [`order`].
    fn permute<const ORDER: i32>(self, a: Self::Vector) -> Self::Vector;
    /// The lanes of `b` whose bits are set in `LANES`, and the other lanes of `a`.
    fn blend<const LANES: u8>(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
}

/// The lanes from which a permutation takes its lanes, as a number.
#[must_use]
pub const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] & 3 | (lanes[1] & 3) << 2 | (lanes[2] & 3) << 4 | (lanes[3] & 3) << 6
}
