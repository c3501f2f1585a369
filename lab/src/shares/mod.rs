//! `lab shares`: the imports of chains, by Vorpal with and without each of the three methods by which the replay of
//! go-verkle became faster in 2023, and by versions of go-verkle before and after.

mod chains;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};

use crate::compare::{self, Row, time};
use crate::contenders::OURS;
use crate::failure::{Failure, print_line};
use crate::workloads::{self, Workload};

/// Arguments of `shares`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders that `vorpal-import --export` or `vorpal generate` wrote; by default the two chains of the test data and
    /// a generated one, which it makes.
    folders: Vec<PathBuf>,
    /// Number of rounds; in each round every contender imports every chain.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// Only the first thousand blocks, and fewer rounds.
    #[arg(long)]
    quick: bool,
    /// Folder for results.json and report.html.
    #[arg(long, value_name = "DIR", default_value = "lab-report")]
    out: PathBuf,
}

/// A build without methods: what it lacks, and the parts of the import that the method concerns.
struct Method {
    what: &'static str,
    without: &'static str,
    parts: &'static [&'static str],
}

const METHODS: [Method; 4] = [
    Method { what: "shared inverses", without: "vorpal-single-inverses", parts: &["commit"] },
    Method { what: "shared conversions", without: "vorpal-single-conversions", parts: &["encode"] },
    Method { what: "wider tables", without: "vorpal-equal-tables", parts: &["keys", "commit"] },
    Method { what: "all three", without: "vorpal-none-of-three", parts: PARTS },
];

const PARTS: &[&str] = &["keys", "commit", "encode"];

/// Versions of go-verkle before and after these methods. They need clones.
const BEFORE: &str = "go-verkle-2023-02";
const AFTER: &str = "go-verkle-2023-03";

/// The figures of the source.
const PUBLISHED: &str = "published, of go-verkle: 1.36 in all, inverses 1.57, commitments 1.59";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (folders, missing) = match arguments.folders.as_slice() {
        [] => chains::prepare()?,
        named => (named.to_vec(), Vec::new()),
    };
    let workloads: Vec<Workload> = folders.iter().map(|folder| workloads::import(folder)).collect();
    let methods = METHODS.iter().map(|method| method.without);
    let contender =
        [OURS].into_iter().chain(methods).chain(["go-verkle", "go-verkle-2023-06", AFTER, BEFORE]);
    let measured = compare::Arguments {
        workloads: Vec::new(),
        rounds: arguments.rounds,
        quick: arguments.quick,
        out: arguments.out.clone(),
        contender: contender.map(str::to_owned).collect(),
        before: None,
    };
    let (results, mut coverage) = compare::report(&measured, &workloads)?;
    print_line(&parts(&results.rows));
    print_line("");
    print_line(&shares(&results.rows));
    print_line(PUBLISHED);
    coverage.skipped.extend(missing);
    Ok(coverage.finish())
}

/// The workloads of rows, each once.
fn names(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().map(|row| row.workload.as_str()).collect();
    names.dedup();
    names
}

/// The time of parts of a row.
fn sum(row: &Row, parts: &[&str]) -> f64 {
    parts.iter().filter_map(|part| row.parts_p10_ns.get(*part)).sum()
}

/// A table of the times of all contenders by part.
fn parts(rows: &[Row]) -> String {
    let mut table = new_table(&["chain", "contender", "keys", "commit", "encode", "in all"], 2);
    for row in rows {
        let parts =
            PARTS.iter().map(|part| row.parts_p10_ns.get(*part).map_or("-".to_owned(), |ns| time(*ns)));
        let cells = [row.workload.clone(), row.contender.clone()].into_iter().chain(parts);
        table.add_row(cells.chain([time(row.p10_ns)]));
    }
    table.to_string()
}

/// A table of the times without a method divided by those with it.
fn shares(rows: &[Row]) -> String {
    let mut table = new_table(&["chain", "method", "times as fast in all", "in its parts", "parts"], 2);
    for name in names(rows) {
        let find =
            |contender: &str| rows.iter().find(|row| row.workload == name && row.contender == contender);
        let methods =
            METHODS.iter().map(|method| (method.what, find(method.without), find(OURS), method.parts));
        let theirs = ("go-verkle in March 2023", find(BEFORE), find(AFTER), PARTS);
        for (what, without, with, parts) in methods.chain([theirs]) {
            let (Some(without), Some(with)) = (without, with) else { continue };
            let ratio = |a: f64, b: f64| if b > 0.0 { format!("{:.3}", a / b) } else { "-".to_owned() };
            table.add_row([
                name.to_owned(),
                what.to_owned(),
                ratio(without.p10_ns, with.p10_ns),
                ratio(sum(without, parts), sum(with, parts)),
                parts.join(", "),
            ]);
        }
    }
    table.to_string()
}

fn new_table(header: &[&str], texts: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for column in table.column_iter_mut().skip(texts) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::compare::example_row;

    fn row(contender: &str, keys: f64, commit: f64, encode: f64) -> Row {
        let parts = [("keys", keys), ("commit", commit), ("encode", encode)];
        let parts_p10_ns: BTreeMap<String, f64> =
            parts.into_iter().map(|(name, ns)| (name.to_owned(), ns)).collect();
        Row { parts_p10_ns, ..example_row("tree.import.a", contender, keys + commit + encode, None) }
    }

    #[test]
    fn shares_are_ratios_of_the_times_without_and_with_a_method() {
        let rows = [
            row(OURS, 1e6, 2e6, 1e6),
            row("vorpal-single-conversions", 1e6, 2e6, 3e6),
            row("vorpal-equal-tables", 2e6, 2.5e6, 1e6),
            row(BEFORE, 4e6, 5e6, 4e6),
            row(AFTER, 4e6, 4e6, 2e6),
        ];
        let text = shares(&rows);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["tree.import.a", "shared", "conversions", "1.500", "3.000", "encode"]);
        assert_eq!(lines[2], ["tree.import.a", "wider", "tables", "1.375", "1.500", "keys,", "commit"]);
        assert!(lines[3].contains(&"1.300"), "{text}");
        assert_eq!(lines.len(), 4, "{text}");
        let text = parts(&rows);
        assert!(text.contains("3.000 ms") && text.lines().count() == 6, "{text}");
    }
}
