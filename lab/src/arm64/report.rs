//! The results of `lab arm64` as text and JSON.

use std::collections::BTreeMap;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::list::Limit;
use super::pipeline::PROCESSORS;
use crate::contenders::OURS;

/// All results.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The Rust compiler.
    pub(super) compiler: String,
    /// The version of the models of processors, if there are any.
    pub(super) models: Option<String>,
    pub(super) contenders: Vec<Build>,
    pub(super) rows: Vec<Row>,
    pub(super) limits: Vec<Limited>,
    /// What was not measured, with the reasons.
    pub(super) skipped: Vec<String>,
    /// Failed contenders, with the reasons.
    pub(super) failed: Vec<(String, String)>,
}

/// The version and build of a contender.
#[derive(Debug, Serialize)]
pub(super) struct Build {
    pub(super) contender: String,
    pub(super) version: String,
    pub(super) build: String,
}

/// The figures of a contender for one item of a workload.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) workload: String,
    pub(super) contender: String,
    /// The function or method of the library that was measured.
    pub(super) function: String,
    pub(super) instructions: f64,
    /// The cycles by processor; empty if they are not modelled.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) cycles: BTreeMap<String, Cycles>,
}

/// The modelled cycles of an operation.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Cycles {
    /// In a chain, where each operation waits for the result of the one before it.
    pub(super) chain: f64,
    /// On independent operands.
    pub(super) independent: f64,
}

/// A limit, with the measured value.
#[derive(Debug, Serialize)]
pub(super) struct Limited {
    workload: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    peer: Option<&'static str>,
    measured: f64,
    at_most: f64,
    pub(super) kept: bool,
}

impl Limited {
    pub(super) fn new(limit: &Limit, measured: f64) -> Self {
        let Limit { workload, peer, at_most } = *limit;
        Self { workload, peer, measured, at_most, kept: measured <= at_most }
    }

    pub(super) fn text(&self) -> String {
        let verdict = if self.kept { "kept" } else { "EXCEEDED" };
        let Self { workload, measured, at_most, .. } = self;
        match self.peer {
            None => format!("{workload}: {measured:.1} instructions, at most {at_most}: {verdict}"),
            Some(peer) => format!("{workload}: ratio to {peer} {measured:.3}, at most {at_most}: {verdict}"),
        }
    }
}

impl Report {
    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("results are plain data")
    }

    pub(super) fn text(&self) -> String {
        let mut lines = vec![
            format!("{}; {}", self.compiler, self.models.as_deref().unwrap_or("no models of processors")),
            "Instructions per item, counted under qemu. Ratio: Vorpal's instructions / this contender's."
                .to_owned(),
            "Cycles per item by llvm-mca: in a dependent chain / on independent operands.".to_owned(),
            self.table().to_string(),
        ];
        lines.extend(self.limits.iter().map(Limited::text));
        lines.extend(self.skipped.iter().map(|why| format!("SKIPPED: {why}")));
        lines.extend(self.failed.iter().map(|(contender, why)| format!("FAILED {contender}: {why}")));
        lines.join("\n")
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        let header = ["workload", "contender", "instructions", "ratio"];
        table.set_header(header.into_iter().chain(PROCESSORS));
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let mut previous = "";
        for row in &self.rows {
            let name = if row.workload == previous { "" } else { &row.workload };
            previous = &row.workload;
            let ours = |ours: &&Row| ours.workload == row.workload && ours.contender == OURS;
            let ours = self.rows.iter().find(ours).filter(|_| row.contender != OURS);
            let mut cells = vec![
                name.to_owned(),
                row.contender.clone(),
                format!("{:.*}", usize::from(row.instructions < 1e4), row.instructions),
                ours.map_or("-".to_owned(), |ours| format!("{:.3}", ours.instructions / row.instructions)),
            ];
            cells.extend(PROCESSORS.map(|processor| {
                let cycles = row.cycles.get(processor);
                cycles.map_or("-".to_owned(), |cycles| {
                    format!("{:.0} / {:.0}", cycles.chain, cycles.independent)
                })
            }));
            table.add_row(cells);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let row = |contender: &str, instructions, cycles: &[(&str, Cycles)]| Row {
            workload: "field.mul".to_owned(),
            contender: contender.to_owned(),
            function: "mul".to_owned(),
            instructions,
            cycles: cycles.iter().map(|(name, cycles)| ((*name).to_owned(), *cycles)).collect(),
        };
        let cycles = Cycles { chain: 56.2, independent: 44.4 };
        let limit = |at_most| Limit { workload: "field.mul", peer: Some("peer"), at_most };
        Report {
            compiler: "rustc 1".to_owned(),
            models: None,
            contenders: Vec::new(),
            rows: vec![row(OURS, 150.04, &[("neoverse-v2", cycles)]), row("peer", 200.0, &[])],
            limits: vec![Limited::new(&limit(0.8), 0.75), Limited::new(&limit(0.7), 0.75)],
            skipped: vec!["cycles: no program".to_owned()],
            failed: vec![("blst".to_owned(), "ended".to_owned())],
        }
    }

    #[test]
    fn the_text_contains_counts_ratios_cycles_limits_and_failures() {
        let text = report().text();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = text.lines().map(words).collect();
        for expected in [
            "field.mul vorpal 150.0 - - 56 / 44 -",
            "peer 200.0 0.750 - - -",
            "field.mul: ratio to peer 0.750, at most 0.8: kept",
            "field.mul: ratio to peer 0.750, at most 0.7: EXCEEDED",
            "SKIPPED: cycles: no program",
            "FAILED blst: ended",
        ] {
            assert!(lines.iter().any(|line| line == expected), "{expected}: {text}");
        }
    }

    #[test]
    fn the_json_contains_the_same() {
        let json: serde_json::Value = serde_json::from_str(&report().json()).unwrap();
        assert_eq!(json["rows"][0]["cycles"]["neoverse-v2"]["independent"], 44.4);
        assert_eq!((&json["limits"][1]["kept"], &json["limits"][0]["kept"]), (&false.into(), &true.into()));
        assert_eq!(json["failed"][0][0], "blst");
    }
}
