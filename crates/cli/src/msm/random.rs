//! Random vectors from a seed, the same on every machine.

use std::time::Instant;

use rayon::prelude::*;
use sha2::{Digest, Sha512};
use vorpal::curves::bls12_377::{Affine, Jacobian};
use vorpal::curves::models::weierstrass::Subgroup;
use vorpal::fields::primes::Bls12_377Scalar;

use super::sums::Vector;
use crate::failure::Failure;

/// The number of points that a thread makes in one call.
const CHUNK: usize = 1024;

/// The parameters of random vectors.
pub(super) struct Random {
    /// The base-2 logarithm of their length.
    pub(super) log2_length: u8,
    pub(super) seed: u64,
}

impl Random {
    /// The vector of this number, with uniformly distributed scalars.
    ///
    /// Its points are `P + i Q` for multiples `P` and `Q` of the generator drawn by the seed. They are all different:
    /// `Q` is not infinity, so its order is prime and larger than their number.
    pub(super) fn vector(&self, number: u32) -> Result<Vector, Failure> {
        let start = Instant::now();
        let length = 1usize << self.log2_length;
        let multiple = |what| Jacobian::GENERATOR.mul_limbs_vartime(&self.scalar(what, number, 0).to_limbs());
        let (first, step) = (multiple("first"), multiple("step"));
        if step.is_identity().into() {
            return Err(Failure::Engine("the points of this seed are all equal".into()));
        }
        let starts: Vec<usize> = (0..length).step_by(CHUNK).collect();
        let points = |start: &usize| points(&first, &step, *start, CHUNK.min(length - start));
        let points: Vec<Affine> = starts.par_iter().map(points).flatten_iter().collect();
        let scalar = |index| self.scalar("scalar", number, index);
        let scalars = (0..length as u64).into_par_iter().map(scalar).collect();
        // Multiples of the generator are in the subgroup.
        let points = Subgroup::unchecked(points);
        Ok(Vector { points, scalars, preparation: start.elapsed() })
    }

    /// A hash of 512 bits, reduced modulo the order.
    fn scalar(&self, what: &str, vector: u32, index: u64) -> Bls12_377Scalar {
        let hash = Sha512::new()
            .chain_update(b"vorpal random vectors ")
            .chain_update(self.seed.to_le_bytes())
            .chain_update(vector.to_le_bytes())
            .chain_update(index.to_le_bytes())
            .chain_update(what);
        Bls12_377Scalar::from_le_bytes_reduced(&hash.finalize())
    }
}

/// `first + i step` for `number` integers `i` from `start`.
fn points(first: &Jacobian, step: &Jacobian, start: usize, number: usize) -> Vec<Affine> {
    let affine_step = step.to_affine();
    let start = first.add_vartime(&step.mul_limbs_vartime(&[start as u64]));
    let points = std::iter::successors(Some(start), |point| Some(point.add_affine_vartime(&affine_step)));
    let points: Vec<Jacobian> = points.take(number).collect();
    Jacobian::normalise_batch(&points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use vorpal::curves::PointFormat;

    #[test]
    fn points_are_all_different_and_depend_on_the_seed() {
        let vector = |seed, number| Random { log2_length: 11, seed }.vector(number).unwrap();
        let encoded = |vector: &Vector| -> Vec<[u8; 48]> {
            let encode = |point| vorpal::curves::bls12_377::encoding::ARKWORKS.encode_compressed(point);
            vector.points.points().iter().map(encode).collect()
        };
        let (one, other, next) = (vector(5, 0), vector(6, 0), vector(5, 1));
        assert_eq!((one.points.points().len(), one.scalars.len()), (2048, 2048));
        let all: Vec<[u8; 48]> = [&one, &other, &next].into_iter().flat_map(encoded).collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 3 * 2048);
        assert_eq!(encoded(&vector(5, 0)), encoded(&one));
        assert_eq!(vector(5, 0).scalars, one.scalars);
        assert_eq!(one.scalars.iter().chain(&next.scalars).collect::<HashSet<_>>().len(), 2 * 2048);
    }
}
