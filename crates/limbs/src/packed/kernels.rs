//! The table of a backend's kernels for packed values.
//!
//! A table is a constant of function pointers. Those for four and six limbs are compiled in this crate, once for each
//! backend: programs that use packed values contain calls of them, and none of their code.

use super::{Conversion, LANES, Packed, PackedModulus, Sealed};
use crate::fault::{Fault, Wrong, leak_if_active, spoil_if_active};

/// The implementation of packed values by one backend: the functions of a table. Constant time, except
/// [`zero_lanes`](Self::zero_lanes).
///
/// Each number is below `2 p` in the backend's representation, or below another bound that the backend maintains.
/// Vectors of doubles or of 52-bit multipliers support `N` of four and six; they panic on others.
pub trait PackedKernels: Copy + Sealed + 'static {
    /// The least count of numbers for which packed arithmetic is faster than one number at a time.
    const PAYS_FROM: usize;
    /// Whether [`mul_numbers`](Self::mul_numbers) is faster than single products.
    const MULTIPLIES_NUMBERS: bool = false;

    /// Returns a value of the backend without detection.
    ///
    /// # Safety
    /// The processor supports the backend.
    unsafe fn assume_supported() -> Self;

    /// Loads sixteen numbers below `p`.
    fn load<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    );

    /// Stores the sixteen numbers, reduced below `p`.
    fn store<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    );

    /// Sets all lanes to one.
    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>);

    /// `product_i = a_i b_i`.
    ///
    /// # Safety
    /// `a` and `b` are valid for reads. `product` is valid for writes, and may be `a` or `b`.
    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    );

    /// `product_i = a_i b_i`, where `product` and `a` are [signed values](crate::PackedMontgomery::mul_signed).
    ///
    /// # Safety
    /// As for [`mul`](Self::mul).
    unsafe fn mul_signed<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe { self.mul(modulus, product, a, b) }
    }

    /// `(low_i, high_i) = (low_i + high_i, low_i - high_i)`, of signed values.
    fn sum_and_difference<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        low: &mut Packed<N>,
        high: &mut Packed<N>,
    ) {
        let (first, low, high) = (*low, core::ptr::from_mut(low), core::ptr::from_mut(high));
        // SAFETY: the pointers come from references; results may alias operands.
        unsafe {
            self.add(modulus, low, low, high);
            self.sub(modulus, high, &raw const first, high);
        }
    }

    /// `products_i = a_i b_i R^-1 mod p`, of numbers below `p` in 64-bit limbs, for a modulus with
    /// [`has_products_of_numbers`](PackedModulus::has_products_of_numbers).
    fn mul_numbers<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        products: &mut [&mut [u64; N]; LANES],
        a: &[&[u64; N]; LANES],
        b: &[&[u64; N]; LANES],
    ) {
        mul_each(modulus, products, a, b);
    }

    /// `power_i = a_i^(2^times)`.
    ///
    /// # Safety
    /// As for [`mul`](Self::mul).
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    );

    /// `sum_i = a_i + b_i`.
    ///
    /// # Safety
    /// As for [`mul`](Self::mul).
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    );

    /// `difference_i = a_i - b_i`.
    ///
    /// # Safety
    /// As for [`mul`](Self::mul).
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    );

    /// `a_i = -a_i` in the lanes of the mask.
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16);

    /// The lanes with `a_i = 0`. Time may depend on which lanes are zero.
    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16;

    /// `a_i = v a_i`, where `v^2 = R / S`.
    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>);

    /// `a_i = a_i / v`, where `v^2 = R / S`.
    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>);
}

/// As [`PackedKernels::mul_numbers`], one product at a time by portable code.
#[inline(always)]
pub(crate) fn mul_each<const N: usize>(
    modulus: &PackedModulus<N>,
    products: &mut [&mut [u64; N]; LANES],
    a: &[&[u64; N]; LANES],
    b: &[&[u64; N]; LANES],
) {
    for i in 0..LANES {
        *products[i] = modulus.ring().mul_portable(a[i], b[i]);
    }
}

type Load<const N: usize> = fn(&PackedModulus<N>, &mut Packed<N>, &[&[u64; N]; LANES], Conversion);
type Store<const N: usize> = fn(&PackedModulus<N>, &Packed<N>, &mut [&mut [u64; N]; LANES], Conversion);
type MulNumbers<const N: usize> =
    fn(&PackedModulus<N>, &mut [&mut [u64; N]; LANES], &[&[u64; N]; LANES], &[&[u64; N]; LANES]);
type Binary<const N: usize> =
    unsafe fn(&PackedModulus<N>, *mut Packed<N>, *const Packed<N>, *const Packed<N>);
type Power<const N: usize> = unsafe fn(&PackedModulus<N>, *mut Packed<N>, *const Packed<N>, usize);
type InPlace<const N: usize> = fn(&PackedModulus<N>, &mut Packed<N>);

/// The kernels of a backend for packed values of `N` limbs: see [`PackedKernels`].
#[derive(Debug)]
pub struct KernelTable<const N: usize> {
    pub(crate) pays_from: usize,
    /// `None` if single products are faster.
    pub(crate) mul_numbers: Option<MulNumbers<N>>,
    pub(crate) load: Load<N>,
    pub(crate) store: Store<N>,
    pub(crate) fill_one: InPlace<N>,
    pub(crate) mul: Binary<N>,
    pub(crate) mul_signed: Binary<N>,
    pub(crate) sum_and_difference: fn(&PackedModulus<N>, &mut Packed<N>, &mut Packed<N>),
    pub(crate) square_times: Power<N>,
    pub(crate) add: Binary<N>,
    pub(crate) sub: Binary<N>,
    pub(crate) negate_lanes: fn(&PackedModulus<N>, &mut Packed<N>, u16),
    pub(crate) zero_lanes: fn(&PackedModulus<N>, &Packed<N>) -> u16,
    pub(crate) scale_raw: InPlace<N>,
    pub(crate) unscale_raw: InPlace<N>,
}

/// A function of a table: the backend's method of this name.
macro_rules! function {
    ($backend:ident, $name:ident($($argument:ident),+)) => {
        // SAFETY: only a value of the backend, or the choice by detection, leads to this table.
        |$($argument),+| unsafe { $backend::assume_supported().$name($($argument),+) }
    };
}

impl<const N: usize> KernelTable<N> {
    /// The table of a backend.
    ///
    /// # Safety
    /// The table is used on processors that support the backend only.
    pub(crate) const unsafe fn of<B: PackedKernels>() -> Self {
        Self {
            pays_from: B::PAYS_FROM,
            mul_numbers: if B::MULTIPLIES_NUMBERS {
                Some(|modulus, products, a, b| {
                    leak_if_active(Fault::BatchDispatch, a[0][0]);
                    // SAFETY: as for the other functions.
                    unsafe { B::assume_supported().mul_numbers(modulus, products, a, b) }
                })
            } else {
                None
            },
            load: function!(B, load(modulus, packed, numbers, conversion)),
            store: function!(B, store(modulus, packed, numbers, conversion)),
            fill_one: function!(B, fill_one(modulus, packed)),
            mul: |modulus, product, a, b| {
                // SAFETY: guaranteed by the caller; as for the other functions.
                unsafe {
                    leak_if_active(Fault::PackedDispatch, (*a).row(0)[0]);
                    B::assume_supported().mul(modulus, product, a, b);
                    spoil_if_active(Wrong::PackedProduct, &mut (*product).row_mut(0)[3]);
                }
            },
            mul_signed: |modulus, product, a, b| {
                // SAFETY: guaranteed by the caller; as for the other functions.
                unsafe {
                    leak_if_active(Fault::PackedDispatch, (*a).row(0)[0]);
                    B::assume_supported().mul_signed(modulus, product, a, b);
                    spoil_if_active(Wrong::PackedProduct, &mut (*product).row_mut(0)[3]);
                }
            },
            sum_and_difference: function!(B, sum_and_difference(modulus, low, high)),
            square_times: function!(B, square_times(modulus, power, a, times)),
            add: function!(B, add(modulus, sum, a, b)),
            sub: function!(B, sub(modulus, difference, a, b)),
            negate_lanes: function!(B, negate_lanes(modulus, a, lanes)),
            zero_lanes: function!(B, zero_lanes(modulus, a)),
            scale_raw: function!(B, scale_raw(modulus, a)),
            unscale_raw: function!(B, unscale_raw(modulus, a)),
        }
    }

    /// The same table, where `L` is `N`.
    #[inline(always)]
    fn resize<const L: usize>(&'static self) -> &'static KernelTable<L> {
        assert!(N == L, "the same number of limbs");
        // SAFETY: the types are the same, because their only parameter is.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
}

/// The tables of a backend for four and for six limbs.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) four: KernelTable<4>,
    pub(crate) six: KernelTable<6>,
}

impl Tables {
    /// The tables of a backend.
    ///
    /// # Safety
    /// As for [`KernelTable::of`].
    pub(crate) const unsafe fn of<B: PackedKernels>() -> Self {
        // SAFETY: guaranteed by the caller.
        unsafe { Self { four: KernelTable::of::<B>(), six: KernelTable::of::<B>() } }
    }

    /// The table for `N` limbs, if there is one.
    #[inline(always)]
    pub(crate) fn sized<const N: usize>(&'static self) -> Option<&'static KernelTable<N>> {
        match N {
            4 => Some(self.four.resize()),
            6 => Some(self.six.resize()),
            _ => None,
        }
    }
}
