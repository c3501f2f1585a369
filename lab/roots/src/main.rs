//! Square roots in the base field of Bandersnatch, which is the scalar field of BLS12-381: the method before tables of
//! logarithms, and tables with windows of several widths, on the same arithmetic.
//!
//! The counts are those of the library's own counters. Times contain the counters, which cost a few percent.

mod before;
mod method;
mod windows;

use std::process::ExitCode;

use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use vorpal_fields::primes::Bls12_381Scalar as F;
use vorpal_limbs::backend::Backend;
use vorpal_limbs::count::Counts;

use crate::method::Method;

/// Counts the squarings and multiplications of square roots, step by step
///
/// The kernels are those of the processor, or of the variable VORPAL_BACKEND; counts do not depend on them. Exit codes:
/// 0 success, 1 a root is wrong.
#[derive(Parser)]
#[command(name = "roots", version)]
struct Cli {
    /// The number of random squares.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    elements: u32,
}

fn main() -> ExitCode {
    let elements = Cli::parse().elements as usize;
    let squares: Vec<F> = squares(elements);
    let mut methods = Vec::new();
    for method in std::iter::once(before::method(&squares)).chain(windows::methods(&squares)) {
        match method {
            Ok(method) => methods.push(method),
            Err(reason) => {
                eprintln!("error: {reason}");
                return ExitCode::from(1);
            }
        }
    }
    println!(
        "Square roots of {elements} random squares modulo the base field of Bandersnatch (255 bits, 2-adicity 32), by\n\
         {} kernels: squarings + multiplications, on average. Published: 605 without tables, 303 with tables.\n{}",
        Backend::active().name(),
        table(&methods, elements)
    );
    ExitCode::SUCCESS
}

/// Squares of powers of an element of large order, plus one each.
fn squares(count: usize) -> Vec<F> {
    let factor = F::from_le_bytes_reduced(&[0x9d; 64]);
    let roots = std::iter::successors(Some(factor), |element| Some(*element * factor + F::ONE));
    roots.map(|root| root.square()).take(count).collect()
}

fn table(methods: &[Method], elements: usize) -> Table {
    let mut table = Table::new();
    let header = ["method", "tables", "power", "test", "logarithm and correction", "total", "ns"];
    table.load_style(presets::NOTHING).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mean = |total: u64| total as f64 / elements as f64;
    let number = |value: f64| if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.1}") };
    let step = |counts: &Counts| match (mean(counts.squarings), mean(counts.multiplications)) {
        (0.0, 0.0) => "-".to_owned(),
        (squarings, multiplications) => format!("{} + {}", number(squarings), number(multiplications)),
    };
    for method in methods {
        let total = [&method.power, &method.test, &method.rest]
            .map(|counts| mean(counts.squarings + counts.multiplications))
            .iter()
            .sum();
        table.add_row([
            method.name.clone(),
            format!("{} KiB", method.bytes.div_ceil(1024)),
            step(&method.power),
            step(&method.test),
            step(&method.rest),
            number(total),
            format!("{:.0}", method.ns),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(method: &Method, elements: usize) -> f64 {
        let all = [&method.power, &method.test, &method.rest];
        let sum: u64 = all.iter().map(|counts| counts.squarings + counts.multiplications).sum();
        sum as f64 / elements as f64
    }

    /// Without tables: 245 for the power, 2 for products, 31 for the test, and the search of the order. That starts
    /// with an order of `2^r`, `r = 32`. A round for the order `2^m`, with `m <= r - 1` on squares, takes `r - 1`
    /// squarings, one more, and two multiplications. `m` is `r - 1 - j` with a probability of `2^-(j + 1)`. The sum is
    /// about 307; the published method has another chain for the power, of 265.
    #[test]
    fn counts_without_tables_are_those_of_the_model() {
        let squares = squares(4000);
        let before = before::method(&squares).unwrap();
        let mut expected = vec![0.0; 33];
        // expected[r]: the cost from an order of 2^r of the generator on, for a random element of half that order.
        for r in 2..=32 {
            // The element has order 2^m, m from 0 to r - 1.
            let cost = |m: usize| if m == 0 { 0.0 } else { (r + 2) as f64 + expected[m] };
            let probability =
                |m: usize| if m == 0 { 0.5f64.powi(r as i32 - 1) } else { 0.5f64.powi((r - m) as i32) };
            expected[r] = (0..r).map(|m| probability(m) * cost(m)).sum();
        }
        let found = total(&before, 4000);
        let model = 245.0 + 2.0 + 31.0 + expected[32];
        assert!((found - model).abs() < 3.0, "{found}, {model}");
        // The published mean, with its chain.
        assert!((found + 265.0 - 245.0 - 605.0).abs() < 5.0, "{found}");
    }

    #[test]
    fn counts_with_tables_are_those_of_the_formula() {
        let squares = squares(200);
        for (method, width) in windows::methods(&squares).zip(windows::WIDTHS) {
            let (method, count) = (method.unwrap(), 32u32.div_ceil(width));
            // s - f S and k (k + 1) / 2 + 2 M. The last window has one bit less than the others, if that is possible,
            // and the first one, of f bits, the remaining bits.
            let wide = width.min(33u32.div_ceil(count));
            let first = (33 - (count - 1) * wide).min(wide);
            let (s, m) = (method.rest.squarings / 200, method.rest.multiplications / 200);
            assert_eq!(
                (s, m),
                (u64::from(32 - first), u64::from(count * (count + 1) / 2 + 2)),
                "{}",
                method.name
            );
            assert_eq!((method.power.squarings, method.power.multiplications), (200 * 217, 200 * 28));
        }
        let default =
            windows::methods(&squares).zip(windows::WIDTHS).find(|(_, width)| *width == 11).unwrap();
        assert_eq!(total(&default.0.unwrap(), 200), 274.0);
    }
}
