//! From the sums of buckets to the sum of a window: `sum of d B_d`, in affine coordinates.
//!
//! A weight `d` of many bits is taken apart into its lower and upper bits, `d = l + 2^t h`:
//!
//! `sum of d B_d = sum over l of l (sum of the B_d with these lower bits) + 2^t sum over h of h (sum of ...)`.
//!
//! The inner sums are sums of lists, two additions for each bucket in all, and what is left are two windows of half the
//! bits. Repeated until all weights are one, there is nothing left but points, each with a power of two.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};

use crate::affine_sums::{Sums, sums_of_lists_vartime};
use crate::lists::Lists;
use crate::progress::Monitor;

/// Points `B_1, ..., B_count` of which `2^position sum of d B_d` is wanted.
#[derive(Clone, Copy, Debug)]
struct Window {
    position: usize,
    /// `B_1` is the point of this number.
    start: usize,
    count: usize,
}

/// A point with a power of two, `2^position point`.
pub(crate) type Power<C> = (usize, Affine<C>);

/// For windows of `count` buckets each, at the bits `positions`, the points whose multiples by powers of two add up to
/// the weighted sums of all windows. Time depends on the points.
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

/// `sum of 2^position point`: as many doublings as the highest position, and a mixed addition each.
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
