//! Scalar multiplication of the generator and of keys, in constant time for secret scalars and in variable time for
//! public ones.

mod generator;
mod packed;
mod pieces;
mod prepared;
mod public;
mod quads;
mod secret;
pub(crate) mod tables;

pub(crate) use prepared::KeyTable;
pub(crate) use public::lincomb_vartime;
pub(crate) use secret::{generator_product, product};
pub use tables::SignatureCurve;
#[cfg(test)]
pub(crate) use {
    generator::{Comb, WnafTable},
    packed::{GeneratorTable, WindowTable},
};

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::{Field, LANES, PackedField};

use self::packed::PackedTable;
use crate::curve::FourLimbCurve;

/// The scalars `u1` and `u2` and the point `P` of a sum `u1 G + u2 P`.
#[derive(Clone, Copy, Debug)]
pub struct Term<C: FourLimbCurve> {
    pub(crate) u1: C::Scalar,
    pub(crate) u2: C::Scalar,
    pub(crate) point: Affine<C>,
}

impl<C: FourLimbCurve> Term<C> {
    /// A term with zero scalars, whose sum is infinity.
    pub(crate) const ZERO: Self = Self { u1: C::Scalar::ZERO, u2: C::Scalar::ZERO, point: Affine::IDENTITY };
}

/// Computes the sum of each term, sixteen at a time in packed values where these are faster. Does not allocate.
///
/// # Panics
/// If the slices differ in length.
#[allow(clippy::panic, reason = "other lengths are an error of the caller")]
pub(crate) fn lincomb_batch_vartime<C: SignatureCurve>(terms: &[Term<C>], sums: &mut [Affine<C>]) {
    assert!(terms.len() == sums.len(), "the slices have equal lengths");
    let rest = terms.len() % LANES;
    let pays_from = if quads::is_active::<C>() {
        quads::PACKED_PAYS_FROM
    } else {
        <C::Base as Field>::Packed::pays_from()
    };
    let unpacked = if rest < pays_from { rest } else { 0 };
    let packed = terms.len() - unpacked;
    let single = |Term { u1, u2, point }: &Term<C>| lincomb_vartime(u1, u2, point).to_affine_vartime();
    C::packed_table().lincomb_batch_vartime(&terms[..packed], &mut sums[..packed], single);
    for (sum, term) in sums[packed..].iter_mut().zip(&terms[packed..]) {
        *sum = single(term);
    }
}

/// The lower 64 bits of a word.
#[allow(clippy::cast_possible_truncation, reason = "only the lower bits are needed")]
const fn low_word(word: u128) -> u64 {
    word as u64
}
