//! The sums `R_t = sum of d_t(a_i) P_i`, by buckets.
//!
//! Bucket `v` of a window contains the points whose place is `v`, and with signed digits also the opposites of those
//! with `-v`. With the digits `v_t` of `v`, `R_t` is the sum of `v_t` times bucket `v`. Let `P = b^(c - 1)`. The last
//! digit `v_(c - 1)` is 1 for `v > P / 2` with signed digits and for `v >= P` with bits, else 0. So `R_(c - 1)` is the
//! sum of these buckets. The other digits of `v` are those of `r = v - v_(c - 1) P`. So the buckets with the same `r`,
//! or with opposite ones, are added up, and the same continues with a digit less.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Subgroup, WeierstrassCurve};

use super::plan::{WeightDigits, Windows};
use crate::affine_sums::{Sums, sums_of_lists_vartime};
use crate::lists::{Lists, Member};
use crate::progress::Monitor;
use crate::recode::{TermDigits, chunks_of, sorted};
use crate::terms::WithImages;

/// Whether all sums lie in the prime subgroup. Time depends on the points.
pub(super) fn pass_vartime<C: WeierstrassCurve>(
    points: &[Affine<C>],
    weight: impl Fn(usize) -> u128 + Sync,
    windows: &Windows,
) -> bool {
    Subgroup::new(rows_vartime(points, weight, windows)).is_ok()
}

/// The sums `R_t`: those of digit `t` of window `w` at index `w c + t`.
pub(super) fn rows_vartime<C: WeierstrassCurve>(
    points: &[Affine<C>],
    weight: impl Fn(usize) -> u128 + Sync,
    windows: &Windows,
) -> Vec<Affine<C>> {
    let monitor = Monitor::new(None, 0);
    let chunks = chunks_of(points.len(), |first, terms| chunk(points, first, terms, &weight, windows));
    let lists = sorted(&chunks, points.len(), windows.number, windows.buckets(), windows.zero());
    drop(chunks);
    let mut buckets = sums_of_lists_vartime(&WithImages::none(points), &lists, &monitor);
    drop(lists);
    let mut rows = vec![Affine::IDENTITY; windows.rows()];
    // The buckets of a window are `stride` after those of the window before it.
    let mut stride = windows.buckets();
    for digit in (0..windows.width).rev() {
        let mut lists = Lists::default();
        for window in 0..windows.number {
            push_level(&buckets, windows.digits, digit, window * stride, &mut lists);
        }
        buckets = sums_of_lists_vartime(&buckets, &lists, &monitor);
        stride = lists.spans.len() / windows.number;
        for window in 0..windows.number {
            // The sum of the digit is the last list of its window. The window's next buckets precede it.
            rows[window * windows.width + digit] = buckets.get((window + 1) * stride - 1);
        }
    }
    rows
}

/// Appends the lists of the buckets without the digit, and then the list of the sum of that digit. The first bucket
/// has the index `start`.
fn push_level<C: WeierstrassCurve>(
    buckets: &Sums<C>,
    digits: WeightDigits,
    digit: usize,
    start: usize,
    lists: &mut Lists,
) {
    let power = digits.power(digit);
    let member = |value: usize| buckets.member(start + value - 1);
    let opposite = |value: usize| member(value).map(|member| Member::new(member.index(), true));
    let (next, last) = match digits {
        WeightDigits::Bits => (power - 1, 2 * power - 1),
        WeightDigits::Signed => ((power - 1) / 2, power + (power - 1) / 2),
    };
    for rest in 1..=next {
        let negative = match digits {
            WeightDigits::Bits => None,
            WeightDigits::Signed => opposite(power - rest),
        };
        lists.push([member(rest), member(power + rest), negative].into_iter().flatten());
    }
    lists.push((next + 1..=last).filter_map(member));
}

/// The places of the weights of consecutive points. Infinity has the weight zero.
fn chunk<C: WeierstrassCurve>(
    points: &[Affine<C>],
    first: usize,
    terms: usize,
    weight: &impl Fn(usize) -> u128,
    windows: &Windows,
) -> TermDigits {
    #[allow(clippy::cast_possible_truncation, reason = "a place has at most sixteen bits")]
    let mut digits = vec![windows.zero() as u16; windows.number * terms];
    for (i, point) in points[first..first + terms].iter().enumerate() {
        if point.is_identity_vartime() {
            continue;
        }
        let mut rest = weight(first + i);
        for window in 0..windows.number {
            #[allow(clippy::cast_possible_truncation, reason = "a place has at most sixteen bits")]
            let place = windows.next(&mut rest) as u16;
            digits[window * terms + i] = place;
        }
    }
    TermDigits { first, terms, digits, negative: vec![false; terms] }
}
