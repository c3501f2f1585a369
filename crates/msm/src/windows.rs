//! A whole sum: windows, buckets, weights, powers.

use alloc::vec::Vec;

use vorpal_curves::shapes::weierstrass::{Jacobian, WeierstrassCurve};

use crate::affine_sums::sums_of_lists_vartime;
use crate::integer::Signed;
use crate::recode::{bucket_lists, windows};
use crate::terms::Terms;
use crate::weights::{powers_of_buckets_vartime, sum_of_powers_vartime};

/// `sum of integer(i) point(i)` for integers of at most `bits` bits, by windows of `width` bits, `at_once` windows at a
/// time. Terms with the integer zero may have any point; others are not at infinity.
pub(crate) fn sum_in_windows_vartime<C: WeierstrassCurve>(
    terms: &(impl Terms<C> + ?Sized),
    number: usize,
    integer: impl Fn(usize) -> Signed + Sync,
    bits: usize,
    width: usize,
    at_once: usize,
) -> Jacobian<C> {
    let windows = windows(bits, width);
    let mut powers = Vec::new();
    for first in (0..windows).step_by(at_once) {
        let range = first..windows.min(first + at_once);
        let lists = bucket_lists(number, &integer, bits, width, range.clone());
        let buckets = sums_of_lists_vartime(terms, &lists);
        drop(lists);
        let positions: Vec<usize> = range.map(|window| window * width).collect();
        powers.extend(powers_of_buckets_vartime(buckets, &positions, 1 << (width - 1)));
    }
    sum_of_powers_vartime(&powers)
}

pub fn trial<C: WeierstrassCurve, S: crate::integer::MsmScalar<C>>(
    points: &[vorpal_curves::shapes::weierstrass::Affine<C>],
    scalars: &[S],
    width: usize,
) -> Jacobian<C> {
    let bits = scalars.iter().map(|s| s.to_integer().bits()).max().unwrap_or(0);
    sum_in_windows_vartime(points, points.len(), |i| scalars[i].to_integer(), bits, width, 64)
}
