//! Packed arithmetic by AVX-512 IFMA: which kernel for which modulus.
//!
//! A packed value has `L` rows of limbs below `2^52`, of numbers below `2 p`: `a S mod p` or that plus `p`, with
//! `S = 2^(52 L)`, or 1 for the primes of [`pseudo_mersenne`]. Its two vectors fill each other's waits.

use core::ptr::from_mut;

use super::{Avx512Ifma, additions, conversions, montgomery, pseudo_mersenne};
use crate::backend::architecture::{cast, cast_mut, into_sixteen, sixteen};
use crate::fault::{Fault, place};
use crate::packed::{LANES, Limbs52, Packed, PackedBackend, PackedMontgomery, limbs_52};
use crate::words::debug_assert_promise;

/// A kernel for the number of limbs. The compiler knows it: nothing is tested at run time.
macro_rules! sized {
    ($arithmetic:ident, $module:ident::$kernel:ident($($argument:expr),*)) => {
        // SAFETY: a value of `Avx512Ifma` proves that the features are there; pointers come from references.
        unsafe {
            match N {
                4 => $module::$kernel::<N, 5>($arithmetic.constants(), $($argument),*),
                6 => $module::$kernel::<N, 8>($arithmetic.constants(), $($argument),*),
                _ => unreachable!("vectors take four and six limbs"),
            }
        }
    };
}

/// As [`sized`], or the kernel of that name for primes `2^256 - c`. The compiler knows that of constant [`PackedMontgomery`].
macro_rules! by_modulus {
    ($arithmetic:ident, $module:ident::$kernel:ident($($argument:expr),*)) => {
        match $arithmetic.pseudo_mersenne() {
            // SAFETY: as for the others.
            Some(prime) => unsafe { pseudo_mersenne::$kernel::<N>(prime, $($argument),*) },
            None => sized!($arithmetic, $module::$kernel($($argument),*)),
        }
    };
}

/// In builds with debug assertions, panics unless limbs are below `2^52` and numbers below `2 p`. Without branches on the
/// numbers, which may be secret.
#[inline(always)]
fn debug_assert_holds<const N: usize>(arithmetic: &PackedMontgomery<N>, packed: &Packed<N>) {
    if cfg!(debug_assertions) {
        let (limbs, doubled) = (limbs_52(N).unwrap_or(0), &arithmetic.constants().doubled);
        for lane in 0..LANES {
            let (mut above, mut borrow) = (0, 0);
            for j in 0..limbs {
                let limb = packed.row(j)[lane];
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
        arithmetic: &PackedMontgomery<N>,
        packed: &mut Packed<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        let (one, constants) = (arithmetic.ring().one(), arithmetic.constants());
        // SAFETY: `self` proves that the features are there.
        unsafe {
            match N {
                4 => {
                    let numbers = sixteen(numbers, |x| cast(limbs(x)), cast(one));
                    match arithmetic.pseudo_mersenne() {
                        _ if RAW => conversions::load_raw::<4, 5, N, UNITS>(&numbers, packed),
                        Some(prime) => pseudo_mersenne::load_packed(prime, &numbers, packed),
                        None => conversions::load_packed::<4, 5, N>(constants, &numbers, packed),
                    }
                }
                6 => {
                    let numbers = sixteen(numbers, |x| cast(limbs(x)), cast(one));
                    if RAW {
                        conversions::load_raw::<6, 8, N, UNITS>(&numbers, packed);
                    } else {
                        conversions::load_packed::<6, 8, N>(constants, &numbers, packed);
                    }
                }
                _ => unreachable!("vectors take four and six limbs"),
            }
        }
        debug_assert_holds(arithmetic, packed);
    }

    #[inline(always)]
    fn load_limbs<const RAW: bool, const UNITS: bool, const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        let mut packed = Packed::EMPTY;
        self.read_limbs::<RAW, UNITS, N, T>(arithmetic, &mut packed, numbers, limbs);
        packed
    }

    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn store_limbs<const RAW: bool, const UNITS: bool, const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        debug_assert_holds(arithmetic, packed);
        let constants = arithmetic.constants();
        match N {
            // SAFETY: `self` proves that the features are there.
            4 => into_sixteen(
                numbers,
                |x| cast_mut(limbs_mut(x)),
                |places| unsafe {
                    match arithmetic.pseudo_mersenne() {
                        _ if RAW => conversions::store_raw::<4, 5, N, UNITS>(constants, packed, places),
                        Some(prime) => pseudo_mersenne::store_packed(prime, constants, packed, places),
                        None => conversions::store_packed::<4, 5, N, 4>(constants, packed, places),
                    }
                },
            ),
            // SAFETY: as above.
            6 => into_sixteen(
                numbers,
                |x| cast_mut(limbs_mut(x)),
                |places| unsafe {
                    if RAW {
                        conversions::store_raw::<6, 8, N, UNITS>(constants, packed, places);
                    } else {
                        conversions::store_packed::<6, 8, N, 32>(constants, packed, places);
                    }
                },
            ),
            _ => unreachable!("vectors take four and six limbs"),
        }
    }
}

impl PackedBackend for Avx512Ifma {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        // Sixteen squares in the time of three to four by the kernels for single numbers.
        4
    }

    #[inline]
    fn load<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        self.load_limbs::<false, false, N, T>(arithmetic, numbers, limbs)
    }

    #[inline]
    fn store<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_limbs::<false, false, N, T>(arithmetic, packed, numbers, limbs_mut);
    }

    #[inline]
    fn load_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        self.load_limbs::<true, false, N, T>(arithmetic, numbers, limbs)
    }

    #[inline]
    fn store_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_limbs::<true, false, N, T>(arithmetic, packed, numbers, limbs_mut);
    }

    #[inline]
    fn load_units<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        self.load_limbs::<true, true, N, T>(arithmetic, numbers, limbs)
    }

    #[inline]
    fn store_units<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_limbs::<true, true, N, T>(arithmetic, packed, numbers, limbs_mut);
    }

    #[inline]
    fn one<const N: usize>(self, arithmetic: &PackedMontgomery<N>) -> Packed<N> {
        // With the radix 1, the one is 1.
        const ONE: Limbs52 = [1, 0, 0, 0, 0, 0, 0, 0];
        let limbs = if arithmetic.pseudo_mersenne().is_some() { &ONE } else { &arithmetic.constants().one };
        let mut packed = Packed::EMPTY;
        for j in 0..limbs_52(N).unwrap_or(0) {
            *packed.row_mut(j) = [limbs[j]; LANES];
        }
        packed
    }

    #[inline]
    fn mul_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        place(Fault::Avx512IfmaKernel, a.row(0)[0]);
        let pointer = from_mut(a);
        by_modulus!(arithmetic, montgomery::mul(pointer, pointer, b));
        debug_assert_holds(arithmetic, a);
    }

    #[inline]
    fn square_times<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, times: usize) {
        let pointer = from_mut(a);
        by_modulus!(arithmetic, montgomery::square_times(pointer, pointer, times));
        debug_assert_holds(arithmetic, a);
    }

    #[inline]
    fn add_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        by_modulus!(arithmetic, additions::add_assign(a, b));
        debug_assert_holds(arithmetic, a);
    }

    #[inline]
    fn sub_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        by_modulus!(arithmetic, additions::sub_assign(a, b));
        debug_assert_holds(arithmetic, a);
    }

    #[inline]
    fn read_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &mut Packed<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        self.read_limbs::<true, false, N, T>(arithmetic, packed, numbers, limbs);
    }

    #[inline]
    fn mul_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        product: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        by_modulus!(arithmetic, montgomery::mul(product, a, b));
        debug_assert_holds(arithmetic, product);
    }

    #[inline]
    fn square_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        square: &mut Packed<N>,
        a: &Packed<N>,
    ) {
        by_modulus!(arithmetic, montgomery::square_times(square, a, 1));
        debug_assert_holds(arithmetic, square);
    }

    #[inline]
    fn sub_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        difference: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        by_modulus!(arithmetic, additions::sub_into(difference, a, b));
        debug_assert_holds(arithmetic, difference);
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, lanes: u16) {
        sized!(arithmetic, additions::negate_lanes(a, lanes));
        debug_assert_holds(arithmetic, a);
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &Packed<N>) -> u16 {
        sized!(arithmetic, additions::zero_lanes(a))
    }

    #[inline]
    fn scale_raw<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>) {
        by_modulus!(arithmetic, conversions::scale_raw(a));
        debug_assert_holds(arithmetic, a);
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>) {
        by_modulus!(arithmetic, montgomery::unscale_raw(a));
        debug_assert_holds(arithmetic, a);
    }
}
