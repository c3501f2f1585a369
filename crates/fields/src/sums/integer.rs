//! Products with machine integers.

use core::hint::black_box;

use vorpal_limbs::Extended;

use crate::{Fe, Modulus};

/// A machine integer: `bool`, `u8` to `u128`, or `i8` to `i128`.
pub trait Integer: Copy + sealed::Sealed {
    /// The number of 64-bit words.
    #[doc(hidden)]
    const WORDS: usize;

    /// Whether the type is signed.
    #[doc(hidden)]
    const SIGNED: bool;

    /// The words in two's complement, zeros above them, and a mask of the sign: all ones for a negative integer.
    #[doc(hidden)]
    fn words(self) -> ([u64; 2], u64);
}

mod sealed {
    /// Prevents implementations outside this crate, whose arithmetic relies on the words.
    pub trait Sealed {}
    macro_rules! sealed {
        ($($integer:ty)*) => { $(impl Sealed for $integer {})* };
    }
    sealed! { bool u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
}

impl Integer for u64 {
    const WORDS: usize = 1;
    const SIGNED: bool = false;

    #[inline(always)]
    fn words(self) -> ([u64; 2], u64) {
        ([self, 0], 0)
    }
}

impl Integer for i64 {
    const WORDS: usize = 1;
    const SIGNED: bool = true;

    #[inline(always)]
    fn words(self) -> ([u64; 2], u64) {
        // `black_box` hides the mask from the compiler, which would otherwise branch on the sign.
        ([self.cast_unsigned(), 0], black_box((self >> 63).cast_unsigned()))
    }
}

/// Integers as wide as a word or narrower, by conversion to `u64` or `i64`.
macro_rules! narrow {
    ($wide:ty: $($integer:ty)*) => {$(
        impl Integer for $integer {
            const WORDS: usize = 1;
            const SIGNED: bool = <$wide>::SIGNED;

            #[inline(always)]
            #[allow(clippy::cast_lossless, reason = "there is no conversion from usize")]
            fn words(self) -> ([u64; 2], u64) {
                (self as $wide).words()
            }
        }
    )*};
}

narrow! { u64: bool u8 u16 u32 usize }
narrow! { i64: i8 i16 i32 isize }

impl Integer for u128 {
    const WORDS: usize = 2;
    const SIGNED: bool = false;

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "both halves are kept")]
    fn words(self) -> ([u64; 2], u64) {
        ([self as u64, (self >> 64) as u64], 0)
    }
}

impl Integer for i128 {
    const WORDS: usize = 2;
    const SIGNED: bool = true;

    #[inline(always)]
    fn words(self) -> ([u64; 2], u64) {
        let (words, _) = self.cast_unsigned().words();
        let (_, mask) = words[1].cast_signed().words();
        (words, mask)
    }
}

/// The magnitude of an integer, and a mask of its sign: all ones for a negative integer.
#[inline(always)]
pub(super) fn magnitude<I: Integer>(integer: I) -> ([u64; 2], u64) {
    let (words, negative) = integer.words();
    if !I::SIGNED {
        return (words, 0);
    }
    // Two's complement: the words inverted plus one. The words above those of the type stay zero.
    let (low, carry) = (words[0] ^ negative).overflowing_add(negative & 1);
    let high = if I::WORDS == 2 { (words[1] ^ negative).wrapping_add(u64::from(carry)) } else { 0 };
    ([low, high], negative)
}

/// Adds `a integer` modulo `2^(64 limbs)`, for `limbs >= N + I::WORDS`. The words of a negative integer represent the
/// integer plus `2^(64 WORDS)`, so `2^(64 WORDS) a` is subtracted.
#[inline(always)]
pub(super) fn accumulate<const N: usize, I: Integer>(
    sum: &mut Extended<N>,
    a: &[u64; N],
    integer: I,
    limbs: usize,
) {
    let (words, negative) = integer.words();
    for i in 0..I::WORDS {
        sum.accumulate(a, words[i], i, limbs);
    }
    if I::SIGNED {
        sum.sub_masked(a, negative, I::WORDS, limbs);
    }
}

/// `2^(64 words - 1) p`: the initial value of a sum of signed products, so that it is never negative.
pub(super) const fn bias<M: Modulus<N>, const N: usize>(words: usize) -> Extended<N> {
    let mut bias = Extended::ZERO;
    bias.accumulate(&M::P, 1 << 63, words - 1, N + words);
    bias
}

/// Products with machine integers, which need neither the integer's Montgomery form nor a Montgomery reduction. A
/// stored form times an integer is a stored form of one or two more words, which
/// [`Reciprocal`](vorpal_limbs::Reciprocal) reduces.
impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `integer self`. `2 N + 1` word multiplications, compared with `2 N^2 + N` for a product of elements.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// assert_eq!(F::from(3).mul_u64(5), F::from(15));
    /// assert_eq!((-F::ONE).mul_u64(u64::MAX), -F::from(u64::MAX));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn mul_u64(&self, integer: u64) -> Self {
        Self::from_stored(Self::RECIPROCAL.mul_word(&self.stored, integer))
    }

    /// `integer self`. `2 N + 1` word multiplications.
    #[inline]
    #[must_use]
    pub fn mul_i64(&self, integer: i64) -> Self {
        self.scaled(integer)
    }

    /// `integer self`. `4 N + 2` word multiplications.
    #[inline]
    #[must_use]
    pub fn mul_u128(&self, integer: u128) -> Self {
        self.scaled(integer)
    }

    /// `integer self`. `4 N + 2` word multiplications.
    #[inline]
    #[must_use]
    pub fn mul_i128(&self, integer: i128) -> Self {
        self.scaled(integer)
    }

    /// Let `w` be the number of words. An unsigned integer is below `2^(64 w)` and `a < p`, so the product is below
    /// `2^(64 w) p`, as [`Reciprocal::remainder_extended`](vorpal_limbs::Reciprocal::remainder_extended) requires. A
    /// signed one is in `[-2^(64 w - 1), 2^(64 w - 1))`; with the bias `2^(64 w - 1) p` the product is again in
    /// `[0, 2^(64 w) p)`.
    #[inline(always)]
    fn scaled<I: Integer>(&self, integer: I) -> Self {
        let mut product = if I::SIGNED { const { bias::<M, N>(I::WORDS) } } else { Extended::ZERO };
        accumulate(&mut product, &self.stored, integer, N + I::WORDS);
        Self::from_stored(Self::RECIPROCAL.remainder_extended(&product, I::WORDS))
    }
}
