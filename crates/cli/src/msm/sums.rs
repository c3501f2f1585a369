//! The sum of a vector, measured.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use vorpal::curves::bls12_377::{Affine, Jacobian, encoding};
use vorpal::curves::shapes::weierstrass::Subgroup;
use vorpal::fields::primes::Bls12_377Scalar;

use crate::failure::Failure;
use crate::replay::hex::Bytes;

/// A sum as `result.txt` has it: compressed as arkworks does.
pub(super) const SUM_BYTES: usize = 48;

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
    pub(super) points: usize,
    pub(super) preparation: Duration,
    pub(super) sum: Bytes<SUM_BYTES>,
    /// Of each iteration, the sum alone: from decoded points to Jacobian coordinates.
    pub(super) times: Vec<Duration>,
}

impl Summed {
    /// Sums the vector that many times, at least once, and tells each time.
    pub(super) fn new(
        which: usize,
        vector: &Vector,
        iterations: u32,
        mut done: impl FnMut(),
    ) -> Result<Self, Failure> {
        let (sum, time) = measured(vector)?;
        let mut times = vec![time];
        done();
        for iteration in 2..=iterations {
            let (again, time) = measured(vector)?;
            if again != sum {
                return Err(Failure::Engine(format!(
                    "vector {which}: iteration {iteration} makes {again}, the first one {sum}"
                )));
            }
            times.push(time);
            done();
        }
        Ok(Self { points: vector.scalars.len(), preparation: vector.preparation, sum, times })
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

fn measured(vector: &Vector) -> Result<(Bytes<SUM_BYTES>, Duration), Failure> {
    let start = Instant::now();
    let sum = sum(&vector.points, &vector.scalars)?;
    let time = start.elapsed();
    Ok((Bytes(encoding::ARKWORKS.encode_compressed(&sum.to_affine())), time))
}

fn sum(points: &Points, scalars: &[Bls12_377Scalar]) -> Result<Jacobian, Failure> {
    let products = points
        .points()
        .par_iter()
        .zip(scalars)
        .map(|(point, scalar)| Jacobian::from_affine(point).mul_limbs_vartime(&scalar.to_limbs()));
    Ok(products.reduce(|| Jacobian::IDENTITY, |a, b| a.add_vartime(&b)))
}
