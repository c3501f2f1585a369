//! Random vectors from a seed, the same on every machine.

use std::time::Instant;

use rayon::prelude::*;
use sha2::{Digest, Sha512};
use vorpal::curves::models::weierstrass::{Affine, Jacobian, Subgroup};
use vorpal::fields::PrimeField;

use super::curve::Curve;
use super::sums::Vector;
use crate::failure::Failure;

/// The number of points that a thread makes in one call.
const CHUNK: usize = 1024;

/// The parameters of random vectors.
pub(crate) struct Random {
    /// The base-2 logarithm of their length.
    pub(crate) log2_length: u8,
    pub(crate) seed: u64,
}

impl Random {
    /// The vector of this number, with uniformly distributed scalars.
    ///
    /// Its points are `P + i Q` for multiples `P` and `Q` of the generator drawn by the seed. They are all different:
    /// `Q` is not infinity, so its order is prime and larger than their number.
    pub(crate) fn vector<C: Curve>(&self, number: u32) -> Result<Vector<C>, Failure> {
        let start = Instant::now();
        let length = 1usize << self.log2_length;
        let multiple = |what| {
            let scalar: C::Scalar = self.scalar(what, number, 0);
            Jacobian::<C>::GENERATOR.mul_limbs_vartime(scalar.to_limbs().as_ref())
        };
        let (first, step) = (multiple("first"), multiple("step"));
        if step.is_identity().into() {
            return Err(Failure::Engine("the points of this seed are all equal".into()));
        }
        let starts: Vec<usize> = (0..length).step_by(CHUNK).collect();
        let points = |start: &usize| points(&first, &step, *start, CHUNK.min(length - start));
        let points: Vec<Affine<C>> = starts.par_iter().map(points).flatten_iter().collect();
        let scalar = |index| self.scalar("scalar", number, index);
        let scalars = (0..length as u64).into_par_iter().map(scalar).collect();
        // Multiples of the generator are in the subgroup.
        let points = Subgroup::unchecked(points);
        Ok(Vector { points, scalars, preparation: start.elapsed() })
    }

    /// A hash of 512 bits, reduced modulo the order.
    fn scalar<S: PrimeField>(&self, what: &str, vector: u32, index: u64) -> S {
        let hash = Sha512::new()
            .chain_update(b"vorpal random vectors ")
            .chain_update(self.seed.to_le_bytes())
            .chain_update(vector.to_le_bytes())
            .chain_update(index.to_le_bytes())
            .chain_update(what);
        S::from_le_bytes_reduced(&hash.finalize())
    }
}

/// `first + i step` for `number` integers `i` from `start`.
fn points<C: Curve>(first: &Jacobian<C>, step: &Jacobian<C>, start: usize, number: usize) -> Vec<Affine<C>> {
    let affine_step = step.to_affine();
    let start = first.add_vartime(&step.mul_limbs_vartime(&[start as u64]));
    let points = std::iter::successors(Some(start), |point| Some(point.add_affine_vartime(&affine_step)));
    let points: Vec<Jacobian<C>> = points.take(number).collect();
    Jacobian::normalise_batch(&points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use vorpal::curves::PointFormat;
    use vorpal::curves::bls12_377::Bls12_377G1;

    #[test]
    fn points_are_all_different_and_depend_on_the_seed() {
        let vector = |seed, number| Random { log2_length: 11, seed }.vector::<Bls12_377G1>(number).unwrap();
        let encoded = |vector: &Vector<Bls12_377G1>| -> Vec<[u8; 48]> {
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
