//! Multiplication of points by secret scalars.

use vorpal_fields::PrimeField;
use vorpal_fields::subtle::ConditionallySelectable;

use super::{Endomorphism, Projective, WeierstrassCurve};
use crate::models::digits::{HALF, SecretDigits, WIDTH};

impl<C: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>> Projective<C> {
    /// `scalar self` for a point of the prime subgroup; for other points the result is unspecified. Constant time.
    ///
    /// A curve with an [`Endomorphism`] splits the scalar in halves of 128 bits; a curve with [`Psi`](super::Psi)
    /// splits it in quarters, by [`Psi::mul`](super::Psi::mul) and an inversion. With halves there are 130 doublings
    /// and 52 complete additions, without 260 and 52; the table of the multiples takes 8 doublings and 7 additions.
    ///
    /// ```
    /// use vorpal_curves::p256::{Jacobian, Projective};
    /// use vorpal_fields::primes::P256Scalar;
    /// let product = Projective::GENERATOR.mul(&-P256Scalar::from(5));
    /// assert_eq!(product.to_jacobian(), Jacobian::GENERATOR.mul_limbs_vartime(&[5]).neg());
    /// ```
    #[must_use]
    pub fn mul(&self, scalar: &C::Scalar) -> Self {
        if let Some(psi) = &C::PSI {
            return psi.mul(&self.to_affine(), scalar);
        }
        let limbs = scalar.to_limbs();
        match &C::ENDOMORPHISM {
            Some(endomorphism) => self.mul_halves(endomorphism, &limbs),
            None => {
                let digits = SecretDigits::<52>::new(&limbs);
                let multiples = self.multiples();
                (0..52).rev().fold(Self::IDENTITY, |sum, i| {
                    sum.double_times(WIDTH).add(&entry(&digits, &multiples, i))
                })
            }
        }
    }

    /// `k1 P + k2 phi(P)` for the halves of the scalar.
    fn mul_halves(&self, endomorphism: &Endomorphism<C>, scalar: &[u64; 4]) -> Self {
        let [first, second] = endomorphism.split(scalar);
        let point = Self::conditional_select(self, &self.neg(), first.negative);
        let multiples = point.multiples();
        let opposite = first.negative ^ second.negative;
        let images = multiples.map(|multiple| {
            let image = endomorphism.apply_projective(&multiple);
            Self::conditional_select(&image, &image.neg(), opposite)
        });
        let [first, second] = [first, second].map(|half| SecretDigits::<26>::new(&words(half.magnitude)));
        (0..26).rev().fold(Self::IDENTITY, |sum, i| {
            sum.double_times(WIDTH).add(&entry(&first, &multiples, i)).add(&entry(&second, &images, i))
        })
    }

    /// `P, 2 P, .., 16 P`.
    fn multiples(&self) -> [Self; HALF] {
        let mut multiples = [*self; HALF];
        for i in 1..HALF {
            multiples[i] = if i % 2 == 1 { multiples[i / 2].double() } else { multiples[i - 1].add(self) };
        }
        multiples
    }
}

/// The multiple for a digit. The whole table is read.
fn entry<C: WeierstrassCurve, const COUNT: usize>(
    digits: &SecretDigits<COUNT>,
    multiples: &[Projective<C>; HALF],
    digit: usize,
) -> Projective<C> {
    let (magnitude, negative) = digits.digit(digit);
    let entry = Projective::lookup(multiples, magnitude);
    Projective::conditional_select(&entry, &entry.neg(), negative)
}

/// The limbs of half a scalar.
#[allow(clippy::cast_possible_truncation, reason = "the halves are taken apart")]
const fn words(magnitude: u128) -> [u64; 4] {
    [magnitude as u64, (magnitude >> 64) as u64, 0, 0]
}
