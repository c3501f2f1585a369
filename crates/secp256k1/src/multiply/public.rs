//! Linear combinations `u1 G + u2 P` for public scalars, one at a time.

use vorpal_curves::models::weierstrass::{Affine, Endomorphism, Half, Jacobian, OddMultiples};
use vorpal_fields::{Field, PrimeField};
use vorpal_msm::non_adjacent_form_vartime;

use super::low_word;
use super::pieces::{PIECE_DIGITS, Pieces, add_signed_vartime};
use super::quads::Sum;
use super::tables::SignatureCurve;
use crate::curve::FourLimbCurve;

/// The width of the non-adjacent forms of `u2` or its halves, in bits.
const WIDTH: usize = 5;
/// The number of odd multiples of `P`.
pub(super) const ODD: usize = 1 << (WIDTH - 2);
/// The number of digits of the non-adjacent form of a number of 128 bits.
pub(super) const DIGITS: usize = 129;
/// The number of digits of the non-adjacent form of a number of 256 bits.
pub(super) const WHOLE_DIGITS: usize = 257;

/// `u1 G + u2 P`, for all scalars and points.
pub(crate) fn lincomb_vartime<C: SignatureCurve>(
    u1: &C::Scalar,
    u2: &C::Scalar,
    point: &Affine<C>,
) -> Jacobian<C> {
    let (of_generator, beta) = (C::wnaf_table().recode(u1), C::Base::ZERO);
    let odd = || OddMultiples::<C, ODD>::of(point);
    let without_multiples = || {
        let product = Jacobian::from_affine(point).mul_limbs_vartime(&u2.to_limbs());
        Jacobian::GENERATOR.mul_limbs_vartime(&u1.to_limbs()).add_vartime(&product)
    };
    if let Some(phi) = C::ENDOMORPHISM {
        let (forms, beta) = (phi.split(&u2.to_limbs()).map(|half| form(&half)), phi.beta());
        match C::run_in_quads(Sum::<C, ODD, DIGITS, 2> { forms, of_generator, point: *point, beta }) {
            Ok(sum) => sum.to_jacobian(),
            Err(Sum { forms, of_generator, .. }) => odd().map_or_else(without_multiples, |odd| {
                with_endomorphism_vartime(phi, &forms, &of_generator, &odd)
            }),
        }
    } else {
        let forms = [whole_form::<C>(u2)];
        match C::run_in_quads(Sum::<C, ODD, WHOLE_DIGITS, 1> { forms, of_generator, point: *point, beta }) {
            Ok(sum) => sum.to_jacobian(),
            Err(Sum { forms: [form], of_generator, .. }) => odd().map_or_else(without_multiples, |odd| {
                without_endomorphism_vartime(&form, &of_generator, &odd)
            }),
        }
    }
}

/// The sum for curves with an endomorphism and `a = 0`, given the odd multiples of `P`.
///
/// `u2 P` is `k1 P + k2 phi(P)` with halves of 128 bits, and `u1 G` is the sum of eight
/// [pieces](super::pieces::Pieces) of 32 bits. This takes 126 doublings, about 43 additions for `P` and, with tables of
/// width 11, 24 for `G`. The multiples of `P` share their `Z`, and all additions are on the isomorphic curve on which
/// these multiples are affine ([`OddMultiples`]).
#[inline(always)]
fn with_endomorphism_vartime<C: SignatureCurve>(
    phi: &Endomorphism<C>,
    forms: &[[i16; DIGITS]; 2],
    of_generator: &Pieces<'_, C>,
    odd: &OddMultiples<C, ODD>,
) -> Jacobian<C> {
    let isomorphism = odd.isomorphism();
    let multiples = [*odd.points(), odd.points().map(|multiple| phi.apply(&multiple))];

    let mut sum = Jacobian::IDENTITY;
    // The doublings start at the highest digit other than zero. Pieces have no digits above `PIECE_DIGITS`.
    let highest =
        forms.iter().filter_map(|form| form.iter().rposition(|digit| *digit != 0)).max().unwrap_or(0);
    for position in (0..PIECE_DIGITS.max(highest + 1)).rev() {
        sum = sum.double();
        for (form, multiples) in forms.iter().zip(&multiples) {
            let digit = form[position];
            if digit != 0 {
                sum = add_signed_vartime(&sum, &multiples[usize::from(digit.unsigned_abs() / 2)], digit);
            }
        }
        if position < PIECE_DIGITS {
            sum = of_generator.add_vartime(sum, position, |_, multiple| isomorphism.apply(multiple));
        }
    }
    isomorphism.undo(&sum)
}

/// The sum for curves without an endomorphism, given the odd multiples of `P`.
///
/// This takes 256 doublings, about 43 additions for `P` and, with tables of width 11, 21 for `G`, in the last 33
/// doublings. For `a = -3` a doubling on the isomorphic curve would take 1M more, and so would every addition. So the
/// multiples are mapped back to the curve, with one inversion.
#[inline(always)]
fn without_endomorphism_vartime<C: SignatureCurve>(
    form: &[i16; WHOLE_DIGITS],
    of_generator: &Pieces<'_, C>,
    odd: &OddMultiples<C, ODD>,
) -> Jacobian<C> {
    let multiples = odd.normalise_vartime();

    let mut sum = Jacobian::IDENTITY;
    let highest = form.iter().rposition(|digit| *digit != 0).unwrap_or(0);
    for position in (0..PIECE_DIGITS.max(highest + 1)).rev() {
        sum = sum.double();
        let digit = form[position];
        if digit != 0 {
            sum = add_signed_vartime(&sum, &multiples[usize::from(digit.unsigned_abs() / 2)], digit);
        }
        if position < PIECE_DIGITS {
            sum = of_generator.add_vartime(sum, position, |_, multiple| *multiple);
        }
    }
    sum
}

/// The non-adjacent form of a scalar.
pub(super) fn whole_form<C: FourLimbCurve>(scalar: &C::Scalar) -> [i16; WHOLE_DIGITS] {
    let mut form = [0; WHOLE_DIGITS];
    non_adjacent_form_vartime(&scalar.to_limbs(), WIDTH, &mut form);
    form
}

/// The non-adjacent form of a half with its sign.
pub(super) fn form(half: &Half) -> [i16; DIGITS] {
    let mut form = [0; DIGITS];
    let limbs = [low_word(half.magnitude), low_word(half.magnitude >> 64)];
    non_adjacent_form_vartime(&limbs, WIDTH, &mut form);
    if half.negative.into() {
        form.iter_mut().for_each(|digit| *digit = -*digit);
    }
    form
}
