//! Affine points of `y^2 = x^3 + b`, added by the chord and tangent formulas.

use vorpal::limbs::schedule::Natural;

use super::modular::Modulo;

/// A point other than infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) x: Natural,
    pub(super) y: Natural,
}

impl Point {
    /// Whether `y^2 = x^3 + b`.
    pub(super) fn is_on_curve(&self, field: &Modulo<'_>, b: &Natural) -> bool {
        let cube = field.mul(&field.mul(&self.x, &self.x), &self.x);
        field.mul(&self.y, &self.y) == field.add(&cube, b)
    }

    /// The sum; `None` for the point at infinity.
    fn add(&self, other: &Self, field: &Modulo<'_>) -> Option<Self> {
        let (rise, run) = if self == other {
            let square = field.mul(&self.x, &self.x);
            (field.mul(&square, &Natural::from_word(3)), field.add(&self.y, &self.y))
        } else {
            (field.sub(&other.y, &self.y), field.sub(&other.x, &self.x))
        };
        let slope = field.mul(&rise, &field.invert(&run)?);
        let x = field.sub(&field.sub(&field.mul(&slope, &slope), &self.x), &other.x);
        let y = field.sub(&field.mul(&slope, &field.sub(&self.x, &x)), &self.y);
        Some(Self { x, y })
    }

    /// `scalar self` by double-and-add; `None` for the point at infinity.
    pub(super) fn mul(&self, scalar: &Natural, field: &Modulo<'_>) -> Option<Self> {
        (0..scalar.bits()).rev().fold(None, |sum: Option<Self>, i| {
            let double = sum.and_then(|sum| sum.add(&sum, field));
            match (scalar.bit(i), double) {
                (0, double) => double,
                (_, None) => Some(*self),
                (_, Some(double)) => double.add(self, field),
            }
        })
    }
}
