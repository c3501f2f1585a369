//! Textbook arithmetic in extensions of degree twelve, in one step.
//!
//! With `u^2 = -q` and `w^6 = a + b u`, the powers `1, w, ..., w^11` are a basis over `Fp`, and `u = (w^6 - a) / b`
//! yields `w^12 = 2 a w^6 - (a^2 + q b^2)`. So elements are polynomials in `w`; there is no tower.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::big;

/// An element: its coefficients of `1, w, ..., w^11`.
pub type Element = [BigUint; 12];

/// The field of `p^12` elements.
pub struct Field {
    /// The prime.
    pub p: BigUint,
    q: u64,
    xi: [u64; 2],
}

impl Field {
    /// The field with `u^2 = -q` and `w^6 = xi[0] + xi[1] u`.
    pub fn new(p: BigUint, q: u64, xi: [u64; 2]) -> Self {
        Self { p, q, xi }
    }

    /// The sum of `(x + y u) w^i` for the pairs `(x, y)` at index `i`.
    pub fn element(&self, pairs: &[[BigUint; 2]; 6]) -> Element {
        let inverse = big::invert(&(BigUint::from(self.xi[1]) % &self.p), &self.p);
        let mut element: Element = Default::default();
        for (i, [x, y]) in pairs.iter().enumerate() {
            let high = y * &inverse % &self.p;
            let low = &high * self.xi[0] % &self.p;
            element[i] = big::sub(&(x % &self.p), &low, &self.p);
            element[i + 6] = high;
        }
        element
    }

    /// The pairs of an element: the inverse of [`element`](Self::element).
    pub fn pairs(&self, element: &Element) -> [[BigUint; 2]; 6] {
        core::array::from_fn(|i| {
            let x = (&element[i] + &element[i + 6] * self.xi[0]) % &self.p;
            [x, &element[i + 6] * self.xi[1] % &self.p]
        })
    }

    /// The neutral element of multiplication.
    pub fn one(&self) -> Element {
        core::array::from_fn(|i| if i == 0 { BigUint::one() } else { BigUint::zero() })
    }

    /// `a b`.
    pub fn mul(&self, a: &Element, b: &Element) -> Element {
        let mut product = vec![BigUint::zero(); 23];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        let constant = (self.xi[0] * self.xi[0] + self.q * self.xi[1] * self.xi[1]) % &self.p;
        let negated = &self.p - constant;
        for i in (12..23).rev() {
            let top = core::mem::take(&mut product[i]);
            product[i - 6] += &top * (2 * self.xi[0]);
            product[i - 12] += &top * &negated;
        }
        core::array::from_fn(|i| &product[i] % &self.p)
    }

    /// `a^exponent`.
    pub fn pow(&self, a: &Element, exponent: &BigUint) -> Element {
        let mut power = self.one();
        for bit in (0..exponent.bits()).rev() {
            power = self.mul(&power, &power);
            if exponent.bit(bit) {
                power = self.mul(&power, a);
            }
        }
        power
    }
}
