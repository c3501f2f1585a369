//! Euclid's algorithm with its rows, and the short vectors among them.

use vorpal::limbs::schedule::Natural;

use super::integers::Signed;

/// A row `r = s n + t a` of Euclid's algorithm on `n` and `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its number: 0 is `n = 1 n + 0 a`, 1 is `a = 0 n + 1 a`.
    pub(super) index: usize,
    /// How many times the row before was taken from the one before that; zero in the first two rows.
    pub(super) quotient: Natural,
    pub(super) r: Natural,
    pub(super) t: Signed,
}

/// The rows down to that with `r = 0`, for `0 < a < n`.
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

/// A vector `(x, y)` with `x + y lambda = 0 mod n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vector {
    pub(super) x: Signed,
    pub(super) y: Signed,
}

impl Vector {
    /// `(r, -t)`: from `r = s n + t lambda`.
    fn of(row: &Row) -> Self {
        Self { x: Signed::new(row.r, false), y: row.t.negated() }
    }

    /// The square of its length.
    fn norm(&self) -> Natural {
        let [x, y] = [self.x, self.y].map(|coordinate| coordinate.magnitude.mul(&coordinate.magnitude));
        x.add(&y)
    }
}

/// A short basis of the lattice of `lambda`.
pub(super) struct Basis {
    /// Rows `l`, `l + 1` and `l + 2`, where `l` is the last one with `r^2 >= n`.
    pub(super) rows: [Row; 3],
    /// Of row `l + 1`, and of the shorter one of the other two.
    pub(super) vectors: [Vector; 2],
}

impl Basis {
    /// D. Hankerson, A. Menezes, S. Vanstone, "Guide to Elliptic Curve Cryptography", 2004, algorithm 3.74,
    /// steps 1 to 4. `None` if the algorithm ends before it has three rows to choose from.
    pub(super) fn short(n: &Natural, lambda: &Natural) -> Option<Self> {
        let rows: Vec<Row> = Rows::new(n, lambda).collect();
        let last = rows.iter().rposition(|row| !row.r.mul(&row.r).less(n))?;
        let rows: [Row; 3] = rows.get(last..last + 3)?.try_into().ok()?;
        let [above, middle, below] = [&rows[0], &rows[1], &rows[2]].map(Vector::of);
        let second = if above.norm().less(&below.norm()) { above } else { below };
        Some(Self { rows, vectors: [middle, second] })
    }

    /// `|x1 y2 - x2 y1|`: how many points of the plane there are for one of the lattice that the vectors span.
    pub(super) fn determinant(&self) -> Natural {
        let [v1, v2] = &self.vectors;
        let [a, b] = [(v1.x, v2.y), (v2.x, v1.y)]
            .map(|(x, y)| Signed::new(x.magnitude.mul(&y.magnitude), x.negative != y.negative));
        match (a.negative == b.negative, a.magnitude.less(&b.magnitude)) {
            (false, _) => a.magnitude.add(&b.magnitude),
            (true, true) => b.magnitude.sub(&a.magnitude),
            (true, false) => a.magnitude.sub(&b.magnitude),
        }
    }
}
