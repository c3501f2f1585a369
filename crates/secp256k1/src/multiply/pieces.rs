//! Recoding of scalars as eight pieces of 32 bits. Each piece has its own table of multiples, and 32 doublings are
//! shared by all pieces.

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_msm::non_adjacent_form_vartime;

use crate::curve::FourLimbCurve;

/// The number of pieces.
pub(super) const PIECES: usize = 8;
/// The number of bits of a piece.
pub(super) const PIECE_BITS: usize = 32;
/// The number of digits of a piece: the non-adjacent form has one digit more than there are bits.
pub(super) const PIECE_DIGITS: usize = PIECE_BITS + 1;

/// The digits of the pieces of a scalar, and the tables of odd multiples that the digits select from.
pub(super) struct Pieces<'a, C: FourLimbCurve> {
    /// The non-adjacent forms. Each has space for the digits of a 64-bit word; only the first [`PIECE_DIGITS`] are
    /// used.
    forms: [[i16; 65]; PIECES],
    tables: [&'a [Affine<C>]; PIECES],
}

impl<'a, C: FourLimbCurve> Pieces<'a, C> {
    /// Recodes each piece into digits of `width` bits. `tables` has the odd multiples below `2^(width - 1)` of each
    /// piece.
    pub(super) fn new(
        pieces: [u32; PIECES],
        width: usize,
        tables: impl Iterator<Item = &'a [Affine<C>]>,
    ) -> Self {
        let mut all: [&'a [Affine<C>]; PIECES] = [&[]; PIECES];
        all.iter_mut().zip(tables).for_each(|(slot, table)| *slot = table);
        let forms = pieces.map(|piece| {
            let mut digits = [0; 65];
            non_adjacent_form_vartime(&[u64::from(piece)], width, &mut digits);
            digits
        });
        Self { forms, tables: all }
    }

    /// Negates `number` pieces, from piece `first` on.
    pub(super) fn negate(&mut self, first: usize, number: usize) {
        self.forms[first..][..number].iter_mut().flatten().for_each(|digit| *digit = -*digit);
    }

    /// The multiple that the digit of a piece at a position selects, if it is not zero.
    #[inline(always)]
    pub(super) fn multiple_vartime(&self, piece: usize, position: usize) -> Option<Affine<C>> {
        let digit = self.forms[piece][position];
        if digit == 0 {
            return None;
        }
        let multiple = &self.tables[piece][usize::from(digit.unsigned_abs() / 2)];
        Some(if digit > 0 { *multiple } else { -*multiple })
    }

    /// Adds the multiples that the digits at a position select. `map` maps the index of the piece and the multiple in
    /// its table to the point to add.
    #[inline]
    pub(super) fn add_vartime(
        &self,
        mut sum: Jacobian<C>,
        position: usize,
        map: impl Fn(usize, &Affine<C>) -> Affine<C>,
    ) -> Jacobian<C> {
        for (index, (form, table)) in self.forms.iter().zip(&self.tables).enumerate() {
            let digit = form[position];
            if digit != 0 {
                let multiple = map(index, &table[usize::from(digit.unsigned_abs() / 2)]);
                sum = add_signed_vartime(&sum, &multiple, digit);
            }
        }
        sum
    }
}

/// Adds the multiple for a positive digit, and subtracts it for a negative one.
#[inline]
pub(super) fn add_signed_vartime<C: FourLimbCurve>(
    sum: &Jacobian<C>,
    multiple: &Affine<C>,
    digit: i16,
) -> Jacobian<C> {
    if digit > 0 { sum.add_affine_vartime(multiple) } else { sum.sub_affine_vartime(multiple) }
}

/// Splits four words into pieces, from the least significant on.
pub(super) fn pieces(limbs: [u64; 4]) -> [u32; PIECES] {
    core::array::from_fn(|i| {
        let bytes = limbs[i / 2].to_le_bytes();
        let (halves, _) = bytes.as_chunks::<4>();
        u32::from_le_bytes(halves[i % 2])
    })
}
