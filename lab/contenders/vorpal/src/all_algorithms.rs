//! Computes a sum by every algorithm and compares the results.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};
use vorpal::curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal::fields::EncodableField;
use vorpal::msm::{Algorithm, Error, Msm, MsmScalar, msm_vartime};

const NARROWEST: usize = 2;
const WIDEST: usize = 16;
/// The widest windows of most sums: a sum takes at least as many additions as a window has buckets.
const USUALLY_WIDEST: usize = 11;
/// Up to this number of points, every algorithm is run with all usual window widths.
const FEW: usize = 3;
/// From this number of points, windows have at least eight bits. Narrower windows take too long.
const MANY: usize = 4096;
const NOT_NARROW: usize = 8;

/// A pool of three threads, so that parallel code is also tested in a process for one thread.
static THREADS: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().num_threads(3).build().expect("a pool of three threads"));

/// The sum by the public interface. It is compared with the sums by each algorithm, with and without splitting scalars.
/// Few points use windows of all usual widths and a wider one. More points use one width that depends on points and
/// scalars; it is wider than usual for at most one sum of eight. Two of three sums run on one thread.
///
/// # Panics
/// If two sums differ or a sum is an error. The process then ends, and the lab shows the case.
pub(crate) fn sum_by_all_algorithms<C, S>(points: &[Affine<C>], scalars: &[S]) -> Jacobian<C>
where
    C: WeierstrassCurve<Base: EncodableField>,
    S: MsmScalar<C>,
{
    let subgroup = Subgroup::unchecked(points);
    let expected = msm_vartime(&subgroup, scalars).expect("as many points as scalars");
    let compare = |what: &str, found: Result<Jacobian<C>, Error>| match found {
        Ok(sum) => assert!(sum == expected, "{what}: another sum of {} points", points.len()),
        Err(error) => panic!("{what}, {} points: {error}", points.len()),
    };
    compare("points not known to be in the subgroup", msm_vartime(points, scalars));
    let mut draws = Draws::new(points, scalars);
    for &algorithm in Algorithm::ALL {
        for split in [false, true] {
            let by_algorithm = Msm::new().algorithm(algorithm).endomorphism(split);
            let possible = by_algorithm.plan(&subgroup, scalars);
            if matches!(possible, Err(Error::NotPossible { .. }))
                && may_refuse::<C>(algorithm, points.len(), split)
            {
                continue;
            }
            for width in draws.widths(algorithm, points.len()) {
                let msm = by_algorithm.width(width);
                let (msm, little) = match draws.below(4) {
                    // One window at a time.
                    0 => (msm.memory(0), ", little memory"),
                    _ => (msm, ""),
                };
                let (found, threads) = match draws.below(3) {
                    0 => (THREADS.install(|| msm.msm_vartime(&subgroup, scalars)), ", three threads"),
                    _ => (msm.msm_vartime(&subgroup, scalars), ""),
                };
                compare(&format!("{algorithm}, width {width}, split: {split}{little}{threads}"), found);
            }
        }
    }
    expected
}

/// Whether an algorithm may reject the sum. Straus accepts eight integers, and not every curve has an Edwards form. The
/// other algorithms accept all sums.
fn may_refuse<C: WeierstrassCurve>(algorithm: Algorithm, points: usize, split: bool) -> bool {
    match algorithm {
        Algorithm::Straus => points > if split { 4 } else { 8 },
        Algorithm::Edwards => C::EDWARDS.is_none(),
        _ => false,
    }
}

/// Pseudorandom choices that depend only on the points and scalars of a sum.
struct Draws(u64);

impl Draws {
    fn new<C, S>(points: &[Affine<C>], scalars: &[S]) -> Self
    where
        C: WeierstrassCurve<Base: EncodableField>,
        S: MsmScalar<C>,
    {
        let mut hasher = DefaultHasher::new();
        for (point, scalar) in points.iter().zip(scalars) {
            let (x, y) = point.raw_coordinates();
            for coordinate in [x, y] {
                coordinate.to_le_bytes().as_ref().hash(&mut hasher);
            }
            scalar.to_integer().magnitude.hash(&mut hasher);
        }
        Self(hasher.finish())
    }

    fn below(&mut self, bound: usize) -> usize {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        self.0 = hasher.finish();
        (self.0 % bound as u64) as usize
    }

    fn widths(&mut self, algorithm: Algorithm, points: usize) -> Vec<usize> {
        let narrowest = if points < MANY { NARROWEST } else { NOT_NARROW };
        match algorithm {
            // Straus has no windows.
            Algorithm::Straus => vec![NARROWEST],
            _ if points <= FEW => {
                let wider = USUALLY_WIDEST + 1 + self.below(WIDEST - USUALLY_WIDEST);
                (NARROWEST..=USUALLY_WIDEST).chain([wider]).collect()
            }
            _ => {
                let widest = if self.below(8) == 0 { WIDEST } else { USUALLY_WIDEST };
                vec![narrowest + self.below(widest + 1 - narrowest)]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use vorpal::curves::bls12_381::{Affine, Bls12_381G1, Jacobian};
    use vorpal::fields::primes::{Bls12_381Base, Bls12_381Scalar};

    use super::*;

    #[test]
    fn all_algorithms_agree() {
        let points = [Affine::GENERATOR, -Affine::GENERATOR, Affine::IDENTITY];
        let scalars = [Bls12_381Scalar::from(7), Bls12_381Scalar::from(5), Bls12_381Scalar::from(3)];
        assert_eq!(sum_by_all_algorithms(&points, &scalars), Jacobian::GENERATOR.double());
        assert_eq!(sum_by_all_algorithms::<Bls12_381G1, u64>(&[], &[]), Jacobian::IDENTITY);
    }

    /// For a point of order three, the endomorphism is not multiplication by `lambda`, so splitting the scalar yields
    /// another sum.
    #[test]
    #[should_panic(expected = "another sum of 1 points")]
    fn a_different_sum_panics() {
        let outside = Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
        // The scalar is the order minus two, so it is always split.
        sum_by_all_algorithms(&[outside], &[-Bls12_381Scalar::from(2)]);
    }

    #[test]
    fn every_width_is_drawn() {
        let mut draws = Draws(1);
        for (points, usual) in [(100, 1), (FEW, USUALLY_WIDEST)] {
            let all: Vec<Vec<usize>> = (0..2000).map(|_| draws.widths(Algorithm::Affine, points)).collect();
            assert!(all.iter().all(|widths| widths.len() == usual));
            let drawn: BTreeSet<usize> = all.into_iter().flatten().collect();
            assert!(drawn.into_iter().eq(NARROWEST..=WIDEST), "{points} points");
        }
        assert!(draws.widths(Algorithm::Xyzz, MANY)[0] >= NOT_NARROW);
    }
}
