//! `vorpal bls`: BLS signatures on BLS12-381.

mod aggregate;
mod function;
mod vectors;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use vorpal::bls::{Scheme, Suite, Variant};

use crate::backends::Backends;
use crate::failure::Failure;
use crate::output;

#[derive(Args)]
#[command(after_long_help = "\
Examples:
  vorpal bls verify sets.csv
  vorpal bls aggregate signatures.txt
  vorpal bls vectors tests")]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Verify signatures with their keys and messages, and name the wrong ones.
    Verify(verify::Options),
    /// Print the sum of signatures, or of keys.
    Aggregate(aggregate::Options),
    /// Run vectors of signatures: a folder for each function, as bls12-381-tests has them.
    Vectors(vectors::Options),
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Verify(options) => options.run(),
        Command::Aggregate(options) => options.run(),
        Command::Vectors(options) => options.run(),
    }
}

/// The groups of keys and signatures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Groups {
    /// Keys of 48 bytes in G1, signatures of 96 bytes in G2.
    MinPk,
    /// Keys of 96 bytes in G2, signatures of 48 bytes in G1.
    MinSig,
}

/// The schemes of the draft.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SchemeName {
    /// No protection against rogue keys but distinct messages.
    Basic,
    /// Messages begin with the key.
    Augmentation,
    /// Keys have proofs of possession.
    Possession,
}

/// The options of all subcommands.
#[derive(Args)]
struct Common {
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The number of threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// The tag and the scheme.
#[derive(Args)]
struct SuiteOptions {
    /// The scheme.
    #[arg(long, value_name = "SCHEME", value_enum, default_value_t = SchemeName::Possession)]
    scheme: SchemeName,
    /// The tag under which messages are hashed, instead of that of the scheme.
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
}

impl SuiteOptions {
    fn suite<V: Variant>(&self) -> Result<Suite<V>, Failure> {
        let (scheme, tag) = match self.scheme {
            SchemeName::Basic => (Scheme::Basic, V::NUL),
            SchemeName::Augmentation => (Scheme::Augmentation, V::AUG),
            SchemeName::Possession => (Scheme::Possession, V::POP),
        };
        let tag = self.tag.as_ref().map_or(tag, |tag| tag.as_bytes());
        Suite::new(tag, scheme).map_err(|error| Failure::Usage { reason: format!("--tag: {error}") })
    }
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

/// `1 signature`, `2 signatures`.
fn counted(number: usize) -> String {
    format!("{number} signature{}", if number == 1 { "" } else { "s" })
}
