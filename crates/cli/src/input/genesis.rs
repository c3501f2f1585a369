//! The reader of genesis files of clients: a block header whose field `alloc` has the initial accounts.

use std::collections::HashSet;
use std::fmt;
use std::io::Read;
use std::marker::PhantomData;
use std::path::Path;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use sha3::{Digest, Keccak256};

use super::Error;
use super::accounts::{Account, CodeSize};
use super::excerpt::excerpt;
use super::json::{Object, distinct_entries};
use super::json_file::{self, Limits};
use crate::hex::{self, Bytes, Quantity};

/// The file. The other fields of the header are ignored; `stateRoot` is the root of another kind of tree.
#[derive(Deserialize)]
struct Genesis {
    alloc: Allocation,
}

/// The entry of an account. Missing fields are zero or empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "fields that are permitted and not read")]
struct Entry {
    balance: Integer<u128>,
    #[serde(default)]
    nonce: Integer<u64>,
    #[serde(default, deserialize_with = "code")]
    code: Vec<u8>,
    #[serde(default, deserialize_with = "distinct_entries")]
    storage: Vec<(Quantity<32>, Quantity<32>)>,
    /// Present in files of test networks.
    #[serde(rename = "secretKey")]
    secret_key: Option<IgnoredAny>,
    comment: Option<IgnoredAny>,
}

/// The longest value is a contract's code: fewer than 2^24 bytes of two digits, and `0x`.
const LIMITS: Limits = Limits { file: 1 << 30, value: (2 << 24) + 2 };

/// Reads a genesis file. Returns the accounts in the order of the file.
pub(crate) fn read(path: &Path) -> Result<Vec<Account>, Error> {
    parse(path, json_file::open(path)?)
}

/// Reads bytes from a reader. Errors name the path.
pub(crate) fn parse(path: &Path, reader: impl Read) -> Result<Vec<Account>, Error> {
    json_file::parse::<Object<Genesis>>(path, reader, LIMITS, true).map(|genesis| genesis.0.alloc.0)
}

struct Allocation(Vec<Account>);

impl<'de> Deserialize<'de> for Allocation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Accounts;

        impl<'de> Visitor<'de> for Accounts {
            type Value = Allocation;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from addresses to accounts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Allocation, A::Error> {
                let (mut accounts, mut seen) = (Vec::new(), HashSet::new());
                while let Some(address) = map.next_key::<String>()? {
                    let address = parse_address(&address).map_err(A::Error::custom)?;
                    if !seen.insert(address) {
                        return Err(A::Error::custom(format!("the account {address} occurs twice")));
                    }
                    let Object(entry) = map.next_value::<Object<Entry>>()?;
                    accounts.push(entry.account(address).map_err(A::Error::custom)?);
                }
                Ok(Allocation(accounts))
            }
        }

        deserializer.deserialize_map(Accounts)
    }
}

impl Entry {
    fn account(self, address: Bytes<20>) -> Result<Account, String> {
        // The tree distinguishes a written zero from no value, but files do not. So such entries are rejected.
        if let Some((slot, _)) = self.storage.iter().find(|(_, value)| value.0 == [0; 32]) {
            return Err(format!(
                "the storage slot {slot} of {address} is zero; slots without a value must be omitted"
            ));
        }
        Ok(Account {
            address,
            nonce: self.nonce.0,
            balance: Quantity(self.balance.0.to_be_bytes()),
            code_hash: Bytes(Keccak256::digest(&self.code).into()),
            code_size: CodeSize::try_from(self.code.len() as u64)?,
            storage: self.storage,
            code: self.code,
        })
    }
}

/// Parses an address with or without `0x`, as files have both.
fn parse_address(text: &str) -> Result<Bytes<20>, String> {
    let prefixed = if text.starts_with("0x") { text } else { &format!("0x{text}") };
    Bytes::parse(prefixed).map_err(|reason| format!("the address `{}`: {reason}", excerpt(text)))
}

/// An integer: a string, hexadecimal with `0x` (leading zeros are permitted) or decimal, or a JSON number below 2^64.
#[derive(Default)]
struct Integer<T>(T);

/// A type of integers below `2^(8 N)`.
trait Unsigned<const N: usize>: std::str::FromStr + From<u64> {
    fn from_be_bytes(bytes: [u8; N]) -> Self;
}

impl Unsigned<8> for u64 {
    fn from_be_bytes(bytes: [u8; 8]) -> Self {
        Self::from_be_bytes(bytes)
    }
}

impl Unsigned<16> for u128 {
    fn from_be_bytes(bytes: [u8; 16]) -> Self {
        Self::from_be_bytes(bytes)
    }
}

fn parse_integer<T: Unsigned<N>, const N: usize>(text: &str) -> Result<T, String> {
    if let Some(digits) = text.strip_prefix("0x") {
        let short = digits.trim_start_matches('0');
        let digits = if short.len() < digits.len() && short.is_empty() { "0" } else { short };
        return Quantity::parse(&format!("0x{digits}")).map(|quantity| T::from_be_bytes(quantity.0));
    }
    let digits_only = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = if digits_only { text.parse().ok() } else { None };
    value.ok_or_else(|| format!("`{}` is not an integer below 2^{}", excerpt(text), 8 * N))
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

fn code<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let code = |text: &str| {
        let code = hex::parse_bytes(text)?;
        CodeSize::try_from(code.len() as u64).map(|_| code)
    };
    hex::deserialize_by(deserializer, code, "hexadecimal bytes")
}
