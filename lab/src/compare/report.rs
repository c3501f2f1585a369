//! Writes report.html: one file with all results.

use std::collections::{BTreeMap, BTreeSet};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::charts::chart;
use super::sources::experiments;
use super::table::{absences, allocations, failures, faster_line, faster_peers, is_ours, time, warning};
use super::{Results, Row};
use crate::baseline::{Baseline, rounded};
use crate::peak::mebibytes;

const STYLE: &str = include_str!("report.css");

pub(super) fn render(results: &Results) -> String {
    let title = "Vorpal compared with other libraries";
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (introduction(results))
                (faster(results))
                (experiments(results))
                (machine(results))
                (overview(results))
                (counted())
                nav { @for family in families(results) { a href={ "#" (family) } { (family) } " " } }
                @for family in families(results) {
                    section id=(family) {
                        h2 { (family) }
                        @for rows in workloads(results, family) { (workload(&rows)) }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn introduction(results: &Results) -> Markup {
    html! {
        p {
            "Bars end at the lower decile of many short samples, which is the time on an undisturbed core. Whiskers \
             reach from the minimum to the upper decile. Samples are interleaved: in every round each contender gives \
             one. Speed is the lower decile of the fastest peer divided by that of the contender: above 1 is faster. \
             Times are per item."
        }
        @if results.quick { p.note { "A quick run: fewer rounds, smaller inputs." } }
        @for warning in failures(results).chain(warning(results)) { p.note { (warning) } }
        @if !results.absent.is_empty() {
            details {
                summary { "Not measured" }
                @for absence in absences(results) { p.note { (absence) } }
            }
        }
    }
}

/// The workloads in which a peer is faster.
fn faster(results: &Results) -> Markup {
    let (compared, faster) = faster_peers(&results.rows);
    html! {
        @if compared > 0 {
            h2 { "Where a peer is faster" }
            p { (faster_line(compared, &faster)) }
            @if !faster.is_empty() {
                div.wide { table {
                    tr { th { "workload" } th { "fastest peer" } th { "Vorpal" } th { "speed" } }
                    @for (ours, peer) in &faster {
                        tr {
                            td { code { (ours.workload) } }
                            td { (peer.contender) " " (time(peer.p10_ns)) }
                            td { (time(ours.p10_ns)) }
                            td { (format!("{:.2}", peer.p10_ns / ours.p10_ns)) }
                        }
                    }
                } }
            }
        }
    }
}

fn machine(results: &Results) -> Markup {
    let machine = &results.machine;
    let load = |load: &crate::machine::Load| {
        format!(
            "average {:.2}; other processes used {:.2} cores, of which the hypervisor took {:.2}",
            load.average, load.others, load.stolen
        )
    };
    html! {
        details {
            summary { "Machine and builds" }
            div.wide { table {
                tr { th { "processor" } td { (machine.cpu) ", " (machine.cores) " cores" } }
                tr { th { "date" } td { (machine.date) } }
                tr { th { "flags" } td { (machine.flags.join(" ")) } }
                tr { th { "memory" } td { (machine.memory_gib) " GiB" } }
                tr { th { "system" } td { (machine.system) } }
                tr { th { "compilers" } td { (machine.rustc) "; " (machine.go) "; " (machine.cc) } }
                tr { th { "load before" } td { (load(&machine.load_before)) } }
                @if let Some(during) = machine.others_during {
                    tr { th { "load during the run" } td { "other processes used " (format!("{during:.2}")) " cores" } }
                }
                @if let Some(after) = &machine.load_after { tr { th { "load after" } td { (load(after)) } } }
                tr { th { "single threads" } td { (machine.pinning) } }
                tr { th { "command" } td { code { (machine.command) } } }
            } }
            div.wide { table {
                tr { th { "contender" } th { "version" } th { "build" } }
                @for build in &results.contenders {
                    tr { td { (build.contender) } td { (build.version) } td { (build.build) } }
                }
            } }
        }
    }
}

/// Lower deciles of all workloads and contenders; a dash if a contender does not offer a workload.
fn overview(results: &Results) -> Markup {
    let contenders: Vec<&str> = results.contenders.iter().map(|build| build.contender.as_str()).collect();
    let names: BTreeSet<&str> = results.rows.iter().map(|row| row.workload.as_str()).collect();
    let figures: BTreeMap<(&str, &str), &Row> =
        results.rows.iter().map(|row| ((row.workload.as_str(), row.contender.as_str()), row)).collect();
    html! {
        details {
            summary { "All workloads and contenders" }
            div.wide { table {
                tr { th { "lower decile" } @for contender in &contenders { th { (contender) } } }
                @for name in names {
                    tr {
                        td { code { (name) } }
                        @for contender in &contenders {
                            td { (figures.get(&(name, *contender)).map_or("-".to_owned(), |row| time(row.p10_ns))) }
                        }
                    }
                }
            } }
        }
    }
}

/// The counts of the committed baseline.
fn counted() -> Markup {
    let Ok(baseline) = Baseline::read() else { return html! {} };
    html! {
        details {
            summary { "Counts: Vorpal's field operations and instructions (counts.toml)" }
            div.wide { (baseline_table(&baseline)) }
        }
    }
}

fn baseline_table(baseline: &Baseline) -> Markup {
    let kinds = baseline.kinds();
    html! {
        div.wide { table {
            tr { th { "one operation" } @for kind in &kinds { th { (kind) } } }
            @for (name, counts) in &baseline.operations {
                tr {
                    td { code { (name) } }
                    @for kind in &kinds { td { (counts.get(*kind).map_or("-".to_owned(), |count| rounded(*count))) } }
                }
            }
        } }
    }
}

fn family_of(row: &Row) -> &str {
    row.workload.split('.').next().unwrap_or_default()
}

fn families(results: &Results) -> Vec<&str> {
    let mut families: Vec<&str> = results.rows.iter().map(family_of).collect();
    families.dedup();
    families
}

/// The rows of each workload of a family.
fn workloads<'a>(results: &'a Results, family: &str) -> Vec<Vec<&'a Row>> {
    let rows: Vec<&Row> = results.rows.iter().filter(|row| family_of(row) == family).collect();
    rows.chunk_by(|a, b| a.workload == b.workload).map(<[&Row]>::to_vec).collect()
}

/// The chart in words.
fn alternative(rows: &[&Row]) -> String {
    let times: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.contender, time(row.p10_ns))).collect();
    format!("{}: {}", rows[0].workload, times.join(", "))
}

fn workload(rows: &[&Row]) -> Markup {
    html! {
        article {
            h3 { (rows[0].workload) }
            div.chart role="img" aria-label=(alternative(rows)) { (PreEscaped(chart(rows))) }
            details {
                summary { "figures" }
                div.wide { table {
                    tr {
                        th { "contender" } th { "lower decile" } th { "median" } th { "min" } th { "spread" }
                        th { "samples" } th { "speed" } th { "95 %" } th { "allocs" } th { "path, parts, facts" }
                    }
                    @for row in rows {
                        tr.ours[is_ours(row)] {
                            td { (row.contender) }
                            td { (time(row.p10_ns)) }
                            td { (time(row.median_ns)) }
                            td { (time(row.min_ns)) }
                            td { (format!("{:.0} %", 100.0 * row.spread)) }
                            td { (row.samples) }
                            td { (row.speed_vs_best_peer.map_or("-".to_owned(), |speed| format!("{speed:.2}"))) }
                            td { (row.interval.map_or("-".to_owned(), |(low, high)| format!("{low:.2} to {high:.2}"))) }
                            td { (row.allocs.map_or("-".to_owned(), allocations)) }
                            td { (row.path) (details(row)) }
                        }
                    }
                } }
            }
        }
    }
}

/// The parts and facts of a row, as text.
fn details(row: &Row) -> String {
    let parts = row.parts_p10_ns.iter().map(|(name, ns)| format!("; {name} {}", time(*ns)));
    let facts = row.facts.iter().map(|(name, value)| match name.strip_suffix("_ns") {
        Some(name) => format!("; {name} {}", time(*value)),
        None => format!("; {name} {value}"),
    });
    let peak = row.peak_bytes.map(|bytes| format!("; peak memory {} MiB", mebibytes(bytes)));
    parts.chain(facts).chain(peak).collect()
}
