//! The report of `vorpal evm`, as text and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;
use vorpal::evm::Precompile;

use super::check::Checked;
use crate::backends::Backends;
use crate::failure::Failure;
use crate::input::excerpt::excerpt;
use crate::output::terminal;

/// The number of vectors in the table of the slowest ones.
const SLOWEST: usize = 10;

/// The largest number of differences or notes that are printed; the JSON has all of them.
const SHOWN: usize = 20;

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

    /// Fails if a vector differs, and names the first [`SHOWN`] of them.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let (lines, number) = self.lines("", |checked| &checked.differences);
        if number == 0 {
            return Ok(());
        }
        let differ = format!("{number} of {} vectors differ", self.vectors.len());
        Err(Failure::Different(format!("{differ}\n{}", lines.trim_end())))
    }

    /// A line for each of the first [`SHOWN`] vectors that have texts, and the number of all of them.
    fn lines(&self, beginning: &str, texts: impl Fn(&Checked) -> &Vec<String>) -> (String, usize) {
        let with_texts: Vec<&Entry> =
            self.vectors.iter().filter(|entry| !texts(&entry.checked).is_empty()).collect();
        let mut lines = String::new();
        for Entry { file, checked, .. } in with_texts.iter().take(SHOWN) {
            let (file, name) = (terminal::escape(file), terminal::escape(excerpt(&checked.name)));
            let texts = terminal::escape(texts(checked).join("; "));
            // Writing to a String cannot fail.
            let _ = writeln!(lines, "{beginning}{file}: {name}: {texts}");
        }
        if with_texts.len() > SHOWN {
            let _ = writeln!(lines, "{beginning}and {} more (--json has all)", with_texts.len() - SHOWN);
        }
        (lines, with_texts.len())
    }

    /// The vectors with the least gas per second, the worst of all, and the notes.
    pub(super) fn text(&self) -> String {
        let mut calls: Vec<&Entry> = self
            .vectors
            .iter()
            .filter(|entry| entry.mgas_per_second > 0.0 && entry.checked.failure.is_none())
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
            let mut row = vec![Cell::new(terminal::escape(excerpt(name)))];
            row.extend(figures.map(|figure| Cell::new(figure).set_alignment(CellAlignment::Right)));
            table.add_row(row);
        }
        let different = self.vectors.iter().filter(|entry| !entry.checked.differences.is_empty()).count();
        let failures = self.vectors.iter().filter(|entry| entry.checked.failure.is_some()).count();
        let worst = match calls.first() {
            Some(worst) => format!(
                "\n{table}\nWorst case: {:.1} Mgas/s, {}.",
                worst.mgas_per_second,
                terminal::escape(excerpt(&worst.checked.name))
            ),
            None => String::new(),
        };
        let (notes, _) = self.lines("note: ", |checked| &checked.notes);
        format!(
            "{}: {} vectors, {failures} of them failures, {different} differ; {}.{worst}\n{notes}",
            self.contract,
            self.vectors.len(),
            self.backends.text()
        )
    }
}
