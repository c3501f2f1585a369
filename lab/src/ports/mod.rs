//! `lab ports`: counts the instructions that a contender executes, and bounds their cycles by the ports of Golden Cove.
//!
//! Contenders run under qemu, which counts the executions of all code. The bound is one from below for these
//! instructions, in any order, without waits for results, memory or jumps. It does not depend on a clock or on load.

mod bound;
mod code;
mod processor;
mod report;
mod runs;
mod sample;

use std::process::ExitCode;

use clap::Args;

use crate::contenders::{Contenders, OURS};
use crate::coverage::Coverage;
use crate::failure::{Failure, io, print_line};
use crate::workloads::{self, Scale};
use report::Row;
use sample::Emulator;

/// Arguments of `ports`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Workloads or beginnings of their names.
    #[arg(required = true)]
    workloads: Vec<String>,
    /// The contenders.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = OURS)]
    contender: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let workloads = workloads::select(&arguments.workloads)?;
    let mut coverage = Coverage::default();
    let emulator = match Emulator::find() {
        Ok(emulator) => emulator,
        Err(missing) => {
            coverage.skipped.push(missing);
            return Ok(coverage.finish());
        }
    };
    let contenders = Contenders::build(&arguments.contender)?;
    coverage.failed.extend(contenders.failure_lines());
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let path = folder.path().join("input");
    let mut rows = Vec::new();
    for workload in &workloads {
        let name = &workload.name;
        match workload.input(Scale::Quick) {
            Ok(input) => input.columns.write(&path)?,
            Err(why) => {
                coverage.skipped.push(format!("{name}: {why}"));
                continue;
            }
        }
        let before = rows.len();
        for binary in contenders.binaries() {
            eprintln!("counting {name} of {}", binary.name);
            match emulator.count(binary, &workload.offered_as(), &path.display().to_string()) {
                Ok(Some((version, counted))) => {
                    rows.push(Row { workload: name, contender: &binary.name, version, counted });
                }
                Ok(None) => {}
                Err(error) => coverage.failed.push(format!("{}: {name}: {error}", binary.name)),
            }
        }
        if rows.len() == before {
            coverage.skipped.push(format!("{name}: counted for no contender"));
        }
    }
    coverage.results = rows.len();
    print_line(&report::text(&rows));
    Ok(coverage.finish())
}
