//! Sums of two multiples for public scalars, one signature at a time.

use vorpal_curves::shapes::weierstrass::{Affine, Jacobian, OddMultiples};
use vorpal_fields::PrimeField;
use vorpal_msm::non_adjacent_form_vartime;

use super::{Multiples, low_word};
use crate::curve::SignatureCurve;

/// The non-adjacent forms of a key's halves have digits of so many bits: eight odd multiples.
const WIDTH: usize = 5;
const ODD: usize = 1 << (WIDTH - 2);
/// A number of 128 bits has so many digits.
const DIGITS: usize = 129;

/// Digits of a number of 128 bits.
type Form = [i16; DIGITS];

/// `u1 G + u2 P`, for all scalars and points.
///
/// `u2 P` is `k1 P + k2 phi(P)` with halves of 128 bits, `u1 G` is `a G + b 2^128 G`: 128 doublings for the four, some 43
/// additions for `P` and, with tables of width 12, 20 for `G`. The multiples of `P` share their `Z`, and everything is
/// added on the isomorphic curve where they are affine ([`OddMultiples`]). Without tables, `G` is a point as others are.
pub(crate) fn sum_vartime<C: SignatureCurve>(
    u1: &C::Scalar,
    u2: &C::Scalar,
    point: &Affine<C>,
) -> Jacobian<C> {
    match C::multiples() {
        Some(tables) => interleaved_vartime(u2, point, Some((u1, tables))),
        None => {
            let of_generator = interleaved_vartime(u1, &Affine::GENERATOR, None);
            interleaved_vartime(u2, point, None).add_vartime(&of_generator)
        }
    }
}

/// `scalar point`, and the multiple of the generator if there is a table.
fn interleaved_vartime<C: SignatureCurve>(
    scalar: &C::Scalar,
    point: &Affine<C>,
    generator: Option<(&C::Scalar, &Multiples<C>)>,
) -> Jacobian<C> {
    let Some(odd) = OddMultiples::<C, ODD>::of(point) else {
        let product = Jacobian::from_affine(point).mul_limbs_vartime(&scalar.to_limbs());
        let of_generator = generator.map(|(u1, _)| Jacobian::GENERATOR.mul_limbs_vartime(&u1.to_limbs()));
        return product.add_vartime(&of_generator.unwrap_or(Jacobian::IDENTITY));
    };
    let isomorphism = odd.isomorphism();
    let multiples = [*odd.points(), odd.points().map(|multiple| C::PHI.apply(&multiple))];
    let forms = C::PHI.split(&scalar.to_limbs()).map(|half| {
        let mut form = form([low_word(half.magnitude), low_word(half.magnitude >> 64)], WIDTH);
        if half.negative.into() {
            form.iter_mut().for_each(|digit| *digit = -*digit);
        }
        form
    });
    let generator = generator.map(|(scalar, tables)| {
        let limbs = scalar.to_limbs();
        let halves = [[limbs[0], limbs[1]], [limbs[2], limbs[3]]];
        (halves.map(|half| form(half, tables.width())), tables.halves())
    });
    let of_generator = || generator.iter().flat_map(|(forms, tables)| forms.iter().zip(tables));

    let highest = |form: &Form| form.iter().rposition(|digit| *digit != 0).map_or(0, |highest| highest + 1);
    let digits = forms.iter().chain(of_generator().map(|(form, _)| form)).map(highest).max().unwrap_or(0);
    let mut sum = Jacobian::IDENTITY;
    for position in (0..digits).rev() {
        sum = sum.double();
        for (form, multiples) in forms.iter().zip(&multiples) {
            let digit = form[position];
            if digit != 0 {
                sum = add_vartime(&sum, &multiples[usize::from(digit.unsigned_abs() / 2)], digit);
            }
        }
        for (form, multiples) in of_generator() {
            let digit = form[position];
            if digit != 0 {
                let multiple = isomorphism.apply(&multiples[usize::from(digit.unsigned_abs()) - 1]);
                sum = add_vartime(&sum, &multiple, digit);
            }
        }
    }
    isomorphism.undo(&sum)
}

fn form(half: [u64; 2], width: usize) -> Form {
    let mut form = [0; DIGITS];
    non_adjacent_form_vartime(&half, width, &mut form);
    form
}

/// The sum with the multiple, or with its opposite for a digit below zero.
#[inline]
fn add_vartime<C: SignatureCurve>(sum: &Jacobian<C>, multiple: &Affine<C>, digit: i16) -> Jacobian<C> {
    if digit > 0 { sum.add_affine_vartime(multiple) } else { sum.sub_affine_vartime(multiple) }
}
