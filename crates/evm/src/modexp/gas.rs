//! The price of modular exponentiation, by three rules.

use crate::input::padded;

/// The rule of the price, and of the longest operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pricing {
    /// Byzantium: EIP-198.
    Eip198,
    /// Berlin: EIP-2565.
    Eip2565,
    /// Osaka: EIP-7883, with operands of at most 1,024 bytes by EIP-7823.
    Eip7883,
}

impl Pricing {
    /// The length of the longest operands in bytes. Before Osaka the limit is one of gas: longer ones cost more than
    /// 53 million by EIP-198 and 357 million by EIP-2565, unless
    /// [base and modulus are empty](Lengths::have_no_operands).
    pub(super) const fn longest(self) -> u64 {
        match self {
            Self::Eip198 | Self::Eip2565 => 1 << 27,
            Self::Eip7883 => 1024,
        }
    }
}

/// The lengths of base, exponent and modulus.
pub(super) struct Lengths([u128; 3]);

impl Lengths {
    /// The three numbers of 32 bytes, or `2^128 - 1` for a larger number.
    pub(super) fn of(input: &[u8]) -> Self {
        let header: [u8; 96] = padded(input);
        Self(core::array::from_fn(|i| {
            let (high, low) = header[32 * i..32 * i + 32].split_at(16);
            if high.iter().all(|byte| *byte == 0) { u128::from_be_bytes(padded(low)) } else { u128::MAX }
        }))
    }

    /// Whether base and modulus are empty. The output is then empty too, and any exponent has the least price by the
    /// rules before Osaka.
    pub(super) fn have_no_operands(&self) -> bool {
        self.0[0] == 0 && self.0[2] == 0
    }

    /// The lengths, if none is larger than `most`.
    pub(super) fn limited(&self, most: u64) -> Option<[usize; 3]> {
        let mut lengths = [0; 3];
        for (length, number) in lengths.iter_mut().zip(self.0) {
            *length = usize::try_from(number).ok().filter(|_| number <= most.into())?;
        }
        Some(lengths)
    }
}

/// The gas of a call; `2^64 - 1` if it is more.
pub(super) fn of_input(input: &[u8], pricing: Pricing) -> u64 {
    let Lengths([base, exponent, modulus]) = Lengths::of(input);
    let head = head_of_exponent(input, base, exponent);
    let longest = base.max(modulus);
    let gas = match pricing {
        Pricing::Eip198 => complexity_198(longest).saturating_mul(iterations(exponent, head, 8).max(1)) / 20,
        Pricing::Eip2565 => {
            let words = longest.div_ceil(8);
            let product = words.saturating_mul(words).saturating_mul(iterations(exponent, head, 8).max(1));
            (product / 3).max(200)
        }
        Pricing::Eip7883 => {
            let words = longest.div_ceil(8);
            let complexity = if longest <= 32 { 16 } else { words.saturating_mul(words).saturating_mul(2) };
            complexity.saturating_mul(iterations(exponent, head, 16).max(1)).max(500)
        }
    };
    u64::try_from(gas).unwrap_or(u64::MAX)
}

/// The length in bits of the number of the first 32 bytes of the exponent, less one; zero for none.
fn head_of_exponent(input: &[u8], base: u128, exponent: u128) -> u128 {
    let length = usize::try_from(exponent.min(32)).unwrap_or(32);
    let start = usize::try_from(base).ok().and_then(|base| base.checked_add(96));
    let available = start.and_then(|start| input.get(start..)).unwrap_or_default();
    let head: [u8; 32] = padded(&available[..available.len().min(length)]);
    let zeros = head[..length].iter().take_while(|byte| **byte == 0).count();
    match head[..length].get(zeros) {
        Some(byte) => (8 * (length - zeros)) as u128 - u128::from(byte.leading_zeros()) - 1,
        None => 0,
    }
}

/// About the number of squares: `step` for each byte of the exponent after the first 32, and `head`.
fn iterations(exponent: u128, head: u128, step: u128) -> u128 {
    exponent.saturating_sub(32).saturating_mul(step).saturating_add(head)
}

/// The price of a product by EIP-198.
fn complexity_198(length: u128) -> u128 {
    let square = length.saturating_mul(length);
    match length {
        0..=64 => square,
        65..=1024 => square / 4 + 96 * length - 3_072,
        _ => (square / 16).saturating_add(length.saturating_mul(480)) - 199_680,
    }
}
