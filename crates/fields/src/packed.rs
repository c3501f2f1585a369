//! Sixteen elements at a time, for long computations on many elements.

mod signed;

use core::fmt::Debug;

use vorpal_limbs::{Conversion, LANES, Packed, PackedMontgomery};

use crate::{Fe, Modulus};
pub use signed::{SignedFe, SignedField};

/// Sixteen elements of a field, in the representation of the backend's vectors, for the same computation on many
/// elements. Lane `i` holds element `i`; operations are lane by lane and constant-time. Bit `i` of a mask is for lane
/// `i`.
///
/// *Raw* elements are loaded without the change of radix that vectors may need, which costs a multiplication. An
/// element loaded as `x` then represents `v^2 x`, with the same `v` for all, and raw stores invert that. Formulas that
/// are homogeneous with weight two for `x` and weight three for `y` accept raw coordinates, after
/// [`scale_raw`](Self::scale_raw) has replaced `v^2 y` by `v^3 y`. Additions on `y^2 = x^3 + b` are such formulas (see
/// [`PackedMontgomery`]).
pub trait PackedField: Copy + Debug + Send + Sync {
    /// The type of an element.
    type Element: Copy;

    /// The least count of elements for which packed arithmetic is faster than one element at a time: see
    /// [`PackedMontgomery::pays_from`].
    fn pays_from() -> usize;
    /// Loads at most sixteen elements, with ones in the remaining lanes. About 16M.
    fn load<T>(items: &[T], element: impl Fn(&T) -> &Self::Element) -> Self;
    /// Sixteen copies of an element. About 16M.
    fn splat(element: &Self::Element) -> Self {
        Self::load(&[*element; LANES], |element| element)
    }
    /// Stores the first elements.
    fn store(&self, elements: &mut [Self::Element]);
    /// Loads at most sixteen elements as `v^2 x`; the remaining lanes are arbitrary. A fraction of a multiplication.
    fn read_raw<T>(&mut self, items: &[T], element: impl Fn(&T) -> &Self::Element);
    /// The inverse of [`read_raw`](Self::read_raw).
    fn store_raw<T>(&self, items: &mut [T], element: impl Fn(&mut T) -> &mut Self::Element);
    /// `self_i = v self_i`. A fraction of a multiplication.
    fn scale_raw(&mut self);
    /// `self_i = self_i / v`. At most 16M.
    fn unscale_raw(&mut self);
    /// Returns sixteen ones.
    fn one() -> Self;
    /// `self_i = self_i factor_i`. 16M.
    fn mul_assign(&mut self, factor: &Self);
    /// `self_i = a_i b_i`. 16M.
    fn mul_into(&mut self, a: &Self, b: &Self);
    /// `self_i = a_i^2`. 16S.
    fn square_into(&mut self, a: &Self);
    /// `self_i = self_i + other_i`.
    fn add_assign(&mut self, other: &Self);
    /// `self_i = 2 self_i`.
    fn double(&mut self);
    /// `self_i = self_i - other_i`.
    fn sub_assign(&mut self, other: &Self);
    /// `self_i = a_i + b_i`.
    fn add_into(&mut self, a: &Self, b: &Self);
    /// `self_i = a_i - b_i`.
    fn sub_into(&mut self, a: &Self, b: &Self);
    /// `self_i = self_i^p` for the characteristic `p`.
    fn frobenius(&mut self);
    /// `self_i = -self_i` in the lanes of the mask.
    fn negate_lanes(&mut self, lanes: u16);
    /// The lanes that are zero. Time may depend on which lanes are zero.
    fn zero_lanes(&self) -> u16;
    /// `self_i = other_i` in the lanes of the mask.
    fn assign_lanes(&mut self, other: &Self, lanes: u16);
    /// `self_to = other_from`, in one lane.
    fn copy_lane(&mut self, to: usize, other: &Self, from: usize);
    /// `self_i = 1 / self_i`; zeros remain zero. One inversion + 48M, and a store and a load. Time depends on the
    /// values.
    fn invert_vartime(&mut self);
}

/// Sixteen elements in the representation of the backend's vectors: see [`PackedMontgomery`].
pub struct PackedFe<M: Modulus<N>, const N: usize> {
    packed: Packed<N>,
    modulus: core::marker::PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize> Debug for PackedFe<M, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut elements = [Fe::ZERO; LANES];
        self.store(&mut elements);
        f.debug_tuple("PackedFe").field(&elements).finish()
    }
}

impl<M: Modulus<N>, const N: usize> Clone for PackedFe<M, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for PackedFe<M, N> {}

impl<M: Modulus<N>, const N: usize> PackedFe<M, N> {
    const ARITHMETIC: &'static PackedMontgomery<N> = &PackedMontgomery::new(&Fe::<M, N>::RING);

    #[inline]
    const fn of(packed: Packed<N>) -> Self {
        Self { packed, modulus: core::marker::PhantomData }
    }

    /// See [`Fe::mul_batch`].
    #[inline]
    pub(crate) fn mul_batch(products: &mut [Fe<M, N>], a: &[Fe<M, N>], b: &[Fe<M, N>]) {
        Self::ARITHMETIC.mul_batch(products, a, b, |fe| &fe.stored, |fe| &mut fe.stored);
    }

    /// Loads raw elements, with ones for zeros: see [`Conversion::Units`].
    #[inline]
    pub(crate) fn read_units(&mut self, elements: &[Fe<M, N>]) {
        Self::ARITHMETIC.read(&mut self.packed, elements, |fe| &fe.stored, Conversion::Units);
    }

    /// The inverse of [`read_units`](Self::read_units): destinations that hold zero are not written.
    #[inline]
    pub(crate) fn store_units(&self, elements: &mut [Fe<M, N>]) {
        Self::ARITHMETIC.store(&self.packed, elements, |fe| &mut fe.stored, Conversion::Units);
    }

    /// As [`load`](PackedField::load). `load` is compiled for every closure: this one has the same everywhere.
    #[inline]
    pub(crate) fn of_elements(elements: &[Fe<M, N>]) -> Self {
        Self::load(elements, |fe| fe)
    }

    /// `self_i = self_i^(2^times)`. `16 times` S.
    #[inline]
    pub(crate) fn square_times(&mut self, times: usize) {
        Self::ARITHMETIC.square_times(&mut self.packed, times);
    }
}

impl<M: Modulus<N>, const N: usize> PackedField for PackedFe<M, N> {
    type Element = Fe<M, N>;

    #[inline]
    fn pays_from() -> usize {
        Self::ARITHMETIC.pays_from()
    }
    #[inline]
    fn load<T>(items: &[T], element: impl Fn(&T) -> &Fe<M, N>) -> Self {
        let mut loaded = Self::of(Packed::ZERO);
        Self::ARITHMETIC.read(
            &mut loaded.packed,
            items,
            |item| &element(item).stored,
            Conversion::Montgomery,
        );
        loaded
    }
    #[inline]
    fn splat(element: &Fe<M, N>) -> Self {
        Self::of_elements(&[*element; LANES])
    }
    #[inline]
    fn store(&self, elements: &mut [Fe<M, N>]) {
        Self::ARITHMETIC.store(&self.packed, elements, |fe| &mut fe.stored, Conversion::Montgomery);
    }
    #[inline]
    fn read_raw<T>(&mut self, items: &[T], element: impl Fn(&T) -> &Fe<M, N>) {
        Self::ARITHMETIC.read(&mut self.packed, items, |item| &element(item).stored, Conversion::Raw);
    }
    #[inline]
    fn store_raw<T>(&self, items: &mut [T], element: impl Fn(&mut T) -> &mut Fe<M, N>) {
        Self::ARITHMETIC.store(&self.packed, items, |item| &mut element(item).stored, Conversion::Raw);
    }
    #[inline]
    fn scale_raw(&mut self) {
        Self::ARITHMETIC.scale_raw(&mut self.packed);
    }
    #[inline]
    fn unscale_raw(&mut self) {
        Self::ARITHMETIC.unscale_raw(&mut self.packed);
    }
    #[inline]
    fn one() -> Self {
        Self::of(Self::ARITHMETIC.one())
    }
    #[inline]
    fn mul_assign(&mut self, factor: &Self) {
        Self::ARITHMETIC.mul_assign(&mut self.packed, &factor.packed);
    }
    #[inline]
    fn mul_into(&mut self, a: &Self, b: &Self) {
        Self::ARITHMETIC.mul_into(&mut self.packed, &a.packed, &b.packed);
    }
    #[inline]
    fn square_into(&mut self, a: &Self) {
        Self::ARITHMETIC.square_into(&mut self.packed, &a.packed);
    }
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        Self::ARITHMETIC.add_assign(&mut self.packed, &other.packed);
    }
    #[inline]
    fn double(&mut self) {
        Self::ARITHMETIC.double_assign(&mut self.packed);
    }
    #[inline]
    fn sub_assign(&mut self, other: &Self) {
        Self::ARITHMETIC.sub_assign(&mut self.packed, &other.packed);
    }
    #[inline]
    fn add_into(&mut self, a: &Self, b: &Self) {
        Self::ARITHMETIC.add_into(&mut self.packed, &a.packed, &b.packed);
    }
    #[inline]
    fn sub_into(&mut self, a: &Self, b: &Self) {
        Self::ARITHMETIC.sub_into(&mut self.packed, &a.packed, &b.packed);
    }
    #[inline]
    fn frobenius(&mut self) {}
    #[inline]
    fn negate_lanes(&mut self, lanes: u16) {
        Self::ARITHMETIC.negate_lanes(&mut self.packed, lanes);
    }
    #[inline]
    fn zero_lanes(&self) -> u16 {
        Self::ARITHMETIC.zero_lanes(&self.packed)
    }
    #[inline]
    fn assign_lanes(&mut self, other: &Self, lanes: u16) {
        self.packed.assign_lanes(&other.packed, lanes);
    }
    #[inline]
    fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        self.packed.copy_lane(to, &other.packed, from);
    }
    fn invert_vartime(&mut self) {
        let mut elements = [Fe::ZERO; LANES];
        self.store(&mut elements);
        invert_lanes_vartime(&mut elements);
        Self::ARITHMETIC.read(&mut self.packed, &elements, |fe| &fe.stored, Conversion::Montgomery);
    }
}

/// Inverts each element by running products with one inversion; zeros remain zero.
fn invert_lanes_vartime<M: Modulus<N>, const N: usize>(elements: &mut [Fe<M, N>; LANES]) {
    let mut before = [Fe::ONE; LANES];
    let mut product = Fe::ONE;
    for (element, before) in elements.iter().zip(&mut before) {
        *before = product;
        if !bool::from(element.is_zero()) {
            product *= *element;
        }
    }
    let mut inverse = product.invert_vartime().unwrap_or(Fe::ONE);
    for (element, before) in elements.iter_mut().zip(&before).rev() {
        if !bool::from(element.is_zero()) {
            let factor = *element;
            *element = inverse * *before;
            inverse *= factor;
        }
    }
}
