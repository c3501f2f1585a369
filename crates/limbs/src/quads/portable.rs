//! Vectors of four words as arrays, for tests of the backends and of all computations on every processor. Operations
//! are calls: formulas are long, and tests need no speed.

use crate::packed::Sealed;
use crate::quad_backend::{QuadBackend, QuadProgram};

/// The lower 52 bits.
const MASK: u64 = (1 << 52) - 1;

/// Vectors as arrays.
#[derive(Clone, Copy, Debug)]
pub struct PortableQuads;

impl Sealed for PortableQuads {}

/// The product of the lower 52 bits.
#[inline(always)]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a & MASK) * u128::from(b & MASK)
}

#[inline(always)]
fn lane_by_lane(a: [u64; 4], b: [u64; 4], operation: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    core::array::from_fn(|i| operation(a[i], b[i]))
}

#[allow(clippy::cast_possible_truncation, reason = "halves of products are taken apart")]
impl QuadBackend for PortableQuads {
    type Vector = [u64; 4];

    fn run<P: QuadProgram>(self, program: P) -> P::Output {
        program.run(self)
    }

    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> [u64; 4] {
        *words
    }
    #[inline(always)]
    fn store(self, vector: [u64; 4], words: &mut [u64; 4]) {
        *words = vector;
    }
    #[inline(always)]
    fn broadcast(self, word: u64) -> [u64; 4] {
        [word; 4]
    }
    #[inline(never)]
    fn multiply_add_low(self, sum: [u64; 4], a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        core::array::from_fn(|i| sum[i].wrapping_add(product(a[i], b[i]) as u64 & MASK))
    }
    #[inline(never)]
    fn multiply_add_high(self, sum: [u64; 4], a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        core::array::from_fn(|i| sum[i].wrapping_add((product(a[i], b[i]) >> 52) as u64))
    }
    #[inline(never)]
    fn add(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        lane_by_lane(a, b, u64::wrapping_add)
    }
    #[inline(never)]
    fn sub(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        lane_by_lane(a, b, u64::wrapping_sub)
    }
    #[inline(never)]
    fn shift_left(self, a: [u64; 4], bits: u32) -> [u64; 4] {
        a.map(|word| word << bits)
    }
    #[inline(never)]
    fn shift_right(self, a: [u64; 4], bits: u32) -> [u64; 4] {
        a.map(|word| word >> bits)
    }
    #[inline(never)]
    fn and(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        lane_by_lane(a, b, |a, b| a & b)
    }
    #[inline(never)]
    fn or(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        lane_by_lane(a, b, |a, b| a | b)
    }
    #[inline(never)]
    fn equals(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        lane_by_lane(a, b, crate::words::equality_mask)
    }
    #[inline(always)]
    fn interleave_even(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        [a[0], b[0], a[2], b[2]]
    }
    #[inline(always)]
    fn interleave_odd(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        [a[1], b[1], a[3], b[3]]
    }
    #[inline(always)]
    fn permute<const ORDER: i32>(self, a: [u64; 4]) -> [u64; 4] {
        core::array::from_fn(|i| a[(ORDER >> (2 * i)) as usize & 3])
    }
    #[inline(always)]
    fn blend<const LANES: u8>(self, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        core::array::from_fn(|i| if LANES >> i & 1 == 1 { b[i] } else { a[i] })
    }
}
