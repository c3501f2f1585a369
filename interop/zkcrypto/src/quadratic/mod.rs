//! Elements of quadratic extensions: the coordinates of points of G2.

#[cfg(feature = "ff013")]
mod ff013;

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::tower::{Fp2, TowerModulus};

use crate::Element;

/// `c0 + c1 u`.
///
/// Encodings are little-endian, `c0` before `c1`. Constant time, except decoding, `cmp`, `fmt`, and functions whose
/// names say otherwise.
pub struct Quadratic<M: TowerModulus<N>, const N: usize> {
    /// The coefficient of 1.
    pub c0: Element<M, N>,
    /// The coefficient of `u`.
    pub c1: Element<M, N>,
}

impl<M: TowerModulus<N>, const N: usize> Quadratic<M, N> {
    /// `c0 + c1 u`.
    pub const fn new(c0: Element<M, N>, c1: Element<M, N>) -> Self {
        Self { c0, c1 }
    }

    /// The coefficient of 1.
    pub const fn c0(&self) -> Element<M, N> {
        self.c0
    }

    /// The coefficient of `u`.
    pub const fn c1(&self) -> Element<M, N> {
        self.c1
    }

    /// Zero.
    pub const fn zero() -> Self {
        Self::of(Fp2::ZERO)
    }

    /// One.
    pub const fn one() -> Self {
        Self::of(Fp2::ONE)
    }

    /// The element of Vorpal's one.
    #[inline(always)]
    pub(crate) const fn of(value: Fp2<M, N>) -> Self {
        Self { c0: Element(value.c0), c1: Element(value.c1) }
    }

    /// Vorpal's element.
    #[inline(always)]
    pub(crate) const fn inner(&self) -> Fp2<M, N> {
        Fp2::new(self.c0.0, self.c1.0)
    }
}

impl<M: TowerModulus<N>, const N: usize> Clone for Quadratic<M, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: TowerModulus<N>, const N: usize> Copy for Quadratic<M, N> {}

impl<M: TowerModulus<N>, const N: usize> Default for Quadratic<M, N> {
    fn default() -> Self {
        Self::zero()
    }
}

impl<M: TowerModulus<N>, const N: usize> fmt::Debug for Quadratic<M, N> {
    /// Both coefficients in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {} u", self.c0, self.c1)
    }
}

impl<M: TowerModulus<N>, const N: usize> ConstantTimeEq for Quadratic<M, N> {
    #[inline(always)]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.inner().ct_eq(&other.inner())
    }
}

impl<M: TowerModulus<N>, const N: usize> ConditionallySelectable for Quadratic<M, N> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::of(Fp2::conditional_select(&a.inner(), &b.inner(), choice))
    }
}

impl<M: TowerModulus<N>, const N: usize> PartialEq for Quadratic<M, N> {
    fn eq(&self, other: &Self) -> bool {
        self.inner() == other.inner()
    }
}

impl<M: TowerModulus<N>, const N: usize> Eq for Quadratic<M, N> {}

/// The order of the canonical integers of `c1`, then of those of `c0`. Variable time.
impl<M: TowerModulus<N>, const N: usize> Ord for Quadratic<M, N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.c1().cmp(&other.c1()).then_with(|| self.c0().cmp(&other.c0()))
    }
}

impl<M: TowerModulus<N>, const N: usize> PartialOrd for Quadratic<M, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M: TowerModulus<N>, const N: usize> From<u64> for Quadratic<M, N> {
    fn from(value: u64) -> Self {
        Self::of(Fp2::from(value))
    }
}

impl<M: TowerModulus<N>, const N: usize> From<Fp2<M, N>> for Quadratic<M, N> {
    #[inline(always)]
    fn from(value: Fp2<M, N>) -> Self {
        Self::of(value)
    }
}

impl<M: TowerModulus<N>, const N: usize> From<Quadratic<M, N>> for Fp2<M, N> {
    #[inline(always)]
    fn from(value: Quadratic<M, N>) -> Self {
        value.inner()
    }
}

binary_and_assign!([M: TowerModulus<N>, const N: usize] Quadratic<M, N>, Quadratic<M, N>,
    Add add, AddAssign add_assign,
    |a: &Quadratic<M, N>, b: &Quadratic<M, N>| Quadratic::of(a.inner().plus(&b.inner())));
binary_and_assign!([M: TowerModulus<N>, const N: usize] Quadratic<M, N>, Quadratic<M, N>,
    Sub sub, SubAssign sub_assign,
    |a: &Quadratic<M, N>, b: &Quadratic<M, N>| Quadratic::of(a.inner().minus(&b.inner())));
binary_and_assign!([M: TowerModulus<N>, const N: usize] Quadratic<M, N>, Quadratic<M, N>,
    Mul mul, MulAssign mul_assign,
    |a: &Quadratic<M, N>, b: &Quadratic<M, N>| Quadratic::of(Fp2::mul(&a.inner(), &b.inner())));
negation_and_sum!([M: TowerModulus<N>, const N: usize] Quadratic<M, N>, Self::default(),
    |a: &Quadratic<M, N>| Quadratic::of(-a.inner()));

impl<Factor: Borrow<Self>, M: TowerModulus<N>, const N: usize> core::iter::Product<Factor>
    for Quadratic<M, N>
{
    fn product<Factors: Iterator<Item = Factor>>(factors: Factors) -> Self {
        factors.fold(Self::one(), |product, factor| product * factor.borrow())
    }
}
