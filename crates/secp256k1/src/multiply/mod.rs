//! Multiples of points: of the generator and of keys, for secret and for public scalars.

mod generator;
mod pieces;
mod prepared;
mod public;
mod secret;
#[cfg(feature = "std")]
pub(crate) mod tables;

pub(crate) use generator::{Comb, Multiples};
pub(crate) use prepared::KeyTable;
pub(crate) use public::sum_vartime;
pub(crate) use secret::{generator_product, product};

use vorpal_curves::shapes::weierstrass::Affine;
use vorpal_fields::Field;

use crate::curve::SignatureCurve;

/// What `u1 G + u2 P` is to be computed of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term<C: SignatureCurve> {
    pub(crate) u1: C::Scalar,
    pub(crate) u2: C::Scalar,
    pub(crate) point: Affine<C>,
}

impl<C: SignatureCurve> Term<C> {
    /// Zero times something.
    pub(crate) const NOTHING: Self =
        Self { u1: C::Scalar::ZERO, u2: C::Scalar::ZERO, point: Affine::INFINITY };
}

/// The sum for each term, in as many places.
pub(crate) fn sums_vartime<C: SignatureCurve>(terms: &[Term<C>], sums: &mut [Affine<C>]) {
    for (term, sum) in terms.iter().zip(sums) {
        *sum = sum_vartime(&term.u1, &term.u2, &term.point).to_affine_vartime();
    }
}

/// The lower 64 bits.
#[allow(clippy::cast_possible_truncation, reason = "that is what it is for")]
const fn low_word(word: u128) -> u64 {
    word as u64
}
