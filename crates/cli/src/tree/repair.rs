//! `vorpal tree repair`: what a damaged store still holds, in a new store.

use std::path::PathBuf;

use serde::Serialize;
use vorpal::tree::{DiskOptions, DiskStore, History, Store};

use super::apply::committer;
use super::store::State;
use crate::failure::Failure;
use crate::output::files::Files;
use crate::output::{self, terminal};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree repair state salvaged")]
pub(super) struct Options {
    /// The directory of the damaged tree, which is only read.
    #[arg(value_name = "DIR")]
    damaged: PathBuf,
    /// The directory of the new tree.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    state: State,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        Files::default().json(&self.json).stores([&self.damaged, &self.new]).check()?;
        let store = DiskStore::salvage(&self.damaged, &self.new, &committer()?, DiskOptions::default())?;
        store.confirm()?;
        let state = State::new(&store, store.head());
        let text = format!(
            "Salvaged the newest whole state into {}; every commitment of it was checked. Compare the root with a \
             trusted one.\n{}",
            terminal::path(&self.new),
            state.text()
        );
        output::write(&Report { state }, &text, self.json.as_deref())
    }
}
