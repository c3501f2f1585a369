//! Sixteen elements at a time, for the butterflies of transforms.

use core::fmt::Debug;
use core::marker::PhantomData;

use vorpal_limbs::{Conversion, Packed};

use crate::{Fe, Modulus, PackedFe};

/// Sixteen elements of a field of which sums and differences are not reduced, for butterflies. Elements are raw: see
/// [`PackedField`](crate::PackedField). All operations are constant-time.
///
/// The caller guarantees the bounds of [`PackedMontgomery::mul_signed`]: an element that is loaded is in `[0, p)`, and
/// a product is in `[0, 2 p)`. Before a product an integer is in `[-16 p, 16 p)`, and before a store in
/// `[-32 p, 32 p)`. It is a sum of at most sixteen loaded elements and products, or of their negatives.
///
/// [`PackedMontgomery::mul_signed`]: vorpal_limbs::PackedMontgomery::mul_signed
pub trait SignedField: Copy + Debug + Send + Sync {
    /// The type of an element.
    type Element: Copy;
    /// The type of packed factors.
    type Packed: Copy;

    /// Sixteen zeros.
    const ZERO: Self;

    /// Loads at most sixteen elements; the remaining lanes are arbitrary. A fraction of a multiplication.
    fn read<T>(&mut self, items: &[T], element: impl Fn(&T) -> &Self::Element);
    /// Stores the first elements, reduced. A fraction of a multiplication.
    fn store<T>(&self, items: &mut [T], element: impl Fn(&mut T) -> &mut Self::Element);
    /// `self_i = self_i factor_i`, for factors that were loaded raw. 16M.
    fn mul_assign(&mut self, factor: &Self::Packed);
    /// `(self_i, other_i) = (self_i + other_i, self_i - other_i)`.
    fn sum_and_difference(&mut self, other: &mut Self);
}

/// Sixteen elements of which sums and differences are not reduced: see [`SignedField`].
pub struct SignedFe<M: Modulus<N>, const N: usize> {
    packed: Packed<N>,
    modulus: PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize> Debug for SignedFe<M, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SignedFe").finish_non_exhaustive()
    }
}

impl<M: Modulus<N>, const N: usize> Clone for SignedFe<M, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for SignedFe<M, N> {}

impl<M: Modulus<N>, const N: usize> SignedField for SignedFe<M, N> {
    type Element = Fe<M, N>;
    type Packed = PackedFe<M, N>;

    const ZERO: Self = Self { packed: Packed::ZERO, modulus: PhantomData };

    #[inline]
    fn read<T>(&mut self, items: &[T], element: impl Fn(&T) -> &Fe<M, N>) {
        let packed = &mut self.packed;
        PackedFe::<M, N>::ARITHMETIC.read(packed, items, |item| &element(item).stored, Conversion::Signed);
    }
    #[inline]
    fn store<T>(&self, items: &mut [T], element: impl Fn(&mut T) -> &mut Fe<M, N>) {
        let packed = &self.packed;
        PackedFe::<M, N>::ARITHMETIC.store(
            packed,
            items,
            |item| &mut element(item).stored,
            Conversion::Signed,
        );
    }
    #[inline]
    fn mul_assign(&mut self, factor: &PackedFe<M, N>) {
        PackedFe::<M, N>::ARITHMETIC.mul_signed(&mut self.packed, &factor.packed);
    }
    #[inline]
    fn sum_and_difference(&mut self, other: &mut Self) {
        PackedFe::<M, N>::ARITHMETIC.sum_and_difference(&mut self.packed, &mut other.packed);
    }
}
