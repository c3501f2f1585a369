//! Lists of terms that are to be added up, list by list.

use alloc::vec::Vec;

/// A term of a list: the point of this number, or its negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Member(u32);

impl Member {
    /// How many points can be told apart.
    pub(crate) const LIMIT: usize = 1 << 31;

    /// The point of number `index < LIMIT`, negated or not.
    #[inline]
    pub(crate) fn new(index: usize, negative: bool) -> Self {
        debug_assert!(index < Self::LIMIT);
        #[allow(clippy::cast_possible_truncation, reason = "indices are below LIMIT")]
        Self((index as u32) << 1 | u32::from(negative))
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Where the members of a list stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) length: usize,
}

/// Lists, their members one after the other in one place. Members outside all spans do not count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    pub(crate) members: Vec<Member>,
    pub(crate) spans: Vec<Span>,
}

impl Lists {
    /// Adds a list.
    pub(crate) fn push(&mut self, members: impl IntoIterator<Item = Member>) {
        let start = self.members.len();
        self.members.extend(members);
        self.spans.push(Span { start, length: self.members.len() - start });
    }

    /// How many members the lists have.
    pub(crate) fn total(&self) -> usize {
        self.spans.iter().map(|span| span.length).sum()
    }
}
