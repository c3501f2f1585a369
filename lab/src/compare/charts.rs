//! A chart for each workload: bars with whiskers, as SVG.

use std::error::Error;

use plotters::prelude::*;

use super::Row;
use super::table::{is_ours, time};

const WIDTH: u32 = 680;
const BAR: u32 = 26;
const AXES: u32 = 44;
const NAMES: u32 = 120;

// Plotters wants numbers for colours; the page has names for them, which depend on light and dark.
const INK: RGBColor = RGBColor(1, 2, 3);
const GRID: RGBColor = RGBColor(4, 5, 6);
const OURS: RGBColor = RGBColor(7, 8, 9);
const PEER: RGBColor = RGBColor(10, 11, 12);
const NAMED: [(&str, &str); 4] = [
    ("#010203", "var(--ink)"),
    ("#040506", "var(--grid)"),
    ("#070809", "var(--ours)"),
    ("#0A0B0C", "var(--peer)"),
];

/// Rows of one workload: bars up to the lower decile, whiskers from the minimum to the upper decile.
pub(super) fn chart(rows: &[&Row]) -> String {
    let mut svg = String::new();
    draw(rows, &mut svg).expect("drawing into a string cannot fail");
    for (number, name) in NAMED {
        svg = svg.replace(number, name);
    }
    // A picture's size is the page's affair.
    let size = format!("width=\"{WIDTH}\" height=\"{}\"", height(rows));
    svg.replacen(&size, "class=\"chart\" role=\"img\"", 1)
}

fn height(rows: &[&Row]) -> u32 {
    AXES + BAR * rows.len() as u32
}

fn draw(rows: &[&Row], svg: &mut String) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(svg, (WIDTH, height(rows))).into_drawing_area();
    // The axis ends at the longest bar; a whisker may go a little beyond, a disturbed one is cut.
    let longest = rows.iter().map(|row| row.p10_ns).fold(0.0, f64::max);
    let end = 1.12 * longest;
    let text = |size: u32| ("sans-serif", size).into_font().color(&INK);
    let mut chart = ChartBuilder::on(&area)
        .margin(6)
        .margin_right(90)
        .set_label_area_size(LabelAreaPosition::Left, NAMES)
        .set_label_area_size(LabelAreaPosition::Bottom, 26)
        .build_cartesian_2d(0.0..end, (0..rows.len() - 1).into_segmented())?;
    let name = |place: &SegmentValue<usize>| match place {
        SegmentValue::CenterOf(index) => {
            rows.iter().rev().nth(*index).map_or(String::new(), |row| row.contender.clone())
        }
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(GRID)
        .x_labels(5)
        .x_label_formatter(&|ns| time(*ns))
        .x_label_style(text(12))
        .y_labels(rows.len())
        .y_label_formatter(&name)
        .y_label_style(text(13))
        .draw()?;
    let at = |index: usize| rows.len() - 1 - index;
    chart.draw_series(rows.iter().enumerate().map(|(index, row)| {
        let colour = if is_ours(row) { OURS } else { PEER };
        // The upper edge of the last segment has a name of its own.
        let upper = if index == 0 { SegmentValue::Last } else { SegmentValue::Exact(at(index) + 1) };
        let corners = [(0.0, SegmentValue::Exact(at(index))), (row.p10_ns, upper)];
        let mut bar = Rectangle::new(corners, colour.filled());
        bar.set_margin(5, 5, 0, 0);
        bar
    }))?;
    let line = |x1: f64, x2: f64, index: usize| {
        let place = SegmentValue::CenterOf(at(index));
        PathElement::new(vec![(x1.min(end), place.clone()), (x2.min(end), place)], INK.stroke_width(2))
    };
    chart.draw_series(rows.iter().enumerate().map(|(index, row)| line(row.min_ns, row.p90_ns, index)))?;
    chart.draw_series(rows.iter().enumerate().map(|(index, row)| {
        let from = row.p90_ns.max(row.p10_ns).min(end);
        let label = time(row.p10_ns);
        EmptyElement::at((from, SegmentValue::CenterOf(at(index)))) + Text::new(label, (6, -6), text(13))
    }))?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_bar_and_no_colour_is_left_unnamed() {
        let row = |contender: &str, ns: f64| Row {
            workload: "w".to_owned(),
            contender: contender.to_owned(),
            version: String::new(),
            path: String::new(),
            p10_ns: ns,
            median_ns: 1.1 * ns,
            min_ns: 0.9 * ns,
            p90_ns: 9.0 * ns,
            spread: 0.2,
            samples: 3,
            iterations: 1,
            speed_vs_best_peer: None,
            interval: None,
            allocs: None,
            parts_p10_ns: Default::default(),
            facts: Default::default(),
        };
        let rows = [row("vorpal", 20.0), row("a peer", 30.0)];
        let svg = chart(&rows.iter().collect::<Vec<_>>());
        for expected in ["vorpal", "a peer", "20.00 ns", "30.00 ns", "var(--ours)", "var(--peer)", "viewBox"]
        {
            assert!(svg.contains(expected), "{expected} in {svg}");
        }
        assert!(!svg.contains("fill=\"#0"), "{svg}");
    }
}
