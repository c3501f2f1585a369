//! Short vectors of the lattice of an endomorphism: all `(x, y)` with `x + y lambda = 0 mod n`.

use vorpal::limbs::schedule::Natural;

use super::euclid::{Row, Rows};
use super::integers::Signed;

/// A vector `(x, y)` with `x + y lambda = 0 mod n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vector {
    pub(super) x: Signed,
    pub(super) y: Signed,
}

impl Vector {
    /// The vector `(r, -t)` of a row `r = s n + t lambda`.
    fn of(row: &Row) -> Self {
        Self { x: Signed::new(row.r, false), y: row.t.negated() }
    }

    /// The square of the length.
    fn norm(&self) -> Natural {
        let [x, y] = [self.x, self.y].map(|coordinate| coordinate.magnitude.mul(&coordinate.magnitude));
        x.add(&y)
    }
}

/// A short basis of the lattice of `lambda`.
pub(super) struct Basis {
    /// Rows `l`, `l + 1` and `l + 2`, where `l` is the last one with `r^2 >= n`.
    pub(super) rows: [Row; 3],
    /// The vector of row `l + 1`, and the shorter vector of the other two rows.
    pub(super) vectors: [Vector; 2],
}

impl Basis {
    /// Computes the basis by D. Hankerson, A. Menezes, S. Vanstone, "Guide to Elliptic Curve Cryptography", 2004,
    /// algorithm 3.74, steps 1 to 4. `None` if Euclid's algorithm ends before row `l + 2`.
    pub(super) fn short(n: &Natural, lambda: &Natural) -> Option<Self> {
        let rows: Vec<Row> = Rows::new(n, lambda).collect();
        let last = rows.iter().rposition(|row| !row.r.mul(&row.r).less(n))?;
        let rows: [Row; 3] = rows.get(last..last + 3)?.try_into().ok()?;
        let [above, middle, below] = [&rows[0], &rows[1], &rows[2]].map(Vector::of);
        let second = if above.norm().less(&below.norm()) { above } else { below };
        Some(Self { rows, vectors: [middle, second] })
    }

    /// The determinant `x1 y2 - x2 y1`. Its magnitude is the index in `Z^2` of the lattice that the vectors span.
    ///
    /// It is `(-1)^(m + 1) n` for the middle row `m`, whichever of the other rows gives `v2`. For
    /// `r_i t_(i+1) - r_(i+1) t_i` is `n` for rows 0 and 1, and every step of Euclid's algorithm changes its sign.
    pub(super) fn determinant(&self) -> Signed {
        let [v1, v2] = &self.vectors;
        let [a, b] = [(v1.x, v2.y), (v2.x, v1.y)]
            .map(|(x, y)| Signed::new(x.magnitude.mul(&y.magnitude), x.negative != y.negative));
        a.sub(&b)
    }
}
