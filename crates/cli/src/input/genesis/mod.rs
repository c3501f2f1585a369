//! The reader of genesis files of clients: a block header whose field `alloc` has the initial accounts.
//!
//! It accepts what go-ethereum (`core/types/account.go`) or Besu (`config/GenesisReader.java`) accepts. A nonce without
//! `0x` is decimal, as in go-ethereum; Besu reads it as hexadecimal. Names of fields may have capitals, and unknown
//! fields are ignored, also if they occur twice. A missing field of an account, or one that is `null`, is zero or
//! empty.
//!
//! It refuses what the clients read and the user may not mean: an account, a slot or a known field that occurs twice,
//! and addresses of fewer than 40 digits. It also refuses balances from `2^128` on, JSON numbers from `2^64` on, and
//! code from `2^24` bytes on.

mod account;
mod numbers;

use std::collections::HashSet;
use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::Error;
use super::accounts::Account;
use super::json_file::{self, Limits};
use account::Entry;

/// The longest value is a contract's code: fewer than 2^24 bytes of two digits, and `0x`.
const LIMITS: Limits = Limits { file: 1 << 30, value: (2 << 24) + 2 };

/// Reads a genesis file. Returns the accounts in the order of the file.
pub(crate) fn read(path: &Path) -> Result<Vec<Account>, Error> {
    parse(path, json_file::open(path)?)
}

/// Reads bytes from a reader. Errors name the path.
pub(crate) fn parse(path: &Path, reader: impl Read) -> Result<Vec<Account>, Error> {
    json_file::parse::<Genesis>(path, reader, LIMITS, true).map(|genesis| genesis.0.0)
}

/// The file. The other fields of the header are ignored; `stateRoot` is the root of another kind of tree.
struct Genesis(Allocation);

/// Reads the value of a field. Refuses a second one.
fn once<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
    value: &mut Option<T>,
    name: &'static str,
    map: &mut A,
) -> Result<(), A::Error> {
    if value.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    *value = Some(map.next_value()?);
    Ok(())
}

impl<'de> Deserialize<'de> for Genesis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Genesis;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Genesis, A::Error> {
                let mut alloc = None;
                while let Some(name) = map.next_key::<Name>()? {
                    match name {
                        Name::Known("alloc") => once(&mut alloc, "alloc", &mut map)?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                alloc.map(Genesis).ok_or_else(|| A::Error::missing_field("alloc"))
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

/// The name of a field, without distinction of capitals, as both clients read it.
enum Name {
    Known(&'static str),
    Other,
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl Visitor<'_> for Names {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a field")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Name, E> {
                let known = ["alloc", "balance", "nonce", "code", "storage"];
                let found = known.into_iter().find(|name| text.eq_ignore_ascii_case(name));
                Ok(found.map_or(Name::Other, Name::Known))
            }
        }

        deserializer.deserialize_identifier(Names)
    }
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
                    let address = numbers::address(&address).map_err(A::Error::custom)?;
                    if !seen.insert(address) {
                        return Err(A::Error::custom(format!("the account {address} occurs twice")));
                    }
                    let entry = map.next_value::<Entry>()?;
                    accounts.push(entry.account(address).map_err(A::Error::custom)?);
                }
                Ok(Allocation(accounts))
            }
        }

        deserializer.deserialize_map(Accounts)
    }
}
