//! `lab arm64`: counts the instructions of contenders that are compiled for AArch64, and models their cycles.

mod counter;
mod kernel;
mod list;
mod operations;
mod pipeline;
pub(crate) mod plugin;
mod report;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use contender::message::Bytes;

use crate::compare::check_results;
use crate::contenders::{Binary, ContenderError, Contenders, OURS, Target, Tools};
use crate::coverage::Coverage;
use crate::failure::{Failure, INCOMPLETE, io, print_line};
use crate::workloads::Scale;
use counter::Counter;
use kernel::{StraightLine, without_jumps};
use list::{LIMITS, Measured};
pub(crate) use operations::count_operations;
use pipeline::{Memory, Models, PROCESSORS};
use plugin::Plugin;
use report::{Build, Cycles, Limited, Report, Row};

/// Arguments of `arm64`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Beginnings of names of workloads; all measured workloads if none is given.
    workloads: Vec<String>,
    /// A contender; all measured ones if none is given. May be repeated.
    #[arg(long = "contender", value_name = "NAME")]
    contenders: Vec<String>,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// The measured contenders, and what measures them.
struct Bench<'b> {
    tools: &'b Tools,
    plugin: Plugin,
    models: Option<Models>,
    binaries: Vec<Binary>,
    counters: Vec<Counter>,
    report: Report,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let measured = list::measured(&arguments.workloads)?;
    let found = Tools::find().and_then(|tools| tools.runner_with("").map(|_| tools));
    let tools = match found {
        Ok(tools) => tools,
        Err(missing) => {
            return Ok(Coverage { skipped: vec![missing], ..Coverage::default() }.finish());
        }
    };
    let contenders = list::contenders(&arguments.contenders)?;
    let mut bench = Bench::new(&tools, &contenders)?;
    let folder = tempfile::tempdir().map_err(io("a temporary folder"))?;
    for measured in &measured {
        eprintln!("counting {}", measured.workload.name);
        bench.measure(measured, folder.path())?;
    }
    let report = bench.finish();
    print_line(&if arguments.json { report.json() } else { report.text() });
    let exceeded: Vec<String> =
        report.limits.iter().filter(|limited| !limited.kept).map(Limited::text).collect();
    if !exceeded.is_empty() {
        return Err(Failure::Count(exceeded.join("\n")));
    }
    let is_complete = report.failed.is_empty() && report.skipped.is_empty();
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) })
}

impl<'b> Bench<'b> {
    fn new(tools: &'b Tools, names: &[String]) -> Result<Self, Failure> {
        let plugin = Plugin::build().map_err(Failure::Usage)?;
        let contenders = Contenders::build_for(names, |_| Target::Aarch64(tools))?;
        let (models, skipped) = match Models::find() {
            Ok(models) => (Some(models), Vec::new()),
            Err(missing) => (None, vec![format!("cycles: {missing}")]),
        };
        let report = Report {
            compiler: tools.rust.clone(),
            models: models.as_ref().map(|models| models.version.clone()),
            contenders: Vec::new(),
            rows: Vec::new(),
            limits: Vec::new(),
            skipped,
            failed: contenders.failures.clone(),
        };
        let (binaries, counters) = (Vec::new(), Vec::new());
        let mut bench = Self { tools, plugin, models, binaries, counters, report };
        for binary in contenders.binaries() {
            match Counter::counting(binary, tools, &bench.plugin) {
                Ok(counter) => {
                    bench.report.contenders.push(Build {
                        contender: binary.name.clone(),
                        version: counter.version().to_owned(),
                        build: binary.build.clone(),
                    });
                    bench.counters.push(counter);
                    bench.binaries.push(binary.clone());
                }
                Err(error) => bench.report.failed.push((binary.name.clone(), error.to_string())),
            }
        }
        Ok(bench)
    }

    /// Counts a workload with all contenders that offer it, compares their results, and models their cycles.
    fn measure(&mut self, measured: &Measured, folder: &Path) -> Result<(), Failure> {
        let name = &measured.workload.name;
        let (first, second) = (folder.join("first"), folder.join("second"));
        let columns = match measured.workload.input(Scale::Quick) {
            Ok(input) => input.columns,
            Err(why) => {
                self.report.skipped.push(format!("{name}: {why}"));
                return Ok(());
            }
        };
        columns.write(&first)?;
        if let Some(Ok(input)) = measured.independent.as_ref().map(|workload| workload.input(Scale::Quick)) {
            input.columns.write(&second)?;
        }
        // These workloads process one row in each iteration.
        let by_row = name.contains(".single");
        let period = columns.0.first().filter(|_| by_row).map_or(1, |column| column.len() as u64);
        let mut results: Vec<(String, Vec<Bytes>)> = Vec::new();
        for index in 0..self.counters.len() {
            let contender = self.binaries[index].name.clone();
            let Some(function) = self.counters[index].function(name).map(str::to_owned) else { continue };
            match self.counters[index].count(name, &first.display().to_string(), period) {
                Ok((prepared, instructions)) => {
                    results.push((contender.clone(), prepared.result));
                    let cycles = self.model(index, measured, [&first, &second]);
                    let workload = name.clone();
                    self.report.rows.push(Row { workload, contender, function, instructions, cycles });
                }
                Err(error) => self.fail(&contender, &format!("{name}: {error}")),
            }
        }
        check_results(name, results.iter().map(|(name, result)| (name.as_str(), result.as_slice())))
    }

    /// The cycles of one item on each processor: of a dependent chain, and of independent operations.
    fn model(&mut self, index: usize, measured: &Measured, inputs: [&Path; 2]) -> BTreeMap<String, Cycles> {
        let (Some(models), Some(independent)) = (&self.models, &measured.independent) else {
            return BTreeMap::new();
        };
        let binary = &self.binaries[index];
        let cycles = |workload: &str, input: &Path, memory| -> Result<Vec<f64>, ContenderError> {
            let input = input.display().to_string();
            let (recorded, items) = counter::record(binary, self.tools, &self.plugin, workload, &input)?;
            let of_line = || {
                let line = StraightLine::of(&recorded, items)?;
                let code = models.disassemble(&without_jumps(&line.instructions))?;
                let cycles = PROCESSORS.iter().map(|processor| models.cycles(&code, processor, memory));
                let cycles: Result<Vec<f64>, String> = cycles.collect();
                Ok(cycles?.iter().map(|cycles| cycles / line.items as f64).collect())
            };
            of_line().map_err(|why: String| ContenderError::Refused(format!("{workload}: {why}")))
        };
        let both = cycles(&measured.workload.name, inputs[0], Memory::Dependent)
            .and_then(|chain| Ok((chain, cycles(&independent.name, inputs[1], Memory::Independent)?)));
        match both {
            Ok((chain, independent)) => {
                let cycles = chain.into_iter().zip(independent);
                let cycles = cycles.map(|(chain, independent)| Cycles { chain, independent });
                PROCESSORS.map(str::to_owned).into_iter().zip(cycles).collect()
            }
            Err(error) => {
                let contender = binary.name.clone();
                self.fail(&contender, &format!("cycles: {error}"));
                BTreeMap::new()
            }
        }
    }

    fn fail(&mut self, contender: &str, why: &str) {
        self.report.failed.push((contender.to_owned(), why.to_owned()));
    }

    /// The report with the limits whose contenders were counted.
    fn finish(mut self) -> Report {
        let count = |workload: &str, contender: &str| {
            let mut rows = self.report.rows.iter();
            let row = rows.find(|row| row.workload == workload && row.contender == contender);
            row.map(|row| row.instructions)
        };
        let limits = LIMITS.iter().filter_map(|limit| {
            let unit = limit.peer.map_or(Some(1.0), |peer| count(limit.workload, peer))?;
            Some(Limited::new(limit, count(limit.workload, OURS)? / unit))
        });
        self.report.limits = limits.collect();
        self.report
    }
}
