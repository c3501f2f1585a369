//! The figures of all experiments, as a table and as CSV.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};

use crate::trials::{Figures, Summary};

/// A line for every series of every experiment.
pub(crate) fn csv(experiments: &[Summary]) -> String {
    let mut text =
        "operands,chain,strategy,control,lower_decile_ns,median_ns,share_not_below_p,expected_share\n"
            .to_owned();
    for experiment in experiments {
        for Figures { strategy, control, lower_decile, median, share, expected_share, .. } in
            &experiment.series
        {
            let expected = expected_share.map_or_else(String::new, |share| format!("{share:.4}"));
            let (operands, length) = (experiment.operands, experiment.length);
            let _ = writeln!(
                text,
                "{operands},{length},{strategy},{control},{lower_decile},{median},{share:.4},{expected}"
            );
        }
    }
    text
}

/// Nanoseconds of one product: the lower decile of the trials less that of the clock, by the length of the chain.
pub(crate) fn text(experiments: &[Summary]) -> String {
    let mut text = String::new();
    for experiment in experiments {
        let series = &experiment.series;
        let clock =
            series.iter().find(|figures| figures.strategy == "clock").map_or(0, |clock| clock.lower_decile);
        let controls: Vec<&str> = crate::series::CONTROLS.into();
        let mut table = Table::new();
        let header = ["strategy", "steps"].into_iter().chain(controls.iter().copied());
        table.load_style(presets::NOTHING).set_header(header.chain([">= p", "expected"]));
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let mut names: Vec<&str> = series.iter().map(|figures| figures.strategy).collect();
        names.dedup();
        for name in names.into_iter().filter(|name| *name != "clock") {
            let of = |control: &str| {
                series.iter().find(|figures| figures.strategy == name && figures.control == control)
            };
            let Some(first) = of("full") else { continue };
            let time = |control: &&str| {
                of(control).map_or_else(String::new, |figures| {
                    let net = f64::from(figures.lower_decile) - f64::from(clock);
                    format!("{:.1}", net / experiment.length as f64)
                })
            };
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            let start = [name.to_owned(), first.steps.clone()];
            let shares = [percent(first.share), first.expected_share.map_or_else(String::new, percent)];
            table.add_row(start.into_iter().chain(controls.iter().map(time)).chain(shares));
        }
        let _ = writeln!(
            text,
            "Operands {}, chains of {}: nanoseconds per product, lower decile of the trials less the clock's {clock}.\n\
             {table}\n",
            experiment.operands, experiment.length
        );
    }
    text
}
