//! Products with secret scalars, in constant time.

use subtle::Choice;
use vorpal_curves::models::weierstrass::{Affine, Projective, QuadGroup, QuadGroupProgram};

use super::super::generator::Comb;
use super::super::secret::{TABLE, WIDTH, WINDOWS};
use crate::curve::FourLimbCurve;

/// `scalar G`, given its digits.
pub(in super::super) struct GeneratorProduct<'a, C: FourLimbCurve, D> {
    /// The magnitudes and signs, from the lowest digit on.
    pub(in super::super) digits: D,
    pub(in super::super) comb: &'a Comb<C>,
}

impl<C: FourLimbCurve, D: Iterator<Item = (u64, Choice)>> QuadGroupProgram<C> for GeneratorProduct<'_, C, D> {
    type Output = Projective<C>;

    #[inline(always)]
    fn run<G: QuadGroup<C>>(self, group: &G) -> Projective<C> {
        let mut sum = group.identity();
        for (window, (magnitude, negative)) in self.comb.windows().zip(self.digits) {
            sum = group.add(sum, group.negate_if(group.lookup_affine(window, magnitude), negative));
        }
        group.store(sum)
    }
}

/// `k1 P + k2 phi(P)`.
pub(in super::super) struct Product<'a, C: FourLimbCurve> {
    /// Twice the magnitude of each digit, plus one if it is negative.
    pub(in super::super) windows: &'a [[u64; WINDOWS]; 2],
    pub(in super::super) point: Affine<C>,
}

impl<C: FourLimbCurve> QuadGroupProgram<C> for Product<'_, C> {
    type Output = Projective<C>;

    #[inline(always)]
    fn run<G: QuadGroup<C>>(self, group: &G) -> Projective<C> {
        let point = group.load(&Projective::from_affine(&self.point));
        let beta = group.scale(&C::PHI.beta());
        // The multiples 0, 1, .. of P and of phi(P).
        let mut multiples = [group.write(group.identity()); TABLE + 1];
        let mut images = multiples;
        for i in 1..=TABLE {
            let multiple = match i {
                1 => point,
                _ if i % 2 == 0 => group.double(group.read(&multiples[i / 2])),
                _ => group.add(group.read(&multiples[i - 1]), point),
            };
            multiples[i] = group.write(multiple);
            images[i] = group.write(group.scale_x(multiple, beta));
        }
        let mut sum = group.identity();
        for i in (0..WINDOWS).rev() {
            for _ in 0..WIDTH {
                sum = group.double(sum);
            }
            for half in 0..2 {
                let table = if half == 0 { &multiples } else { &images };
                let window = self.windows[half][i];
                let negative = Choice::from((window & 1).to_le_bytes()[0]);
                sum = group.add(sum, group.negate_if(group.lookup(table, window >> 1), negative));
            }
        }
        group.store(sum)
    }
}
