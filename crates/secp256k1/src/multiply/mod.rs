//! Multiples of points: of the generator and of keys, for secret and for public scalars.

mod generator;
mod lanes;
mod pieces;
mod prepared;
mod public;
mod secret;
pub(crate) mod tables;

pub(crate) use generator::{Comb, Multiples};
pub(crate) use lanes::GeneratorTable;
pub(crate) use prepared::KeyTable;
pub(crate) use public::lincomb_vartime;
pub(crate) use secret::{generator_product, product};

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::{Field, LANES, PackedField};

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

/// The sum for each term, sixteen side by side where that pays. Nothing is allocated.
///
/// # Panics
/// If the slices differ in length.
#[allow(clippy::panic, reason = "a program that passes other lengths is wrong")]
pub(crate) fn lincomb_batch_vartime<C: SignatureCurve>(terms: &[Term<C>], sums: &mut [Affine<C>]) {
    assert!(terms.len() == sums.len(), "as many places as terms");
    let rest = terms.len() % LANES;
    let alone = if rest < <C::Base as Field>::Packed::pays_from() { rest } else { 0 };
    let in_lanes = terms.len() - alone;
    lanes::lincomb_batch_vartime(C::lane_table(), &terms[..in_lanes], &mut sums[..in_lanes]);
    for (sum, Term { u1, u2, point }) in sums[in_lanes..].iter_mut().zip(&terms[in_lanes..]) {
        *sum = lincomb_vartime(u1, u2, point).to_affine_vartime();
    }
}

/// The lower 64 bits.
#[allow(clippy::cast_possible_truncation, reason = "that is what it is for")]
const fn low_word(word: u128) -> u64 {
    word as u64
}
