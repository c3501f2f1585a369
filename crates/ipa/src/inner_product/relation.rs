//! The equation that the verifier checks.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::Group;
use vorpal_curves::bandersnatch::AffineBanderwagon;
use vorpal_msm::{FewBases, group_msm_vartime};

use crate::domain::Values;
use crate::{Commitment, Committer, Scalar, WIDTH};

/// A sum of multiples of points that is the identity exactly if a proof is valid, except for a negligible fraction of
/// the challenges.
#[derive(Clone)]
pub(crate) struct Relation {
    /// The factor of each generator of the basis.
    pub(crate) generators: Values,
    /// The factor of `Q`.
    pub(crate) q: Scalar,
    pub(crate) points: Vec<AffineBanderwagon>,
    /// The factor of each point.
    pub(crate) factors: Vec<Scalar>,
}

impl Relation {
    /// Whether the sum is the identity. Costs one commitment to 256 values and one multi-scalar multiplication.
    pub(crate) fn holds(&self, committer: &Committer) -> bool {
        let known = committer.commit(&self.generators);
        let others =
            group_msm_vartime::<Commitment>(&self.points, &self.factors).expect("as many factors as points");
        (known + committer.times_q(self.q) + others).is_identity().into()
    }

    /// The weighted sum of relations.
    pub(crate) fn combined<'a>(terms: impl Iterator<Item = (&'a Self, Scalar)>) -> Self {
        let nothing =
            Self { generators: [Scalar::ZERO; WIDTH], q: Scalar::ZERO, points: vec![], factors: vec![] };
        terms.fold(nothing, |mut sum, (relation, weight)| {
            for (sum, factor) in sum.generators.iter_mut().zip(&relation.generators) {
                *sum += weight * *factor;
            }
            sum.q += weight * relation.q;
            sum.points.extend(&relation.points);
            sum.factors.extend(relation.factors.iter().map(|&factor| weight * factor));
            sum
        })
    }
}

/// `sum of factors_i points_i`. The numbers of factors and of points must be equal.
pub(crate) fn sum_of_multiples(points: &[AffineBanderwagon], factors: &[Scalar]) -> Commitment {
    // The maximal number of points for which tables of odd multiples take fewer additions than the bucket method.
    const FEW: usize = 32;
    let sum = if points.len() <= FEW {
        let points: Vec<Commitment> = points.iter().map(Commitment::from_affine).collect();
        FewBases::new(&points).msm_sparse_vartime(factors.iter().copied().enumerate())
    } else {
        group_msm_vartime(points, factors)
    };
    sum.expect("as many factors as points")
}

#[cfg(test)]
mod tests {
    use core::array::from_fn;

    use vorpal_curves::bandersnatch::AffineBanderwagon;

    use super::*;

    /// `start G`, and factors that begin with `start`.
    fn relation(start: u64) -> Relation {
        let number = |i: u64| Scalar::from(start + i);
        let point: AffineBanderwagon = (Commitment::generator() * number(0)).to_affine();
        Relation {
            generators: from_fn(|i| number(i as u64)),
            q: number(1000),
            points: vec![point; 2],
            factors: vec![number(2000), number(2001)],
        }
    }

    /// A wrong sum would only be slower: a batch that does not hold is verified statement by statement.
    #[test]
    fn every_factor_of_combined_relations_is_a_weighted_sum() {
        let (relations, weights) = ([relation(3), relation(5)], [Scalar::from(7), Scalar::from(11)]);
        let sum = Relation::combined(relations.iter().zip(weights));
        for (i, factor) in (0..).zip(sum.generators) {
            assert_eq!(factor, Scalar::from(7 * (3 + i) + 11 * (5 + i)), "generator {i}");
        }
        assert_eq!(sum.q, Scalar::from(7 * 1003 + 11 * 1005));
        assert_eq!(sum.points, [relations[0].points.clone(), relations[1].points.clone()].concat());
        assert_eq!(sum.factors, [7 * 2003, 7 * 2004, 11 * 2005, 11 * 2006].map(Scalar::from));
    }
}
