//! Packed arithmetic by AVX-512 IFMA: selects the kernel for each modulus.
//!
//! A packed value has `L` rows of limbs below `2^52`, of numbers below `2 p`: `a S mod p` or that plus `p`, with
//! `S = 2^(52 L)`, or 1 for the primes of [`pseudo_mersenne`]. The computations of its two vectors overlap to hide
//! latencies.

use super::{Avx512Ifma, additions, conversions, montgomery, pseudo_mersenne};
use crate::backend::architecture::{cast_all, cast_all_mut};
use crate::fault::{Fault, leak_if_active};
use crate::packed::{Conversion, LANES, Limbs52, Packed, PackedBackend, PackedModulus, Sealed, limbs_52};
use crate::words::debug_assert_promise;

/// Calls the kernel for the number of limbs. The compiler resolves the choice: nothing is tested at run time.
macro_rules! sized {
    ($modulus:ident, $module:ident::$kernel:ident($($argument:expr),*)) => {
        // SAFETY: a value of `Avx512Ifma` proves that the processor has the features; pointers come from references.
        unsafe {
            match N {
                4 => $module::$kernel::<N, 5>($modulus.constants(), $($argument),*),
                6 => $module::$kernel::<N, 8>($modulus.constants(), $($argument),*),
                _ => unreachable!("this backend supports four and six limbs only"),
            }
        }
    };
}

/// As [`sized`], or the kernel of that name for primes `2^256 - c`. The compiler resolves this for constant moduli.
macro_rules! by_modulus {
    ($modulus:ident, $module:ident::$kernel:ident($($argument:expr),*)) => {
        match $modulus.pseudo_mersenne() {
            // SAFETY: as in `sized`.
            Some(prime) => unsafe { pseudo_mersenne::$kernel::<N>(prime, $($argument),*) },
            None => sized!($modulus, $module::$kernel($($argument),*)),
        }
    };
}

/// In builds with debug assertions, panics unless limbs are below `2^52` and numbers below `2 p`. Does not branch on
/// the numbers, which may be secret.
#[inline(always)]
fn debug_assert_holds<const N: usize>(modulus: &PackedModulus<N>, packed: &Packed<N>) {
    if cfg!(debug_assertions) {
        let (limbs, doubled) = (limbs_52(N).unwrap_or(0), &modulus.constants().doubled);
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

impl Sealed for Avx512Ifma {}

impl PackedBackend for Avx512Ifma {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        // Sixteen squarings take the time of three to four by the kernels for single numbers.
        4
    }

    #[inline(always)]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    fn load<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    ) {
        use Conversion::{Montgomery, Raw, Units};
        let constants = modulus.constants();
        // SAFETY: `self` proves that the processor has the features.
        unsafe {
            match (N, conversion, modulus.pseudo_mersenne()) {
                (4, Raw, _) => conversions::load_raw::<4, 5, N, false>(cast_all(numbers), packed),
                (4, Units, _) => conversions::load_raw::<4, 5, N, true>(cast_all(numbers), packed),
                (4, Montgomery, Some(prime)) => {
                    pseudo_mersenne::load_packed(prime, cast_all::<N, 4>(numbers), packed);
                }
                (4, Montgomery, None) => {
                    conversions::load_packed::<4, 5, N>(constants, cast_all(numbers), packed);
                }
                (6, Raw, _) => conversions::load_raw::<6, 8, N, false>(cast_all(numbers), packed),
                (6, Units, _) => conversions::load_raw::<6, 8, N, true>(cast_all(numbers), packed),
                (6, Montgomery, _) => {
                    conversions::load_packed::<6, 8, N>(constants, cast_all(numbers), packed);
                }
                _ => unreachable!("this backend supports four and six limbs only"),
            }
        }
        debug_assert_holds(modulus, packed);
    }

    #[inline(always)]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    fn store<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    ) {
        use Conversion::{Montgomery, Raw, Units};
        debug_assert_holds(modulus, packed);
        let c = modulus.constants();
        // SAFETY: `self` proves that the processor has the features.
        unsafe {
            match (N, conversion, modulus.pseudo_mersenne()) {
                (4, Raw, _) => conversions::store_raw::<4, 5, N, false>(c, packed, cast_all_mut(numbers)),
                (4, Units, _) => conversions::store_raw::<4, 5, N, true>(c, packed, cast_all_mut(numbers)),
                (4, Montgomery, Some(prime)) => {
                    pseudo_mersenne::store_packed(prime, c, packed, cast_all_mut::<N, 4>(numbers));
                }
                (4, Montgomery, None) => {
                    conversions::store_packed::<4, 5, N, 4>(c, packed, cast_all_mut(numbers));
                }
                (6, Raw, _) => conversions::store_raw::<6, 8, N, false>(c, packed, cast_all_mut(numbers)),
                (6, Units, _) => conversions::store_raw::<6, 8, N, true>(c, packed, cast_all_mut(numbers)),
                (6, Montgomery, _) => {
                    conversions::store_packed::<6, 8, N, 32>(c, packed, cast_all_mut(numbers));
                }
                _ => unreachable!("this backend supports four and six limbs only"),
            }
        }
    }

    #[inline]
    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>) {
        // With the radix 1, the stored form of 1 is 1.
        const ONE: Limbs52 = [1, 0, 0, 0, 0, 0, 0, 0];
        let limbs = if modulus.pseudo_mersenne().is_some() { &ONE } else { &modulus.constants().one };
        for j in 0..limbs_52(N).unwrap_or(0) {
            *packed.row_mut(j) = [limbs[j]; LANES];
        }
    }

    #[inline]
    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        leak_if_active(Fault::Avx512IfmaKernel, unsafe { (*a).row(0)[0] });
        by_modulus!(modulus, montgomery::mul(product, a, b));
        // SAFETY: guaranteed by the caller.
        debug_assert_holds(modulus, unsafe { &*product });
    }

    #[inline]
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    ) {
        by_modulus!(modulus, montgomery::square_times(power, a, times));
        // SAFETY: guaranteed by the caller.
        debug_assert_holds(modulus, unsafe { &*power });
    }

    #[inline]
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        by_modulus!(modulus, additions::add(sum, a, b));
        // SAFETY: guaranteed by the caller.
        debug_assert_holds(modulus, unsafe { &*sum });
    }

    #[inline]
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        by_modulus!(modulus, additions::sub(difference, a, b));
        // SAFETY: guaranteed by the caller.
        debug_assert_holds(modulus, unsafe { &*difference });
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16) {
        sized!(modulus, additions::negate_lanes(a, lanes));
        debug_assert_holds(modulus, a);
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16 {
        sized!(modulus, additions::zero_lanes(a))
    }

    #[inline]
    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        by_modulus!(modulus, conversions::scale_raw(a));
        debug_assert_holds(modulus, a);
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        by_modulus!(modulus, montgomery::unscale_raw(a));
        debug_assert_holds(modulus, a);
    }
}
