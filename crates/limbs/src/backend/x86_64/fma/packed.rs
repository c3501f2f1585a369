//! Packed arithmetic by fused multiply-adds: the implementation of `PackedBackend` for each kind of vectors.

use super::super::vector::{Avx2Fma, Avx512Fma, Vector};
use super::additions::{Add, NegateLanes, Sub, ZeroLanes};
use super::conversions::{Load, Store, constant};
use super::operands::Operands;
use super::product::{Mul, SquareTimes};
use crate::backend::architecture::{cast_all, cast_all_mut};
use crate::fault::{Fault, leak_if_active};
use crate::packed::{Conversion, LANES, Limbs52, Packed, PackedBackend, PackedModulus, Sealed};

/// What differs between the backends.
pub(in super::super) trait Fma: Vector {
    /// The fault in the product.
    const FAULT: Fault;

    /// The least count of numbers for which packed arithmetic is faster than one number at a time.
    fn pays_from() -> usize;
}

impl Fma for Avx2Fma {
    const FAULT: Fault = Fault::Avx2FmaKernel;

    fn pays_from() -> usize {
        // Sixteen squarings take the time of eight to nine by the kernels for single numbers.
        9
    }
}

impl Fma for Avx512Fma {
    const FAULT: Fault = Fault::Avx512FmaKernel;

    fn pays_from() -> usize {
        // Sixteen squarings take the time of seven by the kernels for single numbers.
        8
    }
}

/// Runs the kernel for the number of limbs. The compiler resolves the choice: nothing is tested at run time.
macro_rules! sized {
    ($backend:ident.run($kernel:ident::<N $(, $parameter:tt)*>($($argument:expr),*))) => {
        match N {
            4 => $backend.run($kernel::<N, 5 $(, $parameter)*>($($argument),*)),
            6 => $backend.run($kernel::<N, 8 $(, $parameter)*>($($argument),*)),
            _ => unreachable!("this backend supports four and six limbs only"),
        }
    };
}

/// `a = b a`, with the same `b` in all lanes.
#[inline]
fn mul_constant<V: Fma, const N: usize>(v: V, modulus: &PackedModulus<N>, a: &mut Packed<N>, b: &Limbs52) {
    let a = core::ptr::from_mut(a);
    let b = match N {
        4 => constant::<N, 5>(b),
        _ => constant::<N, 8>(b),
    };
    // SAFETY: the pointers come from references; the product may alias a factor.
    unsafe { v.mul(modulus, a, a, &b) }
}

impl<V: Fma> Sealed for V {}

impl<V: Fma> PackedBackend for V {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        <V as Fma>::pays_from()
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
        match (N, conversion) {
            (4, Conversion::Units) => self.run(Load::<N, 4, 5, true>(cast_all(numbers), packed)),
            (4, _) => self.run(Load::<N, 4, 5, false>(cast_all(numbers), packed)),
            (6, Conversion::Units) => self.run(Load::<N, 6, 8, true>(cast_all(numbers), packed)),
            (6, _) => self.run(Load::<N, 6, 8, false>(cast_all(numbers), packed)),
            _ => unreachable!("this backend supports four and six limbs only"),
        }
        if conversion == Conversion::Montgomery {
            mul_constant(self, modulus, packed, &modulus.constants().to_packed);
        }
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
        let c = modulus.constants();
        let mut converted;
        let packed = if conversion == Conversion::Montgomery {
            converted = *packed;
            mul_constant(self, modulus, &mut converted, &c.from_packed);
            &converted
        } else {
            packed
        };
        match (N, conversion) {
            (4, Conversion::Units) => self.run(Store::<N, 4, 5, true>(c, packed, cast_all_mut(numbers))),
            (4, _) => self.run(Store::<N, 4, 5, false>(c, packed, cast_all_mut(numbers))),
            (6, Conversion::Units) => self.run(Store::<N, 6, 8, true>(c, packed, cast_all_mut(numbers))),
            (6, _) => self.run(Store::<N, 6, 8, false>(c, packed, cast_all_mut(numbers))),
            _ => unreachable!("this backend supports four and six limbs only"),
        }
    }

    #[inline]
    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>) {
        let one = &modulus.constants().one;
        *packed = if N == 4 { constant::<N, 5>(one) } else { constant::<N, 8>(one) };
    }

    #[inline]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        let operands = unsafe {
            leak_if_active(V::FAULT, (*a).row(0)[0]);
            Operands::new(product, a, b)
        };
        sized!(self.run(Mul::<N>(modulus.doubles(), operands)));
    }

    #[inline]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    ) {
        // SAFETY: guaranteed by the caller.
        let operands = unsafe { Operands::new(power, a, a) };
        sized!(self.run(SquareTimes::<N>(modulus.doubles(), operands, times)));
    }

    #[inline]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        let operands = unsafe { Operands::new(sum, a, b) };
        sized!(self.run(Add::<N>(modulus.constants(), operands)));
    }

    #[inline]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        let operands = unsafe { Operands::new(difference, a, b) };
        sized!(self.run(Sub::<N>(modulus.constants(), operands)));
    }

    #[inline]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16) {
        sized!(self.run(NegateLanes::<N>(modulus.constants(), a, lanes)));
    }

    #[inline]
    #[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16 {
        sized!(self.run(ZeroLanes::<N>(modulus.constants(), a)))
    }

    #[inline]
    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        mul_constant(self, modulus, a, &modulus.constants().scale);
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        mul_constant(self, modulus, a, &modulus.constants().unscale);
    }
}
