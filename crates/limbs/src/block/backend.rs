//! What a backend does with blocks.

use super::{Block, Blocks};

/// What a backend does with blocks. AVX-512 takes four and six limbs, AVX2 four; they panic on others.
///
/// Every method takes blocks that the same backend made for the same modulus.
pub trait BlockBackend: Copy {
    /// From how many numbers on a block of `n` limbs costs less than single numbers, one after the other.
    fn pays_from(self, n: usize) -> usize;

    /// See [`Blocks::load`].
    fn load<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N>;

    /// See [`Blocks::store`].
    fn store<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    );

    /// See [`Blocks::load_raw`].
    fn load_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N>;

    /// See [`Blocks::store_raw`].
    fn store_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    );

    /// See [`Blocks::load_units`].
    fn load_units<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N>;

    /// See [`Blocks::store_units`].
    fn store_units<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    );

    /// See [`Blocks::one`].
    fn one<const N: usize>(self, blocks: &Blocks<N>) -> Block<N>;

    /// See [`Blocks::mul_assign`].
    fn mul_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>);

    /// See [`Blocks::square_times`].
    fn square_times<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, times: usize);

    /// See [`Blocks::add_assign`].
    fn add_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>);

    /// See [`Blocks::sub_assign`].
    fn sub_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>);

    /// See [`Blocks::read_raw`].
    fn read_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &mut Block<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        *block = self.load_raw(blocks, numbers, limbs);
    }

    /// See [`Blocks::mul_into`].
    #[inline]
    fn mul_into<const N: usize>(
        self,
        blocks: &Blocks<N>,
        product: &mut Block<N>,
        a: &Block<N>,
        b: &Block<N>,
    ) {
        *product = *a;
        self.mul_assign(blocks, product, b);
    }

    /// See [`Blocks::square_into`].
    #[inline]
    fn square_into<const N: usize>(self, blocks: &Blocks<N>, square: &mut Block<N>, a: &Block<N>) {
        *square = *a;
        self.square_times(blocks, square, 1);
    }

    /// See [`Blocks::add_into`].
    #[inline]
    fn add_into<const N: usize>(self, blocks: &Blocks<N>, sum: &mut Block<N>, a: &Block<N>, b: &Block<N>) {
        *sum = *a;
        self.add_assign(blocks, sum, b);
    }

    /// See [`Blocks::sub_into`].
    #[inline]
    fn sub_into<const N: usize>(
        self,
        blocks: &Blocks<N>,
        difference: &mut Block<N>,
        a: &Block<N>,
        b: &Block<N>,
    ) {
        *difference = *a;
        self.sub_assign(blocks, difference, b);
    }

    /// See [`Blocks::negate_lanes`].
    fn negate_lanes<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, lanes: u16);

    /// See [`Blocks::zero_lanes`].
    fn zero_lanes<const N: usize>(self, blocks: &Blocks<N>, a: &Block<N>) -> u16;

    /// See [`Blocks::scale_raw`].
    fn scale_raw<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>);

    /// See [`Blocks::unscale_raw`].
    fn unscale_raw<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>);
}
