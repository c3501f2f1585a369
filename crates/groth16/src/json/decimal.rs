//! Field elements as decimal digits.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use vorpal_fields::PrimeField;

/// `10^19`: the largest power of ten in a word.
const CHUNK: u64 = 10_000_000_000_000_000_000;
const DIGITS: usize = 19;

/// The canonical integer in decimal digits.
pub(super) fn write<F: PrimeField>(element: &F) -> String {
    let mut limbs = element.to_limbs().as_ref().to_vec();
    let mut chunks = Vec::new();
    while limbs.iter().any(|limb| *limb != 0) {
        let mut rest = 0u128;
        for limb in limbs.iter_mut().rev() {
            let value = rest << 64 | u128::from(*limb);
            #[allow(clippy::cast_possible_truncation, reason = "the rest is below the divisor")]
            let quotient = (value / u128::from(CHUNK)) as u64;
            (*limb, rest) = (quotient, value % u128::from(CHUNK));
        }
        chunks.push(rest);
    }
    let mut text = chunks.pop().unwrap_or(0).to_string();
    for chunk in chunks.iter().rev() {
        text += &format!("{chunk:0DIGITS$}");
    }
    text
}

/// The element with these decimal digits; `None` if they are not those of an integer below the prime, with a leading
/// zero for zero alone.
pub(super) fn read<F: PrimeField>(text: &str) -> Option<F> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    let mut bytes = F::ZERO.to_le_bytes();
    for digit in text.bytes() {
        let mut carry = u16::from(digit - b'0');
        for byte in bytes.as_mut() {
            let value = u16::from(*byte) * 10 + carry;
            [*byte, _] = value.to_le_bytes();
            carry = value >> 8;
        }
        if carry != 0 {
            return None;
        }
    }
    F::from_le_bytes(bytes.as_ref()).ok()
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use vorpal_fields::primes::{Bls12_381Base, Bn254Scalar};
    use vorpal_oracle::big;

    use super::*;

    fn of<F: PrimeField>() {
        let prime = BigUint::from_bytes_le((-F::ONE).to_le_bytes().as_ref()) + 1u8;
        let bytes = F::ZERO.to_le_bytes().as_ref().len();
        for edge in big::residue_edges(&prime, bytes / 8) {
            let element = F::from_le_bytes_reduced(&edge.to_bytes_le());
            assert_eq!(write(&element), edge.to_string());
            assert_eq!(read(&edge.to_string()), Some(element));
        }
        let radix = BigUint::from(1u8) << (8 * bytes);
        for too_large in [prime.clone(), &prime + 1u8, &radix - 1u8, radix.clone(), radix + 5u8, prime << 300]
        {
            assert_eq!(read::<F>(&too_large.to_string()), None, "{too_large}");
        }
        for text in ["", "-1", "+1", "00", "01", "1 ", "0x1", "1e3", "1.0", "١"] {
            assert_eq!(read::<F>(text), None, "{text:?}");
        }
    }

    #[test]
    fn digits_are_those_of_big_integers() {
        of::<Bn254Scalar>();
        of::<Bls12_381Base>();
    }
}
