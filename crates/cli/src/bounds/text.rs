//! The report of the bounds as text.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};

use super::report::{BestReport, FieldReport, GeneralReport, Measurement, Range, Report, Strategy};

pub(super) fn report(report: &Report) -> String {
    let mut text = String::new();
    match (report.fields.as_slice(), &report.general) {
        ([field], _) => one(&mut text, field),
        ([], Some(bounds)) => general(&mut text, bounds),
        (fields, _) => all(&mut text, fields),
    }
    for measurement in &report.measurements {
        text += "\n";
        measured(&mut text, measurement);
    }
    text
}

/// A table whose first `left` columns are aligned left and the others right.
fn table<H, R>(header: H, left: usize, rows: impl Iterator<Item = R>) -> Table
where
    H: Into<comfy_table::Row>,
    R: Into<comfy_table::Row>,
{
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
        let first = [field.field.clone(), format!("{:.3}", field.radix_over_modulus)];
        let best = field.best.as_ref().map(best_cell);
        first.into_iter().chain(field.strategies.iter().map(cell)).chain(best).collect::<Vec<String>>()
    };
    let mut header = vec!["field", "R/p"];
    if let Some(field) = fields.first() {
        // The schedules of all fields have the same names, or are the one that is given.
        header.extend(field.strategies.iter().map(|strategy| match strategy.name {
            "given" => strategy.schedule.as_str(),
            name => name,
        }));
        header.extend(field.best.as_ref().map(|_| "cheapest"));
    }
    let _ = writeln!(
        text,
        "Largest result as a multiple of p for operands below p, then conditional subtractions for operands\n\
         below [p, 2p, R]. !: results for operands below p do not fit the limbs of p.\n{}\n\
         For the steps, exact bounds and operands near them of one field: vorpal bounds FIELD",
        table(header, 1, fields.iter().map(row))
    );
}

/// `P2,C,C [1] 5 %`: the steps, subtractions, and the expected share of results not below p.
fn best_cell(best: &BestReport) -> String {
    format!("{} [{}] {:.0} %", best.schedule, best.conditional_subtractions, 100.0 * best.share_not_below_p)
}

/// Bounds that hold for every modulus of a number of bits.
fn general(text: &mut String, bounds: &GeneralReport) {
    let rows = bounds.strategies.iter().map(|strategy| {
        let range = |(multiple, subtractions): (&f64, &u64)| format!("{multiple:.4} [{subtractions}]");
        let ranges = strategy.multiples.iter().zip(&strategy.conditional_subtractions).map(range);
        let first =
            [strategy.name.into(), strategy.schedule.clone(), strategy.word_multiplications.to_string()];
        first.into_iter().chain(ranges).collect::<Vec<String>>()
    });
    let header = ["strategy", "steps", "word mul.", "below p", "below 2p", "below R"];
    let _ = writeln!(
        text,
        "Every modulus of {} bits, {} limbs. Results are below these multiples of p for operands below p, 2p and R;\n\
         conditional subtractions in brackets.\n{}",
        bounds.bits,
        bounds.limbs,
        table(header, 2, rows)
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
    if let Some(best) = &field.best {
        let [a, b] = &best.operands_below;
        let _ = writeln!(
            text,
            "Cheapest for operands below {a} and {b}: {}, {} word multiplications, results below {:.4} p,\n\
             {} conditional subtractions; {:.1} % of random results are not below p.",
            best.schedule,
            best.word_multiplications,
            best.multiple,
            best.conditional_subtractions,
            100.0 * best.share_not_below_p
        );
    }
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
