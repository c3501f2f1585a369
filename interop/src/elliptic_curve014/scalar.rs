//! Scalars: the type, its operators, and comparison.

use core::cmp::Ordering;
use core::fmt;
use core::iter::Product;
use core::ops::{Shr, ShrAssign};

use ecdsa::elliptic_curve::ctutils;
use ecdsa::elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use ecdsa::elliptic_curve::zeroize::DefaultIsZeroes;
use vorpal_fields::Fe;
use vorpal_zkcrypto::{CurveParameters, Element, binary_and_assign, negation_and_sum};

use super::Model;

/// The order of a curve.
pub(super) type Order<C> = <<C as Model>::Parameters as CurveParameters>::ScalarModulus;

/// An integer modulo the order of the curve. Encodings are big-endian.
///
/// Constant time, except decoding, comparison by order, random scalars, and functions with `vartime` in their names.
/// The time of a shift depends on its count.
#[derive(Clone, Copy)]
pub struct Scalar<C: Model>(pub(super) Element<Order<C>, 4>);

impl<C: Model> Scalar<C> {
    /// Zero.
    pub const ZERO: Self = Self(Element::ZERO);
    /// One.
    pub const ONE: Self = Self(Element::ONE);

    /// Vorpal's element of the same integer.
    pub fn element(&self) -> Fe<Order<C>, 4> {
        self.0.into()
    }

    /// The integer, most significant byte first.
    pub fn to_be_bytes(&self) -> [u8; 32] {
        self.element().to_be_bytes()
    }
}

impl<C: Model> From<Fe<Order<C>, 4>> for Scalar<C> {
    fn from(element: Fe<Order<C>, 4>) -> Self {
        Self(element.into())
    }
}

impl<C: Model> Default for Scalar<C> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<C: Model> DefaultIsZeroes for Scalar<C> {}

impl<C: Model> fmt::Debug for Scalar<C> {
    /// Without the value, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scalar(..)")
    }
}

impl<C: Model> AsRef<Self> for Scalar<C> {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<C: Model> ConstantTimeEq for Scalar<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<C: Model> ConditionallySelectable for Scalar<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Element::conditional_select(&a.0, &b.0, choice))
    }
}

impl<C: Model> ctutils::CtEq for Scalar<C> {
    fn ct_eq(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Model> ctutils::CtSelect for Scalar<C> {
    fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
        Self::conditional_select(self, other, choice.into())
    }
}

impl<C: Model> PartialEq for Scalar<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Model> Eq for Scalar<C> {}

/// The order of the integers. Variable time.
impl<C: Model> Ord for Scalar<C> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<C: Model> PartialOrd for Scalar<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

binary_and_assign!([C: Model] Scalar<C>, Scalar<C>, Add add, AddAssign add_assign,
    |a: &Scalar<C>, b: &Scalar<C>| Scalar(a.0 + b.0));
binary_and_assign!([C: Model] Scalar<C>, Scalar<C>, Sub sub, SubAssign sub_assign,
    |a: &Scalar<C>, b: &Scalar<C>| Scalar(a.0 - b.0));
binary_and_assign!([C: Model] Scalar<C>, Scalar<C>, Mul mul, MulAssign mul_assign,
    |a: &Scalar<C>, b: &Scalar<C>| Scalar(a.0 * b.0));
negation_and_sum!([C: Model] Scalar<C>, Self::ZERO, |a: &Scalar<C>| Scalar(-a.0));

impl<Factor: core::borrow::Borrow<Self>, C: Model> Product<Factor> for Scalar<C> {
    fn product<Factors: Iterator<Item = Factor>>(factors: Factors) -> Self {
        factors.fold(Self::ONE, |product, factor| product * factor.borrow())
    }
}

/// The integer divided by `2^count` and rounded down. Time depends on the count.
impl<C: Model> Shr<usize> for Scalar<C> {
    type Output = Self;
    fn shr(self, count: usize) -> Self {
        let limbs = self.element().to_limbs();
        let (words, bits) = (count / 64, count % 64);
        let word = |i: usize| limbs.get(i).copied().unwrap_or(0);
        let shifted = core::array::from_fn(|i| {
            let high = if bits == 0 { 0 } else { word(i + words + 1) << (64 - bits) };
            word(i + words) >> bits | high
        });
        // Not above the scalar, so below the order.
        Fe::from_limbs_reduced(&shifted).into()
    }
}

impl<C: Model> Shr<usize> for &Scalar<C> {
    type Output = Scalar<C>;
    fn shr(self, count: usize) -> Scalar<C> {
        *self >> count
    }
}

impl<C: Model> ShrAssign<usize> for Scalar<C> {
    fn shr_assign(&mut self, count: usize) {
        *self = *self >> count;
    }
}
