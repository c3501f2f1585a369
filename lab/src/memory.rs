//! `lab memory`: measures the peak memory of each contender for a workload.

use std::process::ExitCode;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use contender::message::Bytes;

use crate::compare::check_results;
use crate::contenders::{ContenderError, Contenders};
use crate::coverage::Coverage;
use crate::failure::{Failure, io, print_line};
use crate::peak::{mebibytes, peak_bytes};
use crate::workloads::{self, Scale, Workload};

/// Arguments of `memory`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Names of workloads or their prefixes.
    #[arg(default_value = "tree.mainnet_state.t1")]
    workloads: Vec<String>,
    /// Run only this contender; may be repeated.
    #[arg(long, value_name = "NAME")]
    contender: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let workloads = workloads::select(&arguments.workloads)?;
    let mut contenders = Contenders::build(&arguments.contender)?;
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let path = folder.path().join("input");
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["workload", "contender", "peak MiB", "tables MiB"]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut coverage = Coverage::default();
    for workload in &workloads {
        let input = match workload.input(Scale::Full) {
            Ok(input) => input,
            Err(skipped) => {
                coverage.skipped.push(format!("{}: {skipped}", workload.name));
                continue;
            }
        };
        input.columns.write(&path)?;
        let mut results: Vec<(String, Vec<Bytes>)> = Vec::new();
        for index in 0..contenders.len() {
            match need(&mut contenders, index, workload, &path.display().to_string()) {
                Ok(None) => {}
                Ok(Some(need)) => {
                    let name = contenders.name(index).to_owned();
                    let tables = need.tables.map_or("-".to_owned(), mebibytes);
                    table.add_row([workload.name.clone(), name.clone(), mebibytes(need.peak), tables]);
                    results.push((name, need.result));
                    coverage.results += 1;
                }
                Err(error) => contenders.record_failure(index, format!("{}: {error}", workload.name)),
            }
        }
        let published = input.published.as_deref().map(|published| ("published", published));
        let results = results.iter().map(|(name, result)| (name.as_str(), result.as_slice()));
        check_results(&workload.name, published.into_iter().chain(results))?;
    }
    print_line(&table.to_string());
    coverage.failed = contenders.failure_lines();
    Ok(coverage.finish())
}

/// The memory that a workload took, in bytes, and its results.
struct Need {
    peak: f64,
    tables: Option<f64>,
    result: Vec<Bytes>,
}

/// Runs the workload once in a new process; `None` if the contender does not offer the workload.
fn need(
    contenders: &mut Contenders,
    index: usize,
    workload: &Workload,
    input: &str,
) -> Result<Option<Need>, ContenderError> {
    let threads = workload.threads;
    contenders.restart(index, threads);
    let process = contenders.process(index, threads)?;
    if !process.hello.offers.contains_key(&workload.offered_as()) {
        return Ok(None);
    }
    let prepared = process.prepare(&workload.offered_as(), input, threads)?;
    // The process is idle until the next request.
    let peak = peak_bytes(process.child.id());
    contenders.restart(index, threads);
    let peak = peak.ok_or_else(|| ContenderError::Refused("no VmHWM in /proc/PID/status".to_owned()))?;
    Ok(Some(Need { peak, tables: prepared.facts.get("table_bytes").copied(), result: prepared.result }))
}
