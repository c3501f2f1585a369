//! `vorpal tree init` and `vorpal tree rollback`, and opening a tree.

use serde::Serialize;
use vorpal::tree::{DiskOptions, DiskSnapshot, DiskStore, Error as TreeError, Head, History, Store, Tree};

use super::TreeArguments;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::output::{self, terminal};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree init state
  vorpal tree init state --window 1024")]
pub(super) struct Init {
    #[command(flatten)]
    tree: TreeArguments,
    /// The number of past states that are kept, for rollback and reading.
    #[arg(long, value_name = "N", default_value_t = 128)]
    window: u64,
}

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree rollback state 2")]
pub(super) struct Rollback {
    #[command(flatten)]
    tree: TreeArguments,
    /// The number of blocks.
    #[arg(value_name = "N")]
    blocks: u64,
}

/// A state, for reports.
#[derive(Serialize)]
pub(super) struct State {
    /// The number of blocks up to the state.
    pub(super) blocks: u64,
    /// The name of the last block's file; empty before the first.
    pub(super) label: String,
    pub(super) root: Bytes<32>,
    /// The oldest state that is kept, by its number of blocks.
    pub(super) oldest: u64,
}

impl State {
    pub(super) fn new(store: &impl History, head: &Head) -> Self {
        let oldest = store.heads().map(|head| head.blocks).next().unwrap_or(head.blocks);
        Self { blocks: head.blocks, label: head.label.clone(), root: Bytes(head.root), oldest }
    }

    pub(super) fn text(&self) -> String {
        let Self { blocks, label, root, oldest } = self;
        let last = match label.as_str() {
            "" => String::new(),
            label => format!(", the last one {}", terminal::escape(label)),
        };
        format!("{root} after {blocks} blocks{last}; states from {oldest} on are kept.\n")
    }
}

impl TreeArguments {
    /// Opens the tree for writing. Other processes may read it meanwhile; another writer is waited for.
    pub(super) fn open(&self) -> Result<Tree<DiskStore>, TreeError> {
        self.lock_wait.open(|options| DiskStore::open(&self.directory, options)).map(Tree::over)
    }

    /// Opens a snapshot of the tree for reading, also while another process writes it. With `check`, reads the whole
    /// file first.
    pub(super) fn snapshot(&self, check: bool) -> Result<Tree<DiskSnapshot>, TreeError> {
        let open = |options: DiskOptions| DiskSnapshot::open(&self.directory, options.check(check));
        self.lock_wait.open(open).map(Tree::over)
    }

    pub(super) fn report(&self, report: &impl Serialize, text: &str) -> Result<(), Failure> {
        output::write(report, text, self.json.as_deref())
    }
}

impl Init {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.tree.files().check()?;
        let options = DiskOptions::default().window(self.window);
        let store = DiskStore::create(&self.tree.directory, options)?;
        store.confirm()?;
        let state = State::new(&store, store.head());
        self.tree
            .report(&state, &format!("Created an empty tree in {}.\n", terminal::path(&self.tree.directory)))
    }
}

impl Rollback {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.tree.files().check()?;
        let mut tree = self.tree.open()?;
        tree.rollback(self.blocks)?;
        tree.store().confirm()?;
        let state = State::new(tree.store(), tree.head());
        self.tree.report(&state, &state.text())
    }
}
