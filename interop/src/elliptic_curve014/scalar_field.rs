//! Scalars as a prime field of `ff`.

use ecdsa::elliptic_curve::FieldBytes;
use ecdsa::elliptic_curve::ff::{Field, PrimeField};
use ecdsa::elliptic_curve::rand_core::TryRng;
use ecdsa::elliptic_curve::subtle::{Choice, CtOption};
use vorpal_fields::Fe;
use vorpal_zkcrypto::Element;

use super::scalar::Order;
use super::{Model, Scalar};

impl<C: Model> From<u32> for Scalar<C> {
    fn from(value: u32) -> Self {
        u64::from(value).into()
    }
}

impl<C: Model> From<u64> for Scalar<C> {
    fn from(value: u64) -> Self {
        Self(value.into())
    }
}

impl<C: Model> From<u128> for Scalar<C> {
    fn from(value: u128) -> Self {
        Fe::from_be_bytes_reduced(&value.to_be_bytes()).into()
    }
}

impl<C: Model> Field for Scalar<C> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    /// 32 bytes, again if they are not below the order: the scalars of `p256`.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let mut bytes = [0; 32];
            rng.try_fill_bytes(&mut bytes)?;
            if let Ok(element) = Fe::from_be_bytes(&bytes) {
                return Ok(element.into());
            }
        }
    }
    fn square(&self) -> Self {
        Self(self.0.square())
    }
    fn double(&self) -> Self {
        Self(self.0.double())
    }
    fn invert(&self) -> CtOption<Self> {
        Field::invert(&self.0).map(Self)
    }
    fn sqrt_ratio(numerator: &Self, denominator: &Self) -> (Choice, Self) {
        let (is_square, root) = Element::sqrt_ratio(&numerator.0, &denominator.0);
        (is_square, Self(root))
    }
    fn sqrt(&self) -> CtOption<Self> {
        self.0.sqrt().map(Self)
    }
    fn pow<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
        Self(self.0.pow(exponent))
    }
    fn pow_vartime<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
        Self(self.0.pow_vartime(exponent))
    }
}

/// Encodings are big-endian. `from_repr` shows by a branch whether an encoding is valid.
impl<C: Model> PrimeField for Scalar<C> {
    type Repr = FieldBytes<C>;

    /// Without the prefix `0x`, as in `k256` and `p256`.
    const MODULUS: &'static str = <Element<Order<C>, 4> as PrimeField>::MODULUS.split_at(2).1;
    const NUM_BITS: u32 = <Element<Order<C>, 4> as PrimeField>::NUM_BITS;
    const CAPACITY: u32 = <Element<Order<C>, 4> as PrimeField>::CAPACITY;
    const TWO_INV: Self = Self(<Element<Order<C>, 4> as PrimeField>::TWO_INV);
    const MULTIPLICATIVE_GENERATOR: Self =
        Self(<Element<Order<C>, 4> as PrimeField>::MULTIPLICATIVE_GENERATOR);
    const S: u32 = <Element<Order<C>, 4> as PrimeField>::S;
    const ROOT_OF_UNITY: Self = Self(<Element<Order<C>, 4> as PrimeField>::ROOT_OF_UNITY);
    const ROOT_OF_UNITY_INV: Self = Self(<Element<Order<C>, 4> as PrimeField>::ROOT_OF_UNITY_INV);
    const DELTA: Self = Self(<Element<Order<C>, 4> as PrimeField>::DELTA);

    fn from_repr(bytes: FieldBytes<C>) -> CtOption<Self> {
        let element = Fe::from_be_bytes(&bytes);
        let exists = Choice::from(u8::from(element.is_ok()));
        CtOption::new(element.unwrap_or(Fe::ZERO).into(), exists)
    }
    fn to_repr(&self) -> FieldBytes<C> {
        self.to_be_bytes().into()
    }
    fn is_odd(&self) -> Choice {
        self.element().is_odd()
    }
}
