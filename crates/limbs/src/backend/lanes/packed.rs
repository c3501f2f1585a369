//! The kernels for packed values of all vectors, by their products, and their tables.

use super::Form;
use super::additions::{NegateLanes, ZeroLanes};
use super::conversions::{Fill, Load, ScaleRaw, Store, StoreShifted};
use super::operands::Operands;
use super::signed::{LoadSigned, StoreSigned, SumAndDifference, debug_assert_signed};
use crate::backend::cast::{cast_all, cast_all_mut};
use crate::fault::{Fault, leak_if_active};
use crate::packed::{
    Constants, Conversion, LANES, Limbs52, Packed, PackedKernels, PackedModulus, PseudoMersenne, Sealed,
    SignedConstants, limbs_52, mul_each,
};
use crate::words::debug_assert_promise;

/// Runs the operation for the number of limbs. The compiler resolves the choice: nothing is tested at run time.
macro_rules! sized {
    ($vectors:expr, $kernel:ident $(<$reduction:ty>)? ($($argument:expr),*), $operands:expr) => {
        match N {
            4 => $vectors.operate($kernel::<$($reduction,)? 5>($($argument),*), $operands),
            6 => $vectors.operate($kernel::<$($reduction,)? 8>($($argument),*), $operands),
            _ => crate::backend::lanes::packed::unsupported(),
        }
    };
}
pub(in super::super) use sized;

/// The number 1 in limbs.
const ONE: Limbs52 = [1, 0, 0, 0, 0, 0, 0, 0];
/// `2^128`: `v`, where `v^2 = R / S` and `S = 1`.
const SCALE: Limbs52 = [0, 0, 1 << 24, 0, 0, 0, 0, 0];

/// The constants of a prime `2^256 - c`.
#[inline(always)]
pub(in super::super) fn folds<const N: usize>(modulus: &PackedModulus<N>) -> Option<&PseudoMersenne> {
    if N == 4 { modulus.pseudo_mersenne() } else { None }
}

/// Vectors with products. Numbers are below `2 p` in the representation with the radix `S = 2^(52 L)`, or `S = 1` for
/// primes `2^256 - c`. A table serves all moduli, so kernels choose by the modulus at run time.
pub(in super::super) trait Products: Form {
    /// The fault in the product.
    const FAULT: Fault;
    /// The fault in products of numbers, or `None` if single products are faster.
    const BATCH_FAULT: Option<Fault> = None;
    /// The least count of numbers for which packed arithmetic is faster than one number at a time.
    const PAYS_FROM: usize;

    /// Returns a proof without detection.
    ///
    /// # Safety
    /// The processor supports the vectors.
    unsafe fn assume_supported() -> Self;

    /// `result = a b`.
    fn multiply<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>);

    /// `result = a b`, where `result` and `a` have [signed words](super::signed).
    fn multiply_signed<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>);

    /// See [`PackedKernels::mul_numbers`].
    #[inline(always)]
    fn multiply_numbers<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        products: &mut [&mut [u64; N]; LANES],
        a: &[&[u64; N]; LANES],
        b: &[&[u64; N]; LANES],
    ) {
        mul_each(modulus, products, a, b);
    }

    /// `result = a^(2^times)`.
    fn square<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>, times: usize);

    /// `result = a + b`.
    fn sum<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>);

    /// `result = a - b`.
    fn difference<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>);

    /// Loads numbers `a R`.
    #[inline(always)]
    fn load_montgomery<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
    ) {
        load_converted(self, modulus, packed, numbers);
    }

    /// Stores numbers as `a R`.
    #[inline(always)]
    fn store_montgomery<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
    ) {
        if folds(modulus).is_some() {
            let mut product = *packed;
            mul_constant(self, modulus, &mut product, &modulus.constants().from_packed);
            store_raw(self, modulus.constants(), &product, numbers);
        } else {
            store_shifted(self, modulus, packed, numbers);
        }
    }

    /// `a = v a`, where `v^2 = R / S`.
    #[inline(always)]
    fn scale<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        if folds(modulus).is_some() {
            mul_constant(self, modulus, a, &SCALE);
        } else {
            scale_raw(self, modulus, a);
        }
    }
}

#[cold]
#[allow(clippy::panic, reason = "this crate uses no other numbers of limbs")]
pub(in super::super) fn unsupported() -> ! {
    unreachable!("this backend supports four and six limbs only")
}

/// Loads numbers `a R` as `a S`, by a product.
#[inline(always)]
pub(in super::super) fn load_converted<V: Products, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    packed: &mut Packed<N>,
    numbers: &[&[u64; N]; LANES],
) {
    load_raw::<V, N, false>(v, packed, numbers);
    let factor = folds(modulus).map_or(&modulus.constants().to_packed, |prime| &prime.to_packed);
    mul_constant(v, modulus, packed, factor);
}

/// See [`Load`].
#[inline(always)]
fn load_raw<V: Form, const N: usize, const UNITS: bool>(
    v: V,
    packed: &mut Packed<N>,
    numbers: &[&[u64; N]; LANES],
) {
    match N {
        4 => v.run(Load::<N, 4, 5, UNITS>(cast_all(numbers), packed)),
        6 => v.run(Load::<N, 6, 8, UNITS>(cast_all(numbers), packed)),
        _ => unsupported(),
    }
}

/// See [`Store`].
#[inline(always)]
fn store_raw<V: Form, const N: usize>(
    v: V,
    constants: &Constants,
    packed: &Packed<N>,
    numbers: &mut [&mut [u64; N]; LANES],
) {
    match N {
        4 => v.run(Store::<N, 4, 5, false>(constants, packed, cast_all_mut(numbers))),
        6 => v.run(Store::<N, 6, 8, false>(constants, packed, cast_all_mut(numbers))),
        _ => unsupported(),
    }
}

/// See [`StoreShifted`].
#[inline(always)]
pub(in super::super) fn store_shifted<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    packed: &Packed<N>,
    numbers: &mut [&mut [u64; N]; LANES],
) {
    match N {
        4 => v.run(StoreShifted::<N, 4, 5, 4>(modulus, packed, cast_all_mut(numbers))),
        6 => v.run(StoreShifted::<N, 6, 8, 32>(modulus, packed, cast_all_mut(numbers))),
        _ => unsupported(),
    }
}

/// See [`ScaleRaw`].
#[inline(always)]
pub(in super::super) fn scale_raw<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    a: &mut Packed<N>,
) {
    match N {
        4 => v.run(ScaleRaw::<N, 5, 2>(modulus, a)),
        6 => v.run(ScaleRaw::<N, 8, 16>(modulus, a)),
        _ => unsupported(),
    }
}

/// See [`LoadSigned`].
#[inline(always)]
fn load_signed<V: Form, const N: usize>(v: V, packed: &mut Packed<N>, numbers: &[&[u64; N]; LANES]) {
    match N {
        4 => v.run(LoadSigned::<N, 4, 5>(cast_all(numbers), packed)),
        6 => v.run(LoadSigned::<N, 6, 8>(cast_all(numbers), packed)),
        _ => unsupported(),
    }
}

/// See [`StoreSigned`].
#[inline(always)]
fn store_signed<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    signed: &SignedConstants,
    packed: &Packed<N>,
    numbers: &mut [&mut [u64; N]; LANES],
) {
    debug_assert_signed(modulus, packed, 32);
    let modulus = &modulus.constants().modulus;
    match N {
        4 => v.run(StoreSigned::<N, 4, 5>(signed, modulus, packed, cast_all_mut(numbers))),
        6 => v.run(StoreSigned::<N, 6, 8>(signed, modulus, packed, cast_all_mut(numbers))),
        _ => unsupported(),
    }
}

/// In builds with debug assertions, panics unless limbs are below `2^52` and numbers below `2 p`. Does not branch on
/// the numbers, which may be secret.
#[inline(always)]
fn debug_assert_holds<V: Form, const N: usize>(modulus: &PackedModulus<N>, packed: &Packed<N>) {
    if cfg!(debug_assertions) {
        let (limbs, doubled) = (limbs_52(N).unwrap_or(0), &modulus.constants().doubled);
        for lane in 0..LANES {
            let (mut above, mut borrow) = (0, 0);
            for j in 0..limbs {
                let limb = V::limb(packed.row(j)[lane]);
                above |= limb >> 52;
                borrow = limb.wrapping_sub(doubled[j]).wrapping_sub(borrow) >> 63;
            }
            debug_assert_promise(u64::from(above == 0) & borrow);
        }
    }
}

/// `a = b a`, with the same `b` in all lanes.
#[inline]
fn mul_constant<V: Products, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    a: &mut Packed<N>,
    b: &Limbs52,
) {
    let (a, mut factor) = (core::ptr::from_mut(a), Packed::ZERO);
    fill(v, &mut factor, b);
    // SAFETY: the pointers come from references; the product may alias a factor.
    v.multiply(modulus, unsafe { Operands::new(a, a, &raw const factor) });
}

/// See [`Fill`].
#[inline(always)]
fn fill<V: Form, const N: usize>(v: V, packed: &mut Packed<N>, limbs: &Limbs52) {
    match N {
        4 => v.run(Fill::<N, 5>(limbs, packed)),
        6 => v.run(Fill::<N, 8>(limbs, packed)),
        _ => unsupported(),
    }
}

impl<V: Products> Sealed for V {}

/// Implements [`PackedBackend`](crate::PackedBackend) by tables that are compiled here.
macro_rules! tables {
    ($($vectors:ident)+) => {$(
        impl $vectors {
            /// The tables.
            pub(in crate::backend) const TABLES: &'static crate::packed::Tables = {
                // SAFETY: only a value of this type, or the choice by detection, leads to the tables.
                static TABLES: crate::packed::Tables = unsafe { crate::packed::Tables::of::<$vectors>() };
                &TABLES
            };
        }

        impl crate::packed::PackedBackend for $vectors {
            #[inline]
            fn kernels<const N: usize>(self) -> &'static crate::packed::KernelTable<N> {
                Self::TABLES.sized().unwrap_or_else(|| crate::backend::lanes::packed::unsupported())
            }
        }
    )+};
}
pub(in super::super) use tables;

impl<V: Products> PackedKernels for V {
    const PAYS_FROM: usize = V::PAYS_FROM;
    const MULTIPLIES_NUMBERS: bool = V::BATCH_FAULT.is_some();

    #[inline(always)]
    unsafe fn assume_supported() -> Self {
        // SAFETY: guaranteed by the caller.
        unsafe { <V as Products>::assume_supported() }
    }

    #[inline(always)]
    fn load<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    ) {
        match conversion {
            Conversion::Montgomery => self.load_montgomery(modulus, packed, numbers),
            Conversion::Raw => load_raw::<V, N, false>(self, packed, numbers),
            Conversion::Units => load_raw::<V, N, true>(self, packed, numbers),
            Conversion::Signed if modulus.signed().is_some() => return load_signed(self, packed, numbers),
            Conversion::Signed => load_raw::<V, N, false>(self, packed, numbers),
        }
        debug_assert_holds::<V, N>(modulus, packed);
    }

    #[inline(always)]
    fn store<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    ) {
        use Conversion::{Montgomery, Raw, Signed, Units};
        if let (Signed, Some(signed)) = (conversion, modulus.signed()) {
            return store_signed(self, modulus, signed, packed, numbers);
        }
        debug_assert_holds::<V, N>(modulus, packed);
        let c = modulus.constants();
        match (N, conversion) {
            (_, Montgomery) => self.store_montgomery(modulus, packed, numbers),
            (_, Raw | Signed) => store_raw(self, c, packed, numbers),
            (4, Units) => self.run(Store::<N, 4, 5, true>(c, packed, cast_all_mut(numbers))),
            (6, Units) => self.run(Store::<N, 6, 8, true>(c, packed, cast_all_mut(numbers))),
            _ => unsupported(),
        }
    }

    #[inline]
    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>) {
        fill(self, packed, if folds(modulus).is_some() { &ONE } else { &modulus.constants().one });
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
        unsafe {
            leak_if_active(V::FAULT, (*a).row(0)[0]);
            self.multiply(modulus, Operands::new(product, a, b));
            debug_assert_holds::<V, N>(modulus, &*product);
        }
    }

    #[inline]
    unsafe fn mul_signed<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            if modulus.signed().is_none() {
                return self.mul(modulus, product, a, b);
            }
            leak_if_active(V::FAULT, (*a).row(0)[0]);
            debug_assert_signed(modulus, &*a, 16);
            self.multiply_signed(modulus, Operands::new(product, a, b));
        }
    }

    #[inline]
    fn sum_and_difference<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        low: &mut Packed<N>,
        high: &mut Packed<N>,
    ) {
        match N {
            _ if modulus.signed().is_none() => {
                let first = *low;
                let (low, high) = (core::ptr::from_mut(low), core::ptr::from_mut(high));
                // SAFETY: the pointers come from references; results may alias operands.
                unsafe {
                    PackedKernels::add(self, modulus, low, low, high);
                    PackedKernels::sub(self, modulus, high, &raw const first, high);
                }
            }
            4 => self.run(SumAndDifference::<N, 5>(low, high)),
            6 => self.run(SumAndDifference::<N, 8>(low, high)),
            _ => unsupported(),
        }
    }

    #[inline(always)]
    fn mul_numbers<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        products: &mut [&mut [u64; N]; LANES],
        a: &[&[u64; N]; LANES],
        b: &[&[u64; N]; LANES],
    ) {
        if let Some(fault) = V::BATCH_FAULT {
            leak_if_active(fault, a[0][0]);
        }
        self.multiply_numbers(modulus, products, a, b);
    }

    #[inline]
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            self.square(modulus, Operands::new(power, a, a), times);
            debug_assert_holds::<V, N>(modulus, &*power);
        }
    }

    #[inline]
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            self.sum(modulus, Operands::new(sum, a, b));
            debug_assert_holds::<V, N>(modulus, &*sum);
        }
    }

    #[inline]
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            self.difference(modulus, Operands::new(difference, a, b));
            debug_assert_holds::<V, N>(modulus, &*difference);
        }
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16) {
        let pointer = core::ptr::from_mut(a);
        // SAFETY: the pointers come from a reference; the result may alias an operand.
        let operands = unsafe { Operands::new(pointer, pointer, pointer) };
        sized!(self, NegateLanes(modulus.constants(), lanes), operands);
        debug_assert_holds::<V, N>(modulus, a);
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16 {
        match N {
            4 => self.run(ZeroLanes::<N, 5>(modulus.constants(), a)),
            6 => self.run(ZeroLanes::<N, 8>(modulus.constants(), a)),
            _ => unsupported(),
        }
    }

    #[inline]
    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        self.scale(modulus, a);
        debug_assert_holds::<V, N>(modulus, a);
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        let factor = folds(modulus).map_or(&modulus.constants().unscale, |prime| &prime.unscale);
        mul_constant(self, modulus, a, factor);
        debug_assert_holds::<V, N>(modulus, a);
    }
}
