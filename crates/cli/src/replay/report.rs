//! The report of `vorpal replay`, as text and as JSON.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::counts::{Counts, QUANTITIES};
use super::engine::{Applied, Totals};
use super::peak_memory;
use super::phases::{Phase, Phases, Work};
use super::stopwatch::Timed;
use crate::backends::Backends;
use crate::hex::Bytes;
use crate::output::terminal;

#[derive(Serialize)]
pub(crate) struct Report {
    version: &'static str,
    /// The paths of the input, or `generated`.
    source: String,
    generated: bool,
    blocks: usize,
    /// The number of blocks before these that the store already had.
    blocks_skipped: usize,
    roots_checked: usize,
    senders_checked: usize,
    witnesses_checked: usize,
    witness_bytes: usize,
    /// The root after the last block.
    root: Bytes<32>,
    pub(super) phases: Vec<PhaseReport>,
    /// Building the tables of the committer; not part of the phases.
    set_up_seconds: f64,
    /// Reading and parsing, or generating; not part of the phases.
    reading_seconds: f64,
    reading_processor_seconds: f64,
    threads: usize,
    #[serde(flatten)]
    backends: Backends,
    /// The peak resident set size, if the system reports it.
    peak_memory_bytes: Option<u64>,
    /// The measurements of each block, for charts.
    #[serde(skip)]
    pub(super) applied: Vec<Applied>,
}

#[derive(Serialize)]
pub(super) struct PhaseReport {
    #[serde(skip)]
    pub(super) work: Work,
    name: &'static str,
    /// The name of the items.
    unit: &'static str,
    items: usize,
    seconds: f64,
    /// The seconds of all threads together.
    processor_seconds: f64,
    items_per_second: f64,
    /// The share of the time of all phases.
    share: f64,
    #[serde(flatten)]
    pub(super) counts: Counts,
}

impl Report {
    /// `source` is `None` for the generated chain.
    pub(super) fn new(
        source: Option<String>,
        skipped: usize,
        witnesses: bool,
        totals: Totals,
        set_up: Duration,
        reading: Timed,
    ) -> Self {
        let phases = Phases::sum(totals.blocks.iter().map(|block| &block.phases));
        let works = Work::ALL.into_iter().filter(|work| witnesses || !work.is_for_witnesses());
        let total: f64 = Work::ALL.map(|work| phases.of(work).timed.elapsed.as_secs_f64()).iter().sum();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            generated: source.is_none(),
            source: source.unwrap_or_else(|| "generated".into()),
            blocks: totals.blocks.len(),
            blocks_skipped: skipped,
            roots_checked: totals.roots,
            senders_checked: phases.of(Work::Senders).items,
            root: Bytes(totals.root),
            witnesses_checked: totals.witnesses,
            witness_bytes: totals.witness_bytes,
            phases: works.map(|work| PhaseReport::new(work, phases.of(work), total)).collect(),
            set_up_seconds: set_up.as_secs_f64(),
            reading_seconds: reading.elapsed.as_secs_f64(),
            reading_processor_seconds: reading.processor.as_secs_f64(),
            threads: rayon::current_num_threads(),
            backends: Backends::in_use(),
            peak_memory_bytes: peak_memory::bytes(),
            applied: totals.blocks,
        }
    }

    /// The report as text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.outcome(), table(&self.times()));
        match self.operations() {
            Some(operations) => text += &format!("\n{}\n", table(&operations)),
            None => {
                text += "Operations are not counted: this program was built without the feature `count`.\n";
            }
        }
        if let Some(traffic) = self.traffic() {
            text += &format!("\n{}\n", table(&traffic));
        }
        text + &self.environment() + "\n"
    }

    /// The sentence about the blocks replayed and the checks made.
    pub(super) fn outcome(&self) -> String {
        let source = terminal::escape(&self.source);
        let source = if self.generated {
            format!("a generated chain of {} blocks (no real data; see --data)", self.blocks)
        } else {
            format!("{} of {}", counted(self.blocks, "block"), source)
        };
        let roots = match self.roots_checked {
            0 if self.blocks == 0 => "no blocks left to apply".into(),
            0 => "no roots to check against".into(),
            checked => format!("{checked} of {} roots match", self.blocks),
        };
        let roots = if self.generated { "the final root matches".into() } else { roots };
        let senders = match self.senders_checked {
            0 => "no signatures to check".into(),
            checked => format!("{checked} of {checked} senders match"),
        };
        let skipped = match self.blocks_skipped {
            0 => String::new(),
            skipped => format!(" ({skipped} more already in the store)"),
        };
        let witnesses = match (self.witnesses_checked, self.witness_bytes) {
            (0, _) => String::new(),
            (checked, bytes) => format!(", {checked} of {checked} witnesses valid ({bytes} bytes)"),
        };
        format!("Replayed {source}{skipped}: {roots}, {senders}{witnesses}.")
    }

    /// The sentences about the root, the set-up times, threads, backends and peak memory.
    pub(super) fn environment(&self) -> String {
        let memory = self.peak_memory_bytes.map_or(String::new(), |bytes| {
            #[allow(clippy::cast_precision_loss, reason = "one decimal is shown")]
            let mebibytes = bytes as f64 / f64::from(1 << 20);
            format!("; peak memory {mebibytes:.1} MiB")
        });
        format!(
            "Root {}. Tables built in {:.3} s, input read in {:.3} s ({:.3} processor seconds); {}, {}{memory}.",
            self.root,
            self.set_up_seconds,
            self.reading_seconds,
            self.reading_processor_seconds,
            counted(self.threads, "thread"),
            self.backends.text()
        )
    }

    /// The table of times. The first row has the names of the columns; the third column is the unit of the second.
    pub(super) fn times(&self) -> Vec<Vec<String>> {
        let header =
            ["phase", "items", "", "seconds", "items/s", "share", "processor seconds"].map(String::from);
        let rows = self.phases.iter().map(|phase| {
            vec![
                phase.name.to_string(),
                phase.items.to_string(),
                phase.unit.to_string(),
                format!("{:.3}", phase.seconds),
                format!("{:.0}", phase.items_per_second),
                format!("{:.1} %", 100.0 * phase.share),
                format!("{:.3}", phase.processor_seconds),
            ]
        });
        [header.to_vec()].into_iter().chain(rows).collect()
    }

    /// The table of counted operations; `None` if they are not counted.
    pub(super) fn operations(&self) -> Option<Vec<Vec<String>>> {
        let counted = self.phases.iter().all(|phase| phase.counts.operations.is_some());
        counted.then(|| self.counts(|name| !name.starts_with("bytes")))
    }

    /// The table of bytes read and written; `None` if there are none, as for a tree in memory.
    pub(super) fn traffic(&self) -> Option<Vec<Vec<String>>> {
        let any = self.phases.iter().any(|phase| phase.counts.traffic != Default::default());
        any.then(|| self.counts(|name| name.starts_with("bytes")))
    }

    fn counts(&self, which: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
        let quantities: Vec<_> = QUANTITIES.into_iter().filter(|(name, _)| which(name)).collect();
        let header = ["phase"].into_iter().chain(quantities.iter().map(|(name, _)| *name)).map(String::from);
        let rows = self.phases.iter().map(|phase| {
            let number = |number: u64| number.to_string();
            let cells = quantities.iter().map(|(_, of)| of(&phase.counts).map_or(String::new(), number));
            [phase.name.to_string()].into_iter().chain(cells).collect()
        });
        [header.collect()].into_iter().chain(rows).collect()
    }
}

/// A number with the name of its unit in the singular or the plural.
fn counted(number: usize, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

fn table(rows: &[Vec<String>]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let (header, rows) = rows.split_first().unzip();
    table.set_header(header.into_iter().flatten()).add_rows(rows.into_iter().flatten());
    for (number, column) in table.column_iter_mut().enumerate() {
        // Names and units are aligned left, numbers right.
        let unit = header.is_some_and(|header| header.get(number).is_some_and(String::is_empty));
        if number > 0 && !unit {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

impl PhaseReport {
    fn new(work: Work, phase: &Phase, total: f64) -> Self {
        let seconds = phase.timed.elapsed.as_secs_f64();
        let ratio = |of: f64, by: f64| if by > 0.0 { of / by } else { 0.0 };
        #[allow(clippy::cast_precision_loss, reason = "a rate, exact below 2^53 items")]
        let items_per_second = ratio(phase.items as f64, seconds);
        Self {
            work,
            name: work.name(),
            unit: work.unit(),
            items: phase.items,
            seconds,
            processor_seconds: phase.timed.processor.as_secs_f64(),
            items_per_second,
            share: ratio(seconds, total),
            counts: phase.counts,
        }
    }
}
