//! Sums of many short lists of points, for authors of transforms and of tables.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};

use crate::affine_sums::{one_by_one, sums_of_lists_vartime};
use crate::few_lists;
use crate::lists::{Lists, Member};
use crate::progress::Monitor;
use crate::terms::WithImages;

/// Lists of points by their indices, each point or its negative, whose sums [`sum_vartime`](Self::sum_vartime)
/// computes together.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Jacobian};
/// use vorpal_msm::PointLists;
/// let two = Jacobian::GENERATOR.double().to_affine();
/// let mut lists = PointLists::new();
/// lists.push([(0, false), (1, false)]);
/// lists.push([(1, false), (0, true)]);
/// lists.push([]);
/// let sums = lists.sum_vartime(&[Affine::GENERATOR, two]);
/// let three = Jacobian::GENERATOR.mul_limbs_vartime(&[3]).to_affine();
/// assert_eq!(sums, [three, Affine::GENERATOR, Affine::IDENTITY]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct PointLists {
    lists: Lists,
}

impl PointLists {
    /// No lists.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a list of indices of points, `true` with those that are subtracted.
    ///
    /// # Panics
    /// If an index is `2^31` or more.
    pub fn push(&mut self, terms: impl IntoIterator<Item = (usize, bool)>) {
        self.lists.push(terms.into_iter().map(|(index, negative)| {
            assert!(index < Member::LIMIT, "the index {index} of a point is not below 2^31");
            Member::new(index, negative)
        }));
    }

    /// The number of lists.
    pub fn len(&self) -> usize {
        self.lists.spans.len()
    }

    /// Whether there are no lists.
    pub fn is_empty(&self) -> bool {
        self.lists.spans.is_empty()
    }

    /// Removes all lists and keeps their memory.
    pub fn clear(&mut self) {
        self.lists.members.clear();
        self.lists.spans.clear();
    }

    /// The sum of each list, infinity for lists without terms. All points of the curve are valid. An addition takes
    /// 5M + 1S and a share of an inversion, or 7M + 4S in few short lists; sixteen are side by side. Runs on the
    /// caller's rayon pool with feature `parallel`. Time depends on the points.
    ///
    /// # Panics
    /// If there is no point with an index of a list.
    pub fn sum_vartime<C: WeierstrassCurve>(&self, points: &[Affine<C>]) -> Vec<Affine<C>> {
        let without_infinity;
        let is_identity = |member: &Member| points[member.index()].is_identity_vartime();
        let lists = if self.lists.members.iter().any(is_identity) {
            without_infinity = self.lists.filtered(|member| !is_identity(&member));
            &without_infinity
        } else {
            &self.lists
        };
        let is_short = self.len() <= few_lists::LISTS && lists.total() <= few_lists::POINTS;
        if is_short && !one_by_one::<C::Base>() {
            let members = lists.spans.iter().map(|span| &lists.members[span.start..][..span.length]);
            return members.map(|members| few_lists::sum_vartime(points, members)).collect();
        }
        let sums = sums_of_lists_vartime(&WithImages::none(points), lists, &Monitor::new(None, 0));
        (0..self.len()).map(|list| sums.get(list)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_curves::bls12_381::{Bls12_381G1, Jacobian};

    #[test]
    fn infinity_and_repeated_points_are_members() {
        let points: Vec<Affine<Bls12_381G1>> =
            (0..5u64).map(|i| Jacobian::GENERATOR.mul_limbs_vartime(&[i]).to_affine()).collect();
        let mut lists = PointLists::new();
        let cases: [&[(usize, bool)]; 6] = [
            &[(0, false)],
            &[(0, true), (3, false)],
            &[(2, false), (2, false), (0, false)],
            &[(4, true), (4, false)],
            &[(4, true), (4, false), (1, true)],
            &[],
        ];
        cases.iter().for_each(|case| lists.push(case.iter().copied()));
        let expected = [0i64, 3, 4, 0, -1, 0].map(|k| {
            let point = Jacobian::GENERATOR.mul_limbs_vartime(&[k.unsigned_abs()]).to_affine();
            if k < 0 { -point } else { point }
        });
        assert_eq!(lists.sum_vartime(&points), expected);
        assert_eq!((lists.len(), lists.is_empty()), (6, false));
        lists.clear();
        assert!(lists.is_empty() && lists.sum_vartime(&points).is_empty());
    }

    /// Without the check, the bit above the index would be lost, and the point 0 would be a term.
    #[test]
    #[should_panic(expected = "the index 2147483648 of a point is not below 2^31")]
    fn indices_are_not_cut() {
        PointLists::new().push([(Member::LIMIT - 1, true), (Member::LIMIT, false)]);
    }
}
