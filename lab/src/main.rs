//! The `lab` command: measures Vorpal and other libraries on the same inputs and compares their results.

mod arm64;
mod baseline;
mod circuits;
mod compare;
mod contenders;
mod cores;
mod counted;
mod counts;
#[cfg(test)]
mod counts_model;
mod coverage;
mod data;
mod differential;
mod ethereum;
mod evm;
mod failure;
mod machine;
mod memory;
mod peak;
mod picture;
mod points;
mod ports;
mod random;
mod results;
mod schnorr;
mod shares;
mod subgroups;
mod workloads;
mod zprize;
mod zprize_files;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures Vorpal and other libraries, compares their results, counts operations
///
/// Exit codes: 0 success; 1 results differ, a contender fails on a case of `differential`, a count is higher than its
/// baseline, or only one of them has an operation; 2 the command cannot be carried out; 3 a contender failed otherwise
/// or something was skipped, and everything else is done.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure the times of all contenders; write results.json and report.html.
    Compare(compare::Arguments),
    /// Count field operations and instructions of Vorpal and compare the counts with the baseline.
    Counts(counts::Arguments),
    /// Measure the peak memory of each contender, in a process that runs one workload only.
    Memory(memory::Arguments),
    /// Import chains with and without each of the three methods of the replay of go-verkle; print each one's share.
    Shares(shares::Arguments),
    /// Model the times on many cores from those of `compare` on one and on two.
    Cores(cores::Arguments),
    /// Draw the results of `compare` as an SVG bar chart.
    Picture(picture::Arguments),
    /// Write figures of the documents, `docs/results.toml`, from the results of `compare`.
    Results(results::Arguments),
    /// Count the instructions of contenders that are compiled for AArch64, and model their cycles.
    Arm64(arm64::Arguments),
    /// Count executed instructions, and bound their cycles by the ports of a processor.
    Ports(ports::Arguments),
    /// Measure the gas per second of Ethereum's precompiled contracts on the vectors of go-ethereum.
    Evm(evm::Arguments),
    /// Run the harness of ZPrize 2022: arkworks and Vorpal on vectors of files and random ones; append their times.
    Zprize(zprize::Arguments),
    /// Compare the results of Vorpal and other libraries on random inputs and edge cases.
    Differential(differential::Arguments),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Counts(arguments) => counts::run(&arguments),
        Command::Memory(arguments) => memory::run(&arguments),
        Command::Shares(arguments) => shares::run(&arguments),
        Command::Cores(arguments) => cores::run(&arguments),
        Command::Picture(arguments) => picture::run(&arguments),
        Command::Results(arguments) => results::run(&arguments),
        Command::Arm64(arguments) => arm64::run(&arguments),
        Command::Ports(arguments) => ports::run(&arguments),
        Command::Evm(arguments) => evm::run(&arguments),
        Command::Zprize(arguments) => zprize::run(&arguments),
        Command::Differential(arguments) => differential::run(&arguments),
    };
    result.unwrap_or_else(|failure| {
        eprintln!("error: {failure}");
        failure.exit_code()
    })
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;
    use vorpal_oracle::documents;

    use super::*;

    /// The command line of `lab` in a command of a document.
    fn arguments(command: &documents::Command) -> Option<&[String]> {
        let words = &command.words[..];
        if words[0] == "lab" {
            return Some(&words[1..]);
        }
        let (options, rest) = words.split_at(words.iter().position(|word| word == "--")?);
        let has = |wanted: &str| options.iter().any(|word| word == wanted);
        let is_lab = words[0] == "cargo" && has("lab/Cargo.toml") && !has("-p");
        (is_lab && rest.len() > 1).then(|| &rest[1..])
    }

    #[test]
    fn commands_of_documents_parse() {
        let parse = |arguments: &[String]| {
            Cli::try_parse_from(["lab"].into_iter().chain(arguments.iter().map(|a| &**a)))
        };
        let mut found = 0;
        for command in documents::commands() {
            let Some(arguments) = arguments(&command) else { continue };
            found += 1;
            let Err(error) = parse(arguments) else { continue };
            let is_short = command.is_in_sentence && error.kind() == ErrorKind::MissingRequiredArgument;
            let is_help = error.kind() == ErrorKind::DisplayHelp;
            assert!(is_short || is_help, "{}: {arguments:?}: {error}", command.place);
        }
        assert!(found > 10, "{found}");
        assert!(parse(&["compare".into(), "--quik".into()]).is_err());
    }
}
