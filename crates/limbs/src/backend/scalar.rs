//! Blocks without vectors: one number after the other, by the kernels for single numbers.

use crate::block::{BLOCK, Block, BlockBackend, Blocks};
use crate::words::{from_word, is_zero, select};

/// The backend of blocks that every processor has: canonical limbs of 64 bits, Montgomery's radix `R = 2^(64 N)`.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

#[inline(always)]
fn number<const N: usize>(block: &Block<N>, lane: usize) -> [u64; N] {
    core::array::from_fn(|j| block.row(j)[lane])
}

#[inline(always)]
fn put<const N: usize>(block: &mut Block<N>, lane: usize, number: &[u64; N]) {
    for j in 0..N {
        block.row_mut(j)[lane] = number[j];
    }
}

/// The number, or 1 if it is zero.
#[inline(always)]
fn unit<const N: usize>(number: &[u64; N]) -> [u64; N] {
    select(number, &from_word(1), is_zero(number))
}

/// `a_i = f(a_i, b_i)`.
#[inline(always)]
fn each<const N: usize>(a: &mut Block<N>, b: &Block<N>, f: impl Fn(&[u64; N], &[u64; N]) -> [u64; N]) {
    for lane in 0..BLOCK {
        let result = f(&number(a, lane), &number(b, lane));
        put(a, lane, &result);
    }
}

impl BlockBackend for Scalar {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        BLOCK
    }

    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    fn load<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        assert!(numbers.len() <= BLOCK, "more numbers than a block holds");
        let mut block = self.one(blocks);
        for (lane, from) in numbers.iter().enumerate() {
            put(&mut block, lane, limbs(from));
        }
        block
    }

    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    fn store<const N: usize, T>(
        self,
        _: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(numbers.len() <= BLOCK, "more places than a block has numbers");
        for (lane, to) in numbers.iter_mut().enumerate() {
            *limbs_mut(to) = number(block, lane);
        }
    }

    fn load_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        self.load(blocks, numbers, limbs)
    }

    fn store_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store(blocks, block, numbers, limbs_mut);
    }

    fn load_units<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        let mut block = self.load(blocks, numbers, limbs);
        for lane in 0..numbers.len() {
            let unit = unit(&number(&block, lane));
            put(&mut block, lane, &unit);
        }
        block
    }

    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    fn store_units<const N: usize, T>(
        self,
        _: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(numbers.len() <= BLOCK, "more places than a block has numbers");
        for (lane, to) in numbers.iter_mut().enumerate() {
            let place = limbs_mut(to);
            *place = select(&number(block, lane), &[0; N], is_zero(place));
        }
    }

    fn one<const N: usize>(self, blocks: &Blocks<N>) -> Block<N> {
        let mut block = Block::EMPTY;
        for lane in 0..BLOCK {
            put(&mut block, lane, blocks.ring().one());
        }
        block
    }

    fn mul_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        each(a, b, |a, b| super::mul(blocks.ring(), a, b));
    }

    fn square_times<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, times: usize) {
        for lane in 0..BLOCK {
            let mut power = number(a, lane);
            for _ in 0..times {
                power = super::square(blocks.ring(), &power);
            }
            put(a, lane, &power);
        }
    }

    fn add_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        each(a, b, |a, b| super::add(blocks.ring(), a, b));
    }

    fn sub_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        each(a, b, |a, b| super::sub(blocks.ring(), a, b));
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, lanes: u16) {
        for lane in (0..BLOCK).filter(|lane| lanes >> lane & 1 == 1) {
            let negated = super::sub(blocks.ring(), &[0; N], &number(a, lane));
            put(a, lane, &negated);
        }
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, _: &Blocks<N>, a: &Block<N>) -> u16 {
        (0..BLOCK).fold(0, |lanes, lane| lanes | u16::from((0..N).all(|j| a.row(j)[lane] == 0)) << lane)
    }

    /// Nothing to do: `S = R`.
    #[inline]
    fn scale_raw<const N: usize>(self, _: &Blocks<N>, _: &mut Block<N>) {}

    /// Nothing to do: `S = R`.
    #[inline]
    fn unscale_raw<const N: usize>(self, _: &Blocks<N>, _: &mut Block<N>) {}
}
