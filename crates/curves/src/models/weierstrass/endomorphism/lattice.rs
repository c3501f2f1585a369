//! A short basis of the lattice of an endomorphism, computed at compile time.
//!
//! For the order `r` and the eigenvalue `lambda` the lattice is `L = { (x, y) : x + y lambda = 0 mod r }`. It has
//! index `r` in the plane's integer points: for each `y` the `x` is determined modulo `r`.
//!
//! Euclid's algorithm on `r` and `lambda` computes rows with `r_i = s_i r + t_i lambda`, starting from
//! `(r_0, t_0) = (r, 0)` and `(r_1, t_1) = (lambda, 1)`, so each `v_i = (r_i, -t_i)` lies in `L`. With quotients
//! `q_i >= 1`,
//!
//! * `r_(i+1) = r_(i-1) - q_i r_i` and `t_(i+1) = t_(i-1) - q_i t_i`, so `t_1, t_2, ...` alternate in sign, and their
//!   magnitudes obey `|t_(i+1)| = |t_(i-1)| + q_i |t_i|`;
//! * `r_i |t_(i+1)| + r_(i+1) |t_i| = r` by induction on `i`: it holds for `i = 0`. Up to its sign the left side is the
//!   determinant of `v_i` and `v_(i+1)`, so two consecutive rows are a basis of `L`.
//!
//! The basis consists of the first row with `r_i^2 < r` and the shorter one of its neighbours. Source: D. Hankerson,
//! A. Menezes, S. Vanstone, "Guide to Elliptic Curve Cryptography", 2004, algorithm 3.74; after R. Gallant,
//! R. Lambert, S. Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms", 2001.

use vorpal_limbs::Wide;
use vorpal_limbs::words::{add, halve, less, sub};

/// The magnitudes of the coordinates of `v_i = (r_i, -t_i)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) x: [u64; 4],
    pub(super) y: [u64; 4],
}

/// Two rows that are a basis. Their `x` are not negative, their `y` have opposite signs (or one of them is zero).
pub(super) struct Basis {
    pub(super) first: Row,
    pub(super) second: Row,
    /// Whether the `y` of the first row is negative; otherwise that of the second row is.
    pub(super) first_is_negative: bool,
}

impl Basis {
    /// A short basis for `0 < lambda < r`, `r` prime.
    pub(super) const fn short(r: &[u64; 4], lambda: &[u64; 4]) -> Self {
        let mut above = Row { x: *r, y: [0; 4] };
        let mut row = Row { x: *lambda, y: [1, 0, 0, 0] };
        let mut first_is_negative = true; // t_1 = 1, and y = -t_1
        while !row.is_below_root(r) {
            (above, row) = (row, row.next(above));
            first_is_negative = !first_is_negative;
        }
        let below = row.next(above);
        let second = if less(&above.size(), &below.size()) == 1 { above } else { below };
        Self { first: row, second, first_is_negative }
    }
}

impl Row {
    /// The row after this one: `above - q self` with the largest `q` for which `x >= 0`. Both `y` are magnitudes of
    /// values of opposite signs.
    ///
    /// No sum overflows: every multiple of `self` in the computation has a `y` of at most that of the result, which is
    /// at most `r` by the identity above.
    const fn next(self, mut above: Self) -> Self {
        let mut multiple = self;
        let mut doublings = 0;
        loop {
            let (x, carry) = add(&multiple.x, &multiple.x);
            if carry == 1 || less(&above.x, &x) == 1 {
                break;
            }
            multiple = Self { x, y: add(&multiple.y, &multiple.y).0 };
            doublings += 1;
        }
        loop {
            if less(&above.x, &multiple.x) == 0 {
                above = Self { x: sub(&above.x, &multiple.x).0, y: add(&above.y, &multiple.y).0 };
            }
            if doublings == 0 {
                return above;
            }
            multiple = Self { x: halve(&multiple.x, 0), y: halve(&multiple.y, 0) };
            doublings -= 1;
        }
    }

    /// Whether `x^2 < r`.
    const fn is_below_root(&self, r: &[u64; 4]) -> bool {
        let square = Wide::square(&self.x);
        less(&square.high, &[1, 0, 0, 0]) == 1 && less(&square.low, r) == 1
    }

    /// The larger coordinate.
    const fn size(&self) -> [u64; 4] {
        if less(&self.x, &self.y) == 1 { self.y } else { self.x }
    }
}
