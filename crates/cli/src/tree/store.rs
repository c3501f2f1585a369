//! Opening, making and rolling back.

use serde::Serialize;
use vorpal::tree::{DiskOptions, DiskSnapshot, DiskStore, Error as TreeError, Head, History, Store, Tree};

use super::Place;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::output::{self, terminal};

#[derive(clap::Args)]
pub(super) struct Init {
    #[command(flatten)]
    place: Place,
    /// How many blocks can be taken back, or looked at as they were.
    #[arg(long, value_name = "N", default_value_t = 128)]
    window: u64,
}

#[derive(clap::Args)]
pub(super) struct Rollback {
    #[command(flatten)]
    place: Place,
    /// How many blocks.
    #[arg(value_name = "N")]
    blocks: u64,
}

/// A state, for reports.
#[derive(Serialize)]
pub(super) struct State {
    /// How many blocks led to it.
    pub(super) blocks: u64,
    /// The name of the last block's file; empty before the first.
    pub(super) label: String,
    pub(super) root: Bytes<32>,
    /// The first state that is kept, by its number of blocks.
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
            label => format!(", the last of them {}", terminal::shown(label)),
        };
        format!("{root} after {blocks} blocks{last}; states from {oldest} on are kept.\n")
    }
}

impl Place {
    /// The tree, to be changed: others read it meanwhile, and one who changes it too is waited for.
    pub(super) fn open(&self) -> Result<Tree<DiskStore>, TreeError> {
        self.patience.open(|options| DiskStore::open(&self.directory, options)).map(Tree::over)
    }

    /// The tree as it is now, beside whoever changes it.
    pub(super) fn snapshot(&self) -> Result<Tree<DiskSnapshot>, TreeError> {
        self.patience.open(|options| DiskSnapshot::open(&self.directory, options)).map(Tree::over)
    }

    pub(super) fn report(&self, report: &impl Serialize, text: &str) -> Result<(), Failure> {
        output::write(report, text, self.json.as_deref())
    }
}

impl Init {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.place.files().check()?;
        let options = DiskOptions::default().window(self.window);
        let store = DiskStore::create(&self.place.directory, options)?;
        store.confirm()?;
        let state = State::new(&store, store.head());
        self.place.report(&state, &format!("An empty tree in {}.\n", terminal::path(&self.place.directory)))
    }
}

impl Rollback {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.place.files().check()?;
        let mut tree = self.place.open()?;
        tree.rollback(self.blocks)?;
        tree.store().confirm()?;
        let state = State::new(tree.store(), tree.head());
        self.place.report(&state, &state.text())
    }
}
