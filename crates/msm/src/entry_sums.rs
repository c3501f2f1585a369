//! Sums of table entries, sixteen additions at a time in packed values.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::{Group, PackedGroup};
use vorpal_fields::{LANES, prefetch};

use crate::lists::Member;

/// An entry of a group's tables.
pub(crate) type Entry<G> = <<G as Group>::Packed as PackedGroup>::Entry;

/// The entry of the neutral element.
pub(crate) fn identity_entry<G: Group>() -> Entry<G> {
    let [identity] = G::normalise_batch(&[G::IDENTITY])[..] else { unreachable!("one point for one point") };
    G::Packed::entry(&identity)
}

/// Entries are prefetched this number of rows ahead.
const PREFETCH_DISTANCE: usize = 2;
/// The smallest number of sums for which a packed addition is faster than single ones.
const FEW: usize = 4;
/// The number of members of a single sum that are buffered before they are added.
const BUFFERED: usize = 16 * LANES;

/// The entries of a row of members, neutral for lanes without a member, and the mask of negative members.
#[inline]
fn row_of<'a, E>(
    entries: &'a [E],
    identity: &'a E,
    member: impl Fn(usize) -> Option<Member>,
) -> ([&'a E; LANES], u16) {
    let mut negative = 0;
    let row = core::array::from_fn(|lane| match member(lane) {
        Some(member) => {
            negative |= u16::from(member.is_negative()) << lane;
            &entries[member.index()]
        }
        None => identity,
    });
    (row, negative)
}

/// One sum, whose members are distributed to the lanes in turn.
pub(crate) struct Single<'a, G: Group> {
    entries: &'a [Entry<G>],
    identity: &'a Entry<G>,
    lanes: G::Packed,
    members: [Member; BUFFERED],
    pending: usize,
    additions: usize,
}

impl<'a, G: Group> Single<'a, G> {
    pub(crate) fn new(entries: &'a [Entry<G>], identity: &'a Entry<G>) -> Self {
        Self {
            entries,
            identity,
            lanes: G::Packed::identity(),
            members: [Member::default(); BUFFERED],
            pending: 0,
            additions: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, member: Member) {
        prefetch(&self.entries[member.index()]);
        self.members[self.pending] = member;
        self.pending += 1;
        if self.pending == BUFFERED {
            self.add_all();
        }
    }

    fn add_all(&mut self) {
        for (i, row) in self.members[..self.pending].chunks(LANES).enumerate() {
            let (entries, negative) = row_of(self.entries, self.identity, |lane| row.get(lane).copied());
            if i == 0 && self.additions == 0 {
                self.lanes.assign_entries(&entries, negative);
            } else {
                self.lanes.add_entries(&entries, negative);
            }
        }
        self.additions += self.pending;
        self.pending = 0;
    }

    /// The sum and the number of its members.
    pub(crate) fn finish(mut self) -> (G, usize) {
        self.add_all();
        let mut sums = [G::IDENTITY; LANES];
        let used = self.additions.min(LANES);
        self.lanes.store(&mut sums[..used]);
        let sum = sums[..used].iter().copied().reduce(|sum, lane| sum.add_vartime(&lane));
        (sum.unwrap_or(G::IDENTITY), self.additions)
    }
}

/// Many sums. The members of all sums are contiguous and are cut into sixteen segments of the same length, one per
/// lane.
pub(crate) struct Segments<'a, G: Group> {
    entries: &'a [Entry<G>],
    identity: &'a Entry<G>,
    members: &'a [Member],
    /// The end of the members of each sum.
    ends: &'a [usize],
    /// The number of members of a lane.
    length: usize,
    /// The initial values of the sums, then the sums.
    sums: Vec<G>,
    /// Whether the initial values may be nonzero.
    started: bool,
    /// Completed sums, or parts of sums that segments cut.
    ended: G::Packed,
    /// The lists of the sums in `ended`.
    pending: Vec<usize>,
}

impl<'a, G: Group> Segments<'a, G> {
    pub(crate) fn new(
        entries: &'a [Entry<G>],
        identity: &'a Entry<G>,
        members: &'a [Member],
        ends: &'a [usize],
    ) -> Self {
        Self {
            entries,
            identity,
            members,
            ends,
            length: members.len().div_ceil(LANES),
            sums: vec![G::IDENTITY; ends.len()],
            started: false,
            ended: G::Packed::identity(),
            pending: Vec::with_capacity(LANES),
        }
    }

    /// The same sums with these initial values, one per sum.
    pub(crate) fn onto(self, starts: &[G]) -> Self {
        debug_assert_eq!(starts.len(), self.ends.len());
        Self { sums: starts.to_vec(), started: true, ..self }
    }

    /// The sum of each list.
    pub(crate) fn sums(mut self) -> Vec<G> {
        let all = self.members.len();
        let identity = G::Packed::identity();
        let mut lanes = identity;
        // The current list of each lane, and the step after which it ends in the lane.
        let starts: [usize; LANES] = core::array::from_fn(|lane| all.min(lane * self.length));
        let mut lists = starts.map(|start| self.ends.partition_point(|end| *end <= start));
        let mut stops: [usize; LANES] = core::array::from_fn(|lane| self.stop(lists[lane], starts[lane]));
        let mut step = 0;
        while step < self.length {
            // No list ends before this step.
            let next = stops.into_iter().fold(self.length, usize::min);
            for step in step..next {
                self.step(&mut lanes, &starts, step);
            }
            step = next;
            for lane in 0..LANES {
                if stops[lane] == step {
                    self.ended.copy_lane(self.pending.len(), &lanes, lane);
                    self.pending.push(lists[lane]);
                    if self.pending.len() == LANES {
                        self.flush();
                    }
                    lanes.copy_lane(lane, &identity, lane);
                    // Skips lists without members.
                    let next = starts[lane] + step;
                    lists[lane] += self.ends[lists[lane]..].partition_point(|end| *end <= next);
                    stops[lane] =
                        if step < self.length { self.stop(lists[lane], starts[lane]) } else { usize::MAX };
                }
            }
        }
        self.flush();
        self.sums
    }

    /// Adds the next member of each segment to its lane.
    #[inline]
    fn step(&self, lanes: &mut G::Packed, starts: &[usize; LANES], step: usize) {
        for start in starts {
            if let Some(member) = self.members.get(start + step + PREFETCH_DISTANCE) {
                prefetch(&self.entries[member.index()]);
            }
        }
        let given = |lane: usize| self.members.get(starts[lane] + step).copied();
        let (entries, negative) = row_of(self.entries, self.identity, given);
        if step == 0 {
            lanes.assign_entries(&entries, negative);
        } else {
            lanes.add_entries(&entries, negative);
        }
    }

    /// The number of steps after which a list ends in a segment; `usize::MAX` if there is no such list.
    fn stop(&self, list: usize, start: usize) -> usize {
        self.ends.get(list).map_or(usize::MAX, |end| (*end - start).min(self.length))
    }

    fn flush(&mut self) {
        let (mut sums, number) = ([G::IDENTITY; LANES], self.pending.len());
        // A packed addition takes the time of a few single ones.
        let in_lanes = self.started && number >= FEW;
        if in_lanes {
            for (sum, list) in sums.iter_mut().zip(&self.pending) {
                if self.is_whole(*list) {
                    *sum = self.sums[*list];
                }
            }
            self.ended.add_assign(&G::Packed::load(&sums[..number]));
        }
        self.ended.store(&mut sums[..number]);
        for (i, sum) in sums.into_iter().enumerate().take(number) {
            let list = self.pending[i];
            let is_all = self.is_whole(list) && (in_lanes || !self.started);
            self.sums[list] = if is_all { sum } else { self.sums[list].add_vartime(&sum) };
        }
        self.pending.clear();
    }

    /// Whether one segment contains the whole list.
    fn is_whole(&self, list: usize) -> bool {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        start / self.length == (self.ends[list] - 1) / self.length
    }
}
