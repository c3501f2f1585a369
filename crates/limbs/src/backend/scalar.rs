//! Packed values without vectors: the kernels for single numbers, lane by lane.

use crate::packed::{
    Conversion, KernelTable, LANES, Packed, PackedBackend, PackedKernels, PackedModulus, Sealed, Tables,
};
use crate::words::{from_word, is_zero, select};

/// The backend of packed values that every processor has: canonical limbs of 64 bits, Montgomery's radix
/// `R = 2^(64 N)`.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

#[inline(always)]
fn number<const N: usize>(packed: &Packed<N>, lane: usize) -> [u64; N] {
    let mut number = [0; N];
    for j in 0..N {
        number[j] = packed.row(j)[lane];
    }
    number
}

#[inline(always)]
fn put<const N: usize>(packed: &mut Packed<N>, lane: usize, number: &[u64; N]) {
    for j in 0..N {
        packed.row_mut(j)[lane] = number[j];
    }
}

/// `result_i = f(a_i, b_i)`.
///
/// # Safety
/// `a` and `b` are valid for reads. `result` is valid for writes, and may be `a` or `b`.
#[inline(always)]
unsafe fn each<const N: usize>(
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
    f: impl Fn(&[u64; N], &[u64; N]) -> [u64; N],
) {
    for lane in 0..LANES {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each lane is read before it is written.
        unsafe {
            let value = f(&number(&*a, lane), &number(&*b, lane));
            put(&mut *result, lane, &value);
        }
    }
}

impl Sealed for Scalar {}

/// The tables for four and six limbs.
// SAFETY: every processor supports this backend.
pub(crate) static TABLES: Tables = unsafe { Tables::of::<Scalar>() };

impl PackedBackend for Scalar {
    #[inline]
    fn kernels<const N: usize>(self) -> &'static KernelTable<N> {
        // SAFETY: every processor supports this backend.
        TABLES.sized().unwrap_or(const { &unsafe { KernelTable::of::<Self>() } })
    }
}

impl PackedKernels for Scalar {
    const PAYS_FROM: usize = LANES;

    #[inline(always)]
    unsafe fn assume_supported() -> Self {
        Self
    }

    #[inline]
    fn load<const N: usize>(
        self,
        _: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    ) {
        for (lane, number) in numbers.iter().enumerate() {
            if conversion == Conversion::Units {
                put(packed, lane, &select(number, &from_word(1), is_zero(number)));
            } else {
                put(packed, lane, number);
            }
        }
    }

    #[inline]
    fn store<const N: usize>(
        self,
        _: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    ) {
        for (lane, to) in numbers.iter_mut().enumerate() {
            let number = number(packed, lane);
            **to =
                if conversion == Conversion::Units { select(&number, &[0; N], is_zero(to)) } else { number };
        }
    }

    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>) {
        for lane in 0..LANES {
            put(packed, lane, modulus.ring().one());
        }
    }

    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe { each(product, a, b, |a, b| super::mul(modulus.ring(), a, b)) }
    }

    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            each(power, a, a, |a, _| (0..times).fold(*a, |power, _| super::square(modulus.ring(), &power)));
        }
    }

    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe { each(sum, a, b, |a, b| super::add(modulus.ring(), a, b)) }
    }

    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        // SAFETY: guaranteed by the caller.
        unsafe { each(difference, a, b, |a, b| super::sub(modulus.ring(), a, b)) }
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16) {
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let negated = super::sub(modulus.ring(), &[0; N], &number(a, lane));
            put(a, lane, &negated);
        }
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, _: &PackedModulus<N>, a: &Packed<N>) -> u16 {
        (0..LANES).fold(0, |lanes, lane| lanes | u16::from((0..N).all(|j| a.row(j)[lane] == 0)) << lane)
    }

    /// Does nothing, since `S = R`.
    #[inline]
    fn scale_raw<const N: usize>(self, _: &PackedModulus<N>, _: &mut Packed<N>) {}

    /// Does nothing, since `S = R`.
    #[inline]
    fn unscale_raw<const N: usize>(self, _: &PackedModulus<N>, _: &mut Packed<N>) {}
}
