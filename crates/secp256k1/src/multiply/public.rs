//! Sums of two multiples for public scalars, one signature at a time.

use vorpal_curves::models::weierstrass::{Affine, Half, Jacobian, OddMultiples};
use vorpal_fields::PrimeField;
use vorpal_msm::non_adjacent_form_vartime;

use super::low_word;
use super::pieces::{PIECE_DIGITS, Pieces};
use crate::curve::SignatureCurve;

/// The non-adjacent forms of a key's halves have digits of so many bits: eight odd multiples.
const WIDTH: usize = 5;
const ODD: usize = 1 << (WIDTH - 2);
/// A number of 128 bits has so many digits.
const DIGITS: usize = 129;

/// `u1 G + u2 P`, for all scalars and points.
///
/// `u2 P` is `k1 P + k2 phi(P)` with halves of 128 bits, `u1 G` the sum of eight [pieces](Pieces) of 32 bits: 128
/// doublings, some 43 additions for `P` and, with tables of width 11, 21 for `G`. The multiples of `P` share their `Z`,
/// and everything is added on the isomorphic curve where they are affine ([`OddMultiples`]).
pub(crate) fn lincomb_vartime<C: SignatureCurve>(
    u1: &C::Scalar,
    u2: &C::Scalar,
    point: &Affine<C>,
) -> Jacobian<C> {
    let Some(odd) = OddMultiples::<C, ODD>::of(point) else {
        let product = Jacobian::from_affine(point).mul_limbs_vartime(&u2.to_limbs());
        return Jacobian::GENERATOR.mul_limbs_vartime(&u1.to_limbs()).add_vartime(&product);
    };
    let isomorphism = odd.isomorphism();
    let multiples = [*odd.points(), odd.points().map(|multiple| C::PHI.apply(&multiple))];
    let forms = C::PHI.split(&u2.to_limbs()).map(|half| form(&half));
    let of_generator = Pieces::of_generator(u1);

    let mut sum = Jacobian::IDENTITY;
    // Nothing to double above the highest digit, of which pieces have none.
    let highest =
        forms.iter().filter_map(|form| form.iter().rposition(|digit| *digit != 0)).max().unwrap_or(0);
    for position in (0..PIECE_DIGITS.max(highest + 1)).rev() {
        sum = sum.double();
        for (form, multiples) in forms.iter().zip(&multiples) {
            let digit = form[position];
            if digit != 0 {
                sum = add_vartime(&sum, &multiples[usize::from(digit.unsigned_abs() / 2)], digit);
            }
        }
        if position < PIECE_DIGITS {
            sum = of_generator.add_vartime(sum, position, |_, multiple| isomorphism.apply(multiple));
        }
    }
    isomorphism.undo(&sum)
}

/// The digits of a half, its sign included.
fn form(half: &Half) -> [i16; DIGITS] {
    let mut form = [0; DIGITS];
    let limbs = [low_word(half.magnitude), low_word(half.magnitude >> 64)];
    non_adjacent_form_vartime(&limbs, WIDTH, &mut form);
    if half.negative.into() {
        form.iter_mut().for_each(|digit| *digit = -*digit);
    }
    form
}

/// The sum with the multiple, or with its opposite for a digit below zero.
#[inline]
pub(super) fn add_vartime<C: SignatureCurve>(
    sum: &Jacobian<C>,
    multiple: &Affine<C>,
    digit: i16,
) -> Jacobian<C> {
    if digit > 0 { sum.add_affine_vartime(multiple) } else { sum.sub_affine_vartime(multiple) }
}
