//! The interface of fields that curves require.

use core::fmt::Debug;
use core::hash::Hash;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use vorpal_limbs::words;

use crate::{ByteArray, Error, Fe, Modulus, PackedFe, PackedField, SignedFe, SignedField};

/// A finite field. Generic over it, curve formulas apply to any prime field and to extension fields.
///
/// Constant time, unless the name ends in `_vartime`.
pub trait Field:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
    + From<u64>
    + ConstantTimeEq
    + ConditionallySelectable
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + Sum
    + Product
{
    /// The neutral element of addition.
    const ZERO: Self;
    /// The neutral element of multiplication.
    const ONE: Self;

    /// The degree over the prime field.
    const DEGREE: usize = 1;
    /// The multiplications of the prime field in a product.
    const PRODUCT: usize = 1;
    /// The multiplications of the prime field, squarings included, in a square.
    const SQUARE: usize = 1;

    /// Sixteen elements as a packed value.
    type Packed: PackedField<Element = Self>;
    /// The prime field under it: the field itself if its order is prime.
    type Prime: Field;

    /// `self^2`.
    #[must_use]
    fn square(&self) -> Self;
    /// `2 self`.
    #[must_use]
    fn double(&self) -> Self;
    /// `self / 2`.
    #[must_use]
    fn halve(&self) -> Self;
    /// `self^p` for the characteristic `p`: the element itself in a prime field.
    #[must_use]
    fn frobenius(&self) -> Self;
    /// The norm over the prime field, zero only for zero: the element itself in a prime field, `self self^p` in a
    /// quadratic extension.
    #[must_use]
    fn norm(&self) -> Self::Prime;
    /// `self^-1`, given the inverse of the [norm](Self::norm): without products in a prime field, 2M in a quadratic
    /// extension. A zero remains zero if zero is given.
    #[must_use]
    fn invert_by_norm(&self, inverse: &Self::Prime) -> Self;
    /// Whether the element is zero.
    fn is_zero(&self) -> Choice;
    /// Whether the element is zero, as a plain `bool`: for branches on public values.
    fn is_zero_vartime(&self) -> bool;
    /// Assigns `other` to a zero `self` if the mask is all ones; does nothing if the mask is zero. For constant-time
    /// table look-ups that read every entry.
    fn or_masked(&mut self, other: &Self, mask: u64);
    /// `self^-1`; none for zero.
    fn invert(&self) -> CtOption<Self>;
    /// `self^-1`, `None` for zero.
    fn invert_vartime(&self) -> Option<Self>;
    /// Replaces every element by its inverse; zeros remain zero. As a function:
    /// [`batch_invert()`](crate::batch_invert()).
    fn batch_invert(values: &mut [Self]);
    /// As [`batch_invert`](Self::batch_invert), with one inversion for all elements, on several threads. As a function:
    /// [`batch_invert_parallel()`](crate::batch_invert_parallel()).
    #[cfg(feature = "parallel")]
    fn batch_invert_parallel(values: &mut [Self]);
    /// A square root, `None` if there is none; zero for zero.
    fn sqrt_vartime(&self) -> Option<Self>;
    /// A square root of each value, `None` where there is none; zero for zero.
    ///
    /// # Panics
    /// If the slices differ in length.
    fn sqrt_batch_vartime(values: &[Self], roots: &mut [Option<Self>]);
    /// The Legendre symbol: 0 for zero, 1 for other squares, -1 for non-squares.
    fn legendre(&self) -> i8;
    /// The Legendre symbol: 0 for zero, 1 for other squares, -1 for non-squares.
    fn legendre_vartime(&self) -> i8;
}

/// A field whose elements have an encoding of constant length, as numbers.
///
/// The number of an element of a prime field is its canonical integer. That of `c0 + c1 u` in a quadratic extension is
/// `c0 + 2^(64 N) c1`, which makes the encoding `c0` before `c1` in little-endian and `c1` before `c0` in big-endian
/// order.
pub trait EncodableField: Field {
    /// The length of the largest number in bits.
    const NUMBER_BITS: usize;
    /// The encoding, `[u8; B]`.
    type Bytes: ByteArray;

    /// The number, least significant byte first.
    fn to_le_bytes(&self) -> Self::Bytes;
    /// The number, most significant byte first.
    fn to_be_bytes(&self) -> Self::Bytes;
    /// The element encoded least significant byte first.
    ///
    /// # Errors
    /// If the length is invalid or an integer is not below the characteristic.
    fn from_le_bytes(bytes: &[u8]) -> Result<Self, Error>;
    /// The element encoded most significant byte first.
    ///
    /// # Errors
    /// If the length is invalid or an integer is not below the characteristic.
    fn from_be_bytes(bytes: &[u8]) -> Result<Self, Error>;
    /// Whether the number is above that of the opposite element.
    fn is_lexicographically_largest(&self) -> Choice;
}

/// A field of prime order, whose elements correspond to the integers below the order.
///
/// The elements of all fields here are of type [`Fe`](crate::Fe), which has more functions, such as
/// [`from_i128`](crate::Fe::from_i128) and [`random_with`](crate::Fe::random_with). Generic code has them with the type
/// `Fe<M, N>`, where `M: Modulus<N>`.
pub trait PrimeField: EncodableField {
    /// The length of the order in bits.
    const BITS: usize;
    /// The largest `s` for which `2^s` divides the order minus one.
    const TWO_ADICITY: u32;
    /// A root of unity of order `2^s`: `g^((p - 1) / 2^s)` for the smallest generator `g`.
    const ROOT_OF_UNITY: Self;
    /// The limbs of the canonical integer, `[u64; N]`, least significant first.
    type Limbs: AsRef<[u64]> + Copy + Debug + Eq + Send + Sync;
    /// Sixteen elements for butterflies.
    type Signed: SignedField<Element = Self, Packed = Self::Packed>;

    /// The residue of an integer. That of a `u64` is `from`.
    ///
    /// ```
    /// use vorpal_fields::PrimeField;
    /// fn power<F: PrimeField>() -> F {
    ///     F::from_u128(1 << 64)
    /// }
    /// assert_eq!(power::<vorpal_fields::primes::Bn254Scalar>().to_limbs(), [0, 1, 0, 0]);
    /// ```
    fn from_u128(integer: u128) -> Self;
    /// The canonical integer, least significant limb first.
    fn to_limbs(&self) -> Self::Limbs;
    /// The stored form `a 2^(64 N) mod p`, least significant limb first. No arithmetic.
    fn to_montgomery(&self) -> Self::Limbs;
    /// The element with this stored form, without a comparison. No arithmetic.
    ///
    /// # Panics
    /// In debug builds, if it is not below `p`.
    fn from_montgomery_unchecked(stored: Self::Limbs) -> Self;
    /// The stored form `a 2^(64 N) mod p`, least significant byte first. No arithmetic.
    fn to_montgomery_le_bytes(&self) -> Self::Bytes;
    /// The element with this stored form, `None` if the length is invalid or the integer is not below the order. No
    /// arithmetic.
    fn from_montgomery_le_bytes(bytes: &[u8]) -> Option<Self>;
    /// The residue of a byte string of any length, least significant byte first.
    fn from_le_bytes_reduced(bytes: &[u8]) -> Self;
    /// Whether the canonical integer is odd.
    fn is_odd(&self) -> Choice;
}

impl<M: Modulus<N>, const N: usize> Field for Fe<M, N> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    type Packed = PackedFe<M, N>;
    type Prime = Self;

    #[inline(always)]
    fn square(&self) -> Self {
        self.square()
    }
    #[inline(always)]
    fn double(&self) -> Self {
        self.double()
    }
    #[inline(always)]
    fn halve(&self) -> Self {
        self.halve()
    }
    #[inline(always)]
    fn frobenius(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn norm(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn invert_by_norm(&self, inverse: &Self) -> Self {
        *inverse
    }
    #[inline(always)]
    fn is_zero(&self) -> Choice {
        self.is_zero()
    }
    #[inline(always)]
    fn is_zero_vartime(&self) -> bool {
        self.is_zero_vartime()
    }
    #[inline(always)]
    fn or_masked(&mut self, other: &Self, mask: u64) {
        self.or_masked(other, mask);
    }
    fn invert(&self) -> CtOption<Self> {
        self.invert()
    }
    fn invert_vartime(&self) -> Option<Self> {
        self.invert_vartime()
    }
    fn batch_invert(values: &mut [Self]) {
        Self::batch_invert_in_chunks(values);
    }
    #[cfg(feature = "parallel")]
    fn batch_invert_parallel(values: &mut [Self]) {
        Self::batch_invert_in_parallel(values);
    }
    fn sqrt_vartime(&self) -> Option<Self> {
        self.sqrt_vartime()
    }
    fn sqrt_batch_vartime(values: &[Self], roots: &mut [Option<Self>]) {
        Self::sqrt_batch_vartime(values, roots);
    }
    fn legendre(&self) -> i8 {
        self.legendre()
    }
    fn legendre_vartime(&self) -> i8 {
        self.legendre_vartime()
    }
}

impl<M: Modulus<N>, const N: usize> EncodableField for Fe<M, N> {
    const NUMBER_BITS: usize = Self::BITS;
    type Bytes = M::Bytes;

    fn to_le_bytes(&self) -> M::Bytes {
        self.to_le_bytes()
    }
    fn to_be_bytes(&self) -> M::Bytes {
        self.to_be_bytes()
    }
    fn from_le_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_le_bytes(bytes)
    }
    fn from_be_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_be_bytes(bytes)
    }
    #[inline]
    fn is_lexicographically_largest(&self) -> Choice {
        self.is_lexicographically_largest()
    }
}

impl<M: Modulus<N>, const N: usize> PrimeField for Fe<M, N> {
    const BITS: usize = Self::BITS;
    const TWO_ADICITY: u32 = Self::TWO_ADICITY;
    const ROOT_OF_UNITY: Self = Self::ROOT_OF_UNITY;
    type Limbs = [u64; N];
    type Signed = SignedFe<M, N>;

    #[inline]
    fn from_u128(integer: u128) -> Self {
        Self::from_u128(integer)
    }
    #[inline]
    fn to_limbs(&self) -> [u64; N] {
        self.to_limbs()
    }
    #[inline(always)]
    fn to_montgomery(&self) -> [u64; N] {
        self.to_montgomery()
    }
    #[inline(always)]
    fn from_montgomery_unchecked(stored: [u64; N]) -> Self {
        words::debug_assert_less(&stored, &M::P);
        Self::from_stored(stored)
    }
    fn to_montgomery_le_bytes(&self) -> M::Bytes {
        self.to_montgomery_le_bytes()
    }
    #[inline]
    fn from_montgomery_le_bytes(bytes: &[u8]) -> Option<Self> {
        Self::from_montgomery_le_bytes(bytes)
    }
    fn from_le_bytes_reduced(bytes: &[u8]) -> Self {
        Self::from_le_bytes_reduced(bytes)
    }
    #[inline]
    fn is_odd(&self) -> Choice {
        self.is_odd()
    }
}
