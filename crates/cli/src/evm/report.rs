//! The report of `vorpal evm`, as text and as JSON.

use std::path::Path;

use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;
use vorpal::evm::Precompile;

use super::check::Checked;
use crate::backends::Backends;
use crate::failure::Failure;
use crate::output::terminal;

/// The number of vectors in the table of the slowest ones.
const SLOWEST: usize = 10;

#[derive(Serialize)]
pub(super) struct Report {
    version: &'static str,
    contract: &'static str,
    vectors: Vec<Entry>,
    #[serde(flatten)]
    backends: Backends,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    mgas_per_second: f64,
    #[serde(flatten)]
    checked: Checked,
}

impl Report {
    pub(super) fn new(contract: Precompile) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            contract: contract.name(),
            vectors: Vec::new(),
            backends: Backends::in_use(),
        }
    }

    pub(super) fn add(&mut self, file: &Path, checked: Checked) {
        let mgas_per_second = checked.mgas_per_second();
        self.vectors.push(Entry { file: file.display().to_string(), mgas_per_second, checked });
    }

    /// Fails if a vector differs, and names each of them.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let different = self.vectors.iter().filter(|entry| !entry.checked.differences.is_empty());
        let lines: Vec<String> = different
            .map(|Entry { file, checked, .. }| {
                format!(
                    "{}: {}: {}",
                    terminal::escape(file),
                    terminal::escape(&checked.name),
                    terminal::escape(checked.differences.join("; "))
                )
            })
            .collect();
        if lines.is_empty() {
            return Ok(());
        }
        let number = format!("{} of {} vectors differ", lines.len(), self.vectors.len());
        Err(Failure::Different(format!("{number}\n{}", lines.join("\n"))))
    }

    /// The vectors with the least gas per second, and the worst of all.
    pub(super) fn text(&self) -> String {
        let mut calls: Vec<&Entry> = self
            .vectors
            .iter()
            .filter(|entry| entry.checked.failure.is_none() && entry.checked.gas > 0)
            .collect();
        calls.sort_by(|a, b| a.mgas_per_second.total_cmp(&b.mgas_per_second));
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(["vector", "gas", "us", "Mgas/s"]);
        for entry in calls.iter().take(SLOWEST) {
            let Checked { name, gas, nanoseconds, .. } = &entry.checked;
            #[allow(clippy::cast_precision_loss, reason = "a time")]
            let microseconds = *nanoseconds as f64 / 1000.0;
            let figures =
                [gas.to_string(), format!("{microseconds:.2}"), format!("{:.1}", entry.mgas_per_second)];
            let mut row = vec![Cell::new(terminal::escape(name))];
            row.extend(figures.map(|figure| Cell::new(figure).set_alignment(CellAlignment::Right)));
            table.add_row(row);
        }
        let different = self.vectors.iter().filter(|entry| !entry.checked.differences.is_empty()).count();
        let failures = self.vectors.iter().filter(|entry| entry.checked.failure.is_some()).count();
        let worst = match calls.first() {
            Some(worst) => format!(
                "\n{table}\nWorst case: {:.1} Mgas/s, {}.",
                worst.mgas_per_second,
                terminal::escape(&worst.checked.name)
            ),
            None => String::new(),
        };
        format!(
            "{}: {} vectors, {failures} of them failures, {different} differ; {}.{worst}\n",
            self.contract,
            self.vectors.len(),
            self.backends.text()
        )
    }
}
