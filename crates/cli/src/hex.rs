//! Hexadecimal strings with the prefix `0x`, for input files, the command line and reports.

use std::fmt::{self, Write as _};

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `N` bytes, written as `0x` and exactly `2 N` digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bytes<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Bytes<N> {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let digits = digits(text)?;
        if digits.len() != 2 * N {
            return Err(format!("{} hexadecimal digits where {} are expected", digits.len(), 2 * N));
        }
        Ok(Self(from_digits(digits)?))
    }
}

/// An integer below `2^(8 N)`, written as `0x` and between one and `2 N` digits, kept as big-endian bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Quantity<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Quantity<N> {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let digits = digits(text)?;
        if digits.is_empty() || digits.len() > 2 * N {
            return Err(format!("{} hexadecimal digits where 1 to {} are expected", digits.len(), 2 * N));
        }
        Ok(Self(from_digits(digits)?))
    }
}

/// Parses any number of bytes, written as `0x` and two digits for each byte.
pub(crate) fn parse_bytes(text: &str) -> Result<Vec<u8>, String> {
    let digits = digits(text)?;
    let (pairs, []) = digits.as_chunks::<2>() else {
        return Err(format!("{} hexadecimal digits, an odd number", digits.len()));
    };
    pairs.iter().map(|pair| from_digits::<1>(pair).map(|[byte]| byte)).collect()
}

/// The text of bytes: `0x` and two digits for each byte.
pub(crate) fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("0x");
    push_digits(&mut text, bytes);
    text
}

fn push_digits(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
}

fn digits(text: &str) -> Result<&[u8], String> {
    let digits = text.strip_prefix("0x").ok_or_else(|| {
        let beginning: String = text.chars().take(80).collect();
        format!("`{beginning}` does not start with 0x")
    })?;
    Ok(digits.as_bytes())
}

/// The big-endian bytes of at most `2 N` digits, padded with leading zeros.
fn from_digits<const N: usize>(digits: &[u8]) -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    for (i, digit) in digits.iter().rev().enumerate() {
        let value = char::from(*digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
        let value = value.ok_or_else(|| format!("`{}` is not a hexadecimal digit", digit.escape_ascii()))?;
        bytes[N - 1 - i / 2] |= value << (4 * (i % 2));
    }
    Ok(bytes)
}

impl<const N: usize> fmt::Display for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<const N: usize> fmt::Display for Quantity<N> {
    /// Writes `0x` and the digits without leading zeros.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = String::with_capacity(2 * N);
        push_digits(&mut digits, &self.0);
        let digits = digits.trim_start_matches('0');
        write!(f, "0x{}", if digits.is_empty() { "0" } else { digits })
    }
}

/// A serde visitor that reads a string by a parsing function, so that its error has serde's line and column.
struct Parsing<T>(fn(&str) -> Result<T, String>, &'static str);

/// Deserializes a string by `parse`. `expected` describes the value in serde's error messages.
pub(crate) fn deserialize_by<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    parse: fn(&str) -> Result<T, String>,
    expected: &'static str,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Parsing(parse, expected))
}

impl<T> Visitor<'_> for Parsing<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        self.0(text).map_err(E::custom)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Bytes<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_by(deserializer, Self::parse, "hexadecimal bytes")
    }
}

impl<'de, const N: usize> Deserialize<'de> for Quantity<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_by(deserializer, Self::parse, "a hexadecimal integer")
    }
}

impl<const N: usize> Serialize for Bytes<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<const N: usize> Serialize for Quantity<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_exactly_their_digits() {
        assert_eq!(Bytes::<2>::parse("0x0aFf"), Ok(Bytes([0x0a, 0xff])));
        assert_eq!(Bytes::<0>::parse("0x"), Ok(Bytes([])));
        assert_eq!(Bytes([0x0a, 0xff]).to_string(), "0x0aff");
        for bad in ["0aff", "0x0af", "0x0aff0", "0x", "", "0X0aff", "0x0ag0", "0x0é", " 0x0aff"] {
            assert!(Bytes::<2>::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn parses_any_number_of_bytes() {
        assert_eq!(parse_bytes("0x"), Ok(vec![]));
        assert_eq!(parse_bytes("0x00fF10"), Ok(vec![0, 0xff, 0x10]));
        for bad in ["", "00", "0x0", "0x000", "0x0g", "0xé"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }

    /// The time is linear: quadratic text building takes minutes for this length.
    #[test]
    fn the_text_of_a_megabyte_takes_no_time() {
        let start = std::time::Instant::now();
        let text = text(&[0xa5; 1 << 20]);
        assert!(text.len() == 2 + (2 << 20) && text.starts_with("0xa5a5"));
        assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    }

    #[test]
    fn quantities_may_be_short() {
        assert_eq!(Quantity::<2>::parse("0x1"), Ok(Quantity([0, 1])));
        assert_eq!(Quantity::<2>::parse("0x123"), Ok(Quantity([1, 0x23])));
        assert_eq!(Quantity::<2>::parse("0x0123"), Ok(Quantity([1, 0x23])));
        assert_eq!(Quantity([0, 0]).to_string(), "0x0");
        assert_eq!(Quantity([0, 0x10]).to_string(), "0x10");
        for bad in ["", "0x", "1", "0x12345", "0x-1"] {
            assert!(Quantity::<2>::parse(bad).is_err(), "{bad}");
        }
    }
}
