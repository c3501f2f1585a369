//! The option `--report` of `vorpal replay`: the report as a self-contained HTML file with charts.

mod charts;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::counts::QUANTITIES;
use super::engine::Applied;
use super::phases::{Phases, Work};
use super::report::Report;
use charts::{Bar, chart};

const STYLE: &str = include_str!("page.css");

/// The largest number of bars of a chart. In longer chains, consecutive blocks share a bar.
const BARS: usize = 120;

/// Consecutive blocks that share a bar.
struct Group<'a> {
    blocks: &'a [Applied],
    phases: Phases,
}

impl Group<'_> {
    fn name(&self) -> String {
        match self.blocks {
            [] => String::new(),
            [block] => block.name.clone(),
            [first, .., last] => format!("{} to {}", first.name, last.name),
        }
    }
}

/// Reads a number of a phase.
type Number = dyn Fn(&Phases, Work) -> f64;

/// A kind of chart: its title, the number that it shows for each phase, and the format of such numbers.
struct Kind {
    title: &'static str,
    number: Box<Number>,
    text: fn(f64) -> String,
}

pub(super) fn render(report: &Report) -> String {
    let works: Vec<Work> = report.phases.iter().map(|phase| phase.work).collect();
    let blocks_per_bar = report.applied.len().div_ceil(BARS).max(1);
    let group = |blocks| Group { blocks, phases: Phases::sum(blocks.iter().map(|block| &block.phases)) };
    let groups: Vec<Group<'_>> = report.applied.chunks(blocks_per_bar).map(group).collect();
    let title = "Vorpal: a replay";
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
                p { (report.outcome()) }
                p { (report.environment()) }
                (table(&report.times()))
                @if let Some(operations) = report.operations() { (table(&operations)) }
                @else {
                    p.note {
                        "Operations are not counted: the program was built without the feature " code { "count" } "."
                    }
                }
                @if let Some(traffic) = report.traffic() { (table(&traffic)) }
                @if blocks_per_bar > 1 { p.note { "Each bar shows " (blocks_per_bar) " blocks." } }
                p.legend {
                    @for work in &works { span class=(class(*work)) { "■ " } (work.name()) " " }
                }
                section {
                    @for kind in kinds() { (figure(&kind, &groups, &works)) }
                }
                (seconds(&groups, &works))
            }
        }
    };
    page.into_string()
}

fn kinds() -> Vec<Kind> {
    let time = Kind {
        title: "time",
        number: Box::new(|phases, work| phases.of(work).timed.elapsed.as_secs_f64()),
        text: charts::seconds,
    };
    let processor_time = Kind {
        title: "processor time",
        number: Box::new(|phases, work| phases.of(work).timed.processor.as_secs_f64()),
        text: charts::seconds,
    };
    #[allow(clippy::cast_precision_loss, reason = "the height of a bar")]
    let counts = QUANTITIES.map(|(title, of)| Kind {
        title,
        number: Box::new(move |phases, work| of(&phases.of(work).counts).unwrap_or(0) as f64),
        text: charts::number,
    });
    [time, processor_time].into_iter().chain(counts).collect()
}

/// A chart, or nothing if all bars have the height zero.
fn figure(kind: &Kind, groups: &[Group<'_>], works: &[Work]) -> Markup {
    let bar = |group: &Group<'_>| Bar {
        name: group.name(),
        parts: works.iter().map(|work| ((kind.number)(&group.phases, *work), *work)).collect(),
    };
    let bars: Vec<Bar> = groups.iter().map(bar).collect();
    html! {
        @if bars.iter().any(|bar| bar.height() > 0.0) {
            article {
                h2 { (kind.title) }
                div.chart role="img" aria-label=(alternative(kind, groups, works)) {
                    (PreEscaped(chart(&bars, kind.text)))
                }
            }
        }
    }
}

/// The chart in words: the highest bar, and the sum of each phase.
fn alternative(kind: &Kind, groups: &[Group<'_>], works: &[Work]) -> String {
    let of_bar =
        |group: &Group<'_>| works.iter().map(|work| (kind.number)(&group.phases, *work)).sum::<f64>();
    let highest = groups.iter().map(of_bar).fold(0.0, f64::max);
    let sums: Vec<String> = works
        .iter()
        .map(|work| {
            let sum = groups.iter().map(|group| (kind.number)(&group.phases, *work)).sum();
            format!("{} {}", work.name(), (kind.text)(sum))
        })
        .collect();
    let (title, bars, highest) = (kind.title, groups.len(), (kind.text)(highest));
    format!("{title}: {bars} bars, at most {highest}. Sums: {}.", sums.join(", "))
}

fn table(rows: &[Vec<String>]) -> Markup {
    html! {
        div.wide { table {
            @for (number, row) in rows.iter().enumerate() {
                tr { @for cell in row { @if number == 0 { th { (cell) } } @else { td { (cell) } } } }
            }
        } }
    }
}

/// The table of the times in the chart.
fn seconds(groups: &[Group<'_>], works: &[Work]) -> Markup {
    let header =
        ["block"].into_iter().chain(works.iter().map(|work| work.name())).map(String::from).collect();
    let row = |group: &Group<'_>| {
        let times =
            works.iter().map(|work| charts::seconds(group.phases.of(*work).timed.elapsed.as_secs_f64()));
        [group.name()].into_iter().chain(times).collect()
    };
    let rows: Vec<Vec<String>> = [header].into_iter().chain(groups.iter().map(row)).collect();
    html! { details { summary { "Times of all bars" } (table(&rows)) } }
}

/// The CSS class of a phase.
fn class(work: Work) -> &'static str {
    match work {
        Work::Senders => "senders",
        Work::Keys => "keys",
        Work::Prove => "prove",
        Work::Verify => "verify",
        Work::Update => "update",
        Work::Commit => "commit",
        Work::Save => "save",
    }
}
