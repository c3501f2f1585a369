//! The sum of one list of points, sixteen parts of it side by side.
//!
//! [`affine_sums`](crate::affine_sums) shares inversions among lists. A list alone is cut into pieces, and still takes
//! some twenty inversions one after the other. Here each lane of [`PackedJacobian`] adds every sixteenth point of the
//! list, 7M + 4S each without inversions. Then the sixteen sums and the rest of the list are added, and one inversion
//! makes the sum affine. Up to about two thousand points this takes less time (`lab compare bls.key_sum.512`).
//!
//! A lane whose formulas fail has `Z = 0`, and is added again by complete formulas: a list with equal points is not
//! much slower.

use vorpal_curves::models::weierstrass::{Affine, Jacobian, PackedJacobian, WeierstrassCurve};
use vorpal_fields::LANES;

use crate::lists::Member;

/// The most lists for which this is faster than sums with shared inversions.
pub(crate) const LISTS: usize = 4;
/// The most points of all lists for which this is faster.
pub(crate) const POINTS: usize = 1 << 11;

/// The sum of members, none of which is infinity. Time depends on the points.
pub(crate) fn sum_vartime<C: WeierstrassCurve>(points: &[Affine<C>], members: &[Member]) -> Affine<C> {
    let point = |member: &Member| {
        let point = points[member.index()];
        if member.is_negative() { -point } else { point }
    };
    let (rows, rest) = members.as_chunks::<LANES>();
    let mut sum = rest.iter().fold(Jacobian::IDENTITY, |sum, member| sum.add_affine_vartime(&point(member)));
    let mut rows = rows.iter().map(|row| row.each_ref().map(point));
    if let Some(first) = rows.next() {
        let mut packed = PackedJacobian::read(&first);
        for row in rows {
            let [x, y] = PackedJacobian::read_affine(&row, |point| point);
            packed.add_affine(&x, &y);
        }
        let failed = packed.zero_lanes();
        let mut sums = [Jacobian::IDENTITY; LANES];
        packed.store(&mut sums);
        for (lane, part) in sums.iter().enumerate() {
            sum = if failed >> lane & 1 == 0 {
                sum.add_vartime(part)
            } else {
                let of_lane = members[..members.len() - rest.len()].iter().skip(lane).step_by(LANES);
                of_lane.fold(sum, |sum, member| sum.add_affine_vartime(&point(member)))
            };
        }
    }
    sum.to_affine_vartime()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use vorpal_curves::bls12_381::Bls12_381G1;
    use vorpal_curves::bls12_381::g2::Bls12_381G2;
    use vorpal_curves::p256::P256;

    /// Multiples of the generator by 1, 2, ..., with each sum against complete additions: distinct points, points that
    /// repeat in a lane, opposite points in a lane, all lengths around a row.
    fn sums_are_right<C: WeierstrassCurve>() {
        let points: Vec<Affine<C>> = (1..=40u64)
            .scan(Jacobian::IDENTITY, |sum, _| {
                *sum = sum.add_affine_vartime(&Affine::GENERATOR);
                Some(sum.to_affine_vartime())
            })
            .collect();
        for length in [0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 100] {
            for step in [1, 3, 16, 40] {
                for sign in [0, 1, 2] {
                    let members: Vec<Member> = (0..length)
                        .map(|i| {
                            Member::new(i * step % points.len(), sign == 1 || sign == 2 && i / 16 % 2 == 1)
                        })
                        .collect();
                    let expected = members.iter().fold(Jacobian::IDENTITY, |sum, member| {
                        let point = points[member.index()];
                        sum.add_affine_vartime(&if member.is_negative() { -point } else { point })
                    });
                    assert_eq!(
                        sum_vartime(&points, &members),
                        expected.to_affine(),
                        "{length} {step} {sign}"
                    );
                }
            }
        }
    }

    #[test]
    fn parts_of_a_list_side_by_side() {
        sums_are_right::<Bls12_381G1>();
        sums_are_right::<Bls12_381G2>();
        sums_are_right::<P256>();
    }
}
