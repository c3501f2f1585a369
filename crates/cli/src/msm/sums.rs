//! The sum of a vector, measured.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_377::{Affine, encoding};
use vorpal::curves::models::weierstrass::Subgroup;
use vorpal::fields::primes::Bls12_377Scalar;
use vorpal::msm::{Msm, Plan, Progress};

use crate::failure::Failure;
use crate::hex::Bytes;

/// A sum as `result.txt` has it: compressed as arkworks does.
pub(super) const SUM_BYTES: usize = 48;

/// How far a sum moves the bar.
pub(super) const PARTS: u64 = 1000;

/// Points that sums take.
pub(super) type Points = Subgroup<Vec<Affine>>;

/// As many points as scalars.
pub(super) struct Vector {
    pub(super) points: Points,
    pub(super) scalars: Vec<Bls12_377Scalar>,
    /// What it took to decode and check them, or to make them up.
    pub(super) preparation: Duration,
}

/// A vector's sum, and how long it took each time.
pub(super) struct Summed {
    /// How it was summed.
    pub(super) plan: Plan,
    pub(super) preparation: Duration,
    pub(super) sum: Bytes<SUM_BYTES>,
    /// Of each iteration, the sum alone: from decoded points to Jacobian coordinates.
    pub(super) times: Vec<Duration>,
}

impl Summed {
    /// Sums the vector that many times, at least once. The bar moves on by [`PARTS`] each time.
    pub(super) fn new(
        which: usize,
        vector: &Vector,
        iterations: u32,
        bar: &ProgressBar,
    ) -> Result<Self, Failure> {
        let plan = Msm::new().plan(&vector.points, &vector.scalars).map_err(engine)?;
        let (sum, time) = measured(vector, bar)?;
        let mut times = vec![time];
        for iteration in 2..=iterations {
            let (again, time) = measured(vector, bar)?;
            if again != sum {
                return Err(Failure::Engine(format!(
                    "vector {which}: iteration {iteration} makes {again}, the first one {sum}"
                )));
            }
            times.push(time);
        }
        Ok(Self { plan, preparation: vector.preparation, sum, times })
    }

    /// The time of an iteration on average.
    pub(super) fn mean(&self) -> Duration {
        mean(&self.times)
    }
}

/// The average, zero of none.
pub(super) fn mean(times: &[Duration]) -> Duration {
    let number = u32::try_from(times.len()).unwrap_or(u32::MAX).max(1);
    times.iter().sum::<Duration>() / number
}

fn measured(vector: &Vector, bar: &ProgressBar) -> Result<(Bytes<SUM_BYTES>, Duration), Failure> {
    let before = bar.position();
    let show = |progress: Progress| {
        bar.set_position(before + PARTS * progress.done / progress.total.max(1));
        ControlFlow::Continue(())
    };
    // Where nobody looks, nothing is told.
    let msm = if bar.is_hidden() { Msm::new() } else { Msm::new().progress(&show) };
    let start = Instant::now();
    let sum = msm.msm_vartime(&vector.points, &vector.scalars).map_err(engine)?;
    let time = start.elapsed();
    bar.set_position(before + PARTS);
    Ok((Bytes(encoding::ARKWORKS.encode_compressed(&sum.to_affine())), time))
}

/// There are as many scalars as points, and no option is set that may be impossible.
fn engine(error: vorpal::msm::Error) -> Failure {
    Failure::Engine(error.to_string())
}
