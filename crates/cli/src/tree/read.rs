//! `vorpal tree root` and `vorpal tree get`: the root and values of the current or a past state.

use serde::Serialize;
use vorpal::tree::{DiskSnapshot, Error as TreeError, History, Key, Tree, Value};

use super::TreeArguments;
use super::store::State;
use crate::failure::Failure;
use crate::hex::Bytes;

/// The options that select a state and the checks before it is read.
#[derive(clap::Args)]
pub(super) struct At {
    /// Use the state after N blocks instead of the current state.
    #[arg(long, value_name = "N")]
    at: Option<u64>,
    /// Read only what is needed, instead of checking the whole file first. Damage is then an error where it is read.
    #[arg(long)]
    no_check: bool,
}

impl At {
    pub(super) fn snapshot(&self, tree: &TreeArguments) -> Result<Tree<DiskSnapshot>, TreeError> {
        tree.snapshot(!self.no_check)
    }

    /// The number of blocks up to the selected state.
    pub(super) fn blocks(&self, tree: &Tree<DiskSnapshot>) -> u64 {
        self.at.unwrap_or(tree.head().blocks)
    }

    pub(super) fn state(&self, tree: &Tree<DiskSnapshot>) -> Result<State, Failure> {
        let blocks = self.blocks(tree);
        // Returns an error if the state is not kept.
        tree.at(blocks)?;
        let head = tree.store().heads().find(|head| head.blocks == blocks).unwrap_or(tree.head());
        Ok(State::new(tree.store(), head))
    }
}

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree root state
  vorpal tree root state --at 5")]
pub(super) struct RootOptions {
    #[command(flatten)]
    tree: TreeArguments,
    #[command(flatten)]
    at: At,
}

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree get state 0x0000000000000000000000000000000000000000000000000000000000000001")]
pub(super) struct GetOptions {
    #[command(flatten)]
    tree: TreeArguments,
    /// Keys: 32 bytes as hexadecimal digits after 0x.
    #[arg(value_name = "KEY", required = true, value_parser = key)]
    keys: Vec<Key>,
    #[command(flatten)]
    at: At,
}

#[derive(Serialize)]
struct Values {
    state: State,
    values: Vec<KeyValue>,
}

/// A key and its value, for reports.
#[derive(Serialize)]
pub(super) struct KeyValue {
    key: Bytes<32>,
    /// None if the key was never written.
    value: Option<Bytes<32>>,
}

impl KeyValue {
    pub(super) fn new(key: &Key, value: Option<Value>) -> Self {
        Self { key: Bytes(key.to_bytes()), value: value.map(Bytes) }
    }

    /// The line `key,value`, as in CSV files; the value is empty if the key was never written.
    pub(super) fn line(&self) -> String {
        let value = self.value.map_or(String::new(), |value| value.to_string());
        format!("{},{value}\n", self.key)
    }
}

/// Parses a key of the command line.
pub(super) fn key(text: &str) -> Result<Key, String> {
    Bytes::parse(text).map(|bytes| Key::from(bytes.0))
}

impl RootOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.tree.files().check()?;
        let state = self.at.state(&self.at.snapshot(&self.tree)?)?;
        self.tree.report(&state, &state.text())
    }
}

impl GetOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.tree.files().check()?;
        let tree = self.at.snapshot(&self.tree)?;
        let state = self.at.state(&tree)?;
        let view = tree.at(state.blocks)?;
        let mut values = Vec::new();
        for key in &self.keys {
            values.push(KeyValue::new(key, view.get(key)?));
        }
        let text: String = values.iter().map(KeyValue::line).collect();
        self.tree.report(&Values { state, values }, &text)
    }
}
