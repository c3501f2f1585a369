//! What many short samples say.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The share of samples that are taken to come from a quiet core: neighbours inflate the others.
const LOWER_DECILE: f64 = 0.1;

const RESAMPLES: usize = 1000;

/// A summary of samples, in the samples' unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    /// The lower decile: the figure of a quiet core.
    pub(crate) p10: f64,
    pub(crate) median: f64,
    pub(crate) min: f64,
    /// The upper decile, above which only the worst disturbances lie.
    pub(crate) p90: f64,
}

impl Summary {
    /// Of at least one sample.
    pub(crate) fn of(samples: &[f64]) -> Self {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        Self {
            p10: quantile(&sorted, LOWER_DECILE),
            median: quantile(&sorted, 0.5),
            min: sorted[0],
            p90: quantile(&sorted, 1.0 - LOWER_DECILE),
        }
    }

    /// `(p90 - p10) / median`: how unquiet the samples are.
    pub(crate) fn spread(&self) -> f64 {
        (self.p90 - self.p10) / self.median
    }
}

/// The quantile of sorted samples, between two of them by linear interpolation.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[position.floor() as usize], sorted[position.ceil() as usize]);
    below + (above - below) * position.fract()
}

/// An interval that holds the ratio `p10(numerator) / p10(denominator)` with 95 % confidence.
///
/// By the bootstrap (B. Efron, 1979): rounds are drawn with replacement, both sides from the same rounds because they were
/// taken within milliseconds of each other, and the ratio is computed anew a thousand times.
pub(crate) fn ratio_interval(numerator: &[f64], denominator: &[f64]) -> (f64, f64) {
    let rounds = numerator.len().min(denominator.len());
    let mut random = ChaCha12Rng::seed_from_u64(rounds as u64);
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<usize> =
                (0..rounds).map(|_| (random.next_u64() % rounds as u64) as usize).collect();
            let p10 =
                |side: &[f64]| Summary::of(&drawn.iter().map(|round| side[*round]).collect::<Vec<_>>()).p10;
            p10(numerator) / p10(denominator)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    (quantile(&ratios, 0.025), quantile(&ratios, 0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_known_samples() {
        let samples: Vec<f64> = (0..=10).rev().map(f64::from).collect();
        let summary = Summary::of(&samples);
        assert_eq!(summary, Summary { p10: 1.0, median: 5.0, min: 0.0, p90: 9.0 });
        assert_eq!(summary.spread(), 1.6);
        assert_eq!(Summary::of(&[7.0]), Summary { p10: 7.0, median: 7.0, min: 7.0, p90: 7.0 });
        assert_eq!(Summary::of(&[1.0, 2.0]).median, 1.5);
    }

    #[test]
    fn the_interval_holds_the_ratio_and_ignores_common_disturbance() {
        // Every third round is disturbed by half on both sides; one side is twice as slow.
        let fast: Vec<f64> =
            (0..40).map(|i| (10.0 + f64::from(i % 4) * 0.01) * if i % 3 == 0 { 1.5 } else { 1.0 }).collect();
        let slow: Vec<f64> = fast.iter().map(|sample| 2.0 * sample).collect();
        let (low, high) = ratio_interval(&slow, &fast);
        assert!((low - 2.0).abs() < 1e-9 && (high - 2.0).abs() < 1e-9, "{low} {high}");
        // Independent noise of 10 % gives an interval of some width around the ratio.
        let noisy: Vec<f64> = (0..40).map(|i| 20.0 + f64::from(i * 7 % 11) * 0.2).collect();
        let (low, high) = ratio_interval(&noisy, &fast);
        assert!(low < 2.02 && high > 2.0 && high - low < 0.3, "{low} {high}");
    }

    #[test]
    fn one_round_has_an_interval_without_width() {
        assert_eq!(ratio_interval(&[3.0], &[2.0]), (1.5, 1.5));
    }
}
