//! The table of `lab ports`.

use comfy_table::{CellAlignment, Table, presets};
use serde::Deserialize;

use super::sample::Counted;

/// The part of `results.json` of `lab compare` that is compared with the bounds.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Results {
    pub(super) rows: Vec<Measured>,
}

/// A measured time.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Measured {
    workload: String,
    contender: String,
    p10_ns: f64,
    speed_vs_best_peer: Option<f64>,
}

impl Results {
    pub(super) fn find(&self, workload: &str, contender: &str) -> Option<&Measured> {
        self.rows.iter().find(|row| row.workload == workload && row.contender == contender)
    }
}

/// The counts of a workload, and its time if there is one.
pub(super) struct Row<'a> {
    pub(super) workload: &'a str,
    pub(super) counted: &'a Counted,
    pub(super) measured: Option<&'a Measured>,
}

const HEADER: [&str; 10] = [
    "workload",
    "instructions",
    "multiply-adds",
    "other vectors",
    "mul of words",
    "least cycles",
    "by",
    "measured / least",
    "ratio",
    "largest ratio",
];

pub(super) fn table(rows: &[Row<'_>], gigahertz: f64) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(HEADER);
    for (index, column) in table.column_iter_mut().enumerate().skip(1) {
        if HEADER[index] != "by" {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for row in rows {
        table.add_row(cells(row, gigahertz));
    }
    table
}

fn cells(Row { workload, counted, measured }: &Row<'_>, gigahertz: f64) -> Vec<String> {
    let Counted { instructions, multiply_adds, vectors, words, bound } = counted;
    let mut cells = vec![(*workload).to_owned()];
    cells.extend(
        [instructions, multiply_adds, vectors, words, &bound.cycles].map(|number| format!("{number:.0}")),
    );
    cells.push(bound.resource.clone());
    let slack = measured.map(|measured| measured.p10_ns * gigahertz / bound.cycles);
    let ratio = measured.and_then(|measured| measured.speed_vs_best_peer);
    let largest = slack.zip(ratio).map(|(slack, ratio)| slack * ratio);
    let cell = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.2}"));
    cells.extend([slack, ratio, largest].map(cell));
    cells
}

#[cfg(test)]
mod tests {
    use super::super::bound::Bound;
    use super::*;

    #[test]
    fn the_largest_ratio_is_that_of_the_least_cycles() {
        let json = r#"{"rows": [{"workload": "sum", "contender": "vorpal", "p10_ns": 500.0, "speed_vs_best_peer": 2.0},
            {"workload": "sum", "contender": "peer", "p10_ns": 1000.0, "speed_vs_best_peer": null}]}"#;
        let results: Results = serde_json::from_str(json).unwrap();
        let bound = Bound { cycles: 1000.0, resource: "issue".to_owned() };
        let (instructions, multiply_adds) = (6000.0, 400.0);
        let counted = Counted { instructions, multiply_adds, vectors: 600.0, words: 7.0, bound };
        let row = |measured| Row { workload: "sum", counted: &counted, measured };
        // 1500 cycles at 3 GHz where 1000 are the least: twice the peer's speed could be three times.
        let cells_of = |measured| cells(&row(measured), 3.0);
        let expected = ["sum", "6000", "400", "600", "7", "1000", "issue", "1.50", "2.00", "3.00"];
        assert_eq!(cells_of(results.find("sum", "vorpal")), expected);
        assert_eq!(cells_of(results.find("other", "vorpal"))[7..], ["-", "-", "-"]);
        assert_eq!(cells_of(results.find("sum", "peer"))[8..], ["-", "-"]);
        assert!(table(&[row(None)], 3.0).to_string().contains("least cycles"));
    }
}
