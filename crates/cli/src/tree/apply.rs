//! `vorpal tree apply`: writes the blocks of files to a tree.

use std::path::{Path, PathBuf};

use serde::Serialize;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{Key, Store, Value};

use super::TreeArguments;
use super::store::State;
use crate::failure::Failure;
use crate::input::accounts::{self, Account};
use crate::input::key_values;
use crate::output::files::is_standard;
use crate::output::terminal::{escape, print};

/// The window width of the committer's tables: 30 MiB, built in a fraction of a second. Tests, which start hundreds of
/// commands, have a quarter of that.
const WINDOW: usize = if cfg!(debug_assertions) { 3 } else { 6 };

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree apply state 1.jsonl 2.jsonl
  vorpal tree apply state values.csv --json -")]
pub(super) struct Options {
    #[command(flatten)]
    tree: TreeArguments,
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
    /// The number of blocks up to and including this one.
    blocks: u64,
    /// The root after this block.
    root: crate::hex::Bytes<32>,
}

/// The content of a block's file.
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
        self.tree.files().inputs(&self.files).check()?;
        // All files are parsed first, so that malformed input is rejected before anything is written.
        let blocks: Vec<Block> = self.files.iter().map(|file| Block::read(file)).collect::<Result<_, _>>()?;
        let mut tree = self.tree.open()?;
        let committer = committer()?;
        let mut applied = Vec::new();
        for (file, block) in self.files.iter().zip(blocks) {
            let entries = block.entries(&committer);
            let values = entries.len();
            let name = escape(file.file_name().unwrap_or_default().display());
            tree.update(entries)?;
            let root = tree.commit_block(&committer, &name)?;
            let file = file.display().to_string();
            applied.push(Applied { file, values, blocks: tree.head().blocks, root: crate::hex::Bytes(root) });
            self.print_applied(applied.last())?;
        }
        tree.store().confirm()?;
        let state = State::new(tree.store(), tree.head());
        let text = state.text();
        self.tree.report(&Report { applied, state }, &text)
    }

    /// Prints that a block is on the disk, unless standard output is for the JSON.
    fn print_applied(&self, applied: Option<&Applied>) -> Result<(), Failure> {
        let json_only = self.tree.json.as_ref().is_some_and(|path| is_standard(path));
        let Some(Applied { file, values, blocks, root }) = applied.filter(|_| !json_only) else {
            return Ok(());
        };
        print(&format!("block {blocks}: {values} values of {}, root {root}\n", escape(file)))
    }
}

/// The committer of all subcommands of `vorpal tree`.
pub(super) fn committer() -> Result<Committer, Failure> {
    Committer::with_window(&Basis::default(), WINDOW).map_err(|error| Failure::Engine(error.to_string()))
}
