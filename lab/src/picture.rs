//! `lab picture`: draws the speeds of `results.json` as an SVG bar chart, for the README and other documents.
//!
//! A bar is `t / own`, where `t` is the lower decile of the fastest peer and `own` that of the contender. The fastest
//! peer has the bar of length 1. A longer bar is a faster contender. A second report has Vorpal's bars with another
//! backend, relative to the fastest peer of that report.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use crate::contenders::OURS;
use crate::failure::{Failure, io, print_line};

/// Arguments of `picture`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A results.json of `lab compare`.
    results: PathBuf,
    /// Workloads to draw, each with an optional label; all if none is given.
    #[arg(value_name = "WORKLOAD[=LABEL]")]
    workloads: Vec<String>,
    /// A results.json of another backend, named by VORPAL_BACKEND: adds Vorpal's bars in it.
    #[arg(long, value_name = "RESULTS")]
    beside: Option<PathBuf>,
    /// The SVG file to write.
    #[arg(long, value_name = "FILE", default_value = "peers.svg")]
    out: PathBuf,
}

/// The part of `results.json` that the picture shows.
#[derive(Debug, Deserialize)]
struct Results {
    machine: Machine,
    quick: bool,
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Machine {
    cpu: String,
    cores: usize,
    flags: Vec<String>,
    others_during: Option<f64>,
    loaded: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Row {
    workload: String,
    contender: String,
    version: String,
    p10_ns: f64,
}

/// The bars of one workload, the fastest contender first.
struct Group {
    workload: String,
    label: String,
    bars: Vec<Bar>,
}

struct Bar {
    contender: String,
    version: String,
    /// The lower decile of the fastest peer by this contender's.
    speed: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let results = Results::read(&arguments.results)?;
    let mut groups = groups(&results, &arguments.workloads)?;
    let mut footer = footer(&results);
    if let Some(path) = &arguments.beside {
        let other = Results::read(path)?;
        let name = add(&mut groups, &results, &other)
            .map_err(|why| Failure::Usage(format!("{}: {why}", path.display())))?;
        footer.push(format!("{name}: {}, VORPAL_BACKEND={}", other.machine.cpu, backend_of(&name)));
        footer.extend(load(&other.machine));
    }
    let svg = svg(&groups, &footer);
    fs::write(&arguments.out, svg).map_err(io(arguments.out.display()))?;
    print_line(&description(&groups));
    print_line(&footer.join("\n"));
    print_line(&format!("wrote {}", arguments.out.display()));
    Ok(ExitCode::SUCCESS)
}

impl Results {
    fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(io(path.display()))?;
        serde_json::from_str(&text)
            .map_err(|error| Failure::Usage(format!("{}: no results of `compare`: {error}", path.display())))
    }

    /// The bars of a workload, if it has a peer.
    fn bars(&self, workload: &str) -> Option<Vec<Bar>> {
        bars(&self.rows.iter().filter(|row| row.workload == workload).collect::<Vec<_>>())
    }
}

/// The name of Vorpal's bars with the backend that a version names: the last word before `kernels`.
fn named(version: &str) -> String {
    let name = version.strip_suffix(" kernels").and_then(|names| names.rsplit(' ').next());
    format!("{OURS} {}", name.unwrap_or(version))
}

fn backend_of(name: &str) -> &str {
    name.split(' ').next_back().unwrap_or(name)
}

fn is_ours(contender: &str) -> bool {
    contender.split(' ').next() == Some(OURS)
}

/// Adds Vorpal's bars in a second report to the groups. Returns their name.
fn add(groups: &mut [Group], first: &Results, second: &Results) -> Result<String, String> {
    let version = |results: &Results| {
        results.rows.iter().find(|row| row.contender == OURS).map(|row| named(&row.version))
    };
    let name = version(second).ok_or("no row of Vorpal")?;
    if version(first).as_ref() == Some(&name) {
        return Err(format!("both reports have the backend {}", backend_of(&name)));
    }
    for group in groups {
        let bars = second.bars(&group.workload).unwrap_or_default();
        let mut ours = bars.into_iter().find(|bar| bar.contender == OURS).ok_or_else(|| {
            format!("the second report has no speed of Vorpal beside a peer in {}", group.workload)
        })?;
        ours.contender.clone_from(&name);
        let place = group.bars.partition_point(|bar| bar.speed >= ours.speed);
        group.bars.insert(place, ours);
    }
    Ok(name)
}

/// The selected workloads in the order of the selection.
fn groups(results: &Results, selection: &[String]) -> Result<Vec<Group>, Failure> {
    let mut names: Vec<&str> = results.rows.iter().map(|row| row.workload.as_str()).collect();
    names.dedup();
    let selected: Vec<(&str, &str)> = if selection.is_empty() {
        names.iter().map(|name| (*name, *name)).collect()
    } else {
        selection.iter().map(|item| item.split_once('=').unwrap_or((item, item))).collect()
    };
    let mut groups = Vec::new();
    for (name, label) in selected {
        if !names.contains(&name) {
            return Err(Failure::Usage(format!(
                "no workload `{name}`; there are:\n  {}",
                names.join("\n  ")
            )));
        }
        // Without a peer there is no ratio.
        if let Some(bars) = results.bars(name) {
            groups.push(Group { workload: name.to_owned(), label: label.to_owned(), bars });
        }
    }
    if groups.is_empty() {
        return Err(Failure::Usage("no selected workload has a row of a peer".to_owned()));
    }
    Ok(groups)
}

fn bars(rows: &[&Row]) -> Option<Vec<Bar>> {
    let peers = rows.iter().filter(|row| row.contender != OURS).map(|row| row.p10_ns);
    let fastest_peer = peers.min_by(f64::total_cmp)?;
    let bar = |row: &&Row| Bar {
        contender: row.contender.clone(),
        version: row.version.clone(),
        speed: fastest_peer / row.p10_ns,
    };
    let mut bars: Vec<Bar> = rows.iter().map(bar).collect();
    bars.sort_by(|a, b| b.speed.total_cmp(&a.speed));
    Some(bars)
}

/// The machine, and its load if it was loaded: without them the figures mean nothing.
fn footer(results: &Results) -> Vec<String> {
    let Machine { cpu, cores, flags, .. } = &results.machine;
    let vectors = if flags.iter().any(|flag| flag == "avx512ifma") { ", AVX-512 IFMA" } else { "" };
    let effort = if results.quick { "quick run" } else { "full run" };
    let mut lines = vec![format!("{cpu}, {cores} cores{vectors}; {effort} of `lab compare`")];
    lines.extend(load(&results.machine));
    lines
}

/// A line about the load of a loaded machine.
fn load(Machine { others_during, loaded, .. }: &Machine) -> Option<String> {
    let others = others_during.map_or(" it".to_owned(), |others| format!(" {others:.1} cores on average"));
    loaded.then(|| format!("Loaded machine: other processes used{others}. Ratios are of lower deciles."))
}

/// All figures in words, one workload a line: the text alternative.
fn description(groups: &[Group]) -> String {
    let line = |group: &Group| {
        let bars = group.bars.iter().map(|bar| format!("{} {:.2}", bar.contender, bar.speed));
        format!("{}: {}.", group.label, bars.collect::<Vec<_>>().join(", "))
    };
    groups.iter().map(line).collect::<Vec<_>>().join("\n")
}

const TITLE: &str = "Vorpal beside its peers: speed relative to the fastest peer. Longer is faster.";

const STYLE: &str = "
text { font: 13px system-ui, sans-serif; fill: #1c1c1a; }
.label { font-weight: 600; }
.ours { fill: #b3422f; }
.peer { fill: #7d93a8; }
line { stroke: #1c1c1a; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e6e0; }
  .ours { fill: #e2725b; }
  .peer { fill: #5f7d99; }
  line { stroke: #e8e6e0; }
}
";

const WIDTH: usize = 760;
/// Where bars begin: names stand to the left.
const LEFT: usize = 120;
/// The length of the longest bar.
const LONGEST: f64 = 560.0;
const HEAD: usize = 40;
const LABEL: usize = 26;
const BAR: usize = 20;
const LINE: usize = 20;

fn svg(groups: &[Group], footer: &[String]) -> String {
    let speeds = groups.iter().flat_map(|group| group.bars.iter().map(|bar| bar.speed));
    let scale = LONGEST / speeds.fold(1.0, f64::max);
    let end = HEAD + groups.iter().map(height).sum::<usize>();
    let height = end + LINE * footer.len() + 16;
    let view_box = format!("0 0 {WIDTH} {height}");
    let one = format!("{:.1}", LEFT as f64 + scale);
    let mut top = HEAD;
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(view_box) width=(WIDTH) height=(height) role="img"
            aria-labelledby="title desc" {
            title id="title" { (TITLE) }
            desc id="desc" { (description(groups)) }
            style { (PreEscaped(STYLE)) }
            text x="10" y="22" class="label" { (TITLE) }
            @for group in groups {
                (draw(group, top, scale))
                ({ top += self::height(group); "" })
            }
            line x1=(one) y1=(HEAD) x2=(one) y2=(end) {}
            @for (index, text) in footer.iter().enumerate() {
                text x="10" y=(end + LINE * (index + 1)) { (text) }
            }
        }
    };
    format!("{}\n", picture.into_string())
}

fn height(group: &Group) -> usize {
    LABEL + BAR * group.bars.len()
}

fn draw(group: &Group, top: usize, scale: f64) -> Markup {
    html! {
        text x="10" y=(top + LABEL - 8) class="label" { (group.label) }
        @for (index, bar) in group.bars.iter().enumerate() {
            @let y = top + LABEL + BAR * index;
            @let length = bar.speed * scale;
            text x=(LEFT - 8) y=(y + 13) text-anchor="end" { (bar.contender) }
            rect class=(if is_ours(&bar.contender) { "ours" } else { "peer" }) x=(LEFT) y=(y)
                width=(format!("{length:.1}")) height=(BAR - 4) {
                // A browser shows it where the pointer rests.
                title { (bar.contender) " " (bar.version) }
            }
            text x=(format!("{:.1}", LEFT as f64 + length + 6.0)) y=(y + 13) { (format!("{:.2}", bar.speed)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(rows: &[(&str, &str, f64)]) -> Results {
        let rows: Vec<_> = rows
            .iter()
            .map(|(workload, contender, ns)| {
                serde_json::json!({"workload": workload, "contender": contender, "version": "1", "p10_ns": ns,
                    "spread": 0.1})
            })
            .collect();
        let machine = serde_json::json!({"cpu": "A <fast> processor", "cores": 2, "flags": ["avx512ifma"],
            "others_during": 1.25, "loaded": true});
        serde_json::from_value(serde_json::json!({"machine": machine, "quick": true, "rows": rows})).unwrap()
    }

    #[test]
    fn bars_are_ratios_to_the_fastest_peer() {
        let results = results(&[
            ("w", OURS, 10.0),
            ("w", "slow", 40.0),
            ("w", "fast", 20.0),
            ("v", "fast", 5.0),
            ("v", OURS, 10.0),
        ]);
        let groups = groups(&results, &[]).unwrap();
        assert_eq!(description(&groups), "w: vorpal 2.00, fast 1.00, slow 0.50.\nv: fast 1.00, vorpal 0.50.");
        let svg = svg(&groups, &footer(&results));
        for expected in [
            "<title id=\"title\">Vorpal beside its peers",
            "<desc id=\"desc\">w: vorpal 2.00, fast 1.00",
            "role=\"img\"",
            "<title>vorpal 1</title>",
            // The longest bar, half of it, and a quarter of it.
            "width=\"560.0\"",
            "width=\"280.0\"",
            "width=\"140.0\"",
            "A &lt;fast&gt; processor, 2 cores, AVX-512 IFMA; quick run",
            "Loaded machine: other processes used 1.2 cores",
        ] {
            assert!(svg.contains(expected), "{expected} in {svg}");
        }
        assert_eq!(svg.matches("class=\"ours\"").count(), 2);
        assert_eq!(svg.matches("class=\"peer\"").count(), 3);
    }

    #[test]
    fn workloads_are_selected_and_labelled() {
        let results =
            results(&[("w", OURS, 10.0), ("w", "peer", 20.0), ("v", OURS, 1.0), ("v", "peer", 1.0)]);
        let select =
            |names: &[&str]| groups(&results, &names.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(
            description(&select(&["v=Twice", "w"]).unwrap()),
            "Twice: vorpal 1.00, peer 1.00.\nw: vorpal 2.00, peer 1.00."
        );
        let Err(Failure::Usage(text)) = select(&["u"]) else { panic!("there is no u") };
        assert!(text.contains("`u`") && text.contains("w\n  v"), "{text}");
    }

    #[test]
    fn a_workload_without_a_peer_has_no_bars() {
        let alone = results(&[("w", OURS, 10.0)]);
        assert!(matches!(groups(&alone, &[]), Err(Failure::Usage(_))));
    }

    #[test]
    fn bars_of_another_backend_stand_beside() {
        let report = |kernels: &str, ours: f64| {
            let mut results = results(&[("w", OURS, ours), ("w", "peer", 20.0), ("v", OURS, 1.0)]);
            results.rows[0].version = format!("1 with bmi2+adx {kernels} kernels");
            results
        };
        let (first, second) = (report("best", 5.0), report("other", 40.0));
        let mut drawn = groups(&first, &[]).unwrap();
        assert_eq!(add(&mut drawn, &first, &second).unwrap(), "vorpal other");
        assert_eq!(description(&drawn), "w: vorpal 4.00, peer 1.00, vorpal other 0.50.");
        assert_eq!(svg(&drawn, &[]).matches("class=\"ours\"").count(), 2);

        assert!(add(&mut drawn, &first, &first).unwrap_err().contains("both reports have the backend best"));
        let lacking = results(&[("v", OURS, 1.0), ("v", "peer", 1.0)]);
        assert!(add(&mut drawn, &first, &lacking).unwrap_err().contains("beside a peer in w"));
        assert!(add(&mut drawn, &first, &results(&[])).is_err());
    }

    #[test]
    fn rows_of_compare_are_read() {
        let row = crate::compare::Row {
            workload: "w".to_owned(),
            contender: OURS.to_owned(),
            version: "2".to_owned(),
            path: String::new(),
            p10_ns: 7.0,
            median_ns: 8.0,
            min_ns: 6.0,
            p90_ns: 9.0,
            spread: 0.2,
            samples: 3,
            iterations: 1,
            speed_vs_best_peer: None,
            interval: None,
            allocs: None,
            peak_bytes: None,
            parts_p10_ns: Default::default(),
            facts: Default::default(),
        };
        let read: Row = serde_json::from_value(serde_json::to_value(row).unwrap()).unwrap();
        assert_eq!((read.workload.as_str(), read.contender.as_str(), read.p10_ns), ("w", OURS, 7.0));
        let machine = serde_json::to_value(crate::machine::Machine::new()).unwrap();
        assert!(serde_json::from_value::<Machine>(machine).is_ok());
    }
}
