//! Short Weierstrass curves `y^2 = x^3 + a x + b` on big integers, by the chord and tangent formulas.

use crate::big::{invert, sub};
use num_bigint::BigUint;
use num_traits::Zero;

/// The curve `y^2 = x^3 + a x + b` over the integers modulo a prime `p`.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The prime.
    pub p: BigUint,
    /// The coefficient of `x`.
    pub a: BigUint,
    /// The constant term.
    pub b: BigUint,
}

/// A point: `None` is the point at infinity.
pub type Point = Option<(BigUint, BigUint)>;

impl Curve {
    /// Whether the point lies on the curve.
    pub fn contains(&self, point: &Point) -> bool {
        point.as_ref().is_none_or(|(x, y)| (y * y) % &self.p == (x * x * x + &self.a * x + &self.b) % &self.p)
    }

    /// `-a`.
    pub fn neg(&self, a: &Point) -> Point {
        a.as_ref().map(|(x, y)| (x.clone(), (&self.p - y) % &self.p))
    }

    /// `a + b` by the group law.
    pub fn add(&self, a: &Point, b: &Point) -> Point {
        let p = &self.p;
        let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
            return a.clone().or_else(|| b.clone());
        };
        let slope = if x1 != x2 {
            sub(y2, y1, p) * invert(&sub(x2, x1, p), p) % p
        } else if y1 == y2 && !y1.is_zero() {
            (x1 * x1 * 3u8 + &self.a) * invert(&((y1 * 2u8) % p), p) % p
        } else {
            return None;
        };
        let x3 = sub(&sub(&(&slope * &slope % p), x1, p), x2, p);
        let y3 = sub(&(&slope * sub(x1, &x3, p) % p), y1, p);
        Some((x3, y3))
    }

    /// `scalar a` by double-and-add.
    pub fn mul(&self, a: &Point, scalar: &BigUint) -> Point {
        let mut sum = None;
        for i in (0..scalar.bits()).rev() {
            sum = self.add(&sum, &sum);
            if scalar.bit(i) {
                sum = self.add(&sum, a);
            }
        }
        sum
    }

    /// All points of the curve, infinity first. For small `p` only, as it takes `p^2` steps.
    pub fn points(&self) -> Vec<Point> {
        let p = u64::try_from(&self.p).expect("a tiny prime");
        let mut points = vec![None];
        for x in 0..p {
            for y in 0..p {
                let point = Some((BigUint::from(x), BigUint::from(y)));
                if self.contains(&point) {
                    points.push(point);
                }
            }
        }
        points
    }
}
