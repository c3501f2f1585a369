//! `vorpal tree`: a state tree in a directory.

mod apply;
mod check;
mod read;
mod store;
mod witness;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::output::files::Files;
use crate::patience::Patience;

#[derive(Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make an empty tree.
    Init(store::Init),
    /// Write the blocks of files, one block a file: `*.jsonl` (accounts) or `*.csv` (keys and values), as `replay` reads
    /// them. A block that is reported is on the disk.
    Apply(apply::Options),
    /// Print the root, how many blocks led to it, and how many can be taken back.
    Root(read::RootOptions),
    /// Print the values under keys.
    Get(read::GetOptions),
    /// Write a witness of what keys hold, or that they hold nothing: with the root, anybody can verify it.
    Prove(witness::Prove),
    /// Verify a witness against a root. Needs no tree.
    Verify(witness::Verify),
    /// Take back the last blocks.
    Rollback(store::Rollback),
    /// Read the whole store and check every commitment, every node's place, and the history.
    Check(check::Options),
}

/// Where the tree is, and where the report goes.
#[derive(Args)]
struct Place {
    /// The directory of the tree.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    patience: Patience,
}

impl Place {
    /// The files of a command on this tree, to be checked before any work.
    fn files(&self) -> Files<'_> {
        Files::default().outputs(&self.json).stores([&self.directory])
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Init(options) => options.run(),
        Command::Apply(options) => options.run(),
        Command::Root(options) => options.run(),
        Command::Get(options) => options.run(),
        Command::Prove(options) => options.run(),
        Command::Verify(options) => options.run(),
        Command::Rollback(options) => options.run(),
        Command::Check(options) => options.run(),
    }
}
