//! The table of `lab ports`.

use std::collections::BTreeMap;

use comfy_table::{CellAlignment, Table, presets};

use super::sample::Counted;
use crate::contenders::OURS;

/// The counts of a workload.
pub(super) struct Row<'a> {
    pub(super) workload: &'a str,
    pub(super) contender: &'a str,
    pub(super) version: String,
    pub(super) counted: Counted,
}

const HEADER: [&str; 9] = [
    "workload",
    "contender",
    "instructions",
    "multiply-adds",
    "other vectors",
    "mul of words",
    "least cycles",
    "of Vorpal's",
    "by",
];

/// The table, and the versions of the contenders.
pub(super) fn text(rows: &[Row<'_>]) -> String {
    let versions: BTreeMap<&str, &str> =
        rows.iter().map(|row| (row.contender, row.version.as_str())).collect();
    let versions = versions.iter().map(|(name, version)| format!("{name}: {version}"));
    std::iter::once(table(rows).to_string()).chain(versions).collect::<Vec<_>>().join("\n")
}

fn table(rows: &[Row<'_>]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(HEADER);
    for column in table.column_iter_mut().skip(2).take(HEADER.len() - 3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for row in rows {
        table.add_row(cells(row, rows));
    }
    table
}

fn cells(row: &Row<'_>, rows: &[Row<'_>]) -> Vec<String> {
    let Counted { instructions, multiply_adds, vectors, words, bound } = &row.counted;
    let mut cells = vec![row.workload.to_owned(), row.contender.to_owned()];
    let numbers = [instructions, multiply_adds, vectors, words, &bound.cycles];
    cells.extend(numbers.map(|number| format!("{number:.0}")));
    let is_ours = |other: &&Row<'_>| other.workload == row.workload && other.contender == OURS;
    let ratio = rows.iter().find(is_ours).map(|ours| bound.cycles / ours.counted.bound.cycles);
    cells.push(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
    cells.push(bound.resource.clone());
    cells
}

#[cfg(test)]
mod tests {
    use super::super::bound::Bound;
    use super::*;

    fn row(workload: &'static str, contender: &'static str, cycles: f64) -> Row<'static> {
        let bound = Bound { cycles, resource: "issue".to_owned() };
        let (instructions, multiply_adds) = (6000.0, 400.0);
        let counted = Counted { instructions, multiply_adds, vectors: 600.0, words: 7.0, bound };
        Row { workload, contender, version: format!("{contender} 1.0"), counted }
    }

    #[test]
    fn least_cycles_are_divided_by_those_of_vorpal() {
        let rows = [row("sum", "peer", 2500.0), row("sum", OURS, 1000.0), row("product", "peer", 10.0)];
        let cells_of = |index: usize| cells(&rows[index], &rows);
        assert_eq!(cells_of(0), ["sum", "peer", "6000", "400", "600", "7", "2500", "2.50", "issue"]);
        assert_eq!(cells_of(1)[6..8], ["1000", "1.00"]);
        assert_eq!(cells_of(2)[6..8], ["10", "-"]);
        let text = text(&rows);
        assert!(
            text.contains("least cycles") && text.ends_with("peer: peer 1.0\nvorpal: vorpal 1.0"),
            "{text}"
        );
    }
}
