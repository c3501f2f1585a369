//! Operators of elements.

use core::hash::{Hash, Hasher};
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use vorpal_curves::Group;

use super::Element;
use crate::Fr;
use crate::conversion::scalar_of;

impl PartialEq for Element {
    /// `x1 y2 = x2 y1`, in constant time.
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Element {}

impl Hash for Element {
    /// The hash of the compressed bytes. One inversion.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().hash(state);
    }
}

impl Mul<Fr> for Element {
    type Output = Self;

    /// The multiple. Time depends on the scalar.
    fn mul(self, scalar: Fr) -> Self {
        Self(self.0.mul_vartime(&scalar_of(&scalar)))
    }
}

impl Mul<&Fr> for &Element {
    type Output = Element;

    /// The multiple. Time depends on the scalar.
    fn mul(self, scalar: &Fr) -> Element {
        *self * *scalar
    }
}

impl Add for Element {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Element {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Element {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Element {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Element {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Element {
    /// The sum; zero if there are no elements.
    fn sum<I: Iterator<Item = Self>>(elements: I) -> Self {
        elements.fold(Self::zero(), |sum, element| sum + element)
    }
}
