//! The contract 5: `base^exponent mod modulus` (EIP-198), and its gas. [`power`] takes integers of any length, [`run`]
//! those that the pricing permits.
//!
//! * [`power`] takes the exponent and residues apart and combines them;
//! * `odd` multiplies modulo odd numbers, by Montgomery's method;
//! * `power_of_two` multiplies modulo powers of two;
//! * `words` has the arithmetic on slices of words.

mod gas;
mod odd;
mod power;
mod power_of_two;
mod windows;
mod words;

use alloc::vec;
use alloc::vec::Vec;

pub use gas::Pricing;

use crate::Error;

/// `base^exponent mod modulus`, big-endian, as long as the modulus; zeros for a modulus of zero. `0^0 = 1`.
///
/// ```
/// assert_eq!(vorpal_evm::modexp::power(&[3], &[5], &[0, 100]), [0, 43]);
/// ```
#[must_use]
pub fn power(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let result = power::of_words(
        &words::from_be_bytes(base),
        &words::from_be_bytes(exponent),
        &words::from_be_bytes(modulus),
    );
    let mut bytes = vec![0; modulus.len()];
    words::write_be_bytes(&result, &mut bytes);
    bytes
}

/// The lengths of base, exponent and modulus, 32 bytes each, and these three: their power. Missing bytes are zeros.
///
/// Charge the gas first. Before Osaka the rules limit no length, and 96 bytes of input can name a modulus of gigabytes.
/// This function refuses operands above `2^27` bytes, which cost more gas than any block has.
///
/// # Errors
/// [`Error::OperandLength`].
pub fn run(input: &[u8], pricing: Pricing) -> Result<Vec<u8>, Error> {
    let lengths = gas::Lengths::of(input);
    let limited = lengths.limited(pricing.longest());
    // Before Osaka no price and no rule limits the exponent of such a call.
    if lengths.have_no_operands() && (limited.is_some() || pricing != Pricing::Eip7883) {
        return Ok(Vec::new());
    }
    let [base, exponent, modulus] = limited.ok_or(Error::OperandLength)?;
    let part = |start: usize, length: usize| {
        let mut bytes = vec![0; length];
        let available = input.get(96 + start..).unwrap_or_default();
        let number = available.len().min(length);
        bytes[..number].copy_from_slice(&available[..number]);
        bytes
    };
    Ok(power(&part(0, base), &part(base, exponent), &part(base + exponent, modulus)))
}

/// The length of the output of [`run`], and 0 for an input for which it fails.
pub(crate) fn length_of_modulus(input: &[u8], pricing: Pricing) -> usize {
    gas::Lengths::of(input).limited(pricing.longest()).map_or(0, |[_, _, modulus]| modulus)
}

/// The gas of a call; `2^64 - 1` if it is more.
#[must_use]
pub fn gas(input: &[u8], pricing: Pricing) -> u64 {
    gas::of_input(input, pricing)
}
