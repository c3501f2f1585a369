//! `vorpal evm`: runs vectors of precompiled contracts, compares outputs, failures and gas, and measures.

mod check;
mod reason;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use vorpal::evm::modexp::Pricing;
use vorpal::evm::{Precompile, Rules};

use crate::failure::Failure;
use crate::input::precompile_vectors;
use crate::output;
use crate::output::files::Files;
use check::Comparison;
use report::Report;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal evm bls12_381_pairing_check blsPairing.json fail-blsPairing.json
  vorpal evm modexp --fork berlin modexp_eip2565.json --json report.json
  vorpal evm bls12_381_g1_msm --gas ignore msm.json")]
pub(crate) struct Options {
    /// The precompiled contract.
    #[arg(value_name = "NAME", value_parser = contract, long_help = names())]
    name: Precompile,
    /// Files of vectors: JSON arrays of objects with Input and Expected or ExpectedError, and optionally Name and Gas,
    /// bytes in hexadecimal digits. ExpectedError is any text: a call that fails is as expected, and a text that is
    /// neither go-ethereum's nor this command's is noted.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The fork whose rules for gas and limits of modexp apply.
    #[arg(long, value_name = "FORK", value_enum, default_value = "osaka")]
    fork: Fork,
    /// Whether the gas of a vector is compared.
    #[arg(long, value_name = "HOW", value_enum, default_value = "compare")]
    gas: Gas,
    /// Do not run calls that cost more gas. Such a vector counts as different.
    #[arg(long, value_name = "GAS", default_value_t = 30_000_000)]
    gas_limit: u64,
    /// The time for measuring each vector, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60_000))]
    budget: u32,
    /// Write the figures of all vectors to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Forks that changed the rules of modexp.
#[derive(Clone, Copy, ValueEnum)]
enum Fork {
    /// EIP-198.
    Byzantium,
    /// EIP-2565.
    Berlin,
    /// EIP-7883 and EIP-7823.
    Osaka,
}

/// What happens to the gas of a vector.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Gas {
    /// Other gas is a difference.
    Compare,
    /// The gas is not compared.
    Ignore,
}

impl Fork {
    fn rules(self) -> Rules {
        let modexp = match self {
            Self::Byzantium => Pricing::Eip198,
            Self::Berlin => Pricing::Eip2565,
            Self::Osaka => Pricing::Eip7883,
        };
        Rules { modexp }
    }
}

/// The contract with this name.
fn contract(name: &str) -> Result<Precompile, String> {
    let found = Precompile::ALL.into_iter().find(|contract| contract.name() == name);
    found.ok_or_else(|| format!("the contracts are {}", list()))
}

fn names() -> String {
    format!("The precompiled contract: {}", list())
}

fn list() -> String {
    Precompile::ALL.map(Precompile::name).join(", ")
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::default().json(&options.json).inputs(&options.files).check()?;
    // All files are read first, so that malformed input is rejected before any work.
    let mut files = Vec::new();
    for file in &options.files {
        files.push((file, precompile_vectors::read(file)?));
    }
    let comparison = Comparison {
        rules: options.fork.rules(),
        gas: options.gas == Gas::Compare,
        gas_limit: options.gas_limit,
        budget: Duration::from_millis(options.budget.into()),
    };
    let mut report = Report::new(options.name);
    for (file, vectors) in &files {
        for vector in vectors {
            report.add(file, comparison.check(options.name, vector));
        }
    }
    let written = output::write(&report, &report.text(), options.json.as_deref());
    report.verdict().and(written)
}
