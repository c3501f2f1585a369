//! Residues of 64 bytes.

use ecdsa::elliptic_curve::array::Array;
use ecdsa::elliptic_curve::array::sizes::U64;
use ecdsa::elliptic_curve::bigint::{ArrayEncoding, NonZero, U256, U512};
use ecdsa::elliptic_curve::ops::{Reduce, ReduceNonZero};
use vorpal_fields::Fe;

use super::{Model, P256, Scalar, Secp256k1};

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

/// Residues of 64 bytes, most significant first, for each curve: the compiler cannot tell that the bytes of a generic
/// field are fewer.
macro_rules! bytes {
    ($curve:ty) => {
        impl Reduce<Array<u8, U64>> for Scalar<$curve> {
            fn reduce(bytes: &Array<u8, U64>) -> Self {
                Self::reduce(&U512::from_be_byte_array(*bytes))
            }
        }

        impl ReduceNonZero<Array<u8, U64>> for Scalar<$curve> {
            fn reduce_nonzero(bytes: &Array<u8, U64>) -> Self {
                Self::reduce_nonzero(&U512::from_be_byte_array(*bytes))
            }
        }
    };
}

bytes!(Secp256k1);
bytes!(P256);
