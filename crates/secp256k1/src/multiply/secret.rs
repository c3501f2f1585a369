//! Scalar multiplication by secret scalars in constant time: the operations and memory accesses are independent of the
//! scalar.

use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable};
use vorpal_curves::models::weierstrass::{Affine, Projective};
use vorpal_fields::PrimeField;
use vorpal_limbs::words::bits_at;
use zeroize::{Zeroize, Zeroizing};

use super::generator::Comb;
use super::low_word;
use super::quads::{GeneratorProduct, Product};
use super::tables::SignatureCurve;
use crate::curve::FourLimbCurve;

/// The number of bits of a digit of a half.
pub(super) const WIDTH: usize = 5;
/// The number of digits of a half of 128 bits. The last digit includes the final carry.
pub(super) const WINDOWS: usize = 26;
/// The number of multiples of the point.
pub(super) const TABLE: usize = 1 << (WIDTH - 1);

/// `scalar G`, in constant time: 52 complete mixed additions.
pub(crate) fn generator_product<C: SignatureCurve>(scalar: &C::Scalar) -> Projective<C> {
    let limbs = Zeroizing::new(scalar.to_limbs());
    let mut digits = CarriedDigits::new(&*limbs, Comb::<C>::WIDTH);
    let quads = GeneratorProduct { digits: core::iter::repeat_with(|| digits.next_digit()), comb: C::comb() };
    if let Ok(product) = C::run_in_quads(quads) {
        return product;
    }
    C::comb().windows().fold(Projective::IDENTITY, |sum, window| {
        let (magnitude, negative) = digits.next_digit();
        let mut multiple = Affine::lookup(window, magnitude);
        multiple.conditional_negate(negative);
        sum.add_affine(&multiple)
    })
}

/// `scalar point`, in constant time, for any point.
///
/// Computes `k1 P + k2 phi(P)` for the halves of the scalar, in digits of 5 bits: 130 doublings of 3M + 4S, 52 complete
/// additions of 12M, and 26 coordinate conversions of 4M + 2S between them. The multiples take 8 doublings of 8M, 7
/// mixed additions of 11M, and 16M for their images under `phi`.
pub(crate) fn product<C: FourLimbCurve>(scalar: &C::Scalar, point: &Affine<C>) -> Projective<C> {
    let windows = windows::<C>(scalar);
    if let Ok(product) = C::run_in_quads(Product { windows: &windows, point: *point }) {
        return product;
    }

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

/// The digits of both halves of a scalar, from the lowest on. A digit is encoded as twice its magnitude, plus one if it
/// is negative.
pub(super) fn windows<C: FourLimbCurve>(scalar: &C::Scalar) -> Zeroizing<[[u64; WINDOWS]; 2]> {
    let scalar = Zeroizing::new(scalar.to_limbs());
    let mut windows = Zeroizing::new([[0; WINDOWS]; 2]);
    for (windows, half) in windows.iter_mut().zip(C::PHI.split(&scalar)) {
        let limbs = Zeroizing::new([low_word(half.magnitude), low_word(half.magnitude >> 64)]);
        let mut digits = CarriedDigits::new(&*limbs, WIDTH);
        for window in windows {
            let (magnitude, negative) = digits.next_digit();
            *window = magnitude << 1 | u64::from((negative ^ half.negative).unwrap_u8());
        }
    }
    windows
}

/// Selects the multiple for a digit, in constant time: the whole table is read.
fn select<C: FourLimbCurve>(multiples: &[Projective<C>; TABLE], window: u64) -> Projective<C> {
    let mut selected = Projective::lookup(multiples, window >> 1);
    let opposite = selected.neg();
    selected.conditional_assign(&opposite, Choice::from((window & 1).to_le_bytes()[0]));
    selected
}

/// The digits of an integer to the base `2^width`, from the lowest on, in `(-2^(width - 1), 2^(width - 1)]`. The window
/// with the highest bit of the integer has an unused bit above it, so that there is no carry out of this window.
pub(super) struct CarriedDigits<'a> {
    limbs: &'a [u64],
    width: usize,
    position: usize,
    carry: u64,
}

impl<'a> CarriedDigits<'a> {
    pub(super) fn new(limbs: &'a [u64], width: usize) -> Self {
        Self { limbs, width, position: 0, carry: 0 }
    }

    /// The magnitude of the next digit, and whether it is negative.
    pub(super) fn next_digit(&mut self) -> (u64, Choice) {
        // The additions do not overflow. Checked additions would compile to branches.
        let digit = bits_at(self.limbs, self.position, self.width).wrapping_add(self.carry);
        self.position += self.width;
        // The carry is 1 for digits above 2^(width - 1), computed without a comparison.
        let half = 1 << (self.width - 1);
        self.carry = digit.wrapping_add(half - 1) >> self.width;
        let opposite = (1u64 << self.width).wrapping_sub(digit);
        let mask = 0u64.wrapping_sub(self.carry);
        (digit ^ ((digit ^ opposite) & mask), Choice::from(u8::from(self.carry != 0)))
    }
}

impl Drop for CarriedDigits<'_> {
    fn drop(&mut self) {
        self.carry.zeroize();
    }
}
