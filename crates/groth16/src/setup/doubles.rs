//! The points `2^i P` of many points, in affine coordinates.
//!
//! Sixteen points are side by side, and each step doubles all points. Their slopes share one inversion, by running
//! products (P. Montgomery, 1987), so a double takes 5M + 2S:
//!
//! ```text
//! s = 3 x^2 / 2 y,   x' = s^2 - 2 x,   y' = s (x - x') - y        for the curve y^2 = x^3 + b
//! ```

use vorpal_curves::models::weierstrass::{Affine, LinearTerm, PackedJacobian, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField};

/// The points of a task, which share the inversions.
const SHARED: usize = 512;

type PackedOf<G> = <<G as WeierstrassCurve>::Base as Field>::Packed;

/// A point of odd order other than infinity, and what is needed of it.
pub(super) struct Base<G: WeierstrassCurve> {
    pub(super) point: Affine<G>,
    /// The number of points `P, 2 P, ..`.
    pub(super) doubles: usize,
    /// Whether the images of these points under the endomorphism follow them.
    pub(super) images: bool,
}

impl<G: WeierstrassCurve> Base<G> {
    /// The number of points.
    pub(super) fn len(&self) -> usize {
        if self.images { 2 * self.doubles } else { self.doubles }
    }
}

/// The doubles and images of each base, and where those of each begin. Runs on the caller's rayon pool.
pub(super) fn doubles_of<G: WeierstrassCurve>(bases: &[Base<G>]) -> (Vec<Affine<G>>, Vec<usize>) {
    const { assert!(matches!(G::A, LinearTerm::Zero), "slopes are those of a curve without linear term") };
    // Those with the most doubles come first, so that the ones that a step doubles are neighbours.
    let mut order: Vec<usize> = (0..bases.len()).collect();
    order.sort_by_key(|base| core::cmp::Reverse(bases[*base].doubles));
    let mut starts = vec![0; bases.len()];
    let mut points = vec![Affine::IDENTITY; bases.iter().map(Base::len).sum()];
    let (mut tasks, mut rest, mut start) = (Vec::new(), &mut points[..], 0);
    for shared in order.chunks(SHARED) {
        let mut task = Vec::with_capacity(shared.len());
        for base in shared {
            let part;
            (part, rest) = rest.split_at_mut(bases[*base].len());
            starts[*base] = start;
            start += part.len();
            task.push((&bases[*base], part));
        }
        tasks.push(task);
    }
    vorpal_threads::for_each(tasks.into_iter(), double_all);
    (points, starts)
}

/// The places of the points of a base.
type Places<'a, G> = (&'a Base<G>, &'a mut [Affine<G>]);

/// Computes the points of bases, of which the first have the most doubles.
fn double_all<G: WeierstrassCurve>(mut bases: Vec<Places<'_, G>>) {
    let mut groups: Vec<Group<G>> = bases.chunks(LANES).map(Group::new).collect();
    let longest = bases.first().map_or(0, |(base, _)| base.doubles);
    for level in 0..longest {
        let running = bases.partition_point(|(base, _)| base.doubles > level);
        let groups = &mut groups[..running.div_ceil(LANES)];
        if level > 0 {
            double(groups);
        }
        for (group, bases) in groups.iter().zip(bases[..running].chunks_mut(LANES)) {
            group.store(bases, level);
        }
    }
}

/// Doubles the points of all groups.
fn double<G: WeierstrassCurve>(groups: &mut [Group<G>]) {
    let mut product = PackedOf::<G>::one();
    for Group { y, before, denominator, .. } in groups.iter_mut() {
        denominator.add_into(y, y);
        before.clone_from(&product);
        product.mul_assign(denominator);
    }
    product.invert_vartime();
    for Group { x, y, before: slope, denominator: next } in groups.iter_mut().rev() {
        slope.mul_assign(&product);
        product.mul_assign(next);
        next.square_into(x);
        slope.mul_assign(next);
        next.add_into(slope, slope);
        slope.add_assign(next);
        next.square_into(slope);
        next.sub_assign(x);
        next.sub_assign(x);
        x.sub_assign(next);
        slope.mul_assign(x);
        x.clone_from(next);
        next.sub_into(slope, y);
        y.clone_from(next);
    }
}

/// Sixteen points, in the coordinates of [`PackedJacobian::read_affine`].
struct Group<G: WeierstrassCurve> {
    x: PackedOf<G>,
    y: PackedOf<G>,
    /// Products and denominators of slopes.
    before: PackedOf<G>,
    denominator: PackedOf<G>,
}

impl<G: WeierstrassCurve> Group<G> {
    /// The points of at most sixteen bases. The last one is repeated, so that no lane divides by zero.
    fn new(bases: &[Places<'_, G>]) -> Self {
        let points: [_; LANES] = core::array::from_fn(|lane| bases[lane.min(bases.len() - 1)].0.point);
        let [x, y] = PackedJacobian::read_affine(&points, |point| point);
        Self { x, y, before: x, denominator: y }
    }

    /// Stores the points, which are `2^level P`, and the images of those that need them.
    fn store(&self, bases: &mut [Places<'_, G>], level: usize) {
        let [mut x, mut y] = [[G::Base::ZERO; LANES]; 2];
        let mut scaled = self.y;
        scaled.unscale_raw();
        scaled.store_raw(&mut y, |y| y);
        self.x.store_raw(&mut x, |x| x);
        for (lane, (_, points)) in bases.iter_mut().enumerate() {
            points[level] = Affine::new_unchecked(x[lane], y[lane]);
        }
        if let Some(endomorphism) = G::ENDOMORPHISM.filter(|_| bases.iter().any(|(base, _)| base.images)) {
            scaled.mul_into(&self.x, &PackedOf::<G>::splat(&endomorphism.beta()));
            scaled.store_raw(&mut x, |x| x);
            for (lane, (base, points)) in bases.iter_mut().enumerate().filter(|(_, (base, _))| base.images) {
                points[base.doubles + level] = Affine::new_unchecked(x[lane], y[lane]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Curve;
    use vorpal_curves::models::weierstrass::Jacobian;
    use vorpal_pairing::{bls12_381::Bls12_381, bn254::Bn254};

    /// Numbers of bases beside those of lanes and of a task, of many lengths.
    fn doubles_and_images<G: WeierstrassCurve>(number: usize) {
        let base = |i: usize| Base {
            point: Jacobian::<G>::GENERATOR.mul_limbs_vartime(&[i as u64 + 1]).to_affine(),
            doubles: 1 + i * 7 % 19,
            images: i % 3 == 1,
        };
        let bases: Vec<_> = (0..number).map(base).collect();
        let (points, starts) = doubles_of(&bases);
        for (base, start) in bases.iter().zip(starts) {
            let mut point = Jacobian::from_affine(&base.point);
            for level in 0..base.doubles {
                let expected = point.to_affine();
                assert_eq!(points[start + level], expected);
                if base.images {
                    let image = G::ENDOMORPHISM.unwrap().apply(&expected);
                    assert_eq!(points[start + base.doubles + level], image);
                }
                point = point.double();
            }
        }
        assert_eq!(points.len(), bases.iter().map(Base::len).sum::<usize>());
    }

    #[test]
    fn doubles_are_those_of_single_points() {
        for number in [0, 1, 15, 16, 17, SHARED + 3] {
            doubles_and_images::<<Bn254 as Curve>::G1>(number);
        }
        doubles_and_images::<<Bn254 as Curve>::G2>(18);
        doubles_and_images::<<Bls12_381 as Curve>::G1>(18);
        doubles_and_images::<<Bls12_381 as Curve>::G2>(18);
    }
}
