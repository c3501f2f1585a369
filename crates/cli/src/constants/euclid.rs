//! The rows of Euclid's extended algorithm on [`Natural`].

use vorpal::limbs::schedule::Natural;

use super::integers::Signed;

/// A row `r = s n + t a` of Euclid's extended algorithm on `n` and `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The number of the row: row 0 is `n = 1 n + 0 a`, row 1 is `a = 0 n + 1 a`.
    pub(super) index: usize,
    /// The quotient of the two preceding remainders; zero in the first two rows.
    pub(super) quotient: Natural,
    pub(super) r: Natural,
    pub(super) t: Signed,
}

/// Iterator over the rows up to and including the one with `r = 0`, for `0 < a < n`.
pub(super) struct Rows {
    above: Row,
    next: Option<Row>,
    first: bool,
}

impl Rows {
    pub(super) fn new(n: &Natural, a: &Natural) -> Self {
        let row = |index, r, t| Row { index, quotient: Natural::ZERO, r, t: Signed::new(t, false) };
        Self { above: row(0, *n, Natural::ZERO), next: Some(row(1, *a, Natural::ONE)), first: true }
    }
}

impl Iterator for Rows {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        if self.first {
            self.first = false;
            return Some(self.above);
        }
        let row = self.next?;
        self.next = (row.r != Natural::ZERO).then(|| {
            let (quotient, r) = self.above.r.div_rem(&row.r);
            // t_(i+1) = t_(i-1) - q t_i. Signs alternate, so magnitudes add.
            let magnitude = self.above.t.magnitude.add(&quotient.mul(&row.t.magnitude));
            Row { index: row.index + 1, quotient, r, t: Signed::new(magnitude, !row.t.negative) }
        });
        self.above = row;
        Some(row)
    }
}
