//! Formats the results as a table for the terminal.

use std::collections::BTreeMap;

use comfy_table::{CellAlignment, Table, presets};

use super::{ALL_CONTENDERS, BEFORE, Build, NOT_OFFERED, Results, Row};
use crate::peak::mebibytes;

pub(super) fn render(results: &Results) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let header = [
        "workload",
        "contender",
        "lower decile",
        "median",
        "min",
        "spread",
        "speed vs best peer",
        "95 %",
        "allocs",
    ];
    let has_peaks = results.rows.iter().any(|row| row.peak_bytes.is_some());
    table.set_header(header.into_iter().chain(has_peaks.then_some("peak MiB")));
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut previous = "";
    for row in &results.rows {
        let name = if row.workload == previous { "" } else { &row.workload };
        previous = &row.workload;
        let cells = [
            name.to_owned(),
            row.contender.clone(),
            time(row.p10_ns),
            time(row.median_ns),
            time(row.min_ns),
            format!("{:.0} %", 100.0 * row.spread),
            row.speed_vs_best_peer.map_or("-".to_owned(), |speed| format!("{speed:.2}")),
            row.interval.map_or("-".to_owned(), |(low, high)| format!("{low:.2} to {high:.2}")),
            row.allocs.map_or("-".to_owned(), allocations),
        ];
        let peak = has_peaks.then(|| row.peak_bytes.map_or("-".to_owned(), mebibytes));
        table.add_row(cells.into_iter().chain(peak));
    }
    let mut text = table.to_string();
    for line in measured(results).into_iter().chain(absences(results)).chain(warning(results)) {
        text.push('\n');
        text.push_str(&line);
    }
    text
}

/// The workloads in which Vorpal is slower than its build before by more than 2 %, and surely slower: all of the 95 %
/// interval of its speed is below 1.
pub(super) fn slower_rows(rows: &[Row]) -> String {
    let mut compared = 0;
    let mut slower = Vec::new();
    for row in rows.iter().filter(|row| is_ours(row)) {
        let before = |other: &&Row| other.workload == row.workload && other.contender == BEFORE;
        let Some(before) = rows.iter().find(before) else { continue };
        compared += 1;
        let ratio = before.p10_ns / row.p10_ns;
        if ratio < 0.98 && row.interval.is_none_or(|(_, high)| high < 1.0) {
            slower.push(format!("{} {ratio:.3}", row.workload));
        }
    }
    match slower.as_slice() {
        [] => format!("of {compared} workloads, none is slower than before by more than 2 %"),
        _ => {
            format!("of {compared} workloads, {} are slower than before: {}", slower.len(), slower.join(", "))
        }
    }
}

/// The processor, and the versions and builds of the contenders with figures.
fn measured(results: &Results) -> Vec<String> {
    let has_rows = |build: &&Build| results.rows.iter().any(|row| row.contender == build.contender);
    let builds = results.contenders.iter().filter(has_rows).map(Build::line);
    std::iter::once(results.machine.processor()).chain(builds).collect()
}

/// The workloads that were not measured, with the reasons.
pub(super) fn absences(results: &Results) -> Vec<String> {
    let mut reasons: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for absent in results.absent.iter().filter(|absent| absent.why != NOT_OFFERED) {
        reasons.entry((&absent.contender, &absent.why)).or_default().push(&absent.workload);
    }
    let line = |((contender, why), workloads): ((&str, &str), Vec<&str>)| match contender {
        ALL_CONTENDERS => format!("{why}: {}", workloads.join(", ")),
        _ => format!("{contender}: {why}: {}", workloads.join(", ")),
    };
    reasons.into_iter().map(line).collect()
}

/// The failed contenders, for the page. On the terminal they are among the last lines of the command.
pub(super) fn failures(results: &Results) -> impl Iterator<Item = String> {
    results.failed.iter().map(|failed| format!("FAILED {}: {}", failed.contender, failed.why))
}

/// A warning if the machine was busy.
pub(super) fn warning(results: &Results) -> Option<String> {
    results.machine.loaded.then(|| {
        "LOADED MACHINE: other processes used more than a tenth of a core; loads are in results.json"
            .to_owned()
    })
}

/// Formats nanoseconds in a suitable unit with four digits.
pub(super) fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        _ if ns < 1e3 => (ns, "ns"),
        _ if ns < 1e6 => (ns / 1e3, "us"),
        _ if ns < 1e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    let digits = if value < 10.0 {
        3
    } else if value < 100.0 {
        2
    } else {
        1
    };
    format!("{value:.digits$} {unit}")
}

/// Formats heap allocations per item.
pub(super) fn allocations(count: f64) -> String {
    if count.fract() == 0.0 { format!("{count}") } else { format!("{count:.2}") }
}

/// Whether a row belongs to Vorpal.
pub(super) fn is_ours(row: &Row) -> bool {
    row.contender == super::OURS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_suitable_units() {
        for (ns, text) in [
            (0.5, "0.500 ns"),
            (19.25, "19.25 ns"),
            (999.9, "999.9 ns"),
            (1000.0, "1.000 us"),
            (85_300.0, "85.30 us"),
            (436e6, "436.0 ms"),
            (2.5e9, "2.500 s"),
        ] {
            assert_eq!(time(ns), text);
        }
    }
}
