//! What a tree holds, now or some blocks ago.

use serde::Serialize;
use vorpal::tree::{DiskSnapshot, History, Key, Tree, Value};

use super::Place;
use super::store::State;
use crate::failure::Failure;
use crate::hex::Bytes;

/// Which state.
#[derive(clap::Args)]
pub(super) struct At {
    /// The state after so many blocks, instead of the current one.
    #[arg(long, value_name = "N")]
    at: Option<u64>,
}

impl At {
    /// How many blocks led to the state.
    pub(super) fn blocks(&self, tree: &Tree<DiskSnapshot>) -> u64 {
        self.at.unwrap_or(tree.head().blocks)
    }

    pub(super) fn state(&self, tree: &Tree<DiskSnapshot>) -> Result<State, Failure> {
        let blocks = self.blocks(tree);
        // For its complaint if the state is not kept.
        tree.at(blocks)?;
        let head = tree.store().heads().find(|head| head.blocks == blocks).unwrap_or(tree.head());
        Ok(State::new(tree.store(), head))
    }
}

#[derive(clap::Args)]
pub(super) struct RootOptions {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    at: At,
}

#[derive(clap::Args)]
pub(super) struct GetOptions {
    #[command(flatten)]
    place: Place,
    /// Keys: 32 bytes as hexadecimal digits after 0x.
    #[arg(value_name = "KEY", required = true, value_parser = key)]
    keys: Vec<Key>,
    #[command(flatten)]
    at: At,
}

#[derive(Serialize)]
struct Values {
    state: State,
    values: Vec<Held>,
}

/// What a key holds, for reports.
#[derive(Serialize)]
pub(super) struct Held {
    key: Bytes<32>,
    /// None if it was never written.
    value: Option<Bytes<32>>,
}

impl Held {
    pub(super) fn new(key: &Key, value: Option<Value>) -> Self {
        Self { key: Bytes(key.to_bytes()), value: value.map(Bytes) }
    }

    /// `key,value`, as files have it; nothing after the comma if it was never written.
    pub(super) fn line(&self) -> String {
        let value = self.value.map_or(String::new(), |value| value.to_string());
        format!("{},{value}\n", self.key)
    }
}

/// A key of the command line.
pub(super) fn key(text: &str) -> Result<Key, String> {
    Bytes::parse(text).map(|bytes| Key::from(bytes.0))
}

impl RootOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.place.files().check()?;
        let state = self.at.state(&self.place.snapshot()?)?;
        self.place.report(&state, &state.text())
    }
}

impl GetOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.place.files().check()?;
        let tree = self.place.snapshot()?;
        let state = self.at.state(&tree)?;
        let view = tree.at(state.blocks)?;
        let mut values = Vec::new();
        for key in &self.keys {
            values.push(Held::new(key, view.get(key)?));
        }
        let text: String = values.iter().map(Held::line).collect();
        self.place.report(&Values { state, values }, &text)
    }
}
