//! `vorpal tree`: a state tree in a directory.

mod apply;
mod check;
mod read;
mod repair;
mod store;
mod witness;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::lock_wait::LockWait;
use crate::output::files::Files;

#[derive(Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree init state
  vorpal tree apply state 1.jsonl 2.jsonl
  vorpal tree root state --json -")]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Create an empty tree.
    Init(store::Init),
    /// Write the blocks of files, one block a file: `*.jsonl` (accounts) or `*.csv` (keys and values), as `replay`
    /// reads them. A block that is reported is on the disk.
    Apply(apply::Options),
    /// Print the root, the number of blocks, and the oldest state that can be restored.
    Root(read::RootOptions),
    /// Print the values of keys.
    Get(read::GetOptions),
    /// Write a witness of the values of keys, or of their absence. It is verified against the root, without the tree.
    Prove(witness::Prove),
    /// Verify a witness against a root, without a tree.
    Verify(witness::Verify),
    /// Roll back the last blocks.
    Rollback(store::Rollback),
    /// Read the whole store and check every commitment, the path of every node, and the history.
    Check(check::Options),
    /// Salvage what a damaged tree still holds into a new tree: the newest block of which everything is left.
    Repair(repair::Options),
}

/// The arguments of all subcommands on a tree: its directory, and the file of the report.
#[derive(Args)]
struct TreeArguments {
    /// The directory of the tree.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    lock_wait: LockWait,
}

impl TreeArguments {
    /// The files of a command on this tree, for the check before any work.
    fn files(&self) -> Files<'_> {
        Files::default().json(&self.json).stores([&self.directory])
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
        Command::Repair(options) => options.run(),
    }
}
