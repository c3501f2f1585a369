//! Scalar multiplication by secret scalars in constant time: the operations and memory accesses are independent of the
//! scalar.

use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Multiples, Projective};
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

/// `scalar point`, for any point. Time is independent of the scalar, and the same for all points but infinity and those
/// of an order of at most 16, which a curve of large prime order does not have.
///
/// Computes `k1 P + k2 phi(P)` for the halves of the scalar, in digits of 5 bits. The multiples are affine on an
/// isomorphic curve ([`Multiples`]), and take 195M with their images under `phi`. 125 doublings of 3M + 4S follow, and
/// 52 complete additions of 7M + 5S. The curve has `a = 0`.
pub(crate) fn product<C: FourLimbCurve>(scalar: &C::Scalar, point: &Affine<C>) -> Projective<C> {
    let windows = windows::<C>(scalar);
    if let Ok(product) = C::run_in_quads(Product { windows: &windows, point: *point }) {
        return product;
    }
    let Some(multiples) = Multiples::<C, TABLE>::of(point) else {
        return Projective::from_affine(point).mul(scalar);
    };
    let images = multiples.points().map(|multiple| C::PHI.apply(&multiple));
    let mut sum = Jacobian::IDENTITY;
    for i in (0..WINDOWS).rev() {
        if i + 1 < WINDOWS {
            for _ in 0..WIDTH {
                sum = sum.double();
            }
        }
        sum = add_selected(&sum, multiples.points(), windows[0][i]);
        sum = add_selected(&sum, &images, windows[1][i]);
    }
    Projective::from(&multiples.isomorphism().undo(&sum))
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

/// Adds the multiple for a digit, in constant time: the whole table is read, and the sum for zero is not used.
fn add_selected<C: FourLimbCurve>(
    sum: &Jacobian<C>,
    multiples: &[Affine<C>; TABLE],
    window: u64,
) -> Jacobian<C> {
    let magnitude = window >> 1;
    let mut multiple = Affine::lookup(multiples, magnitude);
    multiple.conditional_negate(Choice::from((window & 1).to_le_bytes()[0]));
    let next = sum.add_affine_complete(&multiple);
    Jacobian::conditional_select(&next, sum, magnitude.ct_eq(&0))
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
