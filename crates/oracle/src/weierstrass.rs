//! Short Weierstrass curves `y^2 = x^3 + a x + b` on big integers, by the chord and tangent formulas.

use crate::big::{invert, sub};
use num_bigint::BigUint;
use num_traits::{One, Zero};

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

/// The point `(x / z^2, y / z^3)`, or infinity if `z` is zero.
struct Fraction {
    x: BigUint,
    y: BigUint,
    z: BigUint,
}

impl Fraction {
    fn infinity() -> Self {
        Self { x: BigUint::one(), y: BigUint::one(), z: BigUint::zero() }
    }
}

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

    /// `scalar a` by double-and-add, with one inversion in all.
    pub fn mul(&self, a: &Point, scalar: &BigUint) -> Point {
        let (x, y) = a.as_ref()?;
        let mut sum = Fraction::infinity();
        for i in (0..scalar.bits()).rev() {
            sum = self.double(&sum);
            if scalar.bit(i) {
                sum = self.add_point(&sum, x, y);
            }
        }
        self.affine(sum)
    }

    /// The sum of all points, with one inversion.
    pub fn sum<'a>(&self, points: impl Iterator<Item = &'a Point>) -> Point {
        self.affine(points.flatten().fold(Fraction::infinity(), |sum, (x, y)| self.add_point(&sum, x, y)))
    }

    fn affine(&self, Fraction { x, y, z }: Fraction) -> Point {
        if z.is_zero() {
            return None;
        }
        let p = &self.p;
        let inverse = invert(&z, p);
        let square = &inverse * &inverse % p;
        Some((x * &square % p, y * (square * inverse % p) % p))
    }

    /// The formulas of [`add`](Self::add) for a tangent, with the slope `m / (2 y z)`.
    fn double(&self, Fraction { x, y, z }: &Fraction) -> Fraction {
        let p = &self.p;
        let (yy, zz) = (y * y % p, z * z % p);
        let m = (x * x * 3u8 + &self.a * (&zz * &zz % p)) % p;
        let s = x * &yy * 4u8 % p;
        let x3 = sub(&(&m * &m % p), &(&s * 2u8 % p), p);
        let y3 = sub(&(m * sub(&s, &x3, p) % p), &(&yy * &yy * 8u8 % p), p);
        Fraction { x: x3, y: y3, z: y * z * 2u8 % p }
    }

    /// The formulas of [`add`](Self::add) for a chord, with the slope `r / (h z)`.
    fn add_point(&self, sum: &Fraction, x2: &BigUint, y2: &BigUint) -> Fraction {
        let (p, Fraction { x, y, z }) = (&self.p, sum);
        if z.is_zero() {
            return Fraction { x: x2.clone(), y: y2.clone(), z: BigUint::one() };
        }
        let zz = z * z % p;
        let h = sub(&(x2 * &zz % p), x, p);
        let r = sub(&(y2 * (zz * z % p) % p), y, p);
        if h.is_zero() && r.is_zero() {
            return self.double(sum);
        }
        // Of opposite points `h` is zero, and so is `z` of the sum.
        let hh = &h * &h % p;
        let (hhh, v) = (&h * &hh % p, x * hh % p);
        let x3 = sub(&sub(&(&r * &r % p), &hhh, p), &(&v * 2u8 % p), p);
        let y3 = sub(&(r * sub(&v, &x3, p) % p), &(y * hhh % p), p);
        Fraction { x: x3, y: y3, z: z * h % p }
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
