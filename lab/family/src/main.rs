//! Experiments on the family of Montgomery multiplications, in BN254's scalar field: times of single trials, and how
//! often results are not below the modulus.
//!
//! A trial is a chain of 1, 10 or 100 products between two readings of the clock. All series take turns, so that a
//! disturbance meets all of them. The series `clock` has no product: it is what a trial takes by itself.

mod operands;
mod picture;
mod series;
mod table;
mod trials;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use operands::Operands;
use trials::Experiment;

/// Measures chains of Montgomery multiplications by every strategy, and counts results that are not below the modulus
///
/// Writes DIR/KIND-LENGTH.csv with the nanoseconds of every trial, DIR/KIND-LENGTH.svg with their distribution, and
/// DIR/summary.csv. Exit codes: 0 success, 2 the command cannot be carried out.
#[derive(Parser)]
#[command(name = "family", version)]
struct Cli {
    /// The number of trials of every chain.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    trials: u32,
    /// The kinds of operands: small (both below 2^32), near (just below p), random (below p), any (below R).
    #[arg(long, value_delimiter = ',', default_values_t = Operands::ALL, value_name = "KIND,..")]
    operands: Vec<Operands>,
    /// The lengths of chains.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 10, 100], value_name = "LENGTH,..",
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    chains: Vec<u16>,
    /// The folder of the files.
    #[arg(long, default_value = "lab-report/family", value_name = "DIR")]
    out: PathBuf,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> Result<(), String> {
    std::fs::create_dir_all(&cli.out).map_err(|error| format!("{}: {error}", cli.out.display()))?;
    let progress = ProgressBar::new((cli.operands.len() * cli.chains.len()) as u64);
    let style = ProgressStyle::with_template("{wide_bar} {msg} {pos}/{len}");
    progress.set_style(style.map_err(|error| error.to_string())?);
    let mut experiments = Vec::new();
    for operands in &cli.operands {
        for length in &cli.chains {
            progress.set_message(format!("{operands}, {length}"));
            let experiment = Experiment::run(*operands, usize::from(*length), cli.trials as usize);
            let name = format!("{operands}-{length}");
            write(&cli.out.join(format!("{name}.csv")), &experiment.csv())?;
            write(&cli.out.join(format!("{name}.svg")), &picture::draw(&experiment)?)?;
            experiments.push(experiment.summary());
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    write(&cli.out.join("summary.csv"), &table::csv(&experiments))?;
    println!("{}", table::text(&experiments));
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_writes_all_files() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("new");
        let arguments = ["family", "--trials", "20", "--operands", "small,any", "--chains", "1,10", "--out"];
        let cli = Cli::try_parse_from(arguments.into_iter().chain([out.to_str().unwrap()])).unwrap();
        run(&cli).unwrap();
        for name in ["small-1", "small-10", "any-1", "any-10"] {
            let text = std::fs::read_to_string(out.join(format!("{name}.csv"))).unwrap();
            assert_eq!(text.lines().count(), 21, "{name}");
            let columns = text.lines().next().unwrap().split(',').count();
            assert!(text.lines().all(|line| line.split(',').count() == columns));
            assert!(std::fs::read_to_string(out.join(format!("{name}.svg"))).unwrap().contains("</svg>"));
        }
        let summary = std::fs::read_to_string(out.join("summary.csv")).unwrap();
        assert!(summary.contains("small,1,single_step,none,"), "{summary}");
        // A folder that is a file.
        let cli = Cli { out: out.join("summary.csv"), ..cli };
        assert!(run(&cli).unwrap_err().contains("summary.csv"));
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for wrong in [["--trials", "1"], ["--operands", "large"], ["--chains", "0"]] {
            assert!(Cli::try_parse_from(["family"].into_iter().chain(wrong)).is_err(), "{wrong:?}");
        }
    }
}
