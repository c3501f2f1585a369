//! Multiplication of points by secret scalars.

use vorpal_fields::PrimeField;
use vorpal_fields::subtle::{ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::fault::{Fault, leak_if_active};

use super::{EdwardsCurve, ExtendedEdwards};
use crate::models::digits::{HALF, SecretDigits, WIDTH};

impl<C: EdwardsCurve<Scalar: PrimeField<Limbs = [u64; 4]>>> ExtendedEdwards<C> {
    /// `scalar self` for a point of a subgroup without points at infinity, such as the prime subgroup; for other points
    /// the result is unspecified. Constant time. 260 doublings and 52 additions; the table of the multiples takes 8
    /// doublings and 7 additions.
    ///
    /// All sums are of multiples of the point, so the first addition law covers them.
    ///
    /// ```
    /// use vorpal_curves::bandersnatch::Bandersnatch;
    /// use vorpal_curves::models::edwards::ExtendedEdwards;
    /// use vorpal_fields::primes::BandersnatchScalar;
    /// let g = ExtendedEdwards::<Bandersnatch>::generator();
    /// assert_eq!(g.mul(&-BandersnatchScalar::from(5)), -g.mul_limbs_vartime(&[5]));
    /// ```
    #[must_use]
    pub fn mul(&self, scalar: &C::Scalar) -> Self {
        let digits = SecretDigits::<52>::new(&scalar.to_limbs());
        let mut multiples = [*self; HALF];
        for i in 1..HALF {
            multiples[i] =
                if i % 2 == 1 { multiples[i / 2].double() } else { multiples[i - 1].add_unchecked(self) };
        }
        (0..52).rev().fold(Self::IDENTITY, |sum, i| {
            let sum = (0..WIDTH).fold(sum, |sum, _| sum.double());
            sum.add_unchecked(&entry(&digits, &multiples, i))
        })
    }
}

/// The multiple for a digit. The whole table is read.
fn entry<C: EdwardsCurve>(
    digits: &SecretDigits<52>,
    multiples: &[ExtendedEdwards<C>; HALF],
    digit: usize,
) -> ExtendedEdwards<C> {
    let (magnitude, negative) = digits.digit(digit);
    leak_if_active(Fault::Lookup, magnitude);
    let mut entry = ExtendedEdwards::IDENTITY;
    for (multiple, number) in multiples.iter().zip(1u64..) {
        entry.conditional_assign(multiple, number.ct_eq(&magnitude));
    }
    ExtendedEdwards::conditional_select(&entry, &-entry, negative)
}
