//! Linear combinations `u1 G + u2 P` with a precomputed table of multiples of `P`.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_fields::PrimeField;

use super::generator::push_odd_multiples;
use super::low_word;
use super::pieces::{PIECE_BITS, PIECE_DIGITS, Pieces, pieces};
use super::quads::Prepared;
use super::tables::SignatureCurve;
use crate::curve::FourLimbCurve;

/// The number of bits of a digit.
const WIDTH: usize = 8;
/// The number of odd multiples of each piece.
const ODD: usize = 1 << (WIDTH - 2);
/// The number of pieces of a half of a scalar.
const HALF: usize = 128 / PIECE_BITS;

/// The odd multiples `1, 3, .., 127` of `2^(32 i) P` for `i = 0, .., 3`: 256 points, 16 KiB.
#[derive(Clone, Debug)]
pub(crate) struct KeyTable<C: FourLimbCurve> {
    points: Vec<Affine<C>>,
}

impl<C: FourLimbCurve> KeyTable<C> {
    /// Builds the table of a point. This takes about 5000M, as much as the table saves in six sums.
    pub(crate) fn new(point: &Affine<C>) -> Self {
        let mut base = Jacobian::from_affine(point);
        let mut points = Vec::with_capacity(HALF * ODD);
        for _ in 0..HALF {
            push_odd_multiples(&base, ODD, &mut points);
            base = (0..PIECE_BITS).fold(base, |base, _| base.double());
        }
        Self { points: Jacobian::normalise_batch(&points) }
    }

    /// The memory of a table, in bytes.
    pub(crate) const BYTES: usize = HALF * ODD * size_of::<Affine<C>>();
}

impl<C: SignatureCurve> KeyTable<C> {
    /// `u1 G + u2 P`. Each half of `u2` has four pieces. This takes 32 doublings, about 32 additions for `P`, half of
    /// them with 1M for `phi`, and about 24 additions for `G` with tables of width 11.
    pub(crate) fn lincomb_vartime(&self, u1: &C::Scalar, u2: &C::Scalar) -> Jacobian<C> {
        let (of_point, of_generator) = match C::run_in_quads(self.recode(u1, u2)) {
            Ok(sum) => return sum.to_jacobian(),
            Err(Prepared { of_generator, of_point, .. }) => (of_point, of_generator),
        };
        let map = |piece, multiple: &Affine<C>| {
            if piece < HALF { *multiple } else { C::PHI.apply(multiple) }
        };
        (0..PIECE_DIGITS).rev().fold(Jacobian::IDENTITY, |sum, position| {
            let sum = of_point.add_vartime(sum.double(), position, map);
            of_generator.add_vartime(sum, position, |_, multiple| *multiple)
        })
    }

    /// The digits of both scalars, with the tables that they select from.
    pub(super) fn recode(&self, u1: &C::Scalar, u2: &C::Scalar) -> Prepared<'_, C> {
        let [first, second] = C::PHI.split(&u2.to_limbs());
        let limbs = [first.magnitude, second.magnitude].map(|half| [low_word(half), low_word(half >> 64)]);
        let [[a, b], [c, d]] = limbs;
        let rows = || self.points.chunks_exact(ODD);
        let mut of_point = Pieces::new(pieces([a, b, c, d]), WIDTH, rows().chain(rows()));
        for (half, number) in [first, second].iter().zip(0..) {
            if half.negative.into() {
                of_point.negate(number * HALF, HALF);
            }
        }
        Prepared { of_generator: C::wnaf_table().recode(u1), of_point, half: HALF }
    }
}
