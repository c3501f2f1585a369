//! Draws a bar chart with error bars for each workload, as SVG.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Row;
use super::table::{is_ours, time};

// The width on a narrow screen. Wider screens show charts side by side, so that text stays readable everywhere.
const WIDTH: u32 = 440;
const BAR: u32 = 26;
const AXES: u32 = 44;
const NAMES: u32 = 96;

// Plotters requires numeric colours. The page replaces them by CSS variables, which depend on the light or dark theme.
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

/// Draws the rows of one workload. Bars end at the lower decile, error bars reach from the minimum to the upper decile.
pub(super) fn chart(rows: &[&Row]) -> String {
    let mut svg = String::new();
    draw(rows, &mut svg).expect("drawing into a string cannot fail");
    for (number, name) in NAMED {
        svg = svg.replace(number, name);
    }
    // The page's style sets the size. The element around the picture has the alternative text.
    let size = format!("width=\"{WIDTH}\" height=\"{}\"", height(rows));
    svg.replacen(&size, "aria-hidden=\"true\"", 1)
}

fn height(rows: &[&Row]) -> u32 {
    AXES + BAR * rows.len() as u32
}

fn draw(rows: &[&Row], svg: &mut String) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(svg, (WIDTH, height(rows))).into_drawing_area();
    // The axis ends slightly beyond the longest bar; longer error bars are cut.
    let end = 1.12 * rows.iter().map(|row| row.p10_ns).fold(0.0, f64::max);
    let text = |size: u32| ("sans-serif", size).into_font().color(&INK);
    // Each row has one unit of height. The first row is at the top.
    let mut chart = ChartBuilder::on(&area)
        .margin(6)
        .margin_right(74)
        .set_label_area_size(LabelAreaPosition::Left, NAMES)
        .set_label_area_size(LabelAreaPosition::Bottom, 26)
        .build_cartesian_2d(0.0..end, rows.len() as f64..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(GRID)
        .x_labels(4)
        .x_label_formatter(&|ns| time(*ns))
        .x_label_style(text(15))
        .draw()?;
    let right = text(15).pos(Pos::new(HPos::Right, VPos::Center));
    let left = text(15).pos(Pos::new(HPos::Left, VPos::Center));
    for (index, row) in rows.iter().enumerate() {
        let middle = index as f64 + 0.5;
        let colour = if is_ours(row) { OURS } else { PEER };
        let bar = Rectangle::new([(0.0, middle - 0.3), (row.p10_ns, middle + 0.3)], colour.filled());
        let (low, high) = (row.min_ns.min(end), row.p90_ns.min(end));
        let whisker = PathElement::new(vec![(low, middle), (high, middle)], INK.stroke_width(2));
        chart.draw_series([bar])?;
        chart.draw_series([whisker])?;
        let name = row.contender.clone();
        chart.draw_series([EmptyElement::at((0.0, middle)) + Text::new(name, (-8, 0), right.clone())])?;
        let (end_of_row, figure) = (high.max(row.p10_ns), time(row.p10_ns));
        chart.draw_series([
            EmptyElement::at((end_of_row, middle)) + Text::new(figure, (8, 0), left.clone())
        ])?;
    }
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_bar_and_every_colour_has_a_name() {
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
            peak_bytes: None,
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
        // Browsers report elements of negative size as errors.
        assert!(!chart(&[&rows[0]]).contains("=\"-"), "{}", chart(&[&rows[0]]));
    }
}
