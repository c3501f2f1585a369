//! Sixteen elements at a time, for chains and products of many.

use core::fmt::Debug;

use vorpal_limbs::{BLOCK, Block, Blocks};

use crate::{Fe, Modulus};

/// Sixteen elements of a field, in the form that the vectors of this processor like best, for what computes with many
/// elements side by side. Lane `i` holds element `i`; operations are lane by lane, and take the same time whatever the
/// values. A mask has bit `i` for lane `i`.
///
/// *Raw* elements are read without the change of radix that vectors may need, which costs a multiplication: what is
/// read as `x` then stands for `v^2 x`, with one `v` for all, and writing raw undoes that. Formulas that are homogeneous
/// where `x` has weight two and `y` weight three work on raw coordinates as they work on proper ones, once
/// [`scale_raw`](Self::scale_raw) has made `v^3 y` of `v^2 y`: additions on `y^2 = x^3 + b` are (see [`Blocks`]).
pub trait FieldBlock: Copy + Debug + Send + Sync {
    /// The elements.
    type Element;

    /// From how many elements on a block costs less than one after the other: see [`Blocks::pays_from`].
    fn pays_from() -> usize;
    /// At most sixteen elements, ones in the places left. About 16M.
    fn load<T>(items: &[T], element: impl Fn(&T) -> &Self::Element) -> Self;
    /// The first elements.
    fn store(&self, elements: &mut [Self::Element]);
    /// At most sixteen elements as `v^2 x`, anything in the places left. A fraction of a multiplication.
    fn read_raw<T>(&mut self, items: &[T], element: impl Fn(&T) -> &Self::Element);
    /// The way back from [`read_raw`](Self::read_raw).
    fn store_raw<T>(&self, items: &mut [T], element: impl Fn(&mut T) -> &mut Self::Element);
    /// `self_i = v self_i`. A fraction of a multiplication.
    fn scale_raw(&mut self);
    /// `self_i = self_i / v`. At most 16M.
    fn unscale_raw(&mut self);
    /// Sixteen ones.
    fn one() -> Self;
    /// `self_i = self_i factor_i`. 16M.
    fn mul_assign(&mut self, factor: &Self);
    /// `self_i = a_i b_i`. 16M.
    fn mul_into(&mut self, a: &Self, b: &Self);
    /// `self_i = a_i^2`. 16S.
    fn square_into(&mut self, a: &Self);
    /// `self_i = self_i + other_i`.
    fn add_assign(&mut self, other: &Self);
    /// `self_i = self_i - other_i`.
    fn sub_assign(&mut self, other: &Self);
    /// `self_i = a_i + b_i`.
    fn add_into(&mut self, a: &Self, b: &Self);
    /// `self_i = a_i - b_i`.
    fn sub_into(&mut self, a: &Self, b: &Self);
    /// `self_i = -self_i` in the lanes of the mask.
    fn negate_lanes(&mut self, lanes: u16);
    /// The lanes that are zero. Time may depend on which are.
    fn zero_lanes(&self) -> u16;
    /// `self_i = other_i` in the lanes of the mask.
    fn assign_lanes(&mut self, other: &Self, lanes: u16);
    /// `self_to = other_from`, in one lane.
    fn copy_lane(&mut self, to: usize, other: &Self, from: usize);
    /// `self_i = 1 / self_i`, zeros stay. One inversion + 48M, and the way out and in. Time depends on the values.
    fn invert_vartime(&mut self);
}

/// Sixteen elements in the form that the vectors of this processor like best: see [`Blocks`].
pub struct FeBlock<M: Modulus<N>, const N: usize> {
    block: Block<N>,
    modulus: core::marker::PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize> Debug for FeBlock<M, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut elements = [Fe::ZERO; BLOCK];
        self.store(&mut elements);
        f.debug_tuple("FeBlock").field(&elements).finish()
    }
}

impl<M: Modulus<N>, const N: usize> Clone for FeBlock<M, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for FeBlock<M, N> {}

impl<M: Modulus<N>, const N: usize> FeBlock<M, N> {
    const BLOCKS: &'static Blocks<N> = &Blocks::new(&Fe::<M, N>::RING);

    /// From how many elements on a block costs less than one after the other.
    #[inline]
    pub(crate) fn pays_from() -> usize {
        Self::BLOCKS.pays_from()
    }

    #[inline]
    const fn of(block: Block<N>) -> Self {
        Self { block, modulus: core::marker::PhantomData }
    }

    /// At most sixteen elements, ones in the places left.
    #[inline]
    pub(crate) fn load(elements: &[Fe<M, N>]) -> Self {
        Self::of(Self::BLOCKS.load(elements, |fe| &fe.stored))
    }

    /// The first elements.
    #[inline]
    pub(crate) fn store(&self, elements: &mut [Fe<M, N>]) {
        Self::BLOCKS.store(&self.block, elements, |fe| &mut fe.stored);
    }

    /// Ones for zeros, without a change of the radix: see [`Blocks::load_units`].
    #[inline]
    pub(crate) fn load_units(elements: &[Fe<M, N>]) -> Self {
        Self::of(Self::BLOCKS.load_units(elements, |fe| &fe.stored))
    }

    /// To places that do not hold zero, without a change of the radix.
    #[inline]
    pub(crate) fn store_units(&self, elements: &mut [Fe<M, N>]) {
        Self::BLOCKS.store_units(&self.block, elements, |fe| &mut fe.stored);
    }

    /// Sixteen ones.
    #[inline]
    pub(crate) fn one() -> Self {
        Self::of(Self::BLOCKS.one())
    }

    /// `self_i = self_i factor_i`. 16M.
    #[inline]
    pub(crate) fn mul_assign(&mut self, factor: &Self) {
        Self::BLOCKS.mul_assign(&mut self.block, &factor.block);
    }

    /// `self_i = self_i^(2^times)`. `16 times` S.
    #[inline]
    pub(crate) fn square_times(&mut self, times: usize) {
        Self::BLOCKS.square_times(&mut self.block, times);
    }
}

impl<M: Modulus<N>, const N: usize> FieldBlock for FeBlock<M, N> {
    type Element = Fe<M, N>;

    #[inline]
    fn pays_from() -> usize {
        Self::pays_from()
    }
    #[inline]
    fn load<T>(items: &[T], element: impl Fn(&T) -> &Fe<M, N>) -> Self {
        Self::of(Self::BLOCKS.load(items, |item| &element(item).stored))
    }
    #[inline]
    fn store(&self, elements: &mut [Fe<M, N>]) {
        self.store(elements);
    }
    #[inline]
    fn read_raw<T>(&mut self, items: &[T], element: impl Fn(&T) -> &Fe<M, N>) {
        Self::BLOCKS.read_raw(&mut self.block, items, |item| &element(item).stored);
    }
    #[inline]
    fn store_raw<T>(&self, items: &mut [T], element: impl Fn(&mut T) -> &mut Fe<M, N>) {
        Self::BLOCKS.store_raw(&self.block, items, |item| &mut element(item).stored);
    }
    #[inline]
    fn scale_raw(&mut self) {
        Self::BLOCKS.scale_raw(&mut self.block);
    }
    #[inline]
    fn unscale_raw(&mut self) {
        Self::BLOCKS.unscale_raw(&mut self.block);
    }
    #[inline]
    fn one() -> Self {
        Self::one()
    }
    #[inline]
    fn mul_assign(&mut self, factor: &Self) {
        self.mul_assign(factor);
    }
    #[inline]
    fn mul_into(&mut self, a: &Self, b: &Self) {
        Self::BLOCKS.mul_into(&mut self.block, &a.block, &b.block);
    }
    #[inline]
    fn square_into(&mut self, a: &Self) {
        Self::BLOCKS.square_into(&mut self.block, &a.block);
    }
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        Self::BLOCKS.add_assign(&mut self.block, &other.block);
    }
    #[inline]
    fn sub_assign(&mut self, other: &Self) {
        Self::BLOCKS.sub_assign(&mut self.block, &other.block);
    }
    #[inline]
    fn add_into(&mut self, a: &Self, b: &Self) {
        Self::BLOCKS.add_into(&mut self.block, &a.block, &b.block);
    }
    #[inline]
    fn sub_into(&mut self, a: &Self, b: &Self) {
        Self::BLOCKS.sub_into(&mut self.block, &a.block, &b.block);
    }
    #[inline]
    fn negate_lanes(&mut self, lanes: u16) {
        Self::BLOCKS.negate_lanes(&mut self.block, lanes);
    }
    #[inline]
    fn zero_lanes(&self) -> u16 {
        Self::BLOCKS.zero_lanes(&self.block)
    }
    #[inline]
    fn assign_lanes(&mut self, other: &Self, lanes: u16) {
        self.block.assign_lanes(&other.block, lanes);
    }
    #[inline]
    fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        self.block.copy_lane(to, &other.block, from);
    }
    fn invert_vartime(&mut self) {
        let mut elements = [Fe::ZERO; BLOCK];
        self.store(&mut elements);
        invert_lanes_vartime(&mut elements);
        *self = Self::load(&elements);
    }
}

/// Each element inverted, zeros stay: one inversion for all, by running products.
fn invert_lanes_vartime<M: Modulus<N>, const N: usize>(elements: &mut [Fe<M, N>; BLOCK]) {
    let mut before = [Fe::ONE; BLOCK];
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
