//! The sparse matrices of a key.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_fields::PrimeField;

/// The binary logarithm of the number of values that are remembered, to share them between entries.
const LOG_REMEMBERED: u32 = 14;

/// The index of the value 1, and of -1: products with them need no multiplication.
const ONE: u32 = 0;
const MINUS_ONE: u32 = 1;

/// A sparse matrix with a row for each constraint and a column for each signal. An entry takes eight bytes, and most
/// entries with the same value share it.
///
/// ```
/// use vorpal_fields::primes::Bn254Scalar as Scalar;
/// use vorpal_groth16::zkey::Builder;
/// let mut matrix = Builder::default();
/// matrix.push(2, 0, Scalar::from(5));
/// matrix.push(0, 1, -Scalar::ONE);
/// let matrix = matrix.finish(4);
/// let product: Vec<_> = (0..4).map(|row| matrix.row_times(row, &[2, 3].map(Scalar::from))).collect();
/// assert_eq!(product, [-3, 0, 10, 0].map(Scalar::from_i64));
/// ```
#[derive(Clone, Debug)]
pub struct Matrix<F> {
    /// The entries of row `i` are those from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    values: Vec<F>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    column: u32,
    value: u32,
}

/// Matrices are equal if their rows have the same entries in the same order.
impl<F: PrimeField> PartialEq for Matrix<F> {
    fn eq(&self, other: &Self) -> bool {
        let entries = |matrix: &Self, i: usize| {
            let Entry { column, value } = matrix.entries[i];
            (column, matrix.values[value as usize])
        };
        self.starts == other.starts && (0..self.entries.len()).all(|i| entries(self, i) == entries(other, i))
    }
}

impl<F: PrimeField> Eq for Matrix<F> {}

impl<F: PrimeField> Matrix<F> {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of columns up to the last one with an entry.
    pub fn columns(&self) -> usize {
        self.entries.iter().map(|entry| entry.column as usize + 1).max().unwrap_or(0)
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The entries of a row: columns and values, in the order of the file.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = (u32, F)> {
        self.entries_of(row).iter().map(|entry| (entry.column, self.values[entry.value as usize]))
    }

    fn entries_of(&self, row: usize) -> &[Entry] {
        &self.entries[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// Replaces each stored value by its image, in place of each entry's.
    pub(super) fn map_values(mut self, image: impl Fn(&F) -> F) -> Self {
        self.values.iter_mut().for_each(|value| *value = image(value));
        self
    }

    /// The product of a row with a vector that has an element for each column. A multiplication for each entry but
    /// those with the values 1 and -1. Time depends on the matrix alone.
    ///
    /// # Panics
    /// If there is no such row, or the vector is too short.
    pub fn row_times(&self, row: usize, vector: &[F]) -> F {
        let mut sum = F::ZERO;
        for entry in self.entries_of(row) {
            let element = vector[entry.column as usize];
            match entry.value {
                ONE => sum += element,
                MINUS_ONE => sum -= element,
                value => sum += self.values[value as usize] * element,
            }
        }
        sum
    }
}

/// Collects the entries of a [`Matrix`], in any order. Those of a row keep their order.
#[derive(Debug)]
pub struct Builder<F> {
    rows: Vec<u32>,
    entries: Vec<Entry>,
    values: Vec<F>,
    /// At the hash of a value, the index of the last value with that hash; `ONE` if there was none.
    ///
    /// A search in all values would take most of the time of reading a key, and hostile values could make it slow.
    remembered: Vec<u32>,
}

impl<F: PrimeField> Default for Builder<F> {
    fn default() -> Self {
        Self::of_multiples(F::ONE)
    }
}

impl<F: PrimeField> Builder<F> {
    /// A builder of entries that are `factor` times those of the matrix: see [`Matrix::map_values`].
    pub(super) fn of_multiples(factor: F) -> Self {
        Self {
            rows: Vec::new(),
            entries: Vec::new(),
            values: vec![factor, -factor],
            remembered: vec![ONE; 1 << LOG_REMEMBERED],
        }
    }

    /// Reserves memory for entries.
    pub(super) fn reserve(&mut self, entries: usize) {
        self.rows.reserve_exact(entries);
        self.entries.reserve_exact(entries);
    }

    /// Adds an entry.
    ///
    /// # Panics
    /// For more than `2^32 - 2` entries.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer values than entries")]
    pub fn push(&mut self, row: u32, column: u32, value: F) {
        assert!(self.entries.len() < u32::MAX as usize - 1, "at most 2^32 - 2 entries");
        let value = if value == self.values[ONE as usize] {
            ONE
        } else if value == self.values[MINUS_ONE as usize] {
            MINUS_ONE
        } else {
            let remembered = &mut self.remembered[hash(&value)];
            if self.values[*remembered as usize] != value {
                *remembered = self.values.len() as u32;
                self.values.push(value);
            }
            *remembered
        };
        self.rows.push(row);
        self.entries.push(Entry { column, value });
    }

    /// The matrix with this number of rows.
    ///
    /// # Panics
    /// If an entry has a row beyond them.
    #[allow(clippy::cast_possible_truncation, reason = "the number of entries fits 32 bits")]
    pub fn finish(self, rows: usize) -> Matrix<F> {
        let Self { rows: mut row_of, mut entries, values, .. } = self;
        if !row_of.is_sorted() {
            let mut order: Vec<u32> = (0..entries.len() as u32).collect();
            order.sort_by_key(|i| row_of[*i as usize]);
            entries = order.iter().map(|i| entries[*i as usize]).collect();
            row_of = order.iter().map(|i| row_of[*i as usize]).collect();
        }
        assert!(row_of.last().is_none_or(|row| (*row as usize) < rows), "no row beyond the last");
        let mut starts = Vec::with_capacity(rows + 1);
        let mut next = 0;
        for row in 0..rows {
            starts.push(next as u32);
            next += row_of[next..].iter().take_while(|entry| **entry as usize == row).count();
        }
        starts.push(next as u32);
        entries.shrink_to_fit();
        Matrix { starts, entries, values }
    }
}

/// A hash of [`LOG_REMEMBERED`] bits: the upper ones of a product with an odd number, of the lowest 64 bits of the
/// stored form.
#[allow(clippy::cast_possible_truncation, reason = "a few bits")]
fn hash<F: PrimeField>(value: &F) -> usize {
    let bytes = value.to_montgomery_le_bytes();
    let low = bytes.as_ref().iter().take(8).rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    (low.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - LOG_REMEMBERED)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_fields::primes::Bn254Scalar as F;

    /// More values than are remembered, each several times, so that some replace others.
    #[test]
    fn values_that_are_forgotten_are_stored_again() {
        let value = |i: u32| F::from(u64::from(i % 20_000)) - F::from(9);
        let mut builder = Builder::default();
        (0..60_000).for_each(|i| builder.push(i / 3, i % 7, value(i)));
        let matrix = builder.finish(20_000);
        assert!((20_000 - 1..60_000).contains(&matrix.values.len()));
        let entries = (0..20_000).flat_map(|row| matrix.row(row));
        assert!(entries.eq((0..60_000).map(|i| (i % 7, value(i)))));
    }

    #[test]
    fn matrices_with_the_same_entries_are_equal() {
        let matrix = |entries: &[(u32, u32, u64)]| {
            let mut builder = Builder::default();
            entries.iter().for_each(|(row, column, value)| builder.push(*row, *column, F::from(*value)));
            builder.finish(4)
        };
        let first = matrix(&[(1, 2, 5), (1, 3, 6), (3, 0, 5)]);
        // The values are stored in another order.
        assert!(first == matrix(&[(3, 0, 5), (1, 2, 5), (1, 3, 6)]));
        assert!(first == matrix(&[(1, 2, 5), (3, 0, 5), (1, 3, 6)]));
        for other in [
            &[(1, 2, 5), (1, 3, 6)][..],
            &[(1, 2, 5), (1, 3, 6), (2, 0, 5)],
            &[(1, 2, 5), (1, 3, 5), (3, 0, 5)],
            &[(1, 2, 5), (1, 1, 6), (3, 0, 5)],
            &[(1, 3, 6), (1, 2, 5), (3, 0, 5)],
        ] {
            assert!(first != matrix(other), "{other:?}");
        }
    }
}
