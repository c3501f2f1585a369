//! The positions of the multiples in the tables.

use alloc::vec::Vec;

use vorpal_fields::PrimeField;

use crate::Error;
use crate::digits::digit_count;
use crate::lists::Member;

/// The position of the tables of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    /// Multiple `m` of window `w` is entry `start + (w << (width - 1)) + m - 1`.
    pub(super) start: usize,
    pub(super) width: usize,
}

/// The positions of all tables, ordered by base, then window, then multiple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    bases: Vec<Base>,
    entries: usize,
    bits: usize,
}

impl Layout {
    /// # Errors
    /// [`Error::Width`], and [`Error::NotPossible`] for more than [`Member::LIMIT`] entries.
    pub(super) fn new<S: PrimeField>(number: usize, width: impl Fn(usize) -> usize) -> Result<Self, Error> {
        let entries = count_entries::<S>((0..number).map(&width))?;
        let mut bases = Vec::with_capacity(number);
        let mut start = 0;
        for width in (0..number).map(width) {
            bases.push(Base { start, width });
            start += entries_of::<S>(width);
        }
        Ok(Self { bases, entries, bits: S::BITS })
    }

    pub(super) fn len(&self) -> usize {
        self.bases.len()
    }

    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    #[inline]
    pub(super) fn base(&self, index: usize) -> Option<Base> {
        self.bases.get(index).copied()
    }

    /// The number of windows of this width.
    pub(super) fn windows(&self, width: usize) -> usize {
        digit_count(self.bits, width)
    }

    /// The width of each base's windows.
    #[cfg(feature = "std")]
    pub(super) fn widths(&self) -> impl Iterator<Item = usize> {
        self.bases.iter().map(|base| base.width)
    }

    /// The maximal runs of consecutive bases with the same width.
    pub(super) fn runs(&self) -> impl Iterator<Item = &[Base]> {
        self.bases.chunk_by(|a, b| a.width == b.width)
    }
}

/// The number of entries of bases with these widths. Does not allocate.
///
/// # Errors
/// [`Error::Width`], and [`Error::NotPossible`] for more than [`Member::LIMIT`] entries.
pub(super) fn count_entries<S: PrimeField>(widths: impl Iterator<Item = usize>) -> Result<usize, Error> {
    let mut entries = 0;
    for width in widths {
        if !(2..=16).contains(&width) {
            return Err(Error::Width { width });
        }
        entries += entries_of::<S>(width);
        if entries > Member::LIMIT {
            return Err(Error::NotPossible { what: "a table", why: "it has more than 2^31 entries" });
        }
    }
    Ok(entries)
}

fn entries_of<S: PrimeField>(width: usize) -> usize {
    digit_count(S::BITS, width) << (width - 1)
}
