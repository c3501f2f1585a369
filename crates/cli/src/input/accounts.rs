//! Accounts, their writes to the tree, and the reader of state updates: one account per line, as JSON.

use std::io::BufRead;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha3::{Digest, Keccak256};
use vorpal::ipa::Committer;
use vorpal::tree::{Address, BasicData, Key, KeyHasher, Position, Value, code_chunks};

use super::Error;
use super::excerpt::shortened;
use super::json::{Object, distinct_entries};
use super::lines::{JSON_LINE, Lines};
use crate::hex::{self, Bytes, Quantity};

/// An account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Account {
    pub(crate) address: Bytes<20>,
    pub(crate) nonce: u64,
    pub(crate) balance: Quantity<16>,
    pub(crate) code_hash: Bytes<32>,
    /// Slots and their values, in the order of the source.
    #[serde(
        default,
        deserialize_with = "distinct_entries",
        serialize_with = "as_map",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub(crate) storage: Vec<(Quantity<32>, Quantity<32>)>,
    #[serde(default, skip_serializing_if = "CodeSize::is_zero")]
    pub(crate) code_size: CodeSize,
    /// The code, if the account gets one; empty for an account whose code does not change, or has only a hash.
    #[serde(
        default,
        deserialize_with = "code",
        serialize_with = "as_digits",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub(crate) code: Vec<u8>,
}

/// The length of a contract's code in bytes: less than `2^24`, as the tree stores it in three bytes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct CodeSize(u32);

impl TryFrom<u64> for CodeSize {
    type Error = String;

    fn try_from(bytes: u64) -> Result<Self, String> {
        let size = u32::try_from(bytes).ok().filter(|bytes| *bytes < 1 << 24);
        size.map(Self).ok_or_else(|| format!("{bytes} bytes of code; the limit is 2^24 - 1"))
    }
}

impl CodeSize {
    fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

fn code<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    hex::deserialize_by(deserializer, hex::parse_bytes, "hexadecimal bytes")
}

fn as_digits<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex::text(bytes))
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

    /// The account of a line. The hash of a code, and its size if the line has it, must be those of the code.
    fn checked(mut self) -> Result<Self, String> {
        if self.code.is_empty() {
            return Ok(self);
        }
        let hash = Bytes(Keccak256::digest(&self.code).into());
        if hash != self.code_hash {
            return Err(format!("the code has the hash {hash}, not `code_hash`: {}", self.code_hash));
        }
        let size = CodeSize::try_from(self.code.len() as u64)?;
        if !self.code_size.is_zero() && self.code_size.0 != size.0 {
            return Err(format!("the code has {} bytes, not `code_size`: {}", size.0, self.code_size.0));
        }
        self.code_size = size;
        Ok(self)
    }

    /// The writes for the account, with their positions: basic data, code hash, storage, and chunks of the code.
    pub(crate) fn writes(&self) -> impl Iterator<Item = (Position, Value)> {
        let balance = u128::from_be_bytes(self.balance.0);
        let basic_data = BasicData::new(self.nonce, balance).with_code_size(self.code_size.0);
        let basic_data = basic_data.expect("a CodeSize is below 2^24");
        let header = [(Position::BASIC_DATA, basic_data.to_value()), (Position::CODE_HASH, self.code_hash.0)];
        let storage = self.storage.iter().map(|(slot, value)| (Position::storage(&slot.0), value.0));
        let code = (0..).zip(code_chunks(&self.code));
        let code = code.map(|(number, chunk)| (Position::code_chunk(number), chunk));
        header.into_iter().chain(storage).chain(code)
    }
}

/// The writes for accounts, with derived keys.
pub(crate) fn entries(accounts: &[Account], committer: &Committer) -> Vec<(Key, Value)> {
    let writes = accounts
        .iter()
        .flat_map(|account| account.writes().map(|(position, value)| ((account.address(), position), value)));
    let (positions, values): (Vec<_>, Vec<Value>) = writes.unzip();
    KeyHasher::new(committer).keys(&positions).into_iter().zip(values).collect()
}

/// Reads a file `N.jsonl`. Rejects accounts that occur twice.
pub(crate) fn read(path: &Path) -> Result<Vec<Account>, Error> {
    parse(Lines::open(path, JSON_LINE)?)
}

/// Reads lines of accounts.
pub(crate) fn parse(lines: Lines<'_, impl BufRead>) -> Result<Vec<Account>, Error> {
    let account = |_, line: &str| {
        let object: Result<Object<Account>, _> = serde_json::from_str(line);
        // The text is one line, so only the column of serde's position is kept.
        object
            .map(|object| object.0)
            .map_err(|error| shortened(&error.to_string()).replace(" at line 1 column ", ", at column "))?
            .checked()
    };
    lines.read_distinct("the account", account, |account| account.address)
}
