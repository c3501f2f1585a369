//! Trials of chains, and counts of results that are not below `p`.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use vorpal_limbs::words;

use crate::operands::{Limbs, Operands, P, Random};
use crate::series::{self, Series};

/// The number of operands that chains take in turn.
const POOL: usize = 8192;
/// The number of pairs for shares.
const PAIRS: usize = 50_000;

/// The samples of all series for chains of one length of one kind of operands.
pub(crate) struct Experiment {
    pub(crate) operands: Operands,
    pub(crate) length: usize,
    pub(crate) series: Vec<Series>,
    /// The nanoseconds of every trial, for each series.
    pub(crate) samples: Vec<Vec<u32>>,
}

/// The figures of a series.
pub(crate) struct Figures {
    pub(crate) strategy: &'static str,
    pub(crate) steps: String,
    pub(crate) control: &'static str,
    /// Nanoseconds of a trial: the lower decile and the median.
    pub(crate) lower_decile: u32,
    pub(crate) median: u32,
    /// Shares of single products of two operands that are not below `p`: counted, and by the model.
    pub(crate) share: f64,
    pub(crate) expected_share: Option<f64>,
}

/// An experiment without its samples.
pub(crate) struct Summary {
    pub(crate) operands: Operands,
    pub(crate) length: usize,
    pub(crate) series: Vec<Figures>,
}

impl Experiment {
    pub(crate) fn run(operands: Operands, length: usize, trials: usize) -> Self {
        let mut random = Random(1);
        let pool: Vec<Limbs> = (0..POOL + length).map(|_| operands.draw(&mut random)).collect();
        let series = series::all();
        let mut samples: Vec<Vec<u32>> = series.iter().map(|_| Vec::with_capacity(trials)).collect();
        for trial in 0..trials {
            let start = trial * (length + 1) % (POOL - 1);
            // The first operand is below p in every chain, as the results are; the kind `any` is for the others.
            let first =
                if operands == Operands::Any { words::shift_right(&pool[start], 3) } else { pool[start] };
            let factors = &pool[start + 1..=start + length];
            for (series, samples) in series.iter().zip(&mut samples) {
                let clock = Instant::now();
                black_box((series.chain)(black_box(first), black_box(factors)));
                samples.push(u32::try_from(clock.elapsed().as_nanos()).unwrap_or(u32::MAX));
            }
        }
        Self { operands, length, series, samples }
    }

    /// A line for every trial, with a column for every series.
    pub(crate) fn csv(&self) -> String {
        let mut text = "trial".to_owned();
        for series in &self.series {
            let _ = write!(text, ",{}.{}", series.strategy, series.control);
        }
        let trials = self.samples.first().map_or(0, Vec::len);
        for trial in 0..trials {
            let _ = write!(text, "\n{trial}");
            for samples in &self.samples {
                let _ = write!(text, ",{}", samples[trial]);
            }
        }
        text.push('\n');
        text
    }

    pub(crate) fn summary(&self) -> Summary {
        let figures = |(series, samples): (&Series, &Vec<u32>)| {
            let mut sorted = samples.clone();
            sorted.sort_unstable();
            let range = self.operands.range();
            Figures {
                strategy: series.strategy,
                steps: series.schedule.map_or_else(String::new, |schedule| schedule.to_string()),
                control: series.control,
                lower_decile: sorted[sorted.len() / 10],
                median: sorted[sorted.len() / 2],
                share: share(self.operands, series),
                expected_share: series
                    .schedule
                    .and_then(|schedule| range.map(|range| schedule.share_not_below(&P, range, range, 1))),
            }
        };
        Summary {
            operands: self.operands,
            length: self.length,
            series: self.series.iter().zip(&self.samples).map(figures).collect(),
        }
    }
}

/// The share of products of two operands of this kind that are not below `p`, before subtractions.
fn share(operands: Operands, series: &Series) -> f64 {
    let mut random = Random(2);
    let is_above = |(result, top): (Limbs, u64)| top > 0 || words::less(&result, &P) == 0;
    let pairs = (0..PAIRS).filter(|_| {
        let (a, b) = (operands.draw(&mut random), operands.draw(&mut random));
        is_above((series.raw)(&a, &b))
    });
    pairs.count() as f64 / PAIRS as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(operands: Operands) -> Vec<(&'static str, f64)> {
        let all = series::all();
        let raw = all.iter().filter(|series| series.control == "none" && series.schedule.is_some());
        raw.map(|series| (series.strategy, share(operands, series))).collect()
    }

    /// The published shares: 22, 38 and 0 % of products of two small operands, by the single step, the log jump and one
    /// jump; 5 % of random ones by rounds.
    #[test]
    fn counted_shares_are_the_published_ones() {
        let expect = |operands, strategy: &str, expected: f64| {
            let found = counted(operands).into_iter().find(|(name, _)| *name == strategy).unwrap().1;
            assert!((found - expected).abs() < 0.01, "{operands} {strategy}: {found}");
        };
        expect(Operands::Small, "single_step", 0.22);
        expect(Operands::Small, "log_jump", 0.38);
        expect(Operands::Small, "one_jump", 0.0);
        expect(Operands::Random, "cios", 0.05);
    }

    #[test]
    fn counted_shares_agree_with_the_model() {
        for operands in Operands::ALL {
            for figures in Experiment::run(operands, 1, 10).summary().series {
                let Some(expected) = figures.expected_share else { continue };
                let name = format!("{} {operands}", figures.strategy);
                assert!((figures.share - expected).abs() < 0.02, "{name}: {} {expected}", figures.share);
            }
        }
    }
}
