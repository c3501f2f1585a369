//! Sums of entries, sixteen additions side by side.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::{Group, PackedGroup};
use vorpal_fields::{LANES, prefetch};

use crate::lists::Member;

/// An entry of a group's tables.
pub(crate) type Entry<G> = <<G as Group>::Packed as PackedGroup>::Entry;

/// The entry of the neutral element.
pub(crate) fn nothing<G: Group>() -> Entry<G> {
    let [identity] = G::normalise_batch(&[G::IDENTITY])[..] else { unreachable!("one point for one point") };
    G::Packed::entry(&identity)
}

/// Members are asked for so many rows ahead.
const AHEAD: usize = 2;
/// The fewest sums that are added to others in lanes.
const FEW: usize = 4;
/// Members of a single sum that are kept until they are added.
const ROOM: usize = 16 * LANES;

/// The entries of a row of members, neutral ones where there are none, and the lanes of negative members.
#[inline]
fn row_of<'a, E>(
    entries: &'a [E],
    nothing: &'a E,
    member: impl Fn(usize) -> Option<Member>,
) -> ([&'a E; LANES], u16) {
    let mut negative = 0;
    let row = core::array::from_fn(|lane| match member(lane) {
        Some(member) => {
            negative |= u16::from(member.is_negative()) << lane;
            &entries[member.index()]
        }
        None => nothing,
    });
    (row, negative)
}

/// One sum, whose members go to the lanes in turn.
pub(crate) struct Single<'a, G: Group> {
    entries: &'a [Entry<G>],
    nothing: &'a Entry<G>,
    lanes: G::Packed,
    members: [Member; ROOM],
    waiting: usize,
    additions: usize,
}

impl<'a, G: Group> Single<'a, G> {
    pub(crate) fn new(entries: &'a [Entry<G>], nothing: &'a Entry<G>) -> Self {
        Self {
            entries,
            nothing,
            lanes: G::Packed::identity(),
            members: [Member::default(); ROOM],
            waiting: 0,
            additions: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, member: Member) {
        prefetch(&self.entries[member.index()]);
        self.members[self.waiting] = member;
        self.waiting += 1;
        if self.waiting == ROOM {
            self.add_all();
        }
    }

    fn add_all(&mut self) {
        for (i, row) in self.members[..self.waiting].chunks(LANES).enumerate() {
            let (entries, negative) = row_of(self.entries, self.nothing, |lane| row.get(lane).copied());
            if i == 0 && self.additions == 0 {
                self.lanes.assign_entries(&entries, negative);
            } else {
                self.lanes.add_entries(&entries, negative);
            }
        }
        self.additions += self.waiting;
        self.waiting = 0;
    }

    /// The sum, and of how many members it is.
    pub(crate) fn finish(mut self) -> (G, usize) {
        self.add_all();
        let mut sums = [G::IDENTITY; LANES];
        let used = self.additions.min(LANES);
        self.lanes.store(&mut sums[..used]);
        let sum = sums[..used].iter().copied().reduce(|sum, lane| sum.add_vartime(&lane));
        (sum.unwrap_or(G::IDENTITY), self.additions)
    }
}

/// Many sums, whose members stand one after the other, cut into sixteen stretches of the same length.
pub(crate) struct Stretches<'a, G: Group> {
    entries: &'a [Entry<G>],
    nothing: &'a Entry<G>,
    members: &'a [Member],
    /// Where each sum's members end.
    ends: &'a [usize],
    /// Members of a lane.
    length: usize,
    /// What the sums start with, and then they themselves.
    sums: Vec<G>,
    /// Whether they may start with anything but zero.
    started: bool,
    /// Sums that have ended, or the parts of sums that a stretch has of them, and which they belong to.
    ended: G::Packed,
    waiting: Vec<usize>,
}

impl<'a, G: Group> Stretches<'a, G> {
    pub(crate) fn new(
        entries: &'a [Entry<G>],
        nothing: &'a Entry<G>,
        members: &'a [Member],
        ends: &'a [usize],
    ) -> Self {
        Self {
            entries,
            nothing,
            members,
            ends,
            length: members.len().div_ceil(LANES),
            sums: vec![G::IDENTITY; ends.len()],
            started: false,
            ended: G::Packed::identity(),
            waiting: Vec::with_capacity(LANES),
        }
    }

    /// The same, each sum added to another: as many as there are sums.
    pub(crate) fn onto(self, starts: &[G]) -> Self {
        debug_assert_eq!(starts.len(), self.ends.len());
        Self { sums: starts.to_vec(), started: true, ..self }
    }

    /// The sum of each list.
    pub(crate) fn sums(mut self) -> Vec<G> {
        let all = self.members.len();
        let identity = G::Packed::identity();
        let mut lanes = identity;
        // The list at work in each lane, and the step after which it ends there.
        let starts: [usize; LANES] = core::array::from_fn(|lane| all.min(lane * self.length));
        let mut lists = starts.map(|start| self.ends.partition_point(|end| *end <= start));
        let mut stops: [usize; LANES] = core::array::from_fn(|lane| self.stop(lists[lane], starts[lane]));
        let mut step = 0;
        while step < self.length {
            // Until then no list ends.
            let next = stops.into_iter().fold(self.length, usize::min);
            for step in step..next {
                self.step(&mut lanes, &starts, step);
            }
            step = next;
            for lane in 0..LANES {
                if stops[lane] == step {
                    self.ended.copy_lane(self.waiting.len(), &lanes, lane);
                    self.waiting.push(lists[lane]);
                    if self.waiting.len() == LANES {
                        self.flush();
                    }
                    lanes.copy_lane(lane, &identity, lane);
                    // Lists without members are passed over.
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

    /// Adds to each lane the member of its stretch that is next.
    #[inline]
    fn step(&self, lanes: &mut G::Packed, starts: &[usize; LANES], step: usize) {
        for start in starts {
            if let Some(member) = self.members.get(start + step + AHEAD) {
                prefetch(&self.entries[member.index()]);
            }
        }
        let given = |lane: usize| self.members.get(starts[lane] + step).copied();
        let (entries, negative) = row_of(self.entries, self.nothing, given);
        if step == 0 {
            lanes.assign_entries(&entries, negative);
        } else {
            lanes.add_entries(&entries, negative);
        }
    }

    /// After how many steps a stretch is through with a list; never if there is no such list.
    fn stop(&self, list: usize, start: usize) -> usize {
        self.ends.get(list).map_or(usize::MAX, |end| (*end - start).min(self.length))
    }

    fn flush(&mut self) {
        let (mut sums, number) = ([G::IDENTITY; LANES], self.waiting.len());
        // A packed addition costs as much as a few additions.
        let in_lanes = self.started && number >= FEW;
        if in_lanes {
            for (sum, list) in sums.iter_mut().zip(&self.waiting) {
                if self.is_whole(*list) {
                    *sum = self.sums[*list];
                }
            }
            self.ended.add_assign(&G::Packed::load(&sums[..number]));
        }
        self.ended.store(&mut sums[..number]);
        for (i, sum) in sums.into_iter().enumerate().take(number) {
            let list = self.waiting[i];
            let is_all = self.is_whole(list) && (in_lanes || !self.started);
            self.sums[list] = if is_all { sum } else { self.sums[list].add_vartime(&sum) };
        }
        self.waiting.clear();
    }

    /// Whether a list is all in one stretch.
    fn is_whole(&self, list: usize) -> bool {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        start / self.length == (self.ends[list] - 1) / self.length
    }
}
