//! The report of `vorpal measure`.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::samples::Samples;
use super::{Workload, processor};
use crate::backends::Backends;
use crate::output::terminal;

#[derive(Serialize)]
pub(super) struct Report {
    version: &'static str,
    processor: String,
    #[serde(flatten)]
    backends: Backends,
    workloads: Vec<Measured>,
}

/// The times of one item of a workload.
#[derive(Serialize)]
pub(super) struct Measured {
    name: String,
    threads: usize,
    items_of_a_run: usize,
    runs: usize,
    lower_decile_ns: f64,
    median_ns: f64,
}

impl Measured {
    pub(super) fn new(workload: &Workload, samples: &Samples) -> Self {
        #[allow(clippy::cast_precision_loss, reason = "counts")]
        let of_item = |time: Duration| time.as_secs_f64() * 1e9 / workload.items as f64;
        Self {
            name: workload.name.clone(),
            threads: workload.threads,
            items_of_a_run: workload.items,
            runs: samples.number(),
            lower_decile_ns: of_item(samples.lower_decile()),
            median_ns: of_item(samples.median()),
        }
    }
}

impl Report {
    pub(super) fn new(workloads: Vec<Measured>) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            processor: processor::name(),
            backends: Backends::in_use(),
            workloads,
        }
    }

    /// The report as text.
    pub(super) fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header([
            "workload",
            "lower decile",
            "median",
            "items a second",
        ]);
        for measured in &self.workloads {
            table.add_row([
                measured.name.clone(),
                time(measured.lower_decile_ns),
                time(measured.median_ns),
                format!("{:.0}", 1e9 / measured.lower_decile_ns),
            ]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let (version, processor) = (self.version, terminal::escape(&self.processor));
        format!("vorpal {version}, {}, on {processor}. Times of one item:\n{table}\n", self.backends.text())
    }
}

/// A time with three digits and its unit.
fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ..1e3 => (nanoseconds, "ns"),
        1e3..1e6 => (nanoseconds / 1e3, "us"),
        _ => (nanoseconds / 1e6, "ms"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let times = [1.2345, 12.345, 123.45, 1234.5, 12_345.0, 1_234_500.0, 12_345_000_000.0];
        let expected = ["1.23 ns", "12.3 ns", "123 ns", "1.23 us", "12.3 us", "1.23 ms", "12345 ms"];
        assert_eq!(times.map(time), expected);
    }

    #[test]
    fn times_are_those_of_an_item() {
        let workload = Workload::new("block", 10, || || ());
        let samples = Samples::of(&mut || std::thread::sleep(Duration::from_millis(1)), Duration::ZERO);
        let measured = Measured::new(&workload, &samples);
        assert!(measured.lower_decile_ns >= 1e5 && measured.median_ns >= measured.lower_decile_ns);
        let report = Report::new(vec![measured]);
        let text = report.text();
        assert!(text.starts_with("vorpal ") && text.contains("\n block"), "{text}");
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["workloads"][0]["items_of_a_run"], 10);
    }
}
