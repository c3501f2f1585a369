//! Textbook pairings: Miller's algorithm on affine points over the field of degree twelve, vertical lines included, and
//! a final exponentiation by square and multiply.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::big;
use crate::tower::{Element, Field};

/// A point other than infinity.
pub type Point = [Element; 2];

/// Polynomial arithmetic for inverses.
impl Field {
    fn constant(&self, value: u64) -> Element {
        let mut constant = self.one();
        constant[0] = BigUint::from(value) % &self.p;
        constant
    }

    /// `a - b`.
    pub fn sub(&self, a: &Element, b: &Element) -> Element {
        core::array::from_fn(|i| big::sub(&a[i], &b[i], &self.p))
    }

    /// `a^-1` for `a != 0`: the matrix of the multiplication by `a` is inverted by Gauss's algorithm.
    pub fn invert(&self, a: &Element) -> Element {
        let w: Element = core::array::from_fn(|i| if i == 1 { BigUint::one() } else { BigUint::zero() });
        let mut column = a.clone();
        // rows[i][j] is the coefficient of w^i in a w^j; the last entry is that of 1.
        let mut rows = vec![vec![BigUint::zero(); 13]; 12];
        for j in 0..12 {
            for i in 0..12 {
                rows[i][j] = column[i].clone();
            }
            column = self.mul(&column, &w);
        }
        rows[0][12] = BigUint::one();
        for pivot in 0..12 {
            let found =
                (pivot..12).find(|row| !rows[*row][pivot].is_zero()).expect("the element is not zero");
            rows.swap(pivot, found);
            let inverse = big::invert(&rows[pivot][pivot], &self.p);
            for entry in &mut rows[pivot] {
                *entry = &*entry * &inverse % &self.p;
            }
            for row in (0..12).filter(|row| *row != pivot) {
                let factor = rows[row][pivot].clone();
                for j in pivot..13 {
                    let product = &factor * &rows[pivot][j] % &self.p;
                    rows[row][j] = big::sub(&rows[row][j], &product, &self.p);
                }
            }
        }
        core::array::from_fn(|i| rows[i][12].clone())
    }

    /// The slope of the line through two points of `y^2 = x^3 + b`, none if it is vertical.
    fn slope(&self, a: &Point, b: &Point) -> Option<Element> {
        let (numerator, denominator) = if a == b {
            (self.mul(&self.constant(3), &self.mul(&a[0], &a[0])), self.mul(&self.constant(2), &a[1]))
        } else {
            (self.sub(&b[1], &a[1]), self.sub(&b[0], &a[0]))
        };
        let vertical = denominator.iter().all(Zero::is_zero);
        (!vertical).then(|| self.mul(&numerator, &self.invert(&denominator)))
    }

    /// `a + b`, and the value at `at` of the line through both divided by the vertical line through the sum. The sum
    /// is not infinity.
    pub fn add_with_line(&self, a: &Point, b: &Point, at: &Point) -> (Point, Element) {
        let slope = self.slope(a, b).expect("the sum is not infinity");
        let x = self.sub(&self.sub(&self.mul(&slope, &slope), &a[0]), &b[0]);
        let y = self.sub(&self.mul(&slope, &self.sub(&a[0], &x)), &a[1]);
        let line = self.sub(&self.sub(&at[1], &a[1]), &self.mul(&slope, &self.sub(&at[0], &a[0])));
        let vertical = self.sub(&at[0], &x);
        ([x, y], self.mul(&line, &self.invert(&vertical)))
    }

    /// `number q` and the value at `p` of the function with the divisor `number (q) - (number q) - (number - 1) (O)`,
    /// for a positive number.
    pub fn miller(&self, number: &BigUint, q: &Point, p: &Point) -> (Point, Element) {
        let (mut multiple, mut value) = (q.clone(), self.one());
        for bit in (0..number.bits() - 1).rev() {
            let (double, line) = self.add_with_line(&multiple, &multiple, p);
            (multiple, value) = (double, self.mul(&self.mul(&value, &value), &line));
            if number.bit(bit) {
                let (sum, line) = self.add_with_line(&multiple, q, p);
                (multiple, value) = (sum, self.mul(&value, &line));
            }
        }
        (multiple, value)
    }

    /// The opposite point.
    pub fn negate(&self, point: &Point) -> Point {
        [point[0].clone(), self.sub(&self.constant(0), &point[1])]
    }

    /// The point whose coordinates are those of `point` to the power `p^times`.
    pub fn frobenius(&self, point: &Point, times: u32) -> Point {
        point.each_ref().map(|coordinate| self.pow(coordinate, &self.p.pow(times)))
    }
}
