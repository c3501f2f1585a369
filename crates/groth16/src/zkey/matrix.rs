//! The sparse matrices of a key.

use std::collections::HashMap;

use vorpal_fields::PrimeField;

/// The number of different values that are searched for an equal one. More of them are stored again for each entry.
const SEARCHED: usize = 1 << 16;

/// The index of the value 1, and of -1: products with them need no multiplication.
const ONE: u32 = 0;
const MINUS_ONE: u32 = 1;

/// A sparse matrix with a row for each constraint and a column for each signal. An entry takes eight bytes: different
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub struct Builder<F: PrimeField> {
    entries: Vec<(u32, Entry)>,
    values: Vec<F>,
    known: HashMap<F, u32>,
}

impl<F: PrimeField> Default for Builder<F> {
    fn default() -> Self {
        Self { entries: Vec::new(), values: vec![F::ONE, -F::ONE], known: HashMap::new() }
    }
}

impl<F: PrimeField> Builder<F> {
    /// Adds an entry.
    ///
    /// # Panics
    /// For more than `2^32 - 2` entries.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer values than entries")]
    pub fn push(&mut self, row: u32, column: u32, value: F) {
        assert!(self.entries.len() < u32::MAX as usize - 1, "at most 2^32 - 2 entries");
        let value = if value == F::ONE {
            ONE
        } else if value == self.values[1] {
            MINUS_ONE
        } else if self.known.len() < SEARCHED {
            let next = self.values.len() as u32;
            let values = &mut self.values;
            *self.known.entry(value).or_insert_with(|| {
                values.push(value);
                next
            })
        } else {
            self.known.get(&value).copied().unwrap_or_else(|| {
                self.values.push(value);
                self.values.len() as u32 - 1
            })
        };
        self.entries.push((row, Entry { column, value }));
    }

    /// The matrix with this number of rows.
    ///
    /// # Panics
    /// If an entry has a row beyond them.
    #[allow(clippy::cast_possible_truncation, reason = "the number of entries fits 32 bits")]
    pub fn finish(mut self, rows: usize) -> Matrix<F> {
        if !self.entries.is_sorted_by_key(|(row, _)| *row) {
            self.entries.sort_by_key(|(row, _)| *row);
        }
        assert!(self.entries.last().is_none_or(|(row, _)| (*row as usize) < rows), "no row beyond the last");
        let mut starts = Vec::with_capacity(rows + 1);
        let mut next = 0;
        for row in 0..rows {
            starts.push(next as u32);
            next += self.entries[next..].iter().take_while(|(entry, _)| *entry as usize == row).count();
        }
        starts.push(next as u32);
        let entries = self.entries.into_iter().map(|(_, entry)| entry).collect();
        Matrix { starts, entries, values: self.values }
    }
}
