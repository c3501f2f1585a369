//! Sorting of terms into buckets that several windows share.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_limbs::words::bits_at;

use crate::lists::{Lists, Member, Span};
use crate::recode::{Integers, bias, for_each, plus_magnitude};

/// The number of terms that one task recodes.
const AT_ONCE: usize = 4096;

/// Windows of `width` bits. Windows `w` with the same `w mod stride` share a set of buckets.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigitLayout {
    pub(super) width: usize,
    pub(super) stride: usize,
    /// The number of windows of the integers.
    pub(super) windows: usize,
}

impl DigitLayout {
    /// The number of sets of buckets.
    pub(super) fn sets(&self) -> usize {
        self.stride.min(self.windows)
    }

    /// The windows of these sets, in order of sets, then windows.
    fn windows_of(&self, sets: Range<usize>) -> impl Iterator<Item = usize> {
        let Self { stride, windows, .. } = *self;
        sets.flat_map(move |set| (set..windows).step_by(stride))
    }

    /// The number of buckets of a set.
    pub(super) fn buckets(&self) -> usize {
        1 << (self.width - 1)
    }
}

/// The digits of consecutive terms.
struct SignedDigits {
    first: usize,
    terms: usize,
    /// The digit of the `w`-th window of the processed sets of term `first + i`, with the sign of the integer, is at
    /// index `w terms + i`.
    digits: Vec<i32>,
}

/// Buckets of one set that one thread fills.
struct Task {
    /// The windows of the set, as positions among the windows of the processed sets.
    windows: Range<usize>,
    /// The buckets; bucket `d - 1` is that of the digits `+- d`.
    buckets: Range<usize>,
}

/// Computes the list of each bucket of some sets, by counting sort.
///
/// Bucket `d` of set `s` contains point `point(i, j)` for each digit `+- d` of integer `i` in window `s + stride j`. It
/// is list `2^(c - 1) (s - sets.start) + d - 1`. If `point(i, j)` is `None`, the point is infinity, and the digit is
/// skipped.
///
/// Each thread reads all digits of its sets and sorts those of its own buckets.
pub(super) fn shared_lists(
    integers: &dyn Integers,
    layout: DigitLayout,
    sets: Range<usize>,
    point: impl Fn(usize, usize) -> Option<usize> + Sync,
) -> Lists {
    let terms = integers.number();
    let bias = bias(layout.windows, layout.width);
    let starts: Vec<usize> = (0..terms).step_by(AT_ONCE).collect();
    let windows: Vec<usize> = layout.windows_of(sets.clone()).collect();
    let chunks = vorpal_threads::map(&starts, |&first| {
        chunk(integers, first, AT_ONCE.min(terms - first), &bias, layout, &windows)
    });
    let buckets = layout.buckets();
    let each = buckets.div_ceil(vorpal_threads::number().div_ceil(sets.len().max(1)));
    let mut tasks = Vec::new();
    let mut first = 0;
    for set in sets {
        let windows = first..first + layout.windows_of(set..set + 1).count();
        first = windows.end;
        for start in (0..buckets).step_by(each) {
            tasks.push(Task { windows: windows.clone(), buckets: start..buckets.min(start + each) });
        }
    }
    let spans = vorpal_threads::map(&tasks, |task| {
        let mut spans = vec![Span::default(); task.buckets.len()];
        for_each_member(&chunks, task, &point, |bucket, _| spans[bucket].length += 1);
        spans
    });
    let mut lists = Lists { members: Vec::new(), spans: spans.into_iter().flatten().collect() };
    let mut total = 0;
    for span in &mut lists.spans {
        span.start = total;
        total += span.length;
    }
    lists.members = vec![Member::default(); total];
    let (mut members, mut spans) = (&mut lists.members[..], &mut lists.spans[..]);
    let mut jobs = Vec::with_capacity(tasks.len());
    for task in &tasks {
        let (own_spans, others) = core::mem::take(&mut spans).split_at_mut(task.buckets.len());
        let number = own_spans.iter().map(|span| span.length).sum();
        let (own_members, rest) = core::mem::take(&mut members).split_at_mut(number);
        (members, spans) = (rest, others);
        jobs.push((task, own_spans, own_members));
    }
    vorpal_threads::for_each(jobs.into_iter(), |(task, spans, members)| {
        let offset = spans.first().map_or(0, |span| span.start);
        let mut positions: Vec<usize> = spans.iter().map(|span| span.start - offset).collect();
        for_each_member(&chunks, task, &point, |bucket, member| {
            members[positions[bucket]] = member;
            positions[bucket] += 1;
        });
    });
    lists
}

fn chunk(
    integers: &dyn Integers,
    first: usize,
    terms: usize,
    bias: &[u64; 5],
    layout: DigitLayout,
    windows: &[usize],
) -> SignedDigits {
    let zero = (1i32 << (layout.width - 1)) - 1;
    let mut digits = vec![0; windows.len() * terms];
    for_each(integers, first..first + terms, |i, integer| {
        let biased = plus_magnitude(*bias, integer);
        for (window, digits) in windows.iter().zip(digits.chunks_exact_mut(terms)) {
            #[allow(clippy::cast_possible_truncation, reason = "at most twenty bits")]
            let digit = bits_at(&biased, window * layout.width, layout.width) as i32 - zero;
            digits[i] = if integer.negative { -digit } else { digit };
        }
    });
    SignedDigits { first, terms, digits }
}

/// Calls `f` with the index of the bucket in the task, and the member, for each digit of the task.
#[inline(always)]
fn for_each_member(
    chunks: &[SignedDigits],
    task: &Task,
    point: &impl Fn(usize, usize) -> Option<usize>,
    mut f: impl FnMut(usize, Member),
) {
    for (table, window) in task.windows.clone().enumerate() {
        for chunk in chunks {
            for (i, &digit) in chunk.digits[window * chunk.terms..][..chunk.terms].iter().enumerate() {
                // The digit zero wraps to `usize::MAX`, which is not a bucket.
                let bucket = (digit.unsigned_abs() as usize).wrapping_sub(1);
                if task.buckets.contains(&bucket)
                    && let Some(index) = point(chunk.first + i, table)
                {
                    f(bucket - task.buckets.start, Member::new(index, digit < 0));
                }
            }
        }
    }
}
