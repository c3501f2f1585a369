//! `vorpal measure`: the times of the engine's main operations on this processor, by this program alone.

mod list;
mod processor;
mod report;
mod samples;
mod signatures;

use std::path::PathBuf;
use std::time::Duration;

use crate::failure::Failure;
use crate::output;
use crate::output::files::Files;
use report::{Measured, Report};
use samples::Samples;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal measure
  vorpal measure msm. ntt. --json measured.json
  VORPAL_BACKEND=portable vorpal measure secp256k1. --milliseconds 1000")]
pub(crate) struct Options {
    /// Measure the workloads whose names begin with one of these texts. The default is all.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The time for each workload in milliseconds, without its preparation.
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    milliseconds: u64,
    /// Write the results to this file as JSON; with `-`, to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A workload: what one call of its program does is `items` items.
struct Workload {
    name: String,
    items: usize,
    /// The number of threads.
    threads: usize,
    /// Prepares the input. The program panics if a result is wrong.
    prepare: Box<dyn Fn() -> Program + Send + Sync>,
}

type Program = Box<dyn FnMut() + Send>;

impl Workload {
    fn new<P: FnMut() + Send + 'static>(
        name: &str,
        items: usize,
        prepare: impl Fn() -> P + Send + Sync + 'static,
    ) -> Self {
        let prepare: Box<dyn Fn() -> Program + Send + Sync> = Box::new(move || Box::new(prepare()));
        Self { name: name.to_owned(), items, threads: 1, prepare }
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::default().json(&options.json).check()?;
    let workloads = chosen(list::all(), &options.names)?;
    let mut measured = Vec::new();
    for workload in &workloads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(workload.threads).build();
        let pool = pool.map_err(|error| Failure::Engine(format!("threads: {error}")))?;
        let time = Duration::from_millis(options.milliseconds);
        let samples = pool.install(|| Samples::of(&mut (workload.prepare)(), time));
        measured.push(Measured::new(workload, &samples));
    }
    let report = Report::new(measured);
    output::write(&report, &report.text(), options.json.as_deref())
}

/// The workloads whose names begin with one of the texts. A text that no name begins with is an error.
fn chosen(all: Vec<Workload>, names: &[String]) -> Result<Vec<Workload>, Failure> {
    for name in names {
        if !all.iter().any(|workload| workload.name.starts_with(name.as_str())) {
            let known: Vec<&str> = all.iter().map(|workload| workload.name.as_str()).collect();
            let name = output::terminal::escape(name);
            let reason = format!("no workload begins with `{name}`; there are {}", known.join(", "));
            return Err(Failure::Usage { reason });
        }
    }
    let is_chosen = |workload: &Workload| {
        names.is_empty() || names.iter().any(|name| workload.name.starts_with(name.as_str()))
    };
    Ok(all.into_iter().filter(is_chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_by_their_beginning() {
        let names = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
            chosen(list::all(), &texts)
                .map(|chosen| chosen.into_iter().map(|workload| workload.name).collect::<Vec<_>>())
        };
        let all = names(&[]).unwrap();
        assert!(all.len() > 20, "{all:?}");
        let mut different = all.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), all.len(), "{all:?}");
        assert_eq!(names(&["pairing.bn254.1"]).unwrap(), ["pairing.bn254.1"]);
        let sums = names(&["msm.", "p256."]).unwrap();
        assert!(sums.iter().all(|name| name.starts_with("msm.") || name.starts_with("p256.")), "{sums:?}");
        let failure = names(&["msm.", "secp\u{1b}"]).unwrap_err().to_string();
        assert!(failure.starts_with("no workload begins with `secp\\u{1b}`; there are field."), "{failure}");
    }

    /// Every program runs, and its results are right: it panics otherwise.
    #[test]
    fn every_program_runs() {
        for workload in list::all() {
            // Large ones are the same code as small ones.
            if !workload.name.contains("2^16") {
                let mut program = (workload.prepare)();
                program();
                program();
            }
        }
    }
}
