//! Residues of 64 bytes.

use ecdsa::elliptic_curve::array::Array;
use ecdsa::elliptic_curve::array::sizes::U64;
use ecdsa::elliptic_curve::bigint::{ArrayEncoding, NonZero, U256, U512};
use ecdsa::elliptic_curve::ff::FromUniformBytes;
use ecdsa::elliptic_curve::ops::{Reduce, ReduceNonZero};
use vorpal_fields::Fe;

use super::{Model, Scalar, Secp256k1};

impl<C: Model> Reduce<U512> for Scalar<C> {
    fn reduce(integer: &U512) -> Self {
        Fe::from_be_bytes_reduced(&integer.to_be_byte_array()).into()
    }
}

/// One more than the residue modulo the order minus one. Constant time: the modulus is fixed.
impl<C: Model> ReduceNonZero<U512> for Scalar<C> {
    fn reduce_nonzero(integer: &U512) -> Self {
        // The order is odd and above one, so this is no zero.
        let modulus = NonZero::<U256>::new_unwrap(C::ORDER.as_ref().wrapping_sub(&U256::ONE));
        let residue: U256 = integer.rem_vartime(&modulus);
        Self::reduce(&residue) + Self::ONE
    }
}

/// The residue of the integer, most significant byte first, as in `k256` and `p256`.
impl<C: Model> FromUniformBytes<64> for Scalar<C> {
    fn from_uniform_bytes(bytes: &[u8; 64]) -> Self {
        Fe::from_be_bytes_reduced(bytes).into()
    }
}

/// Residues of 64 bytes, most significant first, as in `k256`. `p256` does not have them: with both lengths, the type
/// of `Scalar::reduce(&Array::default())` is ambiguous.
impl Reduce<Array<u8, U64>> for Scalar<Secp256k1> {
    fn reduce(bytes: &Array<u8, U64>) -> Self {
        Self::reduce(&U512::from_be_byte_array(*bytes))
    }
}

impl ReduceNonZero<Array<u8, U64>> for Scalar<Secp256k1> {
    fn reduce_nonzero(bytes: &Array<u8, U64>) -> Self {
        Self::reduce_nonzero(&U512::from_be_byte_array(*bytes))
    }
}
