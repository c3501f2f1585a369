//! Packed arithmetic by AVX2 and FMA: the implementation of `PackedBackend`.

use super::{Avx2Fma, additions, conversions, product};
use crate::backend::architecture::{cast_all, cast_all_mut};
use crate::fault::{Fault, leak_if_active};
use crate::packed::{Conversion, LANES, Limbs52, Packed, PackedBackend, PackedModulus, Sealed};

impl Avx2Fma {
    /// `a = constant a`, with the same constant in all lanes.
    #[inline]
    fn mul_constant<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, limbs: &Limbs52) {
        let a = core::ptr::from_mut(a);
        // SAFETY: the pointers come from references; the product may alias a factor.
        unsafe { self.mul(modulus, a, a, &conversions::constant(limbs)) }
    }
}

impl Sealed for Avx2Fma {}

impl PackedBackend for Avx2Fma {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        // Sixteen squarings take the time of eight by the kernels for single numbers.
        9
    }

    #[inline(always)]
    fn load<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    ) {
        assert!(N == 4, "this backend supports four limbs only");
        // SAFETY: `self` proves that the processor has the features.
        unsafe {
            match conversion {
                Conversion::Units => conversions::load_packed::<N, true>(cast_all(numbers), packed),
                _ => conversions::load_packed::<N, false>(cast_all(numbers), packed),
            }
        }
        if conversion == Conversion::Montgomery {
            self.mul_constant(modulus, packed, &modulus.constants().to_packed);
        }
    }

    #[inline(always)]
    fn store<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    ) {
        assert!(N == 4, "this backend supports four limbs only");
        let (constants, numbers) = (modulus.constants(), cast_all_mut(numbers));
        // SAFETY: `self` proves that the processor has the features.
        unsafe {
            match conversion {
                Conversion::Raw => conversions::store_packed::<N, false>(constants, packed, numbers),
                Conversion::Units => conversions::store_packed::<N, true>(constants, packed, numbers),
                Conversion::Montgomery => {
                    let mut converted = *packed;
                    self.mul_constant(modulus, &mut converted, &constants.from_packed);
                    conversions::store_packed::<N, false>(constants, &converted, numbers);
                }
            }
        }
    }

    #[inline]
    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>) {
        assert!(N == 4, "this backend supports four limbs only");
        *packed = conversions::constant(&modulus.constants().one);
    }

    #[inline]
    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        assert!(N == 4, "this backend supports four limbs only");
        // SAFETY: guaranteed by the caller; `self` proves that the processor has the features.
        unsafe {
            leak_if_active(Fault::Avx2FmaKernel, (*a).row(0)[0]);
            product::mul(modulus.doubles(), product, a, b);
        }
    }

    #[inline]
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    ) {
        assert!(N == 4, "this backend supports four limbs only");
        // SAFETY: guaranteed by the caller; `self` proves that the processor has the features.
        unsafe { product::square_times(modulus.doubles(), power, a, times) }
    }

    #[inline]
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        assert!(N == 4, "this backend supports four limbs only");
        // SAFETY: guaranteed by the caller; `self` proves that the processor has the features.
        unsafe { additions::add(modulus.constants(), sum, a, b) }
    }

    #[inline]
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        assert!(N == 4, "this backend supports four limbs only");
        // SAFETY: guaranteed by the caller; `self` proves that the processor has the features.
        unsafe { additions::sub(modulus.constants(), difference, a, b) }
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16) {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { additions::negate_lanes(modulus.constants(), a, lanes) }
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16 {
        additions::zero_lanes(modulus.constants(), a)
    }

    #[inline]
    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        self.mul_constant(modulus, a, &modulus.constants().scale);
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        self.mul_constant(modulus, a, &modulus.constants().unscale);
    }
}
