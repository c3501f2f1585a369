//! `vorpal kzg`: blobs of EIP-4844 and cells of EIP-7594.

mod cells;
mod commit;
mod recover;
mod vectors;
mod verify;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;
use vorpal::kzg::{BYTES_PER_BLOB, Error, Setup};

use crate::backends::Backends;
use crate::failure::Failure;
use crate::input::byte_items::{self, Item};
use crate::output;
use crate::output::files::is_standard;

#[derive(Args)]
#[command(after_long_help = "\
Examples:
  vorpal kzg commit blob.bin
  vorpal kzg cells blob.bin --out cells.csv
  vorpal kzg vectors tests")]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the commitments to blobs.
    Commit(commit::Commit),
    /// Print proofs of blobs, or of their values at a point, as lines that `verify` reads.
    Prove(commit::Prove),
    /// Verify proofs of blobs, values and cells, and name the wrong ones.
    Verify(verify::Options),
    /// Write the 128 cells of each blob, with their proofs.
    Cells(cells::Options),
    /// Recover blobs from at least 64 of their cells.
    Recover(recover::Options),
    /// Run the vectors of EIP-4844 and EIP-7594: a folder for each function, as c-kzg has them.
    Vectors(vectors::Options),
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Commit(options) => options.run(),
        Command::Prove(options) => options.run(),
        Command::Verify(options) => options.run(),
        Command::Cells(options) => options.run(),
        Command::Recover(options) => options.run(),
        Command::Vectors(options) => options.run(),
    }
}

/// The options of all subcommands.
#[derive(Args)]
struct Common {
    /// The memory for tables, in MiB. Commitments and proofs of many blobs are faster with tables; verification has no
    /// use for them. 0 is none but 1.5 MiB for proofs of cells, otherwise 2 or more.
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = tables)]
    tables: u16,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The number of threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

fn tables(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| matches!(number, 0 | 2..=16_384));
    number.ok_or_else(|| "neither 0 nor a number from 2 to 16384".into())
}

impl Common {
    /// Runs `work` on the number of threads.
    fn on_threads<T: Send>(&self, work: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
        // Zero stands for all cores.
        let threads = usize::from(self.threads.unwrap_or(0));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::Engine(format!("cannot start threads: {error}")))?;
        pool.install(work)
    }

    /// Ethereum's setup, with tables of the given size.
    fn setup(&self) -> Result<Setup, Failure> {
        let setup = Setup::ethereum();
        if self.tables == 0 {
            return Ok(setup);
        }
        setup.with_memory(usize::from(self.tables) << 20).map_err(|error| Failure::Engine(error.to_string()))
    }

    /// Writes a report with the version and the backends.
    fn report(&self, figures: impl Serialize, text: &str) -> Result<(), Failure> {
        let (version, backends) = (env!("CARGO_PKG_VERSION"), Backends::in_use());
        output::write(&Report { version, figures, backends }, text, self.json.as_deref())
    }
}

#[derive(Serialize)]
struct Report<T> {
    version: &'static str,
    #[serde(flatten)]
    figures: T,
    #[serde(flatten)]
    backends: Backends,
}

/// Refuses to read standard input twice.
fn check_standard_input<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    if files.into_iter().filter(|file| is_standard(file)).count() > 1 {
        return Err(Failure::Usage { reason: "standard input can be read only once".into() });
    }
    Ok(())
}

/// The blobs of all files, in their order.
fn read_blobs(files: &[PathBuf]) -> Result<Vec<Item>, Failure> {
    let mut blobs = Vec::new();
    for file in files {
        blobs.extend(read_items(file, "blob", BYTES_PER_BLOB)?);
    }
    Ok(blobs)
}

/// The items of a file or of standard input.
fn read_items(file: &Path, what: &str, length: usize) -> Result<Vec<Item>, Failure> {
    Ok(if is_standard(file) {
        byte_items::read_from_standard_input(what, length)?
    } else {
        byte_items::read(file, what, length)?
    })
}

/// The bytes of items.
fn bytes(items: &[Item]) -> Vec<&[u8]> {
    items.iter().map(|item| &item.bytes[..]).collect()
}

/// The index of the argument of a list that an error names, and the reason without it.
fn indexed(error: &Error) -> (Option<usize>, String) {
    match error {
        Error::Malformed { argument, index, reason } => (*index, format!("{argument}: {reason}")),
        Error::OutOfRange { argument, index, found, limit } => {
            (Some(*index), format!("{argument} {found}; {limit} and more are out of range"))
        }
        other => (None, other.to_string()),
    }
}

/// The failure by an error about one of these blobs.
fn blob_failure(blobs: &[Item], error: &Error) -> Failure {
    let (index, reason) = indexed(error);
    match index.and_then(|index| blobs.get(index)) {
        Some(blob) => blob.error("blob", reason.trim_start_matches("blob: ")).into(),
        None => Failure::Engine(reason),
    }
}

/// `1 blob`, `2 blobs`.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
