//! Sums by buckets in affine coordinates.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Jacobian, WeierstrassCurve};

use crate::affine_sums::sums_of_lists_vartime;
use crate::progress::Monitor;
use crate::recode::{Integers, bucket_lists};
use crate::terms::Terms;
use crate::weights::{powers_of_buckets_vartime, sum_of_powers_vartime};

/// Computes `sum of integer(i) point(i)` by windows of `width` bits, `at_once` windows at a time.
///
/// The result is unspecified if the monitor cancels the sum. Points of nonzero integers are not infinity.
pub(crate) fn msm_in_windows_vartime<C: WeierstrassCurve>(
    terms: &impl Terms<C>,
    integers: &dyn Integers,
    width: usize,
    at_once: usize,
    monitor: &Monitor<'_>,
) -> Jacobian<C> {
    let windows = integers.windows(width);
    let mut powers = Vec::new();
    for first in (0..windows).step_by(at_once.max(1)) {
        let range = first..windows.min(first + at_once);
        let lists = bucket_lists(integers, width, range.clone());
        let buckets = sums_of_lists_vartime(terms, &lists, monitor);
        drop(lists);
        let positions: Vec<usize> = range.map(|window| window * width).collect();
        powers.extend(powers_of_buckets_vartime(buckets, &positions, 1 << (width - 1), monitor));
    }
    sum_of_powers_vartime(&powers)
}
