//! Twisted Edwards curves `a x^2 + y^2 = 1 + d x^2 y^2` on big integers, by the affine addition law.

use crate::big::{invert, sub};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The curve `a x^2 + y^2 = 1 + d x^2 y^2` over the integers modulo a prime `p`.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The prime.
    pub p: BigUint,
    /// The coefficient of `x^2`.
    pub a: BigUint,
    /// The coefficient of `x^2 y^2`.
    pub d: BigUint,
}

/// An affine point `(x, y)`.
pub type Point = (BigUint, BigUint);

impl Curve {
    /// The neutral element `(0, 1)`.
    pub fn identity(&self) -> Point {
        (BigUint::zero(), BigUint::one())
    }

    /// Whether the point lies on the curve.
    pub fn contains(&self, (x, y): &Point) -> bool {
        let (xx, yy) = (x * x % &self.p, y * y % &self.p);
        (&self.a * &xx + &yy) % &self.p == (1u8 + &self.d * (xx * yy)) % &self.p
    }

    /// `a + b`. `None` if a denominator is zero: the sum is not an affine point, or this law does not cover the pair.
    pub fn add(&self, (x1, y1): &Point, (x2, y2): &Point) -> Option<Point> {
        let p = &self.p;
        let product = &self.d * x1 * x2 * y1 * y2 % p;
        let (plus, minus) = ((1u8 + &product) % p, sub(&BigUint::one(), &product, p));
        if plus.is_zero() || minus.is_zero() {
            return None;
        }
        let x3 = (x1 * y2 + y1 * x2) * invert(&plus, p) % p;
        let y3 = sub(&(y1 * y2 % p), &(&self.a * x1 * x2 % p), p) * invert(&minus, p) % p;
        Some((x3, y3))
    }

    /// `scalar point` by double-and-add.
    ///
    /// # Panics
    /// If [`add`](Self::add) returns `None` for an intermediate sum.
    pub fn mul(&self, point: &Point, scalar: &BigUint) -> Point {
        let mut sum = self.identity();
        for i in (0..scalar.bits()).rev() {
            sum = self.add(&sum, &sum).expect("a doubling that the affine law covers");
            if scalar.bit(i) {
                sum = self.add(&sum, point).expect("an addition that the affine law covers");
            }
        }
        sum
    }

    /// All affine points of the curve. For small `p` only, as it takes `p^2` steps.
    pub fn points(&self) -> Vec<Point> {
        let p = u64::try_from(&self.p).expect("a tiny prime");
        let all = (0..p).flat_map(|x| (0..p).map(move |y| (BigUint::from(x), BigUint::from(y))));
        all.filter(|point| self.contains(point)).collect()
    }
}
