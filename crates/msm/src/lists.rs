//! Lists of terms that are to be added up, list by list.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

/// Lists that are worked on together, side by side; where there are fewer, long ones are cut.
pub(crate) const AT_ONCE: usize = 1024;
/// Pieces of lists are not shorter, so that sums of sums of pieces come to an end.
const SHORTEST_PIECE: usize = 8;

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

    /// The lists with those cut that are much longer than the others.
    pub(crate) fn cut(&self) -> Pieces {
        let longest = self.longest_piece();
        let mut pieces = Pieces { spans: self.spans.clone(), cut: Vec::new() };
        for (list, span) in self.spans.iter().enumerate().filter(|(_, span)| span.length > longest) {
            // Pieces of one list of about the same length.
            let number = span.length.div_ceil(longest);
            pieces.cut.push((list, pieces.spans.len()..pieces.spans.len() + number));
            pieces.spans[list].length = 0;
            for piece in 0..number {
                let [start, end] = [piece, piece + 1].map(|i| span.start + span.length * i / number);
                pieces.spans.push(Span { start, length: end - start });
            }
        }
        pieces
    }

    /// The length above which a list is cut: well above the mean, so that lists of random digits stay whole, unless
    /// there are so few lists that lanes would stay empty.
    fn longest_piece(&self) -> usize {
        let total = self.total();
        let filled = self.spans.iter().filter(|span| span.length > 0).count();
        let mean = total.div_ceil(filled.max(1));
        // Lengths of random lists spread by the square root of their mean: four times that, and they stay whole.
        let usual = mean + 4 * mean.isqrt() + 4;
        usual.min(total / AT_ONCE).max(usual.min(SHORTEST_PIECE))
    }
}

/// Lists, some of them cut.
pub(crate) struct Pieces {
    /// The lists, empty where they have been cut, and after them the pieces.
    pub(crate) spans: Vec<Span>,
    /// The lists that have been cut, each with the numbers of its pieces.
    pub(crate) cut: Vec<(usize, Range<usize>)>,
}

/// The numbers of the spans that are not empty, the longest first.
pub(crate) fn by_length(spans: &[Span]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..spans.len()).filter(|&list| spans[list].length > 0).collect();
    order.sort_unstable_by_key(|&list| Reverse(spans[list].length));
    order
}
