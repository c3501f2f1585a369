//! The distributions of the trials as a picture.

use plotters::prelude::*;

use crate::trials::Experiment;

const COLOURS: [RGBColor; 7] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(255, 127, 14),
    RGBColor(148, 103, 189),
    RGBColor(23, 190, 207),
    RGBColor(0, 0, 0),
];

/// For every strategy with all subtractions, the share of trials by their nanoseconds; the slowest hundredth is left
/// out.
pub(crate) fn draw(experiment: &Experiment) -> Result<String, String> {
    let shown: Vec<(&str, Vec<u32>)> = experiment
        .series
        .iter()
        .zip(&experiment.samples)
        .filter(|(series, _)| series.control == "full")
        .map(|(series, samples)| {
            let mut sorted = samples.clone();
            sorted.sort_unstable();
            (series.strategy, sorted)
        })
        .collect();
    let most = |share: usize| shown.iter().map(|(_, sorted)| sorted[(sorted.len() - 1) * share / 100]).max();
    let least = shown.iter().map(|(_, sorted)| sorted[0]).min().unwrap_or(0);
    let end = most(99).unwrap_or(0).max(least + 1) + 1;
    let counts = |sorted: &[u32]| {
        let mut counts = vec![0u32; (end - least) as usize];
        for ns in sorted.iter().filter(|ns| **ns < end) {
            counts[(ns - least) as usize] += 1;
        }
        let all = sorted.len() as f64;
        counts.into_iter().map(|count| f64::from(count) / all).collect::<Vec<f64>>()
    };
    let lines: Vec<(&str, Vec<f64>)> = shown.iter().map(|(name, sorted)| (*name, counts(sorted))).collect();
    let highest = lines.iter().flat_map(|(_, line)| line).fold(0.0, |most: f64, share| most.max(*share));
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (900, 420)).into_drawing_area();
        area.fill(&WHITE).map_err(|error| error.to_string())?;
        let title = format!("{} operands, chains of {}", experiment.operands, experiment.length);
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18))
            .margin(8)
            .x_label_area_size(36)
            .y_label_area_size(52)
            .build_cartesian_2d(f64::from(least)..f64::from(end), 0.0..highest * 1.05)
            .map_err(|error| error.to_string())?;
        chart
            .configure_mesh()
            .x_desc("nanoseconds of a trial")
            .y_desc("share of the trials")
            .draw()
            .map_err(|error| error.to_string())?;
        for ((name, line), colour) in lines.iter().zip(COLOURS) {
            let points = line.iter().enumerate().map(|(i, share)| (f64::from(least) + i as f64, *share));
            chart
                .draw_series(LineSeries::new(points, &colour))
                .map_err(|error| error.to_string())?
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .draw()
            .map_err(|error| error.to_string())?;
        area.present().map_err(|error| error.to_string())?;
    }
    Ok(svg)
}
