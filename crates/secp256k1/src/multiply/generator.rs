//! Precomputed tables of multiples of the generator.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_fields::PrimeField;

use super::pieces::{PIECE_BITS, PIECES, Pieces, pieces};
use crate::curve::FourLimbCurve;

/// The multiples `1, 2, .., 16` of `2^(5 i) G` for `i = 0, .., 51`: a product with a scalar of 256 bits takes 52
/// additions and no doublings. The table has 52 KiB. Every product reads all of it, so that memory accesses are
/// independent of the scalar.
#[derive(Debug)]
pub struct Comb<C: FourLimbCurve> {
    points: Vec<Affine<C>>,
}

impl<C: FourLimbCurve> Comb<C> {
    /// The number of bits of a digit.
    pub(crate) const WIDTH: usize = 5;
    /// The number of digits of a scalar.
    pub(crate) const WINDOWS: usize = 256usize.div_ceil(Self::WIDTH);

    /// Builds the table with about 800 additions.
    pub(crate) fn new() -> Self {
        let mut base = Jacobian::GENERATOR;
        let mut points = Vec::with_capacity(Self::WINDOWS << (Self::WIDTH - 1));
        for _ in 0..Self::WINDOWS {
            push_multiples(&base, 1 << (Self::WIDTH - 1), &mut points);
            base = (0..Self::WIDTH).fold(base, |base, _| base.double());
        }
        Self { points: Jacobian::normalise_batch(&points) }
    }

    /// For each digit, from the lowest on, the multiples `1, 2, ..` of `2^(5 i) G`.
    pub(crate) fn windows(&self) -> impl Iterator<Item = &[Affine<C>]> {
        self.points.chunks_exact(1 << (Self::WIDTH - 1))
    }
}

/// The odd multiples `1, 3, .., 2^(w - 1) - 1` of `2^(32 i) G` for `i = 0, .., 7`, where `w` is the width:
/// `2^(w + 1)` points of 64 bytes, 256 KiB for `w = 11`.
#[derive(Debug)]
pub struct WnafTable<C: FourLimbCurve> {
    width: usize,
    points: Vec<Affine<C>>,
}

impl<C: FourLimbCurve> WnafTable<C> {
    /// Builds the tables for a width of 2 to 15.
    pub(crate) fn new(width: usize) -> Self {
        let mut base = Jacobian::GENERATOR;
        let mut points = Vec::with_capacity(PIECES << (width - 2));
        for _ in 0..PIECES {
            push_odd_multiples(&base, 1 << (width - 2), &mut points);
            base = (0..PIECE_BITS).fold(base, |base, _| base.double());
        }
        Self { width, points: Jacobian::normalise_batch(&points) }
    }

    /// The number of bits of a digit.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The pieces of a scalar, with the multiples of the generator for them.
    pub(super) fn recode(&self, scalar: &C::Scalar) -> Pieces<'_, C> {
        let tables = self.points.chunks_exact(1 << (self.width - 2));
        Pieces::new(pieces(scalar.to_limbs()), self.width, tables)
    }
}

/// Appends the first `number` odd multiples `base, 3 base, ..`.
pub(super) fn push_odd_multiples<C: FourLimbCurve>(
    base: &Jacobian<C>,
    number: usize,
    points: &mut Vec<Jacobian<C>>,
) {
    let twice = base.double().to_affine();
    let mut multiple = *base;
    for _ in 0..number {
        points.push(multiple);
        multiple = multiple.add_affine_vartime(&twice);
    }
}

/// Appends the first `number` multiples `base, 2 base, ..`.
fn push_multiples<C: FourLimbCurve>(base: &Jacobian<C>, number: usize, points: &mut Vec<Jacobian<C>>) {
    let affine = base.to_affine();
    let mut multiple = *base;
    for _ in 0..number {
        points.push(multiple);
        multiple = multiple.add_affine_vartime(&affine);
    }
}
