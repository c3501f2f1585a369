//! `lab ports`: counts the instructions that a contender executes, and bounds their cycles by the ports of Golden Cove.
//!
//! The contender runs under qemu, which counts the executions of all code. The bound is one from below for these
//! instructions, in any order, without waits for results, memory or jumps. With the times of `lab compare` the table
//! has the ratio that remains: how fast the library would be beside its fastest peer if it reached the bound.

mod bound;
mod code;
mod processor;
mod report;
mod runs;
mod sample;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::contenders::{Contenders, OURS};
use crate::coverage::Coverage;
use crate::failure::{Failure, io, print_line};
use crate::workloads::{self, Scale};
use report::{Results, Row};
use sample::Emulator;

/// Arguments of `ports`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Workloads or beginnings of their names.
    #[arg(required = true)]
    workloads: Vec<String>,
    /// The contender.
    #[arg(long, value_name = "NAME", default_value = OURS)]
    contender: String,
    /// A program of the contender, instead of building it.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// A results.json of `lab compare` with the same backend.
    #[arg(long, value_name = "FILE", requires = "gigahertz")]
    results: Option<PathBuf>,
    /// The clock of the processor on which the results were measured.
    #[arg(long, value_name = "GHZ", requires = "results")]
    gigahertz: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let workloads = workloads::select(&arguments.workloads)?;
    let results = match &arguments.results {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(io(path.display()))?;
            serde_json::from_str(&text)
                .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?
        }
        None => Results::default(),
    };
    let mut coverage = Coverage::default();
    let emulator = match Emulator::find() {
        Ok(emulator) => emulator,
        Err(missing) => {
            coverage.skipped.push(missing);
            return Ok(coverage.finish());
        }
    };
    let contenders = match &arguments.program {
        None => Contenders::build(std::slice::from_ref(&arguments.contender))?,
        Some(program) => {
            let mut contenders = Contenders::start(Vec::new(), Vec::new());
            contenders.add(&arguments.contender, program)?;
            contenders
        }
    };
    coverage.failed.extend(contenders.failure_lines());
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let mut counted = Vec::new();
    for binary in contenders.binaries() {
        for workload in &workloads {
            let (name, input) = (&workload.name, folder.path().join("input"));
            match workload.input(Scale::Quick) {
                Ok(columns) => columns.columns.write(&input)?,
                Err(why) => {
                    coverage.skipped.push(format!("{name}: {why}"));
                    continue;
                }
            }
            eprintln!("counting {name}");
            match emulator.count(binary, &workload.offered_as(), &input.display().to_string()) {
                Ok(Some((version, counts))) => counted.push((name, version, counts)),
                Ok(None) => coverage.skipped.push(format!("{name}: {} does not offer it", binary.name)),
                Err(error) => coverage.failed.push(format!("{}: {name}: {error}", binary.name)),
            }
        }
    }
    coverage.results = counted.len();
    let rows: Vec<Row<'_>> = counted
        .iter()
        .map(|(name, _, counted)| Row {
            workload: name,
            counted,
            measured: results.find(name, &arguments.contender),
        })
        .collect();
    if let Some((_, version, _)) = counted.first() {
        print_line(&format!("{}: {version}", arguments.contender));
        print_line(&report::table(&rows, arguments.gigahertz.unwrap_or(1.0)).to_string());
    }
    Ok(coverage.finish())
}
