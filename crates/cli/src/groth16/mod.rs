//! `vorpal groth16`: proofs, keys and ceremonies in the formats of circom and snarkjs.

mod check;
mod contribution;
mod export;
mod files;
mod prove;
mod ptau;
mod setup;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;

use crate::backends::Backends;
use crate::failure::Failure;
use crate::output;

#[derive(Args)]
#[command(after_long_help = "\
Examples:
  vorpal groth16 prove circuit.zkey witness.wtns proof.json public.json
  vorpal groth16 verify verification_key.json public.json proof.json
  vorpal groth16 check circuit.r1cs witness.wtns")]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prove that a witness satisfies a circuit: write the proof and the public signals.
    #[command(visible_alias = "prover")]
    Prove(prove::Options),
    /// Verify a proof.
    #[command(visible_alias = "verifier")]
    Verify(verify::Options),
    /// Name the constraints that a witness does not satisfy.
    Check(check::Options),
    /// Keys of circuits: new ones, contributions, verification, export.
    Setup(setup::Options),
    /// Powers of tau: new ones, contributions, preparation, verification.
    Ptau(ptau::Options),
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Prove(options) => options.run(),
        Command::Verify(options) => options.run(),
        Command::Check(options) => options.run(),
        Command::Setup(options) => options.run(),
        Command::Ptau(options) => options.run(),
    }
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
