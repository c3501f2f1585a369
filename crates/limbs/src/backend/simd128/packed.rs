//! The kernels for packed values: selects between the vectors and [`Scalar`], and converts numbers.

use core::array::from_fn;

use super::Simd128;
use super::lanes::Words;
use super::product::{self, BITS, L, Limbs, MASK, Prime};
use crate::backend::Scalar;
use crate::packed::{
    Conversion, KernelTable, LANES, Limbs52, Packed, PackedBackend, PackedKernels, PackedModulus,
    PseudoMersenne, Sealed, Tables,
};
use crate::words::{self, bits_at, from_word, is_zero, select};

/// The number of lanes of a vector.
const IN_A_VECTOR: usize = 4;
/// The number of rows with limbs.
const ROWS: usize = L.div_ceil(2);

/// The limbs of the four numbers from lane `4 vector` on.
#[inline(always)]
fn read<const N: usize>(packed: &Packed<N>, vector: usize) -> Limbs {
    let rows: [[Words; 2]; ROWS] = from_fn(|j| {
        let row = packed.row(j);
        Words::halves(from_fn(|i| row[IN_A_VECTOR * vector + i]))
    });
    from_fn(|j| rows[j / 2][j % 2])
}

#[inline(always)]
fn write<const N: usize>(packed: &mut Packed<N>, vector: usize, limbs: &Limbs) {
    for j in 0..ROWS {
        let upper = if 2 * j + 1 < L { limbs[2 * j + 1] } else { Words::splat(0) };
        let row = &mut packed.row_mut(j)[IN_A_VECTOR * vector..][..IN_A_VECTOR];
        row.copy_from_slice(&Words::joined([limbs[2 * j], upper]));
    }
}

/// The limbs of a number of 52-bit limbs.
#[allow(clippy::cast_possible_truncation, reason = "limbs")]
fn limbs_of_52(number: &Limbs52) -> [u32; L] {
    from_fn(|j| {
        let (word, shift) = (BITS as usize * j / 52, BITS as usize * j % 52);
        let bits = number[word] >> shift | number[word + 1] << (52 - shift);
        bits as u32 & MASK
    })
}

/// The same number in all lanes.
fn constant<const N: usize>(number: &Limbs52) -> Packed<N> {
    let (limbs, mut packed) = (limbs_of_52(number), Packed::ZERO);
    for vector in 0..LANES / IN_A_VECTOR {
        write(&mut packed, vector, &limbs.map(Words::splat));
    }
    packed
}

/// The number in a lane, below `p`.
fn canonical<const N: usize>(modulus: &PackedModulus<N>, packed: &Packed<N>, lane: usize) -> [u64; N] {
    // The limbs from the lowest on: `sum` has the bits from `have` below the next word.
    let (mut number, mut sum, mut have, mut word) = ([0; N], 0u128, 0, 0);
    for j in 0..L {
        let limb = packed.row(j / 2)[lane] >> (32 * (j % 2)) & u64::from(u32::MAX);
        sum += u128::from(limb) << have;
        have += BITS;
        if have >= 64 && word < N {
            #[allow(clippy::cast_possible_truncation, reason = "the lower word")]
            let low = sum as u64;
            (number[word], sum, have, word) = (low, sum >> 64, have - 64, word + 1);
        }
    }
    // Nine limbs of 29 bits are 261 bits, so all words are filled; `sum` is the bit 256.
    let (difference, borrow) = words::sub(&number, modulus.ring().modulus());
    let is_below = borrow & u64::from(sum == 0);
    select(&difference, &number, is_below)
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
    f: impl Fn(&Limbs, &Limbs) -> Limbs,
) {
    for vector in 0..LANES / IN_A_VECTOR {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and lanes are read before they are written.
        unsafe {
            let limbs = f(&read(&*a, vector), &read(&*b, vector));
            write(&mut *result, vector, &limbs);
        }
    }
}

impl Simd128 {
    /// `a = constant a`.
    fn mul_constant<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, number: &Limbs52) {
        let a = core::ptr::from_mut(a);
        // SAFETY: the pointers come from references; the product may alias a factor.
        unsafe { self.mul(modulus, a, a, &constant(number)) }
    }
}

fn prime(constants: &PseudoMersenne) -> Prime {
    Prime::new(constants.c)
}

impl Sealed for Simd128 {}

/// The tables for four limbs, and for six, where the kernels are those of [`Scalar`].
// SAFETY: every processor supports this backend.
pub(crate) static TABLES: Tables =
    unsafe { Tables { four: KernelTable::of::<Simd128>(), six: KernelTable::of::<Scalar>() } };

impl PackedBackend for Simd128 {
    #[inline]
    fn kernels<const N: usize>(self) -> &'static KernelTable<N> {
        TABLES.sized().unwrap_or_else(|| Scalar.kernels())
    }
}

impl PackedKernels for Simd128 {
    // Sixteen squarings take the time of four by the portable code.
    const PAYS_FROM: usize = 4;

    #[inline(always)]
    unsafe fn assume_supported() -> Self {
        Self
    }

    fn load<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
        conversion: Conversion,
    ) {
        let Some(constants) = modulus.pseudo_mersenne() else {
            return Scalar.load(modulus, packed, numbers, conversion);
        };
        for (lane, number) in numbers.iter().enumerate() {
            let is_unit = u64::from(conversion == Conversion::Units) & is_zero(number);
            let number = select(number, &from_word(1), is_unit);
            for j in 0..ROWS {
                let limb =
                    |j: usize| if j < L { bits_at(&number, BITS as usize * j, BITS as usize) } else { 0 };
                packed.row_mut(j)[lane] = limb(2 * j) | limb(2 * j + 1) << 32;
            }
        }
        if conversion == Conversion::Montgomery {
            self.mul_constant(modulus, packed, &constants.to_packed);
        }
    }

    fn store<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
        conversion: Conversion,
    ) {
        if modulus.pseudo_mersenne().is_none() {
            return Scalar.store(modulus, packed, numbers, conversion);
        }
        let mut converted = *packed;
        if conversion == Conversion::Montgomery {
            self.mul_constant(modulus, &mut converted, &modulus.constants().from_packed);
        }
        for (lane, to) in numbers.iter_mut().enumerate() {
            let number = canonical(modulus, &converted, lane);
            let kept = u64::from(conversion == Conversion::Units) & is_zero(to);
            **to = select(&number, &[0; N], kept);
        }
    }

    fn fill_one<const N: usize>(self, modulus: &PackedModulus<N>, packed: &mut Packed<N>) {
        if modulus.pseudo_mersenne().is_none() {
            return Scalar.fill_one(modulus, packed);
        }
        *packed = Packed::ZERO;
        // The radix is 1.
        *packed.row_mut(0) = [1; LANES];
    }

    #[inline]
    unsafe fn mul<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        product: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        let Some(constants) = modulus.pseudo_mersenne() else {
            // SAFETY: guaranteed by the caller.
            return unsafe { Scalar.mul(modulus, product, a, b) };
        };
        let prime = prime(constants);
        // SAFETY: guaranteed by the caller.
        unsafe { each(product, a, b, |a, b| product::mul(&prime, a, b)) }
    }

    #[inline]
    unsafe fn square_times<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        power: *mut Packed<N>,
        a: *const Packed<N>,
        times: usize,
    ) {
        let Some(constants) = modulus.pseudo_mersenne() else {
            // SAFETY: guaranteed by the caller.
            return unsafe { Scalar.square_times(modulus, power, a, times) };
        };
        let prime = prime(constants);
        let squares = |a: &Limbs, _: &Limbs| (0..times).fold(*a, |power, _| product::square(&prime, &power));
        // SAFETY: guaranteed by the caller.
        unsafe { each(power, a, a, squares) }
    }

    #[inline]
    unsafe fn add<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        sum: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        let Some(constants) = modulus.pseudo_mersenne() else {
            // SAFETY: guaranteed by the caller.
            return unsafe { Scalar.add(modulus, sum, a, b) };
        };
        let prime = prime(constants);
        // SAFETY: guaranteed by the caller.
        unsafe { each(sum, a, b, |a, b| product::add(&prime, a, b)) }
    }

    #[inline]
    unsafe fn sub<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        difference: *mut Packed<N>,
        a: *const Packed<N>,
        b: *const Packed<N>,
    ) {
        let Some(constants) = modulus.pseudo_mersenne() else {
            // SAFETY: guaranteed by the caller.
            return unsafe { Scalar.sub(modulus, difference, a, b) };
        };
        let prime = prime(constants);
        // SAFETY: guaranteed by the caller.
        unsafe { each(difference, a, b, |a, b| product::sub(&prime, a, b)) }
    }

    fn negate_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>, lanes: u16) {
        if modulus.pseudo_mersenne().is_none() {
            return Scalar.negate_lanes(modulus, a, lanes);
        }
        let mut negated = Packed::ZERO;
        // SAFETY: the pointers come from references; the difference may alias an operand.
        unsafe { self.sub(modulus, &raw mut negated, &Packed::ZERO, a) };
        a.assign_lanes(&negated, lanes);
    }

    fn zero_lanes<const N: usize>(self, modulus: &PackedModulus<N>, a: &Packed<N>) -> u16 {
        if modulus.pseudo_mersenne().is_none() {
            return Scalar.zero_lanes(modulus, a);
        }
        (0..LANES).fold(0, |lanes, lane| {
            let number = canonical(modulus, a, lane);
            lanes | u16::from(number.iter().all(|word| *word == 0)) << lane
        })
    }

    fn scale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        // v = 2^128, whose square is R / S.
        const V: Limbs52 = [0, 0, 1 << (128 - 2 * 52), 0, 0, 0, 0, 0];
        if modulus.pseudo_mersenne().is_some() {
            self.mul_constant(modulus, a, &V);
        }
    }

    fn unscale_raw<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        if let Some(constants) = modulus.pseudo_mersenne() {
            self.mul_constant(modulus, a, &constants.unscale);
        }
    }
}
