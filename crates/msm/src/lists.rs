//! Lists of terms whose sums are computed.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The number of lists that are processed together. If there are fewer, long lists are cut.
pub(crate) const LISTS_PER_BATCH: usize = 1024;
/// The shortest piece of a list. It bounds the number of rounds of sums of pieces.
pub(crate) const SHORTEST_PIECE: usize = 8;

/// A term of a list: the point with this index, or its negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Member(u32);

impl Member {
    /// The number of distinct indices.
    pub(crate) const LIMIT: usize = 1 << 31;

    /// The point with `index < LIMIT`, negated or not.
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

/// The position of the members of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) length: usize,
}

/// Lists whose members are in one vector. Members outside all spans are ignored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    pub(crate) members: Vec<Member>,
    pub(crate) spans: Vec<Span>,
}

impl Lists {
    /// Appends a list.
    pub(crate) fn push(&mut self, members: impl IntoIterator<Item = Member>) {
        let start = self.members.len();
        self.members.extend(members);
        self.spans.push(Span { start, length: self.members.len() - start });
    }

    /// The same lists without some of their members.
    pub(crate) fn filtered(&self, keep: impl Fn(Member) -> bool) -> Self {
        let mut filtered = Self::default();
        for span in &self.spans {
            let members = &self.members[span.start..span.start + span.length];
            filtered.push(members.iter().copied().filter(|member| keep(*member)));
        }
        filtered
    }

    /// The total number of members of the lists.
    pub(crate) fn total(&self) -> usize {
        self.spans.iter().map(|span| span.length).sum()
    }

    /// The lists, where those that are much longer than the others are cut.
    pub(crate) fn cut(&self) -> Pieces {
        let longest = self.longest_piece();
        let long = || self.spans.iter().enumerate().filter(|(_, span)| span.length > longest);
        // The pieces of a list have about the same length.
        let pieces_of = |span: &Span| span.length.div_ceil(longest);
        let number: usize = long().map(|(_, span)| pieces_of(span)).sum();
        let mut spans = Vec::with_capacity(self.spans.len() + number);
        spans.extend_from_slice(&self.spans);
        let mut pieces = Pieces { spans, cut: Vec::with_capacity(long().count()) };
        for (list, span) in long() {
            let number = pieces_of(span);
            pieces.cut.push((list, pieces.spans.len()..pieces.spans.len() + number));
            pieces.spans[list].length = 0;
            for piece in 0..number {
                let [start, end] = [piece, piece + 1].map(|i| span.start + span.length * i / number);
                pieces.spans.push(Span { start, length: end - start });
            }
        }
        pieces
    }

    /// The length above which a list is cut. It is well above the mean, so that lists of random digits are not cut,
    /// unless there are so few lists that lanes would be empty.
    fn longest_piece(&self) -> usize {
        let total = self.total();
        let filled = self.spans.iter().filter(|span| span.length > 0).count();
        let mean = total.div_ceil(filled.max(1));
        // The standard deviation of the lengths of random lists is the square root of the mean.
        let usual = mean + 4 * mean.isqrt() + 4;
        usual.min(total / LISTS_PER_BATCH).max(usual.min(SHORTEST_PIECE))
    }
}

/// Lists, some of which are cut into pieces.
pub(crate) struct Pieces {
    /// The lists, where cut lists are empty, followed by the pieces.
    pub(crate) spans: Vec<Span>,
    /// The lists that are cut, each with the indices of its pieces.
    pub(crate) cut: Vec<(usize, Range<usize>)>,
}

/// The indices of the nonempty spans, the longest first, by a counting sort.
pub(crate) fn by_length(spans: &[Span]) -> Vec<usize> {
    let longest = spans.iter().map(|span| span.length).max().unwrap_or(0);
    // The position of the next span of each length, after all longer spans.
    let mut positions = vec![0; longest + 1];
    for span in spans {
        positions[span.length] += 1;
    }
    let mut total = 0;
    for position in positions.iter_mut().rev() {
        total += core::mem::replace(position, total);
    }
    let filled = positions.first().copied().unwrap_or(0);
    let mut order = vec![0; filled];
    for (list, span) in spans.iter().enumerate().filter(|(_, span)| span.length > 0) {
        order[positions[span.length]] = list;
        positions[span.length] += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(lengths: &[usize]) -> Vec<Span> {
        let mut spans = Vec::new();
        for &length in lengths {
            let start = spans.last().map_or(0, |last: &Span| last.start + last.length);
            spans.push(Span { start, length });
        }
        spans
    }

    #[test]
    fn the_longest_comes_first() {
        assert_eq!(by_length(&spans(&[])), []);
        assert_eq!(by_length(&spans(&[0, 0])), []);
        assert_eq!(by_length(&spans(&[3, 0, 1, 3, 7, 1, 0])), [4, 0, 3, 2, 5]);
    }

    #[test]
    fn pieces_cover_the_lists() {
        let many: Vec<usize> = (0..3000).map(|i| i % 20).collect();
        for lengths in [vec![], vec![0], vec![9], vec![100_000], vec![1, 0, 5000, 2, 70], many] {
            let lists =
                Lists { members: vec![Member::default(); lengths.iter().sum()], spans: spans(&lengths) };
            let Pieces { spans, cut } = lists.cut();
            let mut found = spans[..lengths.len()].to_vec();
            let mut next = lengths.len();
            for (list, pieces) in cut {
                assert_eq!((found[list].length, pieces.start, pieces.len() > 1), (0, next, true));
                next = pieces.end;
                let mut start = found[list].start;
                for piece in &spans[pieces] {
                    assert!(piece.start == start && piece.length >= SHORTEST_PIECE / 2);
                    start += piece.length;
                }
                found[list].length = start - found[list].start;
            }
            assert_eq!((found, next), (lists.spans.clone(), spans.len()));
            let longest = spans.iter().map(|span| span.length).max();
            assert!(longest.is_none_or(|longest| longest <= lists.longest_piece()));
        }
    }
}
