//! Sums of lists of affine points, one by one, for processors without vectors for the field.
//!
//! The same sums as those of [`affine_sums`](crate::affine_sums), without packed values. Step `k` adds the `k`-th point
//! of every list to its sum. Its additions share one inversion, in the prime field: the denominator `d` of a slope is
//! inverted as `conjugate(d) / norm(d)`. Running products of the norms cost 3M in the prime field per addition, where
//! products of the denominators would cost 3M in the field itself.
//!
//! The cost of an addition is 2M + 1S for the formulas and 3M in the prime field, and in a quadratic extension four
//! multiplications of the prime field for the norm and the inverse: 5M + 1S in a prime field, 15M instead of 17M in a
//! quadratic extension.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::Field;

use crate::lists::{Member, Span};
use crate::terms::Terms;

/// The number of lists that share inversions: 144 KiB for elements of a quadratic extension with twelve limbs.
const AT_ONCE: usize = 256;
/// The number of lists between an addition and the prefetch of another one's point.
const PREFETCH_DISTANCE: usize = 4;

/// An addition of a step.
#[derive(Clone, Copy)]
struct Addition<F: Field> {
    /// The slope is `numerator / denominator`. The denominator is zero if nothing remains to be added.
    numerator: F,
    denominator: F,
    /// The `x` of the point to be added.
    x: F,
    norm: F::Prime,
    /// The product of the preceding norms.
    before: F::Prime,
}

/// The sum of each span: none is empty, the longest comes first.
pub(crate) fn sums_vartime<C: WeierstrassCurve>(
    terms: &impl Terms<C>,
    members: &[Member],
    spans: &[Span],
) -> Vec<Affine<C>> {
    let mut sums = Vec::with_capacity(spans.len());
    let mut additions = Vec::with_capacity(AT_ONCE.min(spans.len()));
    for spans in spans.chunks(AT_ONCE) {
        let start = sums.len();
        for (i, span) in spans.iter().enumerate() {
            if let Some(next) = spans.get(i + PREFETCH_DISTANCE) {
                terms.prefetch(members[next.start].index());
            }
            sums.push(point(terms, members[span.start]));
        }
        let sums = &mut sums[start..];
        let mut active = spans.len();
        for step in 1.. {
            while active > 0 && spans[active - 1].length <= step {
                active -= 1;
            }
            if active == 0 {
                break;
            }
            add_step(terms, members, &spans[..active], step, &mut sums[..active], &mut additions);
        }
    }
    sums
}

/// The point of a member.
#[inline(always)]
fn point<C: WeierstrassCurve>(terms: &impl Terms<C>, member: Member) -> Affine<C> {
    let index = member.index();
    let point = Affine::new_unchecked(*terms.x(index), *terms.y(index));
    if member.is_negative() { -point } else { point }
}

/// Adds member number `step` of each span to its sum.
fn add_step<C: WeierstrassCurve>(
    terms: &impl Terms<C>,
    members: &[Member],
    spans: &[Span],
    step: usize,
    sums: &mut [Affine<C>],
    additions: &mut Vec<Addition<C::Base>>,
) {
    additions.clear();
    let mut product = <C::Base as Field>::Prime::ONE;
    for (i, (sum, span)) in sums.iter_mut().zip(spans).enumerate() {
        if let Some(next) = spans.get(i + PREFETCH_DISTANCE) {
            terms.prefetch(members[next.start + step].index());
        }
        let member = members[span.start + step];
        let index = member.index();
        let (x2, y2) = (terms.x(index), terms.y(index));
        let (x1, y1) = sum.raw_coordinates();
        let mut denominator = *x2 - *x1;
        let mut numerator = if member.is_negative() { -(*y2 + *y1) } else { *y2 - *y1 };
        let x = *x2;
        if denominator.is_zero_vartime() || (y1.is_zero_vartime() && x1.is_zero_vartime()) {
            (numerator, denominator) = slope_of_exception(sum, point(terms, member));
        }
        let before = product;
        let norm = denominator.norm();
        if !denominator.is_zero_vartime() {
            product *= norm;
        }
        additions.push(Addition { numerator, denominator, x, norm, before });
    }
    // A product of factors other than zero.
    let mut inverse = product.invert_vartime().unwrap_or(product);
    for (addition, sum) in additions.iter().zip(sums).rev() {
        if addition.denominator.is_zero_vartime() {
            continue;
        }
        let slope = addition.numerator * addition.denominator.invert_by_norm(&(inverse * addition.before));
        inverse *= addition.norm;
        let (x1, y1) = sum.raw_coordinates();
        let x = slope.square() - *x1 - addition.x;
        let y = slope * (*x1 - x) - *y1;
        *sum = Affine::new_unchecked(x, y);
    }
}

/// Adds a point to infinity, or to a point with the same `x`. Returns the numerator and the denominator of the slope;
/// zero as a denominator if the sum is complete.
#[cold]
fn slope_of_exception<C: WeierstrassCurve>(sum: &mut Affine<C>, point: Affine<C>) -> (C::Base, C::Base) {
    if *sum == Affine::IDENTITY {
        *sum = point;
    } else if *sum == -point {
        // So are two points of order two.
        *sum = Affine::IDENTITY;
    } else {
        return (point.tangent(), point.raw_coordinates().1.double());
    }
    (C::Base::ZERO, C::Base::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine_sums::packed_sums_vartime;
    use crate::terms::WithImages;
    use vorpal_curves::bls12_377::Bls12_377G1;
    use vorpal_curves::bls12_381::g2::Bls12_381G2;
    use vorpal_curves::bn254::g2::Bn254G2;
    use vorpal_curves::models::weierstrass::Jacobian;
    use vorpal_curves::p256::P256;

    /// Compares both kinds of sums with Jacobian additions: sums that pass through infinity, equal points, opposite
    /// points, given points.
    fn check<C: WeierstrassCurve>(others: &[Affine<C>]) {
        let multiple = |i: u64| Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[i * i + 1]).to_affine();
        let mut points: Vec<Affine<C>> = (0..40).map(multiple).collect();
        points.extend_from_slice(others);
        let (mut lists, mut members) = (alloc::vec![], alloc::vec![]);
        let member = |i: usize, negative: bool| Member::new(i % points.len(), negative);
        // P, P; P, -P; P, -P, Q; P, P, -P, -P, Q, Q, Q; for all points.
        for i in 0..points.len() {
            lists.push(alloc::vec![member(i, false); 2]);
            lists.push(alloc::vec![member(i, true), member(i, false)]);
            lists.push(alloc::vec![member(i, false), member(i, true), member(i + 1, false)]);
            let [p, minus, q] = [member(i, false), member(i, true), member(i + 1, true)];
            lists.push(alloc::vec![p, p, minus, minus, q, q, q]);
        }
        // Random ones, more than share inversions.
        let mut random = 1usize;
        for length in 0..2 * AT_ONCE {
            let mut next = || {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                member(random >> 40, random >> 39 & 1 == 1)
            };
            lists.push((0..=length % 13).map(|_| next()).collect());
        }
        lists.sort_by_key(|list: &Vec<Member>| core::cmp::Reverse(list.len()));
        let mut spans = alloc::vec![];
        for list in &lists {
            spans.push(Span { start: members.len(), length: list.len() });
            members.extend_from_slice(list);
        }
        let expected: Vec<Affine<C>> = (lists.iter())
            .map(|list| {
                let terms = list.iter().map(|member| point(&WithImages::none(&points), *member));
                terms.fold(Jacobian::IDENTITY, |sum, point| sum.add_affine_vartime(&point)).to_affine()
            })
            .collect();
        assert!(expected.contains(&Affine::IDENTITY));
        assert_eq!(sums_vartime(&WithImages::none(&points), &members, &spans), expected);
        assert_eq!(packed_sums_vartime(&WithImages::none(&points), &members, &spans), expected);
    }

    #[test]
    fn sums_match_jacobian_additions() {
        // A point of order two.
        type Base = <Bls12_377G1 as WeierstrassCurve>::Base;
        check::<Bls12_377G1>(&[Affine::new(-Base::ONE, Base::ZERO).unwrap()]);
        check::<Bls12_381G2>(&[]);
        check::<Bn254G2>(&[]);
        check::<P256>(&[]);
    }
}
