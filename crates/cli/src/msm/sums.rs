//! Measured multi-scalar multiplications of vectors.

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

/// The length of a sum in `result.txt`, compressed in the format of arkworks.
pub(super) const SUM_BYTES: usize = 48;

/// The steps of the progress bar for one sum.
pub(super) const PARTS: u64 = 1000;

/// The points of a vector, checked to be in the prime subgroup.
pub(super) type Points = Subgroup<Vec<Affine>>;

/// A vector with as many points as scalars.
pub(super) struct Vector {
    pub(super) points: Points,
    pub(super) scalars: Vec<Bls12_377Scalar>,
    /// The time to decode and check, or to generate, the points and scalars.
    pub(super) preparation: Duration,
}

/// The sum of a vector, with its plan and times.
pub(super) struct Summed {
    /// The algorithm and its parameters.
    pub(super) plan: Plan,
    pub(super) preparation: Duration,
    pub(super) sum: Bytes<SUM_BYTES>,
    /// The time of each iteration, from decoded points to the sum in Jacobian coordinates.
    pub(super) times: Vec<Duration>,
}

impl Summed {
    /// Sums the vector `iterations` times, at least once. Each iteration advances the bar by [`PARTS`].
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
                    "vector {which}: iteration {iteration} has the sum {again}, the first one {sum}"
                )));
            }
            times.push(time);
        }
        Ok(Self { plan, preparation: vector.preparation, sum, times })
    }

    /// The mean time of an iteration.
    pub(super) fn mean(&self) -> Duration {
        mean(&self.times)
    }
}

/// The mean of times; zero for an empty slice.
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
    // Progress is not reported if the bar is hidden.
    let msm = if bar.is_hidden() { Msm::new() } else { Msm::new().progress(&show) };
    let start = Instant::now();
    let sum = msm.msm_vartime(&vector.points, &vector.scalars).map_err(engine)?;
    let time = start.elapsed();
    bar.set_position(before + PARTS);
    Ok((Bytes(encoding::ARKWORKS.encode_compressed(&sum.to_affine())), time))
}

/// An error of the library. None is expected: lengths agree, and no option is set that can be invalid.
fn engine(error: vorpal::msm::Error) -> Failure {
    Failure::Engine(error.to_string())
}
