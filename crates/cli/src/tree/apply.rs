//! Files to blocks of the tree.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{Key, Value};

use super::Place;
use super::store::State;
use crate::failure::Failure;
use crate::input::accounts::{self, Account};
use crate::input::key_values;

/// Windows of the committer's tables: 30 MiB, which are made in a fraction of a second.
const WINDOW: usize = 6;

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    place: Place,
    /// The files, in the order of the blocks.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    applied: Vec<Applied>,
    state: State,
}

#[derive(Serialize)]
struct Applied {
    file: String,
    values: usize,
    /// How many blocks there are with this one, and the root then.
    blocks: u64,
    root: crate::hex::Bytes<32>,
}

/// What a file says.
enum Block {
    Accounts(Vec<Account>),
    Entries(Vec<(Key, Value)>),
}

impl Block {
    fn read(file: &Path) -> Result<Self, Failure> {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("jsonl") => Ok(Self::Accounts(accounts::read(file)?)),
            Some("csv") => Ok(Self::Entries(key_values::read(file)?)),
            _ => Err(Failure::file(file, "neither *.jsonl (accounts) nor *.csv (keys and values)")),
        }
    }

    fn entries(self, committer: &Committer) -> Vec<(Key, Value)> {
        match self {
            Self::Entries(entries) => entries,
            Self::Accounts(accounts) => accounts::entries(&accounts, committer),
        }
    }
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        // What is malformed is refused before anything is written.
        let blocks: Vec<Block> = self.files.iter().map(|file| Block::read(file)).collect::<Result<_, _>>()?;
        let mut tree = self.place.open()?;
        let committer = committer()?;
        let mut applied = Vec::new();
        for (file, block) in self.files.iter().zip(blocks) {
            let entries = block.entries(&committer);
            let values = entries.len();
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            tree.update(entries)?;
            let root = tree.commit_block(&committer, &name)?;
            let file = file.display().to_string();
            applied.push(Applied { file, values, blocks: tree.head().blocks, root: crate::hex::Bytes(root) });
            self.announce(applied.last());
        }
        let state = State::new(tree.store(), tree.head());
        let text = state.text();
        self.place.report(&Report { applied, state }, &text)
    }

    /// Says at once that a block is on the disk, unless standard output is for the JSON.
    fn announce(&self, applied: Option<&Applied>) {
        let json_only = self.place.json.as_ref().is_some_and(|path| path.as_os_str() == "-");
        let Some(Applied { file, values, blocks, root }) = applied.filter(|_| !json_only) else { return };
        let mut out = std::io::stdout().lock();
        // If nobody reads it, the exit code still says how it went.
        let _ = writeln!(out, "block {blocks}: {values} values of {file}, root {root}")
            .and_then(|()| out.flush());
    }
}

/// The committer of every `vorpal tree`.
pub(super) fn committer() -> Result<Committer, Failure> {
    Committer::with_window(&Basis::default(), WINDOW).map_err(|error| Failure::Engine(error.to_string()))
}
