//! What the replay did, for people and as JSON.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use vorpal::limbs::backend::Backend;

use super::engine::{Done, Phase};
use crate::hex::Bytes;

#[derive(Serialize)]
pub(crate) struct Report {
    version: &'static str,
    /// The folder, or `generated`.
    source: String,
    generated: bool,
    blocks: usize,
    roots_checked: usize,
    senders_checked: usize,
    /// The root after the last block.
    root: Bytes<32>,
    phases: Vec<PhaseReport>,
    /// Building the tables of the committer; not part of the phases.
    set_up_seconds: f64,
    /// Reading and parsing, or generating; not part of the phases.
    reading_seconds: f64,
    threads: usize,
    backend: &'static str,
}

#[derive(Serialize)]
struct PhaseReport {
    name: &'static str,
    /// What is counted.
    unit: &'static str,
    items: usize,
    seconds: f64,
    items_per_second: f64,
    /// Of the time of all phases.
    share: f64,
}

impl Report {
    pub(crate) fn new(folder: Option<&Path>, done: Done, set_up: Duration, reading: Duration) -> Self {
        let phases = [
            ("senders", "signatures", done.senders),
            ("keys", "keys", done.keys),
            ("tree update", "values", done.update),
            ("commit", "values", done.commit),
        ];
        let total: f64 = phases.iter().map(|(_, _, phase)| phase.time.as_secs_f64()).sum();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            source: folder.map_or("generated".into(), |folder| folder.display().to_string()),
            generated: folder.is_none(),
            blocks: done.blocks,
            roots_checked: done.roots,
            senders_checked: done.senders.items,
            root: Bytes(done.root),
            phases: phases.map(|(name, unit, phase)| PhaseReport::new(name, unit, phase, total)).into(),
            set_up_seconds: set_up.as_secs_f64(),
            reading_seconds: reading.as_secs_f64(),
            threads: rayon::current_num_threads(),
            backend: Backend::active().name(),
        }
    }

    /// Writes to standard output. If nobody reads it, that is not an error.
    pub(crate) fn print(&self) {
        let _ = writeln!(std::io::stdout().lock(), "{}", self.text());
    }

    fn text(&self) -> String {
        let source = if self.generated {
            format!("a generated chain of {} blocks (no real data; see --data)", self.blocks)
        } else {
            format!("{} blocks of {}", self.blocks, self.source)
        };
        let roots = match self.roots_checked {
            0 => "no roots to check against".into(),
            checked => format!("{checked} of {} roots right", self.blocks),
        };
        let roots = if self.generated { "the root it must reach is reached".into() } else { roots };
        let senders = match self.senders_checked {
            0 => "no signatures to check".into(),
            checked => format!("{checked} of {checked} senders right"),
        };
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(["phase", "items", "", "seconds", "items/s", "share"]);
        for phase in &self.phases {
            table.add_row([
                phase.name.to_string(),
                phase.items.to_string(),
                phase.unit.to_string(),
                format!("{:.3}", phase.seconds),
                format!("{:.0}", phase.items_per_second),
                format!("{:.1} %", 100.0 * phase.share),
            ]);
        }
        for column in [1, 3, 4, 5] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let threads = if self.threads == 1 { "1 thread".into() } else { format!("{} threads", self.threads) };
        format!(
            "Replayed {source}: {roots}, {senders}.\n{table}\n\
             Root {}. Tables built in {:.3} s, input read in {:.3} s; {threads}, backend {}.",
            self.root, self.set_up_seconds, self.reading_seconds, self.backend
        )
    }
}

impl PhaseReport {
    fn new(name: &'static str, unit: &'static str, phase: Phase, total: f64) -> Self {
        let seconds = phase.time.as_secs_f64();
        let ratio = |of: f64, by: f64| if by > 0.0 { of / by } else { 0.0 };
        #[allow(clippy::cast_precision_loss, reason = "a rate, exact below 2^53 items")]
        let items_per_second = ratio(phase.items as f64, seconds);
        Self { name, unit, items: phase.items, seconds, items_per_second, share: ratio(seconds, total) }
    }
}
