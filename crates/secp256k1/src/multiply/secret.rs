//! Multiples by secrets: the same operations and the same places in memory whatever the scalar.

use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable};
use vorpal_curves::models::weierstrass::{Affine, Projective};
use vorpal_fields::PrimeField;
use vorpal_limbs::words::bits_at;
use zeroize::{Zeroize, Zeroizing};

use super::{Comb, low_word};
use crate::curve::SignatureCurve;

/// Digits of scalars' halves: 26 windows of 5 bits, the last of which takes the carry.
const WIDTH: usize = 5;
const WINDOWS: usize = 26;
const TABLE: usize = 1 << (WIDTH - 1);

/// `scalar G`, constant time. 52 complete mixed additions.
pub(crate) fn generator_product<C: SignatureCurve>(scalar: &C::Scalar) -> Projective<C> {
    let limbs = Zeroizing::new(scalar.to_limbs());
    let mut digits = Digits::new(&*limbs, Comb::<C>::WIDTH);
    C::comb().windows().fold(Projective::IDENTITY, |sum, window| {
        let (magnitude, negative) = digits.next_digit();
        let mut multiple = Affine::lookup(window, magnitude);
        multiple.conditional_negate(negative);
        sum.add_affine(&multiple)
    })
}

/// `scalar point`, constant time, for any point: `k1 P + k2 phi(P)` with the halves of the scalar, digits of 5 bits:
/// 130 doublings of 3M + 4S, 52 complete additions of 12M, 26 times 4M + 2S between their coordinates; and for the
/// multiples 8 doublings of 8M, 7 mixed additions of 11M, and 16M for their images.
pub(crate) fn product<C: SignatureCurve>(scalar: &C::Scalar, point: &Affine<C>) -> Projective<C> {
    let windows = windows::<C>(scalar);

    let mut multiples = [Projective::from_affine(point); TABLE];
    for i in 1..TABLE {
        multiples[i] =
            if i % 2 == 1 { multiples[i / 2].double() } else { multiples[i - 1].add_affine(point) };
    }
    let images = multiples.map(|multiple| C::PHI.apply_projective(&multiple));

    (0..WINDOWS).rev().fold(Projective::IDENTITY, |sum, i| {
        let sum = sum.double_times(WIDTH);
        sum.add(&select(&multiples, windows[0][i])).add(&select(&images, windows[1][i]))
    })
}

/// The digits of both halves of a scalar, from the lowest: twice the magnitude, plus one if the digit is negative.
fn windows<C: SignatureCurve>(scalar: &C::Scalar) -> Zeroizing<[[u64; WINDOWS]; 2]> {
    let scalar = Zeroizing::new(scalar.to_limbs());
    let mut windows = Zeroizing::new([[0; WINDOWS]; 2]);
    for (windows, half) in windows.iter_mut().zip(C::PHI.split(&scalar)) {
        let limbs = Zeroizing::new([low_word(half.magnitude), low_word(half.magnitude >> 64)]);
        let mut digits = Digits::new(&*limbs, WIDTH);
        for window in windows {
            let (magnitude, negative) = digits.next_digit();
            *window = magnitude << 1 | u64::from((negative ^ half.negative).unwrap_u8());
        }
    }
    windows
}

/// The multiple by a digit, read from all of the table.
fn select<C: SignatureCurve>(multiples: &[Projective<C>; TABLE], window: u64) -> Projective<C> {
    let mut selected = Projective::lookup(multiples, window >> 1);
    let opposite = selected.neg();
    selected.conditional_assign(&opposite, Choice::from((window & 1).to_le_bytes()[0]));
    selected
}

/// The digits of an integer in base `2^width`, from the lowest, in `(-2^(width - 1), 2^(width - 1)]`. The window in
/// which the integer ends has a bit to spare, so that the last carry stays in it.
struct Digits<'a> {
    limbs: &'a [u64],
    width: usize,
    position: usize,
    carry: u64,
}

impl<'a> Digits<'a> {
    fn new(limbs: &'a [u64], width: usize) -> Self {
        Self { limbs, width, position: 0, carry: 0 }
    }

    /// The magnitude of the next digit, and whether it is negative.
    fn next_digit(&mut self) -> (u64, Choice) {
        // No sum here overflows; checked ones would be jumps.
        let digit = bits_at(self.limbs, self.position, self.width).wrapping_add(self.carry);
        self.position += self.width;
        // 1 for digits above 2^(width - 1), without a comparison.
        let half = 1 << (self.width - 1);
        self.carry = digit.wrapping_add(half - 1) >> self.width;
        let opposite = (1u64 << self.width).wrapping_sub(digit);
        let mask = 0u64.wrapping_sub(self.carry);
        (digit ^ ((digit ^ opposite) & mask), Choice::from(u8::from(self.carry != 0)))
    }
}

impl Drop for Digits<'_> {
    fn drop(&mut self) {
        self.carry.zeroize();
    }
}
