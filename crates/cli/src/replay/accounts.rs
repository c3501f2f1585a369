//! State updates: one account a line, as JSON.

use std::path::Path;

use serde::{Deserialize, Serialize};
use vorpal::tree::{Address, BasicData, Position, Value};

use super::json::{Object, distinct_entries};
use crate::failure::Failure;
use crate::hex::{Bytes, Quantity};
use crate::lines::{read_distinct, read_text};

/// An account as a line has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Account {
    pub(crate) address: Bytes<20>,
    pub(crate) nonce: u64,
    pub(crate) balance: Quantity<16>,
    pub(crate) code_hash: Bytes<32>,
    /// Slots and their values, in the order of the line.
    #[serde(
        default,
        deserialize_with = "distinct_entries",
        serialize_with = "as_map",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub(crate) storage: Vec<(Quantity<32>, Quantity<32>)>,
}

fn as_map<S: serde::Serializer>(
    entries: &[(Quantity<32>, Quantity<32>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(slot, value)| (slot, value)))
}

impl Account {
    pub(crate) fn address(&self) -> Address {
        Address::from(self.address.0)
    }

    /// What is written for the account, and where: basic data (with the code size left 0), code hash, storage.
    pub(crate) fn writes(&self) -> impl Iterator<Item = (Position, Value)> {
        let balance = u128::from_be_bytes(self.balance.0);
        let basic_data = BasicData::new(self.nonce, balance);
        let header = [(Position::BASIC_DATA, basic_data.to_value()), (Position::CODE_HASH, self.code_hash.0)];
        let storage = self.storage.iter().map(|(slot, value)| (Position::storage(&slot.0), value.0));
        header.into_iter().chain(storage)
    }
}

/// Reads `N.jsonl`. No account may occur twice.
pub(crate) fn read(path: &Path) -> Result<Vec<Account>, Failure> {
    let account = |_, line: &str| {
        let object: Result<Object<Account>, _> = serde_json::from_str(line);
        // The text is one line: of serde's position only the column says something.
        object
            .map(|object| object.0)
            .map_err(|error| error.to_string().replace(" at line 1 column ", ", at column "))
    };
    read_distinct(path, &read_text(path)?, 1, "the account", account, |account| account.address)
}
