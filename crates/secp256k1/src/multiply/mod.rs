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

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_fields::{Field, LANES};
use vorpal_limbs::backend::Backend;

use self::packed::PackedTable;
use crate::curve::FourLimbCurve;

/// The number of signatures that share inversions and batches of square roots. Their intermediate values are on the
/// stack.
pub(crate) const CHUNK: usize = 64;

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

impl<C: SignatureCurve> Term<C> {
    /// `u1 G + u2 P`.
    pub(crate) fn sum_vartime(&self) -> Jacobian<C> {
        lincomb_vartime(&self.u1, &self.u2, &self.point)
    }
}

/// Computes the sums of the first terms, sixteen at a time in packed values, and returns their number: all terms, or
/// all but the last ones, if these take less time one after the other. Does not allocate.
///
/// # Panics
/// If the slices differ in length.
#[allow(clippy::panic, reason = "other lengths are an error of the caller")]
pub(crate) fn lincomb_packed_vartime<C: SignatureCurve>(terms: &[Term<C>], sums: &mut [Affine<C>]) -> usize {
    assert!(terms.len() == sums.len(), "the slices have equal lengths");
    let rest = terms.len() % LANES;
    let pays_from = if quads::is_active::<C>() {
        quads::PACKED_PAYS_FROM
    } else {
        C::PackedTable::pays_from(Backend::of_batches())
    };
    let packed = terms.len() - if rest < pays_from { rest } else { 0 };
    let (terms, sums) = (&terms[..packed], &mut sums[..packed]);
    // Without packed sums, no storage is set up, and no table built.
    if packed > 0 {
        C::packed_table().lincomb_batch_vartime(terms, sums, |term| term.sum_vartime().to_affine_vartime());
    }
    packed
}

/// Computes the sum of each term. Does not allocate.
///
/// # Panics
/// If the slices differ in length.
pub(crate) fn lincomb_batch_vartime<C: SignatureCurve>(terms: &[Term<C>], sums: &mut [Affine<C>]) {
    let packed = lincomb_packed_vartime(terms, sums);
    let (terms, sums) = (&terms[packed..], &mut sums[packed..]);
    let mut points = [Jacobian::IDENTITY; LANES];
    let mut inverses = [C::Base::ZERO; LANES];
    for ((point, inverse), term) in points.iter_mut().zip(&mut inverses).zip(terms) {
        *point = term.sum_vartime();
        *inverse = *point.projective_coordinates().2;
    }
    invert_all_vartime(&mut inverses[..terms.len()]);
    for ((sum, point), inverse) in sums.iter_mut().zip(points).zip(inverses) {
        // Infinity has Z = 0 and the inverse zero, and becomes (0, 0).
        let ((x, y, _), square) = (point.projective_coordinates(), inverse.square());
        *sum = Affine::new_unchecked(*x * square, *y * square * inverse);
    }
}

/// Replaces each of at most [`CHUNK`] public values by its inverse; zeros remain zero. One inversion in variable time
/// and 3M for each value (P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987):
/// for few values less than an inversion in constant time ([`batch_invert`](vorpal_fields::batch_invert)).
pub(crate) fn invert_all_vartime<F: Field>(values: &mut [F]) {
    debug_assert!(values.len() <= CHUNK);
    // The product of the values before each one, without zeros.
    let mut products = [F::ONE; CHUNK];
    let mut product = F::ONE;
    for (value, before) in values.iter().zip(&mut products) {
        *before = product;
        if *value != F::ZERO {
            product *= *value;
        }
    }
    let Some(mut inverse) = product.invert_vartime() else { return };
    for (value, before) in values.iter_mut().zip(&products).rev() {
        if *value != F::ZERO {
            (*value, inverse) = (inverse * *before, inverse * *value);
        }
    }
}

/// The lower 64 bits of a word.
#[allow(clippy::cast_possible_truncation, reason = "only the lower bits are needed")]
const fn low_word(word: u128) -> u64 {
    word as u64
}
