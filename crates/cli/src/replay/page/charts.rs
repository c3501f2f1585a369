//! Bar charts as SVG: one bar for each block, divided into its phases.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Work, class};

// The size on a narrow screen. Wider screens show charts side by side, so that text stays readable everywhere.
const WIDTH: u32 = 440;
const HEIGHT: u32 = 220;
/// The largest number of bars with a name, and the largest length of a name.
const NAMES: usize = 3;
const NAME_LENGTH: usize = 13;

// Plotters takes numbers as colours. They are replaced by CSS variables of the page, which has a light and a dark
// theme.
const INK: RGBColor = RGBColor(1, 2, 3);
const GRID: RGBColor = RGBColor(4, 5, 6);

/// The number that is replaced by a phase's colour.
const fn colour(work: Work) -> RGBColor {
    RGBColor(7, 8, 9 + work as u8)
}

/// A bar of a chart.
pub(super) struct Bar {
    pub(super) name: String,
    /// The heights and phases, from the bottom up.
    pub(super) parts: Vec<(f64, Work)>,
}

impl Bar {
    pub(super) fn height(&self) -> f64 {
        self.parts.iter().map(|(height, _)| height).sum()
    }
}

/// The chart of the bars; `text` formats heights.
pub(super) fn chart(bars: &[Bar], text: fn(f64) -> String) -> String {
    let mut svg = String::new();
    draw(bars, text, &mut svg).expect("drawing into a string cannot fail");
    let phases = Work::ALL.map(|work| (colour(work), format!("var(--{})", class(work))));
    let named = [(INK, "var(--ink)".to_owned()), (GRID, "var(--grid)".to_owned())].into_iter().chain(phases);
    for (RGBColor(red, green, blue), name) in named {
        svg = svg.replace(&format!("\"#{red:02X}{green:02X}{blue:02X}\""), &format!("\"{name}\""));
    }
    // The page's style sets the size. The element around the picture has the alternative text.
    svg.replacen(&format!("width=\"{WIDTH}\" height=\"{HEIGHT}\""), "aria-hidden=\"true\"", 1)
}

#[allow(clippy::cast_precision_loss, reason = "numbers of bars")]
fn draw(bars: &[Bar], text: fn(f64) -> String, svg: &mut String) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    let highest = 1.05 * bars.iter().map(Bar::height).fold(f64::MIN_POSITIVE, f64::max);
    let style = |size: u32| ("sans-serif", size).into_font().color(&INK);
    let mut chart = ChartBuilder::on(&area)
        .margin(8)
        .set_label_area_size(LabelAreaPosition::Left, 60)
        .set_label_area_size(LabelAreaPosition::Bottom, 26)
        .build_cartesian_2d(0.0..bars.len() as f64, 0.0..highest)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(GRID)
        .y_labels(5)
        .y_label_formatter(&|height| text(*height))
        .y_label_style(style(15))
        .draw()?;
    let below = style(15).pos(Pos::new(HPos::Center, VPos::Top));
    let every = bars.len().div_ceil(NAMES).max(1);
    for (index, bar) in bars.iter().enumerate() {
        let (left, mut bottom) = (index as f64, 0.0);
        for (height, work) in &bar.parts {
            let top = bottom + height;
            if *height > 0.0 {
                let part = Rectangle::new([(left + 0.1, bottom), (left + 0.9, top)], colour(*work).filled());
                chart.draw_series([part])?;
            }
            bottom = top;
        }
        if index % every == 0 {
            let name = Text::new(shortened(&bar.name), (0, 6), below.clone());
            chart.draw_series([EmptyElement::at((left + 0.5, 0.0)) + name])?;
        }
    }
    area.present()?;
    Ok(())
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME_LENGTH {
        return name.to_owned();
    }
    name.chars().take(NAME_LENGTH - 1).chain(['…']).collect()
}

/// Formats a number with an SI prefix.
pub(super) fn number(number: f64) -> String {
    let prefixes = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match prefixes.into_iter().find(|(size, _)| number >= *size) {
        Some((size, prefix)) => format!("{:.1}{prefix}", number / size),
        None => format!("{number:.0}"),
    }
}

/// Formats a time in µs, ms or s.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        0.0 => "0".to_owned(),
        _ if seconds < 1e-3 => format!("{:.1} µs", 1e6 * seconds),
        _ if seconds < 1.0 => format!("{:.1} ms", 1e3 * seconds),
        _ => format!("{seconds:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_colours_of_their_phases_and_names_are_escaped() {
        let bar = |name: &str, heights: &[f64]| Bar {
            name: name.to_owned(),
            parts: heights.iter().copied().zip(Work::ALL).collect(),
        };
        let bars = [
            bar("<b>&\"'", &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
            bar(&"x".repeat(40), &[0.0, 2.0, 0.0, 0.0, 0.0, 0.0]),
        ];
        let svg = chart(&bars, seconds);
        for work in Work::ALL {
            let parts = bars.iter().flat_map(|bar| &bar.parts);
            let expected = parts.filter(|(height, of)| *of == work && *height > 0.0).count();
            let name = format!("fill=\"var(--{})\"", class(work));
            assert_eq!(svg.matches(&name).count(), expected, "{name} in {svg}");
        }
        assert!(svg.contains("&lt;b&gt;&amp;") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains(&format!("{}…", "x".repeat(NAME_LENGTH - 1))), "{svg}");
        assert!(svg.contains("viewBox") && !svg.contains("\"#0"), "{svg}");
        // Negative sizes are invalid in SVG.
        for bars in [&bars[..], &bars[..1], &[], &[bar("", &[0.0])]] {
            let svg = chart(bars, number);
            assert!(!svg.contains("=\"-") && !svg.contains("NaN"), "{svg}");
        }
    }

    #[test]
    fn formats_numbers_and_times() {
        for (value, expected) in
            [(0.0, "0"), (999.0, "999"), (1e3, "1.0k"), (2.54e6, "2.5M"), (9.9e12, "9.9T")]
        {
            assert_eq!(number(value), expected);
        }
        for (value, expected) in [(0.0, "0"), (2e-6, "2.0 µs"), (0.0124, "12.4 ms"), (12.345, "12.35 s")] {
            assert_eq!(seconds(value), expected);
        }
    }
}
