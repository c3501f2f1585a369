//! Formats the results as a table for the terminal.

use std::collections::BTreeMap;

use comfy_table::{CellAlignment, Table, presets};

use super::{ALL_CONTENDERS, BEFORE, Build, NOT_OFFERED, Results, Row};
use crate::contenders::is_without_methods;
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
    let (compared, faster) = faster_peers(&results.rows);
    let names = faster.iter().map(|(ours, peer)| {
        format!("  {}: {} {:.2}", ours.workload, peer.contender, peer.p10_ns / ours.p10_ns)
    });
    let faster_lines = (compared > 0).then(|| faster_line(compared, &faster)).into_iter().chain(names);
    for line in faster_lines.chain(measured(results)).chain(absences(results)).chain(warning(results)) {
        text.push('\n');
        text.push_str(&line);
    }
    text
}

/// The workloads in which Vorpal is slower than its build before by more than 2 %. Where its speed has a 95 % interval,
/// all of it is below 1, too.
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

/// The number of workloads that Vorpal and a peer measured, and those in which a peer is faster: Vorpal's row and the
/// row of the fastest peer. Where Vorpal's speed has a 95 % interval, all of it is below 1. An earlier build of Vorpal
/// is no peer here, nor is one without methods.
pub(super) fn faster_peers(rows: &[Row]) -> (usize, Vec<(&Row, &Row)>) {
    let mut compared = 0;
    let mut faster = Vec::new();
    for ours in rows.iter().filter(|row| is_ours(row)) {
        let is_peer = |row: &&Row| row.workload == ours.workload && !is_vorpal(row);
        let fastest = rows.iter().filter(is_peer).min_by(|a, b| a.p10_ns.total_cmp(&b.p10_ns));
        let Some(peer) = fastest else { continue };
        compared += 1;
        if peer.p10_ns < ours.p10_ns && ours.interval.is_none_or(|(_, high)| high < 1.0) {
            faster.push((ours, peer));
        }
    }
    (compared, faster)
}

/// How many workloads those are.
pub(super) fn faster_line(compared: usize, faster: &[(&Row, &Row)]) -> String {
    match faster.len() {
        0 => format!("of {compared} workloads, no peer is faster in any"),
        count => format!("of {compared} workloads, a peer is faster in {count}; Vorpal's speed beside it:"),
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
pub(crate) fn time(ns: f64) -> String {
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

/// Whether a row belongs to some build of Vorpal.
fn is_vorpal(row: &Row) -> bool {
    is_ours(row) || row.contender == BEFORE || is_without_methods(&row.contender)
}

/// A row for tests.
#[cfg(test)]
pub(crate) fn example_row(workload: &str, contender: &str, ns: f64, interval: Option<(f64, f64)>) -> Row {
    Row {
        workload: workload.to_owned(),
        contender: contender.to_owned(),
        version: String::new(),
        path: String::new(),
        p10_ns: ns,
        median_ns: ns,
        min_ns: ns,
        p90_ns: ns,
        spread: 0.0,
        samples: 10,
        iterations: 1,
        speed_vs_best_peer: None,
        interval,
        peak_bytes: None,
        allocs: None,
        parts_p10_ns: BTreeMap::new(),
        facts: BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::example_row as row;
    use super::*;

    #[test]
    fn faster_peers_are_listed() {
        let ours = super::super::OURS;
        let rows = [
            row("slower", ours, 4.0, Some((0.4, 0.6))),
            row("slower", "fast", 2.0, None),
            row("slower", "slow", 3.0, None),
            row("unsure", ours, 4.0, Some((0.9, 1.1))),
            row("unsure", "fast", 3.9, None),
            row("few rounds", ours, 4.0, None),
            row("few rounds", "fast", 3.0, None),
            row("faster", ours, 1.0, Some((1.9, 2.1))),
            row("faster", "fast", 2.0, None),
            row("alone", ours, 1.0, None),
            row("earlier", ours, 4.0, None),
            row("earlier", BEFORE, 2.0, None),
            row("earlier", "vorpal-equal-tables", 2.0, None),
            row("not ours", "fast", 2.0, None),
        ];
        let (compared, faster) = faster_peers(&rows);
        let names: Vec<(&str, &str)> =
            faster.iter().map(|(ours, peer)| (&*ours.workload, &*peer.contender)).collect();
        assert_eq!((compared, names), (4, vec![("slower", "fast"), ("few rounds", "fast")]));
        assert_eq!(
            faster_line(compared, &faster),
            "of 4 workloads, a peer is faster in 2; Vorpal's speed beside it:"
        );
        assert_eq!(faster_line(1, &[]), "of 1 workloads, no peer is faster in any");
    }

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
