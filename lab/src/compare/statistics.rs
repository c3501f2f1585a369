//! Statistics of many short samples.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The quantile that represents an undisturbed core. Other processes only increase the times of the samples above it.
const LOWER_DECILE: f64 = 0.1;

const RESAMPLES: usize = 1000;
const FEWEST_ROUNDS: usize = 10;

/// A summary of samples, in their unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    /// The lower decile: the time on an undisturbed core.
    pub(crate) p10: f64,
    pub(crate) median: f64,
    pub(crate) min: f64,
    /// The upper decile. Only the worst disturbances exceed it.
    pub(crate) p90: f64,
}

impl Summary {
    /// The summary of at least one sample.
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

    /// `(p90 - p10) / median`: the spread of the samples.
    pub(crate) fn spread(&self) -> f64 {
        (self.p90 - self.p10) / self.median
    }
}

/// A quantile of sorted samples, by linear interpolation.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[position.floor() as usize], sorted[position.ceil() as usize]);
    below + (above - below) * position.fract()
}

/// The interval that contains `min of p10(peer) / p10(own)` with about 95 % confidence. `None` for fewer than ten
/// rounds, which are too few to estimate a decile.
///
/// The method is the bootstrap (B. Efron, 1979). Rounds are drawn with replacement. All contenders use the same drawn
/// rounds, because the samples of a round are taken within milliseconds of each other. The ratio is computed a thousand
/// times, each time with the peer that is fastest in the drawn rounds.
pub(crate) fn ratio_interval(peers: &[&[f64]], own: &[f64]) -> Option<(f64, f64)> {
    let rounds = peers.iter().map(|peer| peer.len()).chain([own.len()]).min()?;
    if rounds < FEWEST_ROUNDS || peers.is_empty() {
        return None;
    }
    let mut random = ChaCha12Rng::seed_from_u64(rounds as u64);
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<usize> =
                (0..rounds).map(|_| (random.next_u64() % rounds as u64) as usize).collect();
            let p10 =
                |side: &[f64]| Summary::of(&drawn.iter().map(|round| side[*round]).collect::<Vec<_>>()).p10;
            peers.iter().map(|peer| p10(peer)).fold(f64::INFINITY, f64::min) / p10(own)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    Some((quantile(&ratios, 0.025), quantile(&ratios, 0.975)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_known_values() {
        let samples: Vec<f64> = (0..=10).rev().map(f64::from).collect();
        let summary = Summary::of(&samples);
        assert_eq!(summary, Summary { p10: 1.0, median: 5.0, min: 0.0, p90: 9.0 });
        assert_eq!(summary.spread(), 1.6);
        assert_eq!(Summary::of(&[7.0]), Summary { p10: 7.0, median: 7.0, min: 7.0, p90: 7.0 });
        assert_eq!(Summary::of(&[1.0, 2.0]).median, 1.5);
    }

    #[test]
    fn the_interval_contains_the_ratio_and_ignores_common_disturbance() {
        // Every third round takes 50 % longer on both sides; one side is twice as slow.
        let fast: Vec<f64> =
            (0..40).map(|i| (10.0 + f64::from(i % 4) * 0.01) * if i % 3 == 0 { 1.5 } else { 1.0 }).collect();
        let slow: Vec<f64> = fast.iter().map(|sample| 2.0 * sample).collect();
        let (low, high) = ratio_interval(&[&slow], &fast).unwrap();
        assert!((low - 2.0).abs() < 1e-9 && (high - 2.0).abs() < 1e-9, "{low} {high}");
        // Independent noise of 10 % gives an interval around the ratio.
        let noisy: Vec<f64> = (0..40).map(|i| 20.0 + f64::from(i * 7 % 11) * 0.2).collect();
        let (low, high) = ratio_interval(&[&noisy], &fast).unwrap();
        assert!(low < 2.02 && high > 2.0 && high - low < 0.3, "{low} {high}");
    }

    #[test]
    fn the_ratio_uses_the_fastest_peer() {
        let (slow, fast, own) = ([9.0; 10], [3.0; 10], [2.0; 10]);
        assert_eq!(ratio_interval(&[&slow, &fast], &own), Some((1.5, 1.5)));
    }

    #[test]
    fn fewer_than_ten_rounds_have_no_interval() {
        assert_eq!(ratio_interval(&[&[3.0; 9]], &[2.0; 9]), None);
        assert_eq!(ratio_interval(&[], &[2.0; 20]), None);
    }
}
