//! The report of the bounds as text.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};

use super::report::{FieldReport, Measurement, Range, Report, Strategy};

pub(super) fn report(report: &Report) -> String {
    let mut text = String::new();
    match report.fields.as_slice() {
        [field] => one(&mut text, field),
        fields => all(&mut text, fields),
    }
    for measurement in &report.measurements {
        text += "\n";
        measured(&mut text, measurement);
    }
    text
}

/// A table whose first `left` columns are aligned left and the others right.
fn table<const C: usize>(header: [&str; C], left: usize, rows: impl Iterator<Item = [String; C]>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header).add_rows(rows);
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The table of all fields: the largest multiple of `p` for canonical operands, and the subtractions for all ranges.
fn all(text: &mut String, fields: &[FieldReport]) {
    let cell = |strategy: &Strategy| {
        let mut ranges = strategy.ranges.iter();
        let worst = ranges.next().map_or(String::new(), |range| multiple(range, 3));
        let subtractions: Vec<String> =
            strategy.ranges.iter().map(|range| range.conditional_subtractions.to_string()).collect();
        format!("{worst} [{}]", subtractions.join(","))
    };
    let row = |field: &FieldReport| {
        let [a, b, c, d, e, f] =
            [0, 1, 2, 3, 4, 5].map(|i| field.strategies.get(i).map_or(String::new(), cell));
        [field.field.clone(), format!("{:.3}", field.radix_over_modulus), a, b, c, d, e, f]
    };
    let header =
        ["field", "R/p", "cios", "single_step", "log_jump", "one_jump", "parallel_rounds", "parallel_jump"];
    let _ = writeln!(
        text,
        "Largest result as a multiple of p for operands below p, then conditional subtractions for operands\n\
         below [p, 2p, R]. !: results for operands below p do not fit the limbs of p.\n{}\n\
         For the steps, exact bounds and operands near them of one field: vorpal bounds FIELD",
        table(header, 1, fields.iter().map(row))
    );
}

fn multiple(range: &Range, digits: usize) -> String {
    format!("{:.digits$}{}", range.multiple, if range.overflows { "!" } else { "" })
}

fn one(text: &mut String, field: &FieldReport) {
    let _ = writeln!(
        text,
        "{}: p = {}, {} bits, {} limbs, R/p = {:.4}. The library multiplies by {}.\n\
         Results are below p (a b / (p R) + 1 + delta). Largest result as a multiple of p for operands below p, 2p \
         and\n\
         R, then conditional subtractions in brackets. !: results do not fit the limbs of p.",
        field.field, field.modulus, field.bits, field.limbs, field.radix_over_modulus, field.library_schedule
    );
    let row = |strategy: &Strategy| {
        let range = |i: usize| {
            let cell = |range: &Range| format!("{} [{}]", multiple(range, 4), range.conditional_subtractions);
            strategy.ranges.get(i).map_or(String::new(), cell)
        };
        [
            strategy.name.to_string(),
            strategy.schedule.clone(),
            strategy.word_multiplications.to_string(),
            format!("{:.4}", strategy.delta),
            range(0),
            range(1),
            range(2),
        ]
    };
    let header = ["strategy", "steps", "word mul.", "delta", "below p", "below 2p", "below R"];
    let _ = writeln!(
        text,
        "{}\nOperands below p whose results are near the bound:",
        table(header, 2, field.strategies.iter().map(row))
    );
    for strategy in &field.strategies {
        for range in strategy.ranges.iter().take(1) {
            let Some(witness) = &range.witness else { continue };
            let short = match witness.short_bits {
                Some(0) => format!("the bound is {:.6} p", range.multiple),
                Some(bits) => format!("less than 2^-{bits} p short of the bound"),
                None => "the bound itself".into(),
            };
            let _ = writeln!(
                text,
                "  {} reaches {:.6} p, {short}\n    a = {}\n    b = {}",
                strategy.name, witness.multiple, witness.a, witness.b
            );
        }
    }
}

fn measured(text: &mut String, measurement: &Measurement) {
    let _ = writeln!(
        text,
        "{}: chains of {} multiplications; nanoseconds per multiplication, lower decile of {} samples.\n\
         In the column none, only results above R are reduced. The last columns are the shares of results not below p\n\
         after one product and after 100 products without subtraction.",
        measurement.field, measurement.multiplications, measurement.rounds
    );
    let rows = measurement.strategies.iter().flat_map(|strategy| {
        strategy.inputs.iter().map(|input| {
            [
                format!("{} {}", strategy.name, strategy.schedule),
                input.input.to_string(),
                format!("{:.2}", input.branch_free_ns),
                format!("{:.2}", input.branchy_ns),
                format!("{:.2}", input.raw_ns),
                format!("{:.1} %", 100.0 * input.share_above_p),
                format!("{:.1} %", 100.0 * input.share_above_p_100),
            ]
        })
    });
    let header = ["strategy", "b", "branch-free", "branchy", "none", ">= p", "after 100"];
    let _ = writeln!(text, "{}", table(header, 2, rows));
}
