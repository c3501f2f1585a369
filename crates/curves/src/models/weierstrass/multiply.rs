//! Multiplication of points by secret scalars.

use vorpal_fields::PrimeField;
use vorpal_fields::subtle::{Choice, ConditionallySelectable};
use vorpal_limbs::words::{add, bits_at, equality_mask};

use super::{Endomorphism, Projective, WeierstrassCurve};

/// The number of bits of a digit.
const WIDTH: usize = 5;
/// Half of the base: the largest magnitude of a digit, and the number of multiples of the point.
const HALF: usize = 1 << (WIDTH - 1);
/// The limbs of an integer of 256 bits plus [`offset`].
const LIMBS: usize = 5;

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
                let digits = Digits::<52>::new(&limbs);
                let multiples = self.multiples();
                (0..52)
                    .rev()
                    .fold(Self::IDENTITY, |sum, i| sum.double_times(WIDTH).add(&digits.entry(&multiples, i)))
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
        let [first, second] = [first, second].map(|half| Digits::<26>::new(&words(half.magnitude)));
        (0..26).rev().fold(Self::IDENTITY, |sum, i| {
            sum.double_times(WIDTH).add(&first.entry(&multiples, i)).add(&second.entry(&images, i))
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

/// The digits of an integer to the base 32, each from -16 to 15: those of the integer plus 16 in every digit, minus 16.
/// So there are no carries between them.
struct Digits<const COUNT: usize>([u64; LIMBS]);

impl<const COUNT: usize> Digits<COUNT> {
    /// The digits of an integer below `2^(5 COUNT) - offset(COUNT)`, which is above `2^(5 COUNT - 2)`.
    fn new(integer: &[u64; 4]) -> Self {
        let [a, b, c, d] = *integer;
        Self(add(&[a, b, c, d, 0], const { &offset(COUNT) }).0)
    }

    /// The multiple for a digit. The whole table is read.
    fn entry<C: WeierstrassCurve>(&self, multiples: &[Projective<C>; HALF], digit: usize) -> Projective<C> {
        // The differences do not overflow; checked ones would compile to branches.
        let shifted = bits_at(&self.0, WIDTH * digit, WIDTH);
        let difference = shifted.wrapping_sub(HALF as u64);
        let mask = equality_mask(shifted >> (WIDTH - 1), 0);
        let magnitude = (difference ^ mask).wrapping_sub(mask);
        let entry = Projective::lookup(multiples, magnitude);
        let negative = Choice::from((mask & 1).to_le_bytes()[0]);
        Projective::conditional_select(&entry, &entry.neg(), negative)
    }
}

/// 16 in each of `count` digits.
const fn offset(count: usize) -> [u64; LIMBS] {
    let mut sum = [0; LIMBS];
    let mut i = 0;
    while i < count {
        let bit = WIDTH * i + WIDTH - 1;
        sum[bit / 64] |= 1 << (bit % 64);
        i += 1;
    }
    sum
}

/// The limbs of half a scalar.
#[allow(clippy::cast_possible_truncation, reason = "the halves are taken apart")]
const fn words(magnitude: u128) -> [u64; 4] {
    [magnitude as u64, (magnitude >> 64) as u64, 0, 0]
}
