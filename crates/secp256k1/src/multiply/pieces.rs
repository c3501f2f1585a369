//! Scalars in eight pieces of 32 bits, each with a table of its own: 32 doublings serve them all.

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_fields::PrimeField;
use vorpal_msm::non_adjacent_form_vartime;

use super::public::add_vartime;
use crate::curve::SignatureCurve;

/// How many pieces there are.
pub(super) const PIECES: usize = 8;
/// The bits of a piece.
pub(super) const PIECE_BITS: usize = 32;
/// A piece has a digit for each bit and one more.
pub(super) const PIECE_DIGITS: usize = PIECE_BITS + 1;

/// The digits of pieces, and the odd multiples that belong to them.
pub(super) struct Pieces<'a, C: SignatureCurve> {
    /// Room for those of a whole word, of which only the first [`PIECE_DIGITS`] are used.
    forms: [[i16; 65]; PIECES],
    tables: [&'a [Affine<C>]; PIECES],
}

impl<'a, C: SignatureCurve> Pieces<'a, C> {
    /// The digits of `width` bits of each piece. `tables` has the odd multiples below `2^(width - 1)`.
    pub(super) fn new(
        pieces: [u32; PIECES],
        width: usize,
        tables: impl Iterator<Item = &'a [Affine<C>]>,
    ) -> Self {
        let mut all: [&'a [Affine<C>]; PIECES] = [&[]; PIECES];
        all.iter_mut().zip(tables).for_each(|(place, table)| *place = table);
        let forms = pieces.map(|piece| {
            let mut digits = [0; 65];
            non_adjacent_form_vartime(&[u64::from(piece)], width, &mut digits);
            digits
        });
        Self { forms, tables: all }
    }

    /// Those of a scalar that the generator is multiplied by.
    pub(super) fn of_generator(scalar: &C::Scalar) -> Self {
        let tables = C::multiples();
        Self::new(pieces(scalar.to_limbs()), tables.width(), tables.pieces())
    }

    /// Changes the signs of the pieces from `first` on, `number` of them.
    pub(super) fn negate(&mut self, first: usize, number: usize) {
        self.forms[first..][..number].iter_mut().flatten().for_each(|digit| *digit = -*digit);
    }

    /// Adds what belongs to the digits at a position. `bring` makes of a piece's number and a multiple what is added.
    #[inline]
    pub(super) fn add_vartime(
        &self,
        mut sum: Jacobian<C>,
        position: usize,
        bring: impl Fn(usize, &Affine<C>) -> Affine<C>,
    ) -> Jacobian<C> {
        for (number, (form, table)) in self.forms.iter().zip(&self.tables).enumerate() {
            let digit = form[position];
            if digit != 0 {
                let multiple = bring(number, &table[usize::from(digit.unsigned_abs() / 2)]);
                sum = add_vartime(&sum, &multiple, digit);
            }
        }
        sum
    }
}

/// The halves of four words, from the lowest on.
pub(super) fn pieces(limbs: [u64; 4]) -> [u32; PIECES] {
    core::array::from_fn(|i| {
        let bytes = limbs[i / 2].to_le_bytes();
        let (halves, _) = bytes.as_chunks::<4>();
        u32::from_le_bytes(halves[i % 2])
    })
}
