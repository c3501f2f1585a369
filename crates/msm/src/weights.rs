//! The weighted sum `sum of d B_d` of the buckets of a window, in affine coordinates.
//!
//! A weight `d` of several bits is split into its lower and upper bits, `d = l + 2^t h`:
//!
//! `sum of d B_d = sum over l of l (sum of the B_d with these lower bits) + 2^t sum over h of h (sum of ...)`.
//!
//! The inner sums are sums of lists and take two additions per bucket in total. The result is two windows of half as
//! many bits. When all weights are one, the result is a list of points, each with a power of two.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};

use crate::affine_sums::{Sums, sums_of_lists_vartime};
use crate::lists::Lists;
use crate::progress::Monitor;

/// Points `B_1, ..., B_count` with the weighted sum `2^position sum of d B_d`.
#[derive(Clone, Copy, Debug)]
struct Window {
    position: usize,
    /// The index of `B_1`.
    start: usize,
    count: usize,
}

/// A bit position and a point, for the multiple `2^position point`.
pub(crate) type Power<C> = (usize, Affine<C>);

/// Computes points whose multiples by powers of two add up to the weighted sums of all windows.
///
/// The windows have `count` buckets each and begin at the bits `positions`. Variable time in the points.
pub(crate) fn powers_of_buckets_vartime<C: WeierstrassCurve>(
    mut points: Sums<C>,
    positions: &[usize],
    count: usize,
    monitor: &Monitor<'_>,
) -> Vec<Power<C>> {
    let mut powers = Vec::new();
    let mut windows: Vec<Window> = Vec::with_capacity(positions.len());
    for (i, &position) in positions.iter().enumerate() {
        windows.push(Window { position, start: i * count, count });
    }
    loop {
        windows.retain(|window| {
            if window.count == 1 {
                powers.push((window.position, points.get(window.start)));
            }
            window.count > 1
        });
        if windows.is_empty() {
            return powers;
        }
        let mut lists = Lists::default();
        let mut halves = Vec::with_capacity(2 * windows.len());
        for window in &windows {
            let bits = (usize::BITS - window.count.leading_zeros()) as usize;
            let low_bits = bits / 2;
            let member = |weight: usize| points.member(window.start + weight - 1);
            let step = 1 << low_bits;
            halves.push(Window { start: lists.spans.len(), count: step - 1, ..*window });
            for low in 1..step {
                lists.push((low..=window.count).step_by(step).filter_map(member));
            }
            let position = window.position + low_bits;
            halves.push(Window { start: lists.spans.len(), count: window.count >> low_bits, position });
            for high in 1..=window.count >> low_bits {
                let weights = high * step..=window.count.min(high * step + step - 1);
                lists.push(weights.filter_map(member));
            }
        }
        points = sums_of_lists_vartime(&points, &lists, monitor);
        windows = halves;
    }
}

/// Computes `sum of 2^position point`, by as many doublings as the highest position and one mixed addition per point.
pub(crate) fn sum_of_powers_vartime<C: WeierstrassCurve>(powers: &[Power<C>]) -> Jacobian<C> {
    let highest = powers.iter().map(|power| power.0).max();
    let mut by_position = vec![Vec::new(); highest.map_or(0, |position| position + 1)];
    for (position, point) in powers {
        by_position[*position].push(point);
    }
    by_position.iter().rev().fold(Jacobian::IDENTITY, |sum, points| {
        points.iter().fold(sum.double(), |sum, point| sum.add_affine_vartime(point))
    })
}
