//! The methods that the points and scalars of `k256` and `p256` have without a trait.
//!
//! Most are methods for both curves, also where one crate alone has them. None is a `const fn`; there these are: `add`,
//! `sub` and `negate` of `k256`'s scalars; `add`, `double`, `sub`, `multiply`, `square`, `shr_vartime`, `pow_vartime`
//! and `sqn_vartime` of `p256`'s.

use core::ops::{Add, Mul, Neg, Sub};

use ecdsa::elliptic_curve::FieldBytes;
use ecdsa::elliptic_curve::bigint::Uint;
use ecdsa::elliptic_curve::ff::{Field, PrimeField};
use ecdsa::elliptic_curve::group::{CurveAffine, Group};
use ecdsa::elliptic_curve::ops::{Invert, MulVartime};
use ecdsa::elliptic_curve::rand_core::{CryptoRng, TryCryptoRng};
use ecdsa::elliptic_curve::subtle::{Choice, ConstantTimeEq, CtOption};
use ecdsa::elliptic_curve::zeroize::Zeroizing;
use vorpal_curves::models::weierstrass::Projective;
use vorpal_fields::Fe;
use vorpal_fields::primes::Secp256k1Base;

use super::{AffinePoint, Model, P256, ProjectivePoint, Scalar, Secp256k1};

impl<C: Model> Scalar<C> {
    /// The integer, most significant byte first.
    pub fn to_bytes(&self) -> FieldBytes<C> {
        self.to_repr()
    }

    /// Whether the scalar is zero.
    pub fn is_zero(&self) -> Choice {
        self.0.ct_eq(&Self::ZERO.0)
    }

    /// Whether the integer is odd.
    pub fn is_odd(&self) -> Choice {
        self.element().is_odd()
    }

    /// Whether the integer is even.
    pub fn is_even(&self) -> Choice {
        !self.is_odd()
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Add::add(self, other)
    }

    /// The difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Sub::sub(self, other)
    }

    /// The square.
    #[must_use]
    pub fn square(&self) -> Self {
        Field::square(self)
    }

    /// The inverse, if the scalar is not zero. Constant time.
    pub fn invert(&self) -> CtOption<Self> {
        Field::invert(self)
    }

    /// The inverse, if the scalar is not zero. Variable time.
    pub fn invert_vartime(&self) -> CtOption<Self> {
        Invert::invert_vartime(self)
    }

    /// The integer divided by `2^shift` and rounded down. Time depends on `shift`.
    #[must_use]
    pub fn shr_vartime(&self, shift: u32) -> Self {
        // A shift by more bits than a scalar has is zero, so the largest one is as good.
        *self >> usize::try_from(shift).unwrap_or(usize::MAX)
    }

    /// A random scalar: the residue of 64 random bytes, whose bias is below `2^-256`. Constant time.
    pub fn generate_biased_from_rng<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let Ok(scalar) = Self::try_generate_biased_from_rng(rng);
        scalar
    }

    /// As [`generate_biased_from_rng`](Self::generate_biased_from_rng), with a source that can fail.
    ///
    /// # Errors
    /// That of the source.
    pub fn try_generate_biased_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut bytes = Zeroizing::new([0; 64]);
        rng.try_fill_bytes(bytes.as_mut_slice())?;
        Ok(Fe::from_be_bytes_reduced(bytes.as_slice()).into())
    }
}

/// As in `k256`.
impl Scalar<Secp256k1> {
    /// The opposite.
    #[must_use]
    pub fn negate(&self) -> Self {
        -self
    }

    /// The product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        Mul::mul(self, other)
    }
}

/// As in `p256`.
impl Scalar<P256> {
    /// Twice the scalar.
    #[must_use]
    pub fn double(&self) -> Self {
        Field::double(self)
    }

    /// The product.
    #[must_use]
    pub fn multiply(&self, other: &Self) -> Self {
        Mul::mul(self, other)
    }

    /// The power. Variable time in the exponent.
    #[must_use]
    pub fn pow_vartime<const LIMBS: usize>(&self, exponent: &Uint<LIMBS>) -> Self {
        let bits = (0..exponent.bits_vartime()).rev();
        bits.fold(Self::ONE, |power, i| {
            let square = power.square();
            if exponent.bit_vartime(i) { square * self } else { square }
        })
    }

    /// The scalar, squared `count` times. Time depends on the count.
    #[must_use]
    pub fn sqn_vartime(&self, count: usize) -> Self {
        (0..count).fold(*self, |square, _| square.square())
    }
}

impl<C: Model> AffinePoint<C> {
    /// Whether this is the point at infinity.
    pub fn is_identity(&self) -> Choice {
        CurveAffine::is_identity(self)
    }
}

impl<C: Model> ProjectivePoint<C> {
    /// The affine point.
    pub fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }

    /// Twice the point.
    #[must_use]
    pub fn double(&self) -> Self {
        Group::double(self)
    }

    /// Doubles the point.
    pub fn double_in_place(&mut self) {
        *self = self.double();
    }

    /// The product of a scalar and the generator. Constant time.
    #[must_use]
    pub fn mul_by_generator(scalar: &Scalar<C>) -> Self {
        C::generator_product(scalar)
    }

    /// The product of a scalar and the generator: that in constant time.
    #[must_use]
    pub fn mul_by_generator_vartime(scalar: &Scalar<C>) -> Self {
        C::generator_product(scalar)
    }

    /// Whether the points are the same.
    pub fn eq_affine(&self, other: &AffinePoint<C>) -> Choice {
        self.ct_eq(&Self::from(other))
    }
}

/// As in `k256`.
impl ProjectivePoint<Secp256k1> {
    /// The point `(beta x, y)`: its product by the cube root of unity `5363ad4c..` of the scalars. One multiplication.
    #[must_use]
    pub fn endomorphism(&self) -> Self {
        /// `7ae96a2b..`, which belongs to that root.
        const BETA: Secp256k1Base = Secp256k1Base::CUBE_ROOTS_OF_UNITY[1];

        let (x, y, z) = self.0.projective_coordinates();
        Self(Projective::new_unchecked(BETA * *x, *y, *z))
    }
}

/// As in `p256`.
impl ProjectivePoint<P256> {
    /// The opposite.
    #[must_use]
    pub fn neg(&self) -> Self {
        Neg::neg(self)
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Add::add(self, other)
    }

    /// The difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Sub::sub(self, other)
    }

    /// The product. Constant time.
    #[must_use]
    pub fn mul(&self, scalar: &Scalar<P256>) -> Self {
        Mul::mul(self, scalar)
    }

    /// The product. Variable time.
    #[must_use]
    pub fn mul_vartime(&self, scalar: &Scalar<P256>) -> Self {
        MulVartime::mul_vartime(self, scalar)
    }
}
