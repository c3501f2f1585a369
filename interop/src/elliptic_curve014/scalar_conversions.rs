//! What `elliptic-curve` requires of scalars beyond a field.

use ecdsa::elliptic_curve::bigint::{ArrayEncoding, U256};
use ecdsa::elliptic_curve::ff::Field;
use ecdsa::elliptic_curve::ops::{Invert, Reduce, ReduceNonZero, Retrieve};
use ecdsa::elliptic_curve::rand_core::TryCryptoRng;
use ecdsa::elliptic_curve::scalar::{FromUintUnchecked, IsHigh};
use ecdsa::elliptic_curve::subtle::{Choice, ConditionallySelectable, CtOption};
use ecdsa::elliptic_curve::{Error, FieldBytes, Generate, NonZeroScalar, ScalarValue, SecretKey};
use vorpal_fields::Fe;

use super::{Model, Scalar};

impl<C: Model> Generate for Scalar<C> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::try_random(rng)
    }
}

impl<C: Model> Retrieve for Scalar<C> {
    type Output = U256;
    fn retrieve(&self) -> U256 {
        U256::from_be_slice(&self.to_be_bytes())
    }
}

/// The residue: there is no unchecked form.
impl<C: Model> FromUintUnchecked for Scalar<C> {
    type Uint = U256;
    fn from_uint_unchecked(integer: U256) -> Self {
        Self::reduce(&integer)
    }
}

impl<C: Model> Invert for Scalar<C> {
    type Output = CtOption<Self>;

    fn invert(&self) -> CtOption<Self> {
        Field::invert(self)
    }
    fn invert_vartime(&self) -> CtOption<Self> {
        let inverse = self.element().invert_vartime();
        let exists = Choice::from(u8::from(inverse.is_some()));
        CtOption::new(inverse.unwrap_or(Fe::ZERO).into(), exists)
    }
}

/// Whether the integer is above half of the order.
impl<C: Model> IsHigh for Scalar<C> {
    fn is_high(&self) -> Choice {
        self.element().is_lexicographically_largest()
    }
}

impl<C: Model> Reduce<U256> for Scalar<C> {
    fn reduce(integer: &U256) -> Self {
        Self::reduce(&integer.to_be_byte_array())
    }
}

/// The residue of the integer, most significant byte first.
impl<C: Model> Reduce<FieldBytes<C>> for Scalar<C> {
    fn reduce(bytes: &FieldBytes<C>) -> Self {
        Fe::from_be_bytes_reduced(bytes).into()
    }
}

/// One more than the residue modulo the order minus one.
impl<C: Model> ReduceNonZero<U256> for Scalar<C> {
    fn reduce_nonzero(integer: &U256) -> Self {
        Self::reduce_nonzero(&integer.to_be_byte_array())
    }
}

/// One more than the residue modulo the order `n` minus one. Constant time.
///
/// An integer below `2^256 < 2 (n - 1)` has the residue `r` modulo `n`. Its residue modulo `n - 1` is `r + 1` if the
/// integer is at least `n`, zero if it is `n - 1`, else `r`. So the result is `r + 2`, 1, or `r + 1`.
impl<C: Model> ReduceNonZero<FieldBytes<C>> for Scalar<C> {
    fn reduce_nonzero(bytes: &FieldBytes<C>) -> Self {
        let residue = Self::reduce(bytes);
        // The bytes are those of the residue unless the integer was reduced.
        let same =
            ecdsa::elliptic_curve::subtle::ConstantTimeEq::ct_eq(&bytes[..], &residue.to_be_bytes()[..]);
        let next = residue + Self::ONE;
        // The opposite of one: the next residue is zero, and the result one.
        Self::conditional_select(
            &(next + Self::ONE),
            &Self::conditional_select(&next, &Self::ONE, next.is_zero()),
            same,
        )
    }
}

impl<C: Model> From<NonZeroScalar<C>> for Scalar<C> {
    fn from(scalar: NonZeroScalar<C>) -> Self {
        *scalar.as_ref()
    }
}

impl<C: Model> From<&NonZeroScalar<C>> for Scalar<C> {
    fn from(scalar: &NonZeroScalar<C>) -> Self {
        *scalar.as_ref()
    }
}

impl<C: Model> TryFrom<Scalar<C>> for NonZeroScalar<C> {
    type Error = Error;
    fn try_from(scalar: Scalar<C>) -> Result<Self, Error> {
        Self::new(scalar).into_option().ok_or(Error)
    }
}

impl<C: Model> From<ScalarValue<C>> for Scalar<C> {
    fn from(value: ScalarValue<C>) -> Self {
        Self::reduce(value.as_uint())
    }
}

impl<C: Model> From<&ScalarValue<C>> for Scalar<C> {
    fn from(value: &ScalarValue<C>) -> Self {
        Self::reduce(value.as_uint())
    }
}

impl<C: Model> From<&Scalar<C>> for ScalarValue<C> {
    fn from(scalar: &Scalar<C>) -> Self {
        (*scalar).into()
    }
}

impl<C: Model> From<Scalar<C>> for ScalarValue<C> {
    fn from(scalar: Scalar<C>) -> Self {
        // The integer is below the order.
        Self::new(scalar.retrieve()).into_option().unwrap_or(Self::ZERO)
    }
}

impl<C: Model> From<&SecretKey<C>> for Scalar<C> {
    fn from(key: &SecretKey<C>) -> Self {
        *key.to_nonzero_scalar()
    }
}

impl<C: Model> From<Scalar<C>> for FieldBytes<C> {
    fn from(scalar: Scalar<C>) -> Self {
        scalar.to_be_bytes().into()
    }
}

impl<C: Model> From<&Scalar<C>> for FieldBytes<C> {
    fn from(scalar: &Scalar<C>) -> Self {
        scalar.to_be_bytes().into()
    }
}

impl<C: Model> From<&Scalar<C>> for U256 {
    fn from(scalar: &Scalar<C>) -> Self {
        scalar.retrieve()
    }
}

impl<C: Model> From<Scalar<C>> for U256 {
    fn from(scalar: Scalar<C>) -> Self {
        scalar.retrieve()
    }
}
