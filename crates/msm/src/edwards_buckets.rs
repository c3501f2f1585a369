//! The bucket method in extended twisted Edwards coordinates: sixteen lists at a time in packed values, 7M per
//! addition, no inversions.
//!
//! `(X : Y : T : Z) + (y - x, y + x, 2 d x y)` on `-x^2 + y^2 = 1 + d x^2 y^2` (H. Hisil, K. Wong, G. Carter, E.
//! Dawson, "Twisted Edwards curves revisited", 2008, section 3.1, with precomputed values of the second point; for
//! multi-scalar multiplication: Y. El Housni, G. Botrel, "EdMSM", 2022):
//!
//! `A = (Y - X) (y - x)`, `B = (Y + X) (y + x)`, `C = T (2 d x y)`, `D = 2 Z`, `E = B - A`, `F = D - C`, `G = D + C`,
//! `H = B + A`; then `X' = E F`, `Y' = G H`, `T' = E H`, `Z' = F G`.
//!
//! The law has no exceptions on the prime subgroup: see
//! [`EdwardsForm`](vorpal_curves::models::weierstrass::EdwardsForm).

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{
    Affine, EdwardsForm, EdwardsPoint, Jacobian, Subgroup, WeierstrassCurve,
};
use vorpal_fields::{Field, LANES, PackedField, prefetch};

use crate::affine_sums::lists_per_batch;
use crate::lists::{Lists, Member, Pieces, Span, by_length};
use crate::progress::Monitor;
use crate::recode::{Integers, bucket_lists};
use crate::windows::groups;

/// The number of points that are mapped together.
const MAP_CHUNK: usize = 4096;
/// Points are prefetched this number of steps ahead.
const PREFETCH_DISTANCE: usize = 2;

/// A stored point: `y - x`, `y + x` and `2 d x y`, each stored raw by packed values, so that reading it raw gives the
/// element itself.
type Stored<F> = [F; 3];

/// `sum of integer(i) point(i)` for points of the prime subgroup, by windows of `width` bits, `at_once` windows at a
/// time. Unspecified if the monitor is cancelled.
pub(crate) fn msm_vartime<C: WeierstrassCurve>(
    form: &EdwardsForm<C>,
    points: &[&[Affine<C>]],
    integers: &dyn Integers,
    width: usize,
    at_once: usize,
    monitor: &Monitor<'_>,
) -> Jacobian<C> {
    let mut stored = vec![[C::Base::ZERO; 3]; points.iter().map(|points| points.len()).sum()];
    let mut rest = &mut stored[..];
    for points in points {
        let stored = rest.split_off_mut(..points.len()).unwrap_or_default();
        let parts = points.chunks(MAP_CHUNK).zip(stored.chunks_mut(MAP_CHUNK));
        vorpal_threads::for_each(parts, |(points, stored)| store(form, points, stored));
    }
    let windows = integers.windows(width);
    let mut sums = Vec::with_capacity(windows);
    for first in (0..windows).step_by(at_once.max(1)) {
        let groups = groups(first..windows.min(first + at_once));
        let parts = vorpal_threads::map(&groups, |range| {
            let lists = bucket_lists(integers, width, range.clone());
            let buckets = sums_of_lists(form, &stored, &lists, monitor);
            drop(lists);
            let windows: Vec<&[EdwardsPoint<C>]> = buckets.chunks(1 << (width - 1)).collect();
            vorpal_threads::map(&windows, |buckets| weighted_sum(form, buckets))
        });
        sums.extend(parts.into_iter().flatten());
    }
    let sum = sums.iter().rev().fold(EdwardsPoint::IDENTITY, |sum, window| {
        (0..width).fold(sum, |sum, _| sum.double()).add(window, form)
    });
    form.to_weierstrass(&sum)
}

/// Maps and stores points. 10M per point, and 3M in packed values for their radix.
fn store<C: WeierstrassCurve>(form: &EdwardsForm<C>, points: &[Affine<C>], stored: &mut [Stored<C::Base>]) {
    let mapped = form.to_edwards(Subgroup::unchecked(points));
    for (point, stored) in mapped.iter().zip(&mut *stored) {
        *stored = point.coordinates();
    }
    for points in stored.chunks_mut(LANES) {
        for coordinate in 0..3 {
            let packed = <C::Base as Field>::Packed::load(points, |point| &point[coordinate]);
            packed.store_raw(points, |point| &mut point[coordinate]);
        }
    }
}

/// `sum of d B_d`, where the first bucket is `B_1`. 18M per bucket.
fn weighted_sum<C: WeierstrassCurve>(form: &EdwardsForm<C>, buckets: &[EdwardsPoint<C>]) -> EdwardsPoint<C> {
    let (mut running, mut sum) = (EdwardsPoint::IDENTITY, EdwardsPoint::IDENTITY);
    for bucket in buckets.iter().rev() {
        running = running.add(bucket, form);
        sum = sum.add(&running, form);
    }
    sum
}

/// The sum of each list, in order; unspecified if the monitor is cancelled.
fn sums_of_lists<C: WeierstrassCurve>(
    form: &EdwardsForm<C>,
    stored: &[Stored<C::Base>],
    lists: &Lists,
    monitor: &Monitor<'_>,
) -> Vec<EdwardsPoint<C>> {
    let Pieces { spans, cut } = lists.cut();
    let order = by_length(&spans);
    let parts: Vec<&[usize]> = order.chunks(lists_per_batch(order.len())).collect();
    let parts = vorpal_threads::map(&parts, |part| {
        let mut sums = Vec::with_capacity(part.len());
        for lanes in part.chunks(LANES) {
            if monitor.is_cancelled() {
                break;
            }
            let spans: Vec<Span> = lanes.iter().map(|&list| spans[list]).collect();
            sums.extend(packed_sums::<C>(stored, &lists.members, &spans));
            monitor.advance(spans.iter().map(|span| span.length).sum());
        }
        sums
    });
    let mut sums = vec![EdwardsPoint::IDENTITY; spans.len()];
    for (list, sum) in order.into_iter().zip(parts.into_iter().flatten()) {
        sums[list] = sum;
    }
    for (list, pieces) in cut {
        sums[list] = sums[pieces].iter().fold(EdwardsPoint::IDENTITY, |sum, piece| sum.add(piece, form));
    }
    sums.truncate(lists.spans.len());
    sums
}

/// The sums of at most sixteen lists, the longest first.
fn packed_sums<C: WeierstrassCurve>(
    stored: &[Stored<C::Base>],
    members: &[Member],
    spans: &[Span],
) -> impl Iterator<Item = EdwardsPoint<C>> {
    let one = <C::Base as Field>::Packed::one();
    let mut zero = one;
    zero.sub_assign(&one);
    let [mut x, mut y, mut t, mut z] = [zero, one, zero, one];
    let [mut difference, mut sum, mut product] = [one; 3];
    for step in 0..spans[0].length {
        for span in spans {
            if step + PREFETCH_DISTANCE < span.length {
                prefetch(&stored[members[span.start + step + PREFETCH_DISTANCE].index()]);
            }
        }
        let given = spans.partition_point(|span| step < span.length);
        let row: [Member; LANES] = core::array::from_fn(|lane| {
            let span = spans[if lane < given { lane } else { 0 }];
            members[span.start + step]
        });
        let points = row.map(|member| &stored[member.index()]);
        difference.read_raw(&points, |point| &point[0]);
        sum.read_raw(&points, |point| &point[1]);
        product.read_raw(&points, |point| &point[2]);
        let negative = (0..LANES).fold(0, |lanes, lane| lanes | u16::from(row[lane].is_negative()) << lane);
        let swapped = difference;
        difference.assign_lanes(&sum, negative);
        sum.assign_lanes(&swapped, negative);
        product.negate_lanes(negative);
        if given < LANES {
            // The neutral element where a list has ended.
            let ended = u16::MAX << given;
            difference.assign_lanes(&one, ended);
            sum.assign_lanes(&one, ended);
            product.assign_lanes(&zero, ended);
        }
        let (mut a, mut b) = (y, y);
        a.sub_assign(&x);
        a.mul_assign(&difference);
        b.add_assign(&x);
        b.mul_assign(&sum);
        t.mul_assign(&product);
        let d = z;
        z.add_assign(&d);
        let (mut e, mut f, mut g, mut h) = (b, z, z, b);
        e.sub_assign(&a);
        h.add_assign(&a);
        f.sub_assign(&t);
        g.add_assign(&t);
        x.mul_into(&e, &f);
        y.mul_into(&g, &h);
        t.mul_into(&e, &h);
        z.mul_into(&f, &g);
    }
    let coordinates = [x, y, t, z].map(|packed| {
        let mut elements = [C::Base::ZERO; LANES];
        packed.store(&mut elements);
        elements
    });
    (0..spans.len()).map(move |lane| EdwardsPoint::new_unchecked(coordinates.map(|elements| elements[lane])))
}
