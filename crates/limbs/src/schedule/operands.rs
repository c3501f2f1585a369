//! Ranges of operands.

use core::fmt;
use core::str::FromStr;

use super::natural::assert_supported;
use super::{MAX_LIMBS, Natural};

/// The range of an operand. As text: `p`, `2p`, `R`, `2^64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// Below `k p`; 1 for canonical operands. `k p` may exceed `R`, as an integer.
    Multiple(u64),
    /// Below `R`: any limbs.
    Limbs,
    /// Below `2^bits`, for small operands.
    Bits(usize),
}

impl Operands {
    /// The largest such operand, for `N` up to [`MAX_LIMBS`]; otherwise it does not build.
    ///
    /// # Panics
    /// If there is none, for `Multiple(0)`, or it does not fit a [`Natural`].
    pub const fn maximum<const N: usize>(self, modulus: &[u64; N]) -> Natural {
        const { assert_supported::<N>() };
        self.largest(modulus)
    }

    /// As [`maximum`](Self::maximum), for callers that have checked the number of limbs.
    pub(super) const fn largest(self, modulus: &[u64]) -> Natural {
        let end = match self {
            Self::Multiple(k) => Natural::from_limbs(modulus).mul(&Natural::from_word(k)),
            Self::Limbs => Natural::power_of_two(64 * modulus.len()),
            Self::Bits(bits) => Natural::power_of_two(bits),
        };
        end.sub(&Natural::ONE)
    }
}

/// The text is no range of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidOperands(());

impl fmt::Display for InvalidOperands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a range of operands is p, 2p, 3p and so on, R, or 2^0 to 2^{}", 64 * MAX_LIMBS)
    }
}

impl core::error::Error for InvalidOperands {}

impl FromStr for Operands {
    type Err = InvalidOperands;

    /// Reads `p`, a multiple below `2^32` such as `2p`, `R`, or a power of two such as `2^64`.
    fn from_str(text: &str) -> Result<Self, InvalidOperands> {
        let digits = |digits: &str| {
            let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
            if is_number { digits.parse::<u64>().ok() } else { None }
        };
        let range = match text {
            "p" => Some(Self::Multiple(1)),
            "R" => Some(Self::Limbs),
            _ => match (text.strip_suffix('p'), text.strip_prefix("2^")) {
                (Some(multiple), _) => {
                    digits(multiple).filter(|k| *k > 0 && *k <= u64::from(u32::MAX)).map(Self::Multiple)
                }
                (_, Some(bits)) => {
                    let bits = digits(bits).and_then(|bits| usize::try_from(bits).ok());
                    bits.filter(|bits| *bits <= 64 * MAX_LIMBS).map(Self::Bits)
                }
                _ => None,
            },
        };
        range.ok_or(InvalidOperands(()))
    }
}

impl fmt::Display for Operands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Multiple(1) => f.write_str("p"),
            Self::Multiple(k) => write!(f, "{k}p"),
            Self::Limbs => f.write_str("R"),
            Self::Bits(bits) => write!(f, "2^{bits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_shown() {
        for (text, range) in [
            ("p", Operands::Multiple(1)),
            ("2p", Operands::Multiple(2)),
            ("4294967295p", Operands::Multiple(u32::MAX.into())),
            ("R", Operands::Limbs),
            ("2^0", Operands::Bits(0)),
            ("2^2048", Operands::Bits(2048)),
        ] {
            assert_eq!(text.parse(), Ok(range));
            assert_eq!(range.to_string(), text);
        }
        for text in ["", "0p", "+2p", "4294967296p", "2", "2^", "2^2049", "2^-1", "r", "P", "pp", " p"] {
            assert!(text.parse::<Operands>().is_err(), "{text}");
        }
    }
}
