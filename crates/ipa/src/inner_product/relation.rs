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
