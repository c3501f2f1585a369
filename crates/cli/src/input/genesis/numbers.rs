//! Addresses, integers, words and code of genesis files, in the forms that the [reader](super) accepts.

use std::fmt;
use std::marker::PhantomData;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

use crate::hex::{self, Bytes, Quantity};
use crate::input::accounts::CodeSize;
use crate::input::excerpt::excerpt;

/// The digits after `0x` or `0X`; `None` without this prefix.
fn after_prefix(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}

/// The text with the prefix `0x`, which may be missing.
fn prefixed(text: &str) -> String {
    format!("0x{}", after_prefix(text).unwrap_or(text))
}

/// Parses an address of 40 digits.
pub(super) fn address(text: &str) -> Result<Bytes<20>, String> {
    Bytes::parse(&prefixed(text)).map_err(|reason| format!("the address `{}`: {reason}", excerpt(text)))
}

/// A storage slot or its value: at most 64 digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Word(pub(super) Quantity<32>);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = |text: &str| match after_prefix(text).unwrap_or(text) {
            "" => Ok(Self(Quantity([0; 32]))),
            digits => Quantity::parse(&prefixed(digits)).map(Self),
        };
        hex::deserialize_by(deserializer, word, "a hexadecimal integer")
    }
}

/// The code of a contract: two digits for each byte.
#[derive(Default)]
pub(super) struct Code(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = |text: &str| {
            let code = hex::parse_bytes(&prefixed(text))?;
            CodeSize::try_from(code.len() as u64).map(|_| Self(code))
        };
        hex::deserialize_by(deserializer, code, "hexadecimal bytes")
    }
}

/// An integer: a string, hexadecimal with `0x` or decimal, or a JSON number below 2^64. Leading zeros are permitted; no
/// digits are zero.
#[derive(Default)]
pub(super) struct Integer<T>(pub(super) T);

/// A type of integers below `2^(8 N)`.
trait Unsigned<const N: usize>: std::str::FromStr + From<u64> {
    /// What is wrong with a larger integer.
    const TOO_LARGE: &str;

    fn from_be_bytes(bytes: [u8; N]) -> Self;
}

impl Unsigned<8> for u64 {
    const TOO_LARGE: &str = "is 2^64 or more; nonces are below 2^64";

    fn from_be_bytes(bytes: [u8; 8]) -> Self {
        Self::from_be_bytes(bytes)
    }
}

impl Unsigned<16> for u128 {
    const TOO_LARGE: &str = "is 2^128 or more; the tree stores balances below 2^128, in 16 bytes (EIP-6800)";

    fn from_be_bytes(bytes: [u8; 16]) -> Self {
        Self::from_be_bytes(bytes)
    }
}

fn parse_integer<T: Unsigned<N>, const N: usize>(text: &str) -> Result<T, String> {
    let too_large = || format!("`{}` {}", excerpt(text), T::TOO_LARGE);
    if let Some(digits) = after_prefix(text) {
        let short = digits.trim_start_matches('0');
        if short.len() > 2 * N && short.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(too_large());
        }
        let digits = if short.is_empty() { "0" } else { short };
        return Quantity::parse(&prefixed(digits)).map(|quantity| T::from_be_bytes(quantity.0));
    }
    match text {
        "" => Ok(0.into()),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().map_err(|_| too_large()),
        _ => Err(format!("`{}` is not an integer", excerpt(text))),
    }
}

/// The visitor of an [`Integer`].
struct Integers<T, const N: usize>(PhantomData<T>);

impl<T: Unsigned<N>, const N: usize> Visitor<'_> for Integers<T, N> {
    type Value = Integer<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, as a number or in a string")
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Integer<T>, E> {
        Ok(Integer(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Integer<T>, E> {
        // Serde passes a number that is not a u64 as a double, which loses digits.
        Err(E::custom(format!(
            "the number {value} must be in a string; as a number it is an integer below 2^64"
        )))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Integer<T>, E> {
        parse_integer(text).map(Integer).map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Integer<u64> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Integers::<u64, 8>(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Integer<u128> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Integers::<u128, 16>(PhantomData))
    }
}
