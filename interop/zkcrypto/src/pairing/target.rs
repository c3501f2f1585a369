//! The target group.

use core::fmt;

use vorpal_pairing::{Gt, pairing_vartime};

use super::EngineParameters;
use crate::{AffinePoint, Element};

/// An element of the target group, with the traits of `group`, which write the group additively.
///
/// Multiplication by scalars takes constant time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Target<E: EngineParameters<N>, const N: usize>(pub(crate) Gt<E::Engine, N>);

impl<E: EngineParameters<N>, const N: usize> Target<E, N> {
    /// The neutral element.
    pub const IDENTITY: Self = Self(Gt::ONE);

    /// Vorpal's element.
    pub fn into_inner(self) -> Gt<E::Engine, N> {
        self.0
    }

    /// The pairing of two points. Variable time.
    pub(super) fn of(p: &AffinePoint<E::G1>, q: &AffinePoint<E::G2>) -> Self {
        Self(pairing_vartime(&p.0, &q.0))
    }
}

impl<E: EngineParameters<N>, const N: usize> From<Gt<E::Engine, N>> for Target<E, N> {
    fn from(element: Gt<E::Engine, N>) -> Self {
        Self(element)
    }
}

impl<E: EngineParameters<N>, const N: usize> From<Target<E, N>> for Gt<E::Engine, N> {
    fn from(element: Target<E, N>) -> Self {
        element.0
    }
}

impl<E: EngineParameters<N>, const N: usize> Default for Target<E, N> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<E: EngineParameters<N>, const N: usize> fmt::Debug for Target<E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(self.0.value()).finish()
    }
}

binary_and_assign!([E: EngineParameters<N>, const N: usize] Target<E, N>, Target<E, N>,
    Add add, AddAssign add_assign, |a: &Target<E, N>, b: &Target<E, N>| Target(a.0 * b.0));
binary_and_assign!([E: EngineParameters<N>, const N: usize] Target<E, N>, Target<E, N>,
    Sub sub, SubAssign sub_assign, |a: &Target<E, N>, b: &Target<E, N>| Target(a.0 * b.0.inverse()));
binary_and_assign!([E: EngineParameters<N>, const N: usize] Target<E, N>, Element<E::Order, 4>,
    Mul mul, MulAssign mul_assign, |a: &Target<E, N>, b: &Element<E::Order, 4>| Target(a.0.pow(&b.0)));
negation_and_sum!([E: EngineParameters<N>, const N: usize] Target<E, N>, Self::IDENTITY,
    |a: &Target<E, N>| Target(a.0.inverse()));
