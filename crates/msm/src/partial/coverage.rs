//! The bits and terms that a partial sum covers.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use crate::{Error, JobId};

/// A whole sum: its job and its size. It has `terms` points, and integers of up to `bits` bits.
///
/// ```
/// use vorpal_curves::bn254::Affine;
/// use vorpal_msm::{Cells, JobId, Problem};
/// let (points, scalars) = ([Affine::GENERATOR; 3], [10u8, 200, 30]);
/// let problem = Problem { job: JobId::of(&points, &scalars)?, terms: 3, bits: 8 };
/// assert_eq!(problem.all(), Cells { first_term: 0, end_term: 3, first_bit: 0, end_bit: 8 });
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The identifier of the sum.
    pub job: JobId,
    /// The number of terms.
    pub terms: u64,
    /// An upper bound of the lengths of the integers in bits; at most 256.
    pub bits: u32,
}

/// The greatest number of rectangles of a partial sum; they take 1.5 MiB. Adjacent rectangles are merged, so the number
/// of rectangles grows with the number of gaps.
pub(super) const MOST_RECTANGLES: usize = 1 << 16;

/// A rectangle of a sum: the bits from `first_bit` to `end_bit`, exclusive, of the integers of the terms from
/// `first_term` to `end_term`, exclusive.
///
/// ```
/// use vorpal_msm::Cells;
/// let cells = Cells { first_term: 0, end_term: 3, first_bit: 4, end_bit: 8 };
/// assert_eq!(cells.to_string(), "bits 4..8 of terms 0..3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The first term.
    pub first_term: u64,
    /// The end of the terms, exclusive.
    pub end_term: u64,
    /// The lowest bit.
    pub first_bit: u32,
    /// The end of the bits, exclusive.
    pub end_bit: u32,
}

impl Cells {
    pub(super) fn is_empty(&self) -> bool {
        self.first_term >= self.end_term || self.first_bit >= self.end_bit
    }
}

impl Display for Cells {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { first_term, end_term, first_bit, end_bit } = self;
        write!(f, "bits {first_bit}..{end_bit} of terms {first_term}..{end_term}")
    }
}

impl Problem {
    /// All cells of the problem.
    pub fn all(&self) -> Cells {
        Cells { first_term: 0, end_term: self.terms, first_bit: 0, end_bit: self.bits }
    }

    pub(super) fn check(&self, cells: &Cells) -> Result<(), Error> {
        let inside = cells.first_term <= cells.end_term
            && cells.end_term <= self.terms
            && cells.first_bit <= cells.end_bit
            && cells.end_bit <= self.bits;
        let Self { terms, bits, .. } = *self;
        if inside { Ok(()) } else { Err(Error::Outside { cells: *cells, terms, bits }) }
    }
}

/// Consecutive terms with the same covered bits.
struct Strip {
    first: u64,
    end: u64,
    /// Ranges of bits, ascending, with gaps between them.
    bits: Vec<(u32, u32)>,
}

impl Strip {
    fn cells(self) -> impl Iterator<Item = Cells> {
        let (first_term, end_term) = (self.first, self.end);
        self.bits.into_iter().map(move |(first_bit, end_bit)| Cells {
            first_term,
            end_term,
            first_bit,
            end_bit,
        })
    }
}

/// Computes the strips that cover the same cells as the rectangles.
///
/// It splits the terms at the beginning and end of each rectangle, and computes the covered bits of each part. Adjacent
/// parts with the same bits become one strip. The strips depend on the covered cells only, not on the rectangles.
///
/// # Errors
/// [`Error::Overlap`] with cells that two rectangles contain; [`Error::TooManyRectangles`] as soon as the strips have
/// more than [`MOST_RECTANGLES`] rectangles. Without this limit, there can be quadratically many.
fn strips(rectangles: &[Cells]) -> Result<Vec<Strip>, Error> {
    let mut rectangles: Vec<Cells> = rectangles.iter().filter(|cells| !cells.is_empty()).copied().collect();
    rectangles.sort_unstable_by_key(|cells| (cells.first_term, cells.first_bit));
    let mut cuts: Vec<u64> = rectangles.iter().flat_map(|cells| [cells.first_term, cells.end_term]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut strips: Vec<Strip> = Vec::new();
    let mut number = 0;
    let mut active: Vec<Cells> = Vec::new();
    let mut rest = rectangles.into_iter().peekable();
    for pair in cuts.windows(2) {
        let (first, end) = (pair[0], pair[1]);
        active.retain(|cells| cells.end_term > first);
        while let Some(cells) = rest.next_if(|cells| cells.first_term == first) {
            active.push(cells);
        }
        active.sort_unstable_by_key(|cells| cells.first_bit);
        let mut bits: Vec<(u32, u32)> = Vec::new();
        for cells in &active {
            match bits.last_mut() {
                Some((_, end_bit)) if cells.first_bit < *end_bit => {
                    return Err(Error::Overlap(Cells {
                        first_term: first,
                        end_term: end,
                        first_bit: cells.first_bit,
                        end_bit: cells.end_bit.min(*end_bit),
                    }));
                }
                Some((_, end_bit)) if cells.first_bit == *end_bit => *end_bit = cells.end_bit,
                _ => bits.push((cells.first_bit, cells.end_bit)),
            }
        }
        match strips.last_mut() {
            Some(last) if last.end == first && last.bits == bits => last.end = end,
            _ if bits.is_empty() => {}
            _ => {
                number += bits.len();
                strips.push(Strip { first, end, bits });
                if number > MOST_RECTANGLES {
                    return Err(Error::TooManyRectangles { most: MOST_RECTANGLES });
                }
            }
        }
    }
    Ok(strips)
}

/// Computes the normal form: the fewest rectangles of whole strips, in order of terms, then bits. Equal sets of cells
/// have equal normal forms.
///
/// # Errors
/// [`Error::Overlap`], [`Error::TooManyRectangles`].
pub(super) fn normal_form(rectangles: &[Cells]) -> Result<Vec<Cells>, Error> {
    Ok(strips(rectangles)?.into_iter().flat_map(Strip::cells).collect())
}

/// Returns whether the rectangles are in normal form. Reads each rectangle once; allocates nothing.
///
/// Rectangles are in normal form if and only if:
///
/// * no rectangle is empty;
/// * rectangles with the same first term have the same end term, and their bits ascend with gaps in between;
/// * strips ascend and do not overlap;
/// * adjacent strips have different bits.
pub(super) fn is_normal_form(rectangles: &[Cells]) -> bool {
    let bits = |strip: &[Cells], other: &[Cells]| {
        strip
            .iter()
            .map(|cells| (cells.first_bit, cells.end_bit))
            .eq(other.iter().map(|cells| (cells.first_bit, cells.end_bit)))
    };
    let mut before: &[Cells] = &[];
    for strip in rectangles.chunk_by(|a, b| a.first_term == b.first_term) {
        let first = &strip[0];
        let ascends = strip
            .windows(2)
            .all(|pair| pair[0].end_term == pair[1].end_term && pair[0].end_bit < pair[1].first_bit);
        let follows = before.first().is_none_or(|last| {
            last.end_term < first.first_term || last.end_term == first.first_term && !bits(before, strip)
        });
        if strip.iter().any(Cells::is_empty) || !ascends || !follows {
            return false;
        }
        before = strip;
    }
    true
}

/// Returns the first rectangle that is not covered, in order of terms, then bits.
pub(super) fn first_missing(problem: &Problem, rectangles: &[Cells]) -> Option<Cells> {
    if problem.all().is_empty() {
        return None;
    }
    let whole = |first_term, end_term| Cells { first_term, end_term, first_bit: 0, end_bit: problem.bits };
    let mut next = 0;
    for Strip { first, end, bits } in strips(rectangles).unwrap_or_default() {
        if next < first {
            return Some(whole(next, first));
        }
        let mut bit = 0;
        for (first_bit, end_bit) in bits.into_iter().chain([(problem.bits, problem.bits)]) {
            if bit < first_bit {
                return Some(Cells { first_term: first, end_term: end, first_bit: bit, end_bit: first_bit });
            }
            bit = end_bit;
        }
        next = end;
    }
    (next < problem.terms).then(|| whole(next, problem.terms))
}
