//! The entry of an account in a genesis file.

use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use sha3::{Digest, Keccak256};

use super::numbers::{Code, Integer, Word};
use super::{Name, once};
use crate::hex::{Bytes, Quantity};
use crate::input::accounts::{Account, CodeSize};
use crate::input::json::distinct_entries;

/// The fields that the state depends on.
#[derive(Default)]
pub(super) struct Entry {
    balance: Option<Option<Integer<u128>>>,
    nonce: Option<Option<Integer<u64>>>,
    code: Option<Option<Code>>,
    storage: Option<Option<Storage>>,
}

/// Slots and their values, in the order of the file.
struct Storage(Vec<(Word, Word)>);

impl<'de> Deserialize<'de> for Storage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        distinct_entries(deserializer).map(Self)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Entry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entry, A::Error> {
                let mut entry = Entry::default();
                while let Some(name) = map.next_key::<Name>()? {
                    match name {
                        Name::Known("balance") => once(&mut entry.balance, "balance", &mut map)?,
                        Name::Known("nonce") => once(&mut entry.nonce, "nonce", &mut map)?,
                        Name::Known("code") => once(&mut entry.code, "code", &mut map)?,
                        Name::Known("storage") => once(&mut entry.storage, "storage", &mut map)?,
                        // Comments, and the secret keys of test networks.
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(entry)
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

impl Entry {
    /// The account. A slot with the value zero is no entry, since clients do not write it.
    pub(super) fn account(self, address: Bytes<20>) -> Result<Account, String> {
        let storage = self.storage.flatten().map_or_else(Vec::new, |storage| storage.0);
        let written = storage.into_iter().filter(|(_, Word(value))| value.0 != [0; 32]);
        let code = self.code.flatten().unwrap_or_default().0;
        Ok(Account {
            address,
            nonce: self.nonce.flatten().unwrap_or_default().0,
            balance: Quantity(self.balance.flatten().unwrap_or_default().0.to_be_bytes()),
            code_hash: Bytes(Keccak256::digest(&code).into()),
            code_size: CodeSize::try_from(code.len() as u64)?,
            storage: written.map(|(Word(slot), Word(value))| (slot, value)).collect(),
            code,
        })
    }
}
