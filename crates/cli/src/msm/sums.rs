//! Measured multi-scalar multiplications of vectors.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use vorpal::curves::models::weierstrass::{Affine, Subgroup};
use vorpal::msm::{Msm, Plan, Progress};

use super::algorithm::Choice;
use super::curve::Curve;
use crate::failure::Failure;
use crate::hex;

/// The steps of the progress bar for one sum.
pub(super) const PARTS: u64 = 1000;

/// The points of a vector, checked to be in the prime subgroup.
pub(super) type Points<C> = Subgroup<Vec<Affine<C>>>;

/// A vector with as many points as scalars.
pub(crate) struct Vector<C: Curve> {
    pub(crate) points: Points<C>,
    pub(crate) scalars: Vec<C::Scalar>,
    /// The time to decode and check, or to generate, the points and scalars.
    pub(super) preparation: Duration,
}

/// The sum of a vector, with its plan and times.
pub(super) struct Summed {
    /// The algorithm and its parameters.
    pub(super) plan: Plan,
    pub(super) preparation: Duration,
    /// The sum in the format of the curve, compressed.
    pub(super) sum: Vec<u8>,
    /// The time of each iteration, from decoded points to the sum in Jacobian coordinates.
    pub(super) times: Vec<Duration>,
}

impl Summed {
    /// Sums the vector `iterations` times, at least once. Each iteration advances the bar by [`PARTS`].
    pub(super) fn new<C: Curve>(
        which: usize,
        vector: &Vector<C>,
        choice: Choice,
        iterations: u32,
        bar: &ProgressBar,
    ) -> Result<Self, Failure> {
        let msm = choice.0.map_or_else(Msm::new, |algorithm| Msm::new().algorithm(algorithm));
        let number = vector.scalars.len();
        let plan = msm.plan(&vector.points, &vector.scalars);
        let plan = plan.map_err(|error| choice.failure(which, number, &error))?;
        let (sum, time) = measured(msm, vector, bar)?;
        let mut times = vec![time];
        for iteration in 2..=iterations {
            let (again, time) = measured(msm, vector, bar)?;
            if again != sum {
                return Err(Failure::Engine(format!(
                    "vector {which}: iteration {iteration} has the sum {}, the first one {}",
                    hex::text(&again),
                    hex::text(&sum)
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

fn measured<C: Curve>(
    msm: Msm<'_>,
    vector: &Vector<C>,
    bar: &ProgressBar,
) -> Result<(Vec<u8>, Duration), Failure> {
    let before = bar.position();
    let show = |progress: Progress| {
        bar.set_position(before + PARTS * progress.done / progress.total.max(1));
        ControlFlow::Continue(())
    };
    // Progress is not reported if the bar is hidden.
    let msm = if bar.is_hidden() { msm } else { msm.progress(&show) };
    let start = Instant::now();
    let sum = msm.msm_vartime(&vector.points, &vector.scalars).map_err(engine)?;
    let time = start.elapsed();
    bar.set_position(before + PARTS);
    Ok((C::encode(&sum), time))
}

/// An error of the library. None is expected: lengths agree, and the plan was possible.
fn engine(error: vorpal::msm::Error) -> Failure {
    Failure::Engine(error.to_string())
}
