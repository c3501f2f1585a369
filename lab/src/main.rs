//! The lab: Vorpal beside its peers.

mod compare;
mod contenders;
mod counts;
mod data;
mod differential;
mod failure;
mod machine;
mod memory;
mod picture;
mod points;
mod random;
mod schnorr;
mod workloads;
mod zprize;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures Vorpal beside its peers, compares their results, counts operations.
///
/// Exit codes: 0 all is well; 1 results differ, or a count rose; 2 the command cannot be carried out; 3 all is done
/// but what a contender that failed would have done.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Times all contenders in turn; writes results.json and report.html.
    Compare(compare::Arguments),
    /// Counts Vorpal's field operations and instructions and compares them with the baseline.
    Counts(counts::Arguments),
    /// Shows the peak memory of contenders, each in a process that does one workload only.
    Memory(memory::Arguments),
    /// Draws the results of `compare` as an SVG bar chart.
    Picture(picture::Arguments),
    /// Compares the results of random and adversarial cases between Vorpal and its peers.
    Differential(differential::Arguments),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Counts(arguments) => counts::run(&arguments),
        Command::Memory(arguments) => memory::run(&arguments),
        Command::Picture(arguments) => picture::run(&arguments),
        Command::Differential(arguments) => differential::run(&arguments),
    };
    result.unwrap_or_else(|failure| {
        eprintln!("error: {failure}");
        failure.exit_code()
    })
}
