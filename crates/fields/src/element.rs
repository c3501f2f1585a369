//! The element type, its constants, and its conversions to and from limbs.

use core::marker::PhantomData;

use vorpal_limbs::{Montgomery, Reciprocal, words};

use crate::Modulus;

/// An element of the field of `p = M::P` elements.
///
/// Stored as `a * 2^(64 N) mod p`, canonical (below `p`), least significant limb first. This is the layout of arkworks
/// and gnark, so adaptors convert without arithmetic.
#[repr(transparent)]
pub struct Fe<M: Modulus<N>, const N: usize> {
    pub(crate) stored: [u64; N],
    modulus: PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize> Clone for Fe<M, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for Fe<M, N> {}

/// Constants, all derived from `M::P` and `M::GENERATOR`.
impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    pub(crate) const RING: Montgomery<N> = Montgomery::new(M::P);

    /// Computes remainders of numbers a word or more longer than `p`.
    pub(crate) const RECIPROCAL: Reciprocal<N> = Reciprocal::new(M::P);

    /// The neutral element of addition.
    pub const ZERO: Self = Self::from_stored([0; N]);

    /// The neutral element of multiplication.
    pub const ONE: Self = Self::from_stored(*Self::RING.one());

    /// The prime `p`.
    pub const MODULUS: [u64; N] = M::P;

    /// The length of `p` in bits.
    pub const BITS: usize = words::bit_length_vartime(&M::P);

    /// The length of an encoded element in bytes.
    pub const BYTES: usize = 8 * N;

    /// `s` in `p - 1 = 2^s t` with odd `t`.
    pub const TWO_ADICITY: u32 = words::trailing_zeros_vartime(&words::sub_word(&M::P, 1));

    /// `t` in `p - 1 = 2^s t` with odd `t`.
    pub const ODD_FACTOR: [u64; N] = words::shift_right(&words::sub_word(&M::P, 1), Self::TWO_ADICITY);

    /// The smallest generator of the multiplicative group.
    pub const GENERATOR: Self = Self::small(M::GENERATOR);

    /// `GENERATOR^t`: of order `2^s`, so -1 for `s = 1`.
    pub const ROOT_OF_UNITY: Self = if Self::TWO_ADICITY == 1 {
        Self::from_stored(Self::RING.negate_constant_vartime(Self::RING.one()))
    } else {
        Self::GENERATOR.pow_portable(&Self::ODD_FACTOR)
    };

    /// The two elements of order three: `w = GENERATOR^((p - 1) / 3)` and `w^2`. They exist for `p = 1 mod 3`; for
    /// other primes this constant does not build.
    pub const CUBE_ROOTS_OF_UNITY: [Self; 2] = {
        let (third, rest) = words::div_word(&words::sub_word(&M::P, 1), 3);
        assert!(rest == 0, "only fields with p = 1 mod 3 have cube roots of unity");
        let root = Self::GENERATOR.pow_portable(&third);
        [root, Self::from_stored(Self::RING.mul_constant_vartime(&root.stored, &root.stored))]
    };
}

/// Constructors for constants, and conversions from and to limbs.
impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    #[inline(always)]
    pub(crate) const fn from_stored(stored: [u64; N]) -> Self {
        const { assert!(size_of::<M::Bytes>() == 8 * N, "Modulus::Bytes is [u8; 8 * N]") };
        Self { stored, modulus: PhantomData }
    }

    /// The element of a small integer, as a constant; `From<u64>` is the function for run time.
    pub const fn small(value: u64) -> Self {
        Self::from_stored(Self::RING.to_montgomery_portable(&words::from_word(value)))
    }

    /// The element of a hexadecimal literal, as a constant: `0x` and digits, most significant first. A literal that
    /// is not below `p` stops the build.
    ///
    /// # Panics
    /// At run time, for the same reason.
    #[allow(clippy::panic, reason = "an invalid literal must not build")]
    pub const fn hex(literal: &str) -> Self {
        let limbs = words::hex(literal);
        assert!(words::less(&limbs, &M::P) == 1, "the literal is not below the modulus");
        Self::from_stored(Self::RING.to_montgomery_portable(&limbs))
    }

    /// The canonical integer in `[0, p)`, as a constant; [`to_limbs`](Self::to_limbs) is the function for run time.
    pub const fn constant_limbs(&self) -> [u64; N] {
        Self::RING.from_montgomery_portable(&self.stored)
    }

    /// `self^exponent`, for constants; [`pow`](Self::pow) is the function for run time.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar;
    /// const CUBE: Bn254Scalar = Bn254Scalar::small(5).pow_portable(&[3, 0, 0, 0]);
    /// assert_eq!(CUBE, Bn254Scalar::from(125));
    /// ```
    #[must_use]
    pub const fn pow_portable(self, exponent: &[u64; N]) -> Self {
        Self::from_stored(Self::RING.pow_constant_vartime(&self.stored, exponent))
    }

    /// The element of a canonical integer, `None` if it is not below `p`. 1M.
    #[inline]
    pub fn from_limbs(limbs: &[u64; N]) -> Option<Self> {
        (words::less(limbs, &M::P) == 1).then(|| Self::from_stored(Self::RING.canonical_to_montgomery(limbs)))
    }

    /// The element of any `N`-limb integer, modulo `p`. 1M.
    #[inline]
    pub fn from_limbs_reduced(limbs: &[u64; N]) -> Self {
        Self::from_stored(Self::RING.to_montgomery(limbs))
    }

    /// The canonical integer in `[0, p)`. 1M.
    #[inline]
    #[doc(alias("into_bigint", "to_repr"))]
    pub fn to_limbs(&self) -> [u64; N] {
        Self::RING.from_montgomery(&self.stored)
    }

    /// The stored form `a 2^(64 N) mod p`.
    #[inline]
    pub const fn to_montgomery(&self) -> [u64; N] {
        self.stored
    }

    /// The element with this stored form, `None` if it is not below `p`. No arithmetic.
    #[inline]
    pub const fn from_montgomery(stored: [u64; N]) -> Option<Self> {
        if words::less(&stored, &M::P) == 1 { Some(Self::from_stored(stored)) } else { None }
    }

    /// The element with this stored form, without a comparison. No arithmetic.
    ///
    /// The caller guarantees that it is below `p`, for example because another library keeps the same form. If it is
    /// not, this result and values computed from it are unspecified; there are no other consequences.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar;
    /// const ONE: Bn254Scalar = Bn254Scalar::from_montgomery_unchecked(Bn254Scalar::ONE.to_montgomery());
    /// assert_eq!(ONE, Bn254Scalar::ONE);
    /// ```
    ///
    /// # Panics
    /// In debug builds, if it is not below `p`.
    #[inline(always)]
    pub const fn from_montgomery_unchecked(stored: [u64; N]) -> Self {
        debug_assert!(words::less(&stored, &M::P) == 1, "a stored form is below the modulus");
        Self::from_stored(stored)
    }
}

/// Arithmetic without an operator.
impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `self^2`. 1S.
    #[inline(always)]
    #[must_use]
    pub fn square(&self) -> Self {
        Self::from_stored(Self::RING.square(&self.stored))
    }

    /// `self + other`, as the operator, without copying the operands.
    #[inline(always)]
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self::from_stored(Self::RING.add(&self.stored, &other.stored))
    }

    /// `self - other`, as the operator, without copying the operands.
    #[inline(always)]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self::from_stored(Self::RING.sub(&self.stored, &other.stored))
    }

    /// `self other`, as the operator, without copying the operands.
    #[inline(always)]
    pub(crate) fn times(&self, other: &Self) -> Self {
        // Kernels keep the second factor in registers: in a chain, it should be the running value.
        Self::from_stored(Self::RING.mul(&other.stored, &self.stored))
    }

    /// `2 self`.
    #[inline(always)]
    #[must_use]
    pub fn double(&self) -> Self {
        Self::from_stored(Self::RING.double(&self.stored))
    }

    /// `self / 2`.
    #[inline(always)]
    #[must_use]
    pub fn halve(&self) -> Self {
        Self::from_stored(Self::RING.halve(&self.stored))
    }
}
