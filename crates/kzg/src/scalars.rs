//! Lists of scalars from and to bytes: 32 bytes each, most significant first.

use alloc::vec::Vec;

use vorpal_fields::primes::Bls12_381Scalar as Scalar;

use crate::Malformed;
use crate::parameters::BYTES_PER_SCALAR;

/// `number` scalars.
pub(crate) fn read(bytes: &[u8], number: usize) -> Result<Vec<Scalar>, Malformed> {
    read_by(bytes, number, |bytes| Scalar::from_be_bytes(bytes).ok())
}

/// `number` scalars, each divided by `R = 2^256`: the integers become stored forms as they are, without a product each.
/// Sums of multiples of such scalars take the factor [`radix`] once.
pub(crate) fn read_divided(bytes: &[u8], number: usize) -> Result<Vec<Scalar>, Malformed> {
    read_by(bytes, number, |bytes| {
        let mut reversed = *bytes;
        reversed.reverse();
        Scalar::from_montgomery_le_bytes(&reversed)
    })
}

/// `R = 2^256`.
pub(crate) fn radix() -> Scalar {
    Scalar::pow2(256)
}

fn read_by(
    bytes: &[u8],
    number: usize,
    read: impl Fn(&[u8; BYTES_PER_SCALAR]) -> Option<Scalar>,
) -> Result<Vec<Scalar>, Malformed> {
    let expected = number * BYTES_PER_SCALAR;
    let (parts, _) = bytes.as_chunks::<BYTES_PER_SCALAR>();
    if bytes.len() != expected {
        return Err(Malformed::Length { expected, found: bytes.len() });
    }
    let mut scalars = Vec::with_capacity(number);
    for (position, bytes) in parts.iter().enumerate() {
        scalars.push(read(bytes).ok_or(Malformed::Scalar { position })?);
    }
    Ok(scalars)
}

/// Writes scalars to `bytes`, which has 32 bytes for each.
pub(crate) fn write(scalars: &[Scalar], bytes: &mut [u8]) {
    let (parts, _) = bytes.as_chunks_mut::<BYTES_PER_SCALAR>();
    for (scalar, bytes) in scalars.iter().zip(parts) {
        *bytes = scalar.to_be_bytes();
    }
}
