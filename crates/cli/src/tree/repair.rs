//! `vorpal tree repair`: what a damaged store still holds, in a new store.

use std::path::PathBuf;

use serde::Serialize;
use vorpal::tree::{DiskOptions, DiskStore, History, Store};

use super::apply::committer;
use super::store::State;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::output::files::Files;
use crate::output::{self, terminal};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree repair state salvaged
  vorpal tree repair state salvaged --root 0x48c96a4f79f1463c34f6f8fcab46a78129382ac376730ac7edc8123ad0c55bda")]
pub(super) struct Options {
    /// The directory of the damaged tree, which is only read.
    #[arg(value_name = "DIR")]
    damaged: PathBuf,
    /// The directory of the new tree.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Salvage the state with this root, and search all pages for it if the index does not lead to it.
    ///
    /// Take the root from elsewhere: from a peer, or from your records. Without it, the newest whole state is salvaged
    /// to which the index leads. The root proves the values, but not the number of blocks and the label.
    #[arg(long, value_name = "ROOT", value_parser = Bytes::<32>::parse)]
    root: Option<Bytes<32>>,
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
        let root = self.root.map(|root| root.0);
        let options = DiskOptions::default();
        let store = DiskStore::salvage(&self.damaged, &self.new, root, &committer()?, options)?;
        store.confirm()?;
        let state = State::new(&store, store.head());
        let (which, advice) = match root {
            Some(_) => {
                ("state with this root", " The root does not prove the number of blocks and the label.")
            }
            None => ("newest whole state", " Compare the root with a trusted one."),
        };
        let text = format!(
            "Salvaged the {which} into {}; every commitment of it was checked.{advice}\n{}",
            terminal::path(&self.new),
            state.text()
        );
        output::write(&Report { state }, &text, self.json.as_deref())
    }
}
