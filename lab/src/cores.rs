//! `lab cores`: a model of the times on many cores, from those on one and on two.
//!
//! A part of the work runs on one core; the rest is divided among all (G. M. Amdahl, "Validity of the single processor
//! approach to achieving large scale computing capabilities", 1967). With the times `t_1` and `t_2`,
//!
//! ```text
//! t_n = s + (t_1 - s) / n,   s = 2 t_2 - t_1
//! ```
//!
//! `s` is also what a second core costs: waking threads, waiting for the last one, memory that both read. It is taken
//! as the same for all `n`, which holds as long as the memory is not the limit. So the model is a bound from above. A
//! disturbed measurement on two cores changes it a lot.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde::Deserialize;

use crate::compare::time;
use crate::contenders::OURS;
use crate::failure::{Failure, io, print_line};

/// Arguments of `cores`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A results.json of `lab compare` with workloads that end in `.t1` and `.t2`.
    results: PathBuf,
    /// Numbers of cores.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "16,64")]
    on: Vec<u32>,
    /// The contender.
    #[arg(long, value_name = "NAME", default_value = OURS)]
    contender: String,
}

/// The part of `results.json` that the model has.
#[derive(Debug, Deserialize)]
struct Results {
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Row {
    workload: String,
    contender: String,
    p10_ns: f64,
}

/// A workload with its times on one and on two cores.
#[derive(Debug, PartialEq)]
struct Pair<'a> {
    name: &'a str,
    one: f64,
    two: f64,
}

impl Pair<'_> {
    /// `s`, at least 0 and at most the time on one core.
    fn serial(&self) -> f64 {
        (2.0 * self.two - self.one).clamp(0.0, self.one)
    }

    /// How many times as fast as on one core.
    fn speed(&self, cores: u32) -> f64 {
        let serial = self.serial();
        self.one / (serial + (self.one - serial) / f64::from(cores))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let path = &arguments.results;
    let text = fs::read_to_string(path).map_err(io(path.display()))?;
    let results: Results = serde_json::from_str(&text)
        .map_err(|error| Failure::Usage(format!("{}: no results of `compare`: {error}", path.display())))?;
    let pairs = pairs(&results.rows, &arguments.contender);
    if pairs.is_empty() {
        let contender = &arguments.contender;
        return Err(Failure::Usage(format!(
            "{}: no workload of {contender} has times for both .t1 and .t2",
            path.display()
        )));
    }
    print_line(&table(&pairs, &arguments.on));
    Ok(ExitCode::SUCCESS)
}

/// The workloads of a contender that were measured on one core and on two.
fn pairs<'a>(rows: &'a [Row], contender: &str) -> Vec<Pair<'a>> {
    let of_contender = || rows.iter().filter(|row| row.contender == contender);
    let pair = |row: &'a Row| {
        let name = row.workload.strip_suffix(".t1")?;
        let two = of_contender().find(|other| other.workload.strip_suffix(".t2") == Some(name))?;
        Some(Pair { name, one: row.p10_ns, two: two.p10_ns })
    };
    of_contender().filter_map(pair).collect()
}

fn table(pairs: &[Pair<'_>], on: &[u32]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let model = on.iter().map(|cores| format!("{cores} cores"));
    let measured = ["workload", "1 core", "2 cores", "times as fast", "on one core"].map(str::to_owned);
    table.set_header(measured.into_iter().chain(model));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for pair in pairs {
        let speed = |cores| format!("{:.2}", pair.speed(cores));
        let share = format!("{:.1} %", 100.0 * pair.serial() / pair.one);
        let cells = [pair.name.to_owned(), time(pair.one), time(pair.two), speed(2), share];
        table.add_row(cells.into_iter().chain(on.iter().copied().map(speed)));
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(workload: &str, contender: &str, p10_ns: f64) -> Row {
        Row { workload: workload.into(), contender: contender.into(), p10_ns }
    }

    #[test]
    fn the_model_has_both_measured_times() {
        for (one, two) in [(100.0, 50.0), (100.0, 55.0), (100.0, 100.0), (3.0, 2.0)] {
            let pair = Pair { name: "a", one, two };
            assert!((pair.speed(1) - 1.0).abs() < 1e-12);
            assert!((pair.speed(2) - one / two).abs() < 1e-12);
        }
        // A tenth of the work on one core: 1 / (0.1 + 0.9 / 16), and never more than 10.
        let pair = Pair { name: "a", one: 100.0, two: 55.0 };
        assert!((pair.speed(16) - 6.4).abs() < 1e-12);
        assert!((9.99..10.0).contains(&pair.speed(1 << 20)));
    }

    #[test]
    fn times_that_no_model_has_are_bounded() {
        // More than twice as fast on two cores, and slower.
        assert!((Pair { name: "a", one: 100.0, two: 40.0 }.speed(16) - 16.0).abs() < 1e-12);
        assert!((Pair { name: "a", one: 100.0, two: 120.0 }.speed(16) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn workloads_with_both_times_of_the_contender_are_found() {
        let rows = [
            row("msm.a.t1", "vorpal", 8.0),
            row("msm.a.t1", "blst", 16.0),
            row("msm.a.t2", "blst", 9.0),
            row("msm.a.t2", "vorpal", 5.0),
            row("msm.b.t1", "vorpal", 1.0),
            row("pairing", "vorpal", 1.0),
        ];
        assert_eq!(pairs(&rows, "vorpal"), [Pair { name: "msm.a", one: 8.0, two: 5.0 }]);
        assert_eq!(pairs(&rows, "arkworks"), []);
        let text = table(&pairs(&rows, "vorpal"), &[16, 64]);
        let line = text.lines().last().unwrap_or_default().split_whitespace().collect::<Vec<_>>();
        assert_eq!(line, ["msm.a", "8.000", "ns", "5.000", "ns", "1.60", "25.0", "%", "3.37", "3.82"]);
    }
}
