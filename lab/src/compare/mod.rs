//! `lab compare`: measures the times of all contenders.

mod charts;
mod measure;
mod report;
mod sources;
mod statistics;
mod table;

pub(crate) use measure::check_results;
#[cfg(test)]
pub(crate) use table::example_row;
pub(crate) use table::time;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::contenders::{Contenders, OURS, Others};
use crate::coverage::Coverage;
use crate::failure::{Failure, io, print_line};
use crate::machine::Machine;
use crate::workloads::{self, Scale, Workload};

/// Arguments of `compare`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Names of workloads or their prefixes; all workloads if none is given.
    pub(crate) workloads: Vec<String>,
    /// Number of rounds; in each round every contender gives one sample [default: 40, quick: 12].
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rounds: Option<u64>,
    /// Use smaller inputs and fewer rounds, and leave out the largest sizes; takes a few minutes.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Folder for results.json and report.html.
    #[arg(long, value_name = "DIR", default_value = "lab-report")]
    pub(crate) out: PathBuf,
    /// Measure only this contender; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) contender: Vec<String>,
    /// Measure this program too, another build of `contender-vorpal`. Unless contenders are named, it is Vorpal's
    /// only peer.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) before: Option<PathBuf>,
}

/// The name of the program of `--before`.
const BEFORE: &str = "before";

const JSON: &str = "results.json";
const REPORT: &str = "report.html";

/// Parameters of the measurement.
struct Effort {
    rounds: u64,
    /// The minimum number of rounds.
    fewest_rounds: u64,
    /// The target duration of a sample.
    sample: Duration,
    /// The maximum duration of all rounds of one workload.
    budget: Duration,
}

impl Effort {
    fn new(arguments: &Arguments) -> Self {
        let (rounds, fewest_rounds, sample, budget) =
            if arguments.quick { (12, 3, 5, 1) } else { (40, 5, 10, 60) };
        Self {
            rounds: arguments.rounds.unwrap_or(rounds),
            fewest_rounds: arguments.rounds.unwrap_or(fewest_rounds),
            sample: Duration::from_millis(sample),
            budget: if arguments.rounds.is_some() { Duration::MAX } else { Duration::from_secs(budget) },
        }
    }
}

/// The figures of a contender for a workload. Times are in nanoseconds per item.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) workload: String,
    pub(crate) contender: String,
    pub(crate) version: String,
    /// The function or method of the library that was measured.
    pub(crate) path: String,
    pub(crate) p10_ns: f64,
    pub(crate) median_ns: f64,
    pub(crate) min_ns: f64,
    pub(crate) p90_ns: f64,
    /// `(p90 - p10) / median`.
    pub(crate) spread: f64,
    pub(crate) samples: usize,
    /// Iterations in a sample.
    pub(crate) iterations: u64,
    /// The lower decile of the fastest peer divided by this contender's lower decile. Above 1, this contender is
    /// faster.
    pub(crate) speed_vs_best_peer: Option<f64>,
    /// The 95 % confidence interval of that ratio.
    pub(crate) interval: Option<(f64, f64)>,
    /// Heap allocations per item.
    pub(crate) allocs: Option<f64>,
    /// The peak resident memory of the contender's process during the rounds, for workloads in processes of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) peak_bytes: Option<f64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) parts_p10_ns: BTreeMap<String, f64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) facts: BTreeMap<String, f64>,
}

/// Why a peer is absent: a dash in the report.
const NOT_OFFERED: &str = "not offered";

/// The contender name of entries that concern all contenders.
const ALL_CONTENDERS: &str = "all";

/// A workload that a contender, or all contenders, did not measure.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Absent {
    pub(crate) workload: String,
    pub(crate) contender: String,
    pub(crate) why: String,
}

/// The version and build of a contender.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Build {
    pub(crate) contender: String,
    pub(crate) version: String,
    pub(crate) build: String,
}

impl Build {
    /// A line for the terminal.
    pub(crate) fn line(&self) -> String {
        let Self { contender, version, build } = self;
        let separator = if build.is_empty() { "" } else { "; " };
        format!("{contender}: {version}{separator}{build}")
    }
}

/// A contender that failed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Failed {
    pub(crate) contender: String,
    pub(crate) why: String,
}

/// All results of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Results {
    pub(crate) machine: Machine,
    pub(crate) quick: bool,
    pub(crate) contenders: Vec<Build>,
    pub(crate) rows: Vec<Row>,
    pub(crate) absent: Vec<Absent>,
    pub(crate) failed: Vec<Failed>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let workloads = workloads::select(&arguments.workloads)?;
    let (_, coverage) = report(arguments, &workloads)?;
    Ok(coverage.finish())
}

/// Measures the workloads, and writes and prints the results.
pub(crate) fn report(arguments: &Arguments, workloads: &[Workload]) -> Result<(Results, Coverage), Failure> {
    std::fs::create_dir_all(&arguments.out).map_err(io(arguments.out.display()))?;
    // The files of an earlier run are removed, so that they cannot be mistaken for results of this run if it ends
    // early.
    for name in [JSON, REPORT] {
        let path = arguments.out.join(name);
        if path.exists() {
            std::fs::remove_file(&path).map_err(io(path.display()))?;
        }
    }
    let mut contenders = match (&arguments.before, arguments.contender.as_slice()) {
        (Some(_), []) => Contenders::build(&[OURS.to_owned()])?,
        (_, named) => Contenders::build(named)?,
    };
    if let Some(program) = &arguments.before {
        contenders.add(BEFORE, program)?;
    }
    let mut results = Results {
        machine: Machine::new(),
        quick: arguments.quick,
        contenders: builds(&mut contenders),
        rows: Vec::new(),
        absent: Vec::new(),
        failed: Vec::new(),
    };
    let others = Others::new(&contenders);
    let skipped = measure_all(&mut contenders, workloads, arguments, &mut results)?;
    let mut coverage = Coverage { skipped, failed: contenders.failure_lines(), ..Coverage::default() };
    let during = others.share(&contenders);
    let failures = contenders.failures.clone();
    results.failed = failures.into_iter().map(|(contender, why)| Failed { contender, why }).collect();
    // Idle processes are ended before the load is measured.
    drop(contenders);
    results.machine.finish(during);
    let json = serde_json::to_string_pretty(&results).expect("results are plain data");
    for (name, text) in [(JSON, json), (REPORT, report::render(&results))] {
        let path = arguments.out.join(name);
        std::fs::write(&path, text).map_err(io(path.display()))?;
    }
    print_line(&table::render(&results));
    if arguments.before.is_some() {
        print_line(&table::slower_rows(&results.rows));
    }
    print_line(&format!("wrote {} and {REPORT}", arguments.out.join(JSON).display()));
    coverage.results = results.rows.len();
    Ok((results, coverage))
}

/// The versions and builds of all contenders. The version of Vorpal names its kernels.
pub(crate) fn builds(contenders: &mut Contenders) -> Vec<Build> {
    let names: Vec<(String, String)> =
        contenders.binaries().iter().map(|binary| (binary.name.clone(), binary.build.clone())).collect();
    let describe = |(index, (contender, build))| {
        let version = contenders.process(index, 1).map(|process| process.hello.version.clone());
        Build { contender, version: version.unwrap_or_default(), build }
    };
    names.into_iter().enumerate().map(describe).collect()
}

/// Measures the workloads. Returns those whose input is not available, with the reason.
fn measure_all(
    contenders: &mut Contenders,
    workloads: &[Workload],
    arguments: &Arguments,
    results: &mut Results,
) -> Result<Vec<String>, Failure> {
    let mut skipped_workloads = Vec::new();
    let effort = Effort::new(arguments);
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    let path = folder.path().join("input");
    let bar = ProgressBar::new(workloads.len() as u64);
    let style = ProgressStyle::with_template("{elapsed_precise} {pos}/{len} {wide_bar} {msg}");
    bar.set_style(style.expect("the template is right"));
    for workload in workloads {
        bar.set_message(workload.name.clone());
        let absent = |contender: &str, why: String| Absent {
            workload: workload.name.clone(),
            contender: contender.to_owned(),
            why,
        };
        let offering = offering(contenders, workload);
        if arguments.quick && workload.only_full {
            results.absent.push(absent(ALL_CONTENDERS, "left out of quick runs".to_owned()));
        } else if workload.threads > results.machine.cores {
            results.absent.push(absent(ALL_CONTENDERS, "requires more cores".to_owned()));
        } else if offering.is_empty() {
            let all_here = contenders.failures.is_empty() && arguments.contender.is_empty();
            let why = if all_here { "not built" } else { "offered by no contender of this run" };
            results.absent.push(absent(ALL_CONTENDERS, why.to_owned()));
        } else {
            let scale = if arguments.quick { Scale::Quick } else { Scale::Full };
            match workload.input(scale) {
                Err(skipped) => {
                    skipped_workloads.push(format!("{}: {skipped}", workload.name));
                    results.absent.push(absent(ALL_CONTENDERS, format!("skipped: {skipped}")));
                }
                Ok(input) => {
                    input.columns.write(&path)?;
                    let rows =
                        measure::measure(contenders, workload, &path, input.published.as_deref(), &effort)?;
                    for build in &results.contenders {
                        if !offering.contains(&build.contender) {
                            let ours = build.contender == OURS;
                            let why = if ours { "not built" } else { NOT_OFFERED };
                            results.absent.push(absent(&build.contender, why.to_owned()));
                        }
                    }
                    results.rows.extend(rows);
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(skipped_workloads)
}

/// The names of the contenders that offer a workload.
fn offering(contenders: &mut Contenders, workload: &Workload) -> Vec<String> {
    let offered = workload.offered_as();
    let offers = |index: &usize, contenders: &mut Contenders| {
        contenders.process(*index, 1).is_ok_and(|process| process.hello.offers.contains_key(&offered))
    };
    let indices: Vec<usize> = (0..contenders.len()).filter(|index| offers(index, contenders)).collect();
    indices.into_iter().map(|index| contenders.name(index).to_owned()).collect()
}
