//! What blocks do by AVX-512 IFMA: which kernel for which modulus.
//!
//! A block has `L` rows of limbs below `2^52`, of numbers below `2 p`: `a S mod p` or that plus `p`, with
//! `S = 2^(52 L)`, or 1 for the primes of [`pseudo_mersenne`]. Its two vectors fill each other's waits.

use core::ptr::from_mut;

use super::{Avx512Ifma, additions, montgomery, pseudo_mersenne, ways};
use crate::backend::architecture::{cast, cast_mut, into_sixteen, sixteen};
use crate::block::{BLOCK, Block, BlockBackend, Blocks, Limbs52, limbs_52};
use crate::fault::{Fault, place};
use crate::words::debug_assert_promise;

/// A kernel for the number of limbs. The compiler knows it: nothing is tested at run time.
macro_rules! sized {
    ($blocks:ident, $module:ident::$kernel:ident($($argument:expr),*)) => {
        // SAFETY: a value of `Avx512Ifma` proves that the features are there; pointers come from references.
        unsafe {
            match N {
                4 => $module::$kernel::<N, 5>($blocks.constants(), $($argument),*),
                6 => $module::$kernel::<N, 8>($blocks.constants(), $($argument),*),
                _ => unreachable!("vectors take four and six limbs"),
            }
        }
    };
}

/// As [`sized`], or the kernel of that name for primes `2^256 - c`. The compiler knows that of constant [`Blocks`].
macro_rules! by_modulus {
    ($blocks:ident, $module:ident::$kernel:ident($($argument:expr),*)) => {
        match $blocks.pseudo_mersenne() {
            // SAFETY: as for the others.
            Some(prime) => unsafe { pseudo_mersenne::$kernel::<N>(prime, $($argument),*) },
            None => sized!($blocks, $module::$kernel($($argument),*)),
        }
    };
}

/// In builds with debug assertions, panics unless limbs are below `2^52` and numbers below `2 p`. Without branches on the
/// numbers, which may be secret.
#[inline(always)]
fn debug_assert_holds<const N: usize>(blocks: &Blocks<N>, block: &Block<N>) {
    if cfg!(debug_assertions) {
        let (limbs, doubled) = (limbs_52(N).unwrap_or(0), &blocks.constants().doubled);
        for lane in 0..BLOCK {
            let (mut above, mut borrow) = (0, 0);
            for j in 0..limbs {
                let limb = block.row(j)[lane];
                above |= limb >> 52;
                borrow = limb.wrapping_sub(doubled[j]).wrapping_sub(borrow) >> 63;
            }
            debug_assert_promise(u64::from(above == 0) & borrow);
        }
    }
}

impl Avx512Ifma {
    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn read_limbs<const RAW: bool, const UNITS: bool, const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &mut Block<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        let (one, constants) = (blocks.ring().one(), blocks.constants());
        // SAFETY: `self` proves that the features are there.
        unsafe {
            match N {
                4 => {
                    let numbers = sixteen(numbers, |x| cast(limbs(x)), cast(one));
                    match blocks.pseudo_mersenne() {
                        _ if RAW => ways::load_raw::<4, 5, N, UNITS>(&numbers, block),
                        Some(prime) => pseudo_mersenne::load_block(prime, &numbers, block),
                        None => ways::load_block::<4, 5, N>(constants, &numbers, block),
                    }
                }
                6 => {
                    let numbers = sixteen(numbers, |x| cast(limbs(x)), cast(one));
                    if RAW {
                        ways::load_raw::<6, 8, N, UNITS>(&numbers, block);
                    } else {
                        ways::load_block::<6, 8, N>(constants, &numbers, block);
                    }
                }
                _ => unreachable!("vectors take four and six limbs"),
            }
        }
        debug_assert_holds(blocks, block);
    }

    #[inline(always)]
    fn load_limbs<const RAW: bool, const UNITS: bool, const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        let mut block = Block::EMPTY;
        self.read_limbs::<RAW, UNITS, N, T>(blocks, &mut block, numbers, limbs);
        block
    }

    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn store_limbs<const RAW: bool, const UNITS: bool, const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        debug_assert_holds(blocks, block);
        let constants = blocks.constants();
        match N {
            // SAFETY: `self` proves that the features are there.
            4 => into_sixteen(
                numbers,
                |x| cast_mut(limbs_mut(x)),
                |places| unsafe {
                    match blocks.pseudo_mersenne() {
                        _ if RAW => ways::store_raw::<4, 5, N, UNITS>(constants, block, places),
                        Some(prime) => pseudo_mersenne::store_block(prime, constants, block, places),
                        None => ways::store_block::<4, 5, N, 4>(constants, block, places),
                    }
                },
            ),
            // SAFETY: as above.
            6 => into_sixteen(
                numbers,
                |x| cast_mut(limbs_mut(x)),
                |places| unsafe {
                    if RAW {
                        ways::store_raw::<6, 8, N, UNITS>(constants, block, places);
                    } else {
                        ways::store_block::<6, 8, N, 32>(constants, block, places);
                    }
                },
            ),
            _ => unreachable!("vectors take four and six limbs"),
        }
    }
}

impl BlockBackend for Avx512Ifma {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        // Sixteen squares in the time of three to four by the kernels for single numbers.
        4
    }

    #[inline]
    fn load<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        self.load_limbs::<false, false, N, T>(blocks, numbers, limbs)
    }

    #[inline]
    fn store<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_limbs::<false, false, N, T>(blocks, block, numbers, limbs_mut);
    }

    #[inline]
    fn load_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        self.load_limbs::<true, false, N, T>(blocks, numbers, limbs)
    }

    #[inline]
    fn store_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_limbs::<true, false, N, T>(blocks, block, numbers, limbs_mut);
    }

    #[inline]
    fn load_units<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        self.load_limbs::<true, true, N, T>(blocks, numbers, limbs)
    }

    #[inline]
    fn store_units<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_limbs::<true, true, N, T>(blocks, block, numbers, limbs_mut);
    }

    #[inline]
    fn one<const N: usize>(self, blocks: &Blocks<N>) -> Block<N> {
        // With the radix 1, the one is 1.
        const ONE: Limbs52 = [1, 0, 0, 0, 0, 0, 0, 0];
        let limbs = if blocks.pseudo_mersenne().is_some() { &ONE } else { &blocks.constants().one };
        let mut block = Block::EMPTY;
        for j in 0..limbs_52(N).unwrap_or(0) {
            *block.row_mut(j) = [limbs[j]; BLOCK];
        }
        block
    }

    #[inline]
    fn mul_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        place(Fault::Avx512IfmaKernel, a.row(0)[0]);
        let pointer = from_mut(a);
        by_modulus!(blocks, montgomery::mul(pointer, pointer, b));
        debug_assert_holds(blocks, a);
    }

    #[inline]
    fn square_times<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, times: usize) {
        let pointer = from_mut(a);
        by_modulus!(blocks, montgomery::square_times(pointer, pointer, times));
        debug_assert_holds(blocks, a);
    }

    #[inline]
    fn add_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        by_modulus!(blocks, additions::add_assign(a, b));
        debug_assert_holds(blocks, a);
    }

    #[inline]
    fn sub_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        by_modulus!(blocks, additions::sub_assign(a, b));
        debug_assert_holds(blocks, a);
    }

    #[inline]
    fn read_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &mut Block<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        self.read_limbs::<true, false, N, T>(blocks, block, numbers, limbs);
    }

    #[inline]
    fn mul_into<const N: usize>(
        self,
        blocks: &Blocks<N>,
        product: &mut Block<N>,
        a: &Block<N>,
        b: &Block<N>,
    ) {
        by_modulus!(blocks, montgomery::mul(product, a, b));
        debug_assert_holds(blocks, product);
    }

    #[inline]
    fn square_into<const N: usize>(self, blocks: &Blocks<N>, square: &mut Block<N>, a: &Block<N>) {
        by_modulus!(blocks, montgomery::square_times(square, a, 1));
        debug_assert_holds(blocks, square);
    }

    #[inline]
    fn sub_into<const N: usize>(
        self,
        blocks: &Blocks<N>,
        difference: &mut Block<N>,
        a: &Block<N>,
        b: &Block<N>,
    ) {
        by_modulus!(blocks, additions::sub_into(difference, a, b));
        debug_assert_holds(blocks, difference);
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, lanes: u16) {
        sized!(blocks, additions::negate_lanes(a, lanes));
        debug_assert_holds(blocks, a);
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, blocks: &Blocks<N>, a: &Block<N>) -> u16 {
        sized!(blocks, additions::zero_lanes(a))
    }

    #[inline]
    fn scale_raw<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>) {
        by_modulus!(blocks, ways::scale_raw(a));
        debug_assert_holds(blocks, a);
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>) {
        by_modulus!(blocks, montgomery::unscale_raw(a));
        debug_assert_holds(blocks, a);
    }
}
