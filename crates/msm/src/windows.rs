//! Sums by buckets in affine coordinates.

use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::models::weierstrass::{Jacobian, WeierstrassCurve};

use crate::affine_sums::sums_of_lists_vartime;
use crate::lists::LISTS_PER_BATCH;
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
        let groups = groups(first..windows.min(first + at_once));
        let buckets = 1 << (width - 1);
        let parts = vorpal_threads::map(&groups, |range| {
            let powers = || {
                let lists = bucket_lists(integers, width, range.clone());
                let sums = sums_of_lists_vartime(terms, &lists, monitor);
                drop(lists);
                let positions: Vec<usize> = range.clone().map(|window| window * width).collect();
                powers_of_buckets_vartime(sums, &positions, buckets, monitor)
            };
            if is_for_one_thread(groups.len(), range.len() * buckets) {
                vorpal_threads::alone(powers)
            } else {
                powers()
            }
        });
        powers.extend(parts.into_iter().flatten());
    }
    sum_of_powers_vartime(&powers)
}

/// The greatest number of groups of windows. Each group reads all integers again, and keeps their signs.
pub(crate) fn most_groups() -> usize {
    vorpal_threads::number().min(4)
}

/// Windows that are processed at the same time. A thread processes one group from its digits to its sum, and does not
/// wait for others between the steps. The last ones share what is left.
pub(crate) fn groups(windows: Range<usize>) -> Vec<Range<usize>> {
    let number = most_groups().min(windows.len());
    (0..number)
        .map(|group| {
            let [start, end] = [group, group + 1].map(|i| windows.start + windows.len() * i / number);
            start..end
        })
        .collect()
}

/// Whether one thread processes a group with so many lists: all threads have a group, and few lists share inversions
/// better than threads.
fn is_for_one_thread(groups: usize, lists: usize) -> bool {
    groups == vorpal_threads::number() && lists <= LISTS_PER_BATCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_consecutive_and_about_equal() {
        for threads in [1, 2, 3, 64] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for windows in [2..2, 5..6, 0..3, 7..20] {
                let groups = pool.install(|| groups(windows.clone()));
                assert_eq!(groups.len(), threads.min(4).min(windows.len()));
                assert!(groups.iter().cloned().flatten().eq(windows.clone()), "{groups:?}");
                let lengths = groups.iter().map(Range::len);
                assert!(lengths.clone().max().unwrap_or(0) - lengths.min().unwrap_or(0) <= 1, "{groups:?}");
            }
        }
    }

    /// A sum of one window, as for short scalars, uses all threads.
    #[test]
    fn a_group_is_for_one_thread_if_the_others_have_groups() {
        for (threads, groups, lists, expected) in
            [(2, 2, 1024, true), (2, 2, 1025, false), (2, 1, 8, false), (8, 4, 8, false), (1, 1, 8, true)]
        {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| is_for_one_thread(groups, lists)), expected, "{threads} {groups}");
        }
    }
}
