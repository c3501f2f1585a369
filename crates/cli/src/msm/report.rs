//! The report of `vorpal msm`, as text and as JSON.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::Options;
use super::compare::Agreeing;
use super::sums::{Summed, mean};
use crate::backends::Backends;
use crate::hex;
use crate::output::terminal;

#[derive(Serialize)]
pub(super) struct Report {
    version: &'static str,
    curve: &'static str,
    source: Source,
    iterations: u32,
    vectors: Vec<VectorReport>,
    /// The mean of the means of the vectors.
    mean_seconds: f64,
    /// The time to decode and check, or to generate, the points and scalars of all vectors. Not part of the sums.
    conversion_seconds: f64,
    /// The file that all sums agree with.
    compared: Option<Agreeing>,
    threads: usize,
    #[serde(flatten)]
    backends: Backends,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    Files { points: String, scalars: String },
    Random { log2_length: u8, seed: u64 },
}

#[derive(Serialize)]
struct VectorReport {
    points: usize,
    algorithm: String,
    /// Whether scalars were decomposed by the endomorphism.
    endomorphism: bool,
    /// The width of the windows; zero if the algorithm has none.
    window_bits: usize,
    /// The sum, compressed in the format of the curve.
    sum: String,
    /// The time of each iteration.
    seconds: Vec<f64>,
    mean_seconds: f64,
    points_per_second: f64,
    conversion_seconds: f64,
}

impl Report {
    pub(super) fn new(
        options: &Options,
        curve: &'static str,
        summed: &[Summed],
        compared: Option<Agreeing>,
    ) -> Self {
        let path = |path: &Option<std::path::PathBuf>| {
            path.as_ref().map_or(String::new(), |path| path.display().to_string())
        };
        let means: Vec<Duration> = summed.iter().map(Summed::mean).collect();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            curve,
            source: match options.random {
                Some(log2_length) => Source::Random { log2_length, seed: options.seed },
                None => Source::Files { points: path(&options.points), scalars: path(&options.scalars) },
            },
            iterations: options.iterations,
            vectors: summed.iter().map(VectorReport::new).collect(),
            mean_seconds: mean(&means).as_secs_f64(),
            conversion_seconds: summed
                .iter()
                .map(|vector| vector.preparation)
                .sum::<Duration>()
                .as_secs_f64(),
            compared,
            threads: rayon::current_num_threads(),
            backends: Backends::in_use(),
        }
    }

    /// The report as text.
    pub(super) fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header([
            "vector",
            "points",
            "mean s",
            "points/s",
            "conversion s",
        ]);
        for (number, vector) in (1..).zip(&self.vectors) {
            table.add_row([
                format!("{number}"),
                vector.points.to_string(),
                format!("{:.6}", vector.mean_seconds),
                format!("{:.0}", vector.points_per_second),
                format!("{:.6}", vector.conversion_seconds),
                vector.algorithm.clone(),
            ]);
        }
        for column in table.column_iter_mut().take(5) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let (source, conversion) = match &self.source {
            Source::Files { points, .. } => (terminal::escape(points), "decoded and checked"),
            Source::Random { seed, .. } => (format!("random points (seed {seed})"), "generated"),
        };
        let counted =
            |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let compared = self.compared.as_ref().map_or(String::new(), |compared| {
            format!(
                "{} of {} sums agree with {}.\n",
                compared.sums,
                compared.sums,
                terminal::escape(&compared.file)
            )
        });
        format!(
            "Summed {} of {source} on {}, {} each.\n{table}\n{compared}Points and scalars {conversion} in {:.3} s, \
             which is not part of the sums; {}, {}.\n",
            counted(self.vectors.len(), "vector"),
            self.curve,
            counted(self.iterations as usize, "iteration"),
            self.conversion_seconds,
            counted(self.threads, "thread"),
            self.backends.text()
        )
    }
}

impl VectorReport {
    fn new(summed: &Summed) -> Self {
        let mean_seconds = summed.mean().as_secs_f64();
        #[allow(clippy::cast_precision_loss, reason = "a rate, exact below 2^53 points")]
        let points = summed.plan.points as f64;
        Self {
            points: summed.plan.points,
            algorithm: summed.plan.algorithm.to_string(),
            endomorphism: summed.plan.endomorphism,
            window_bits: summed.plan.width,
            sum: hex::text(&summed.sum),
            seconds: summed.times.iter().map(Duration::as_secs_f64).collect(),
            mean_seconds,
            points_per_second: if mean_seconds > 0.0 { points / mean_seconds } else { 0.0 },
            conversion_seconds: summed.preparation.as_secs_f64(),
        }
    }
}
