//! The first two factors of the exponent of the final exponentiation, in residues.

#![allow(non_snake_case, reason = "norms are capitals, as in the tower's modules")]

use vorpal_fields::tower::Fp2;
use vorpal_limbs::residues::{Quadratic, ResidueBackend};

use super::{Element, Residues, Small, Xi};
use crate::Engine;

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// `f^((p^6 - 1) (p^2 + 1))`, which is in the cyclotomic subgroup; `None` for zero. Time depends on `f`.
    ///
    /// With `g = f(-w) = f^(p^6)`, the product `n = f g` is in `Fp6`, so `f^(p^6 - 1) = g / f = g^2 / n`.
    pub(super) fn project_vartime(&self, f: &Element) -> Option<Element> {
        let inverse = self.invert_vartime(&self.norm(f))?;
        let (mut square, mut quotient, mut projection) = (Element::ZERO, Element::ZERO, Element::ZERO);
        self.square(f, &mut square);
        self.mul_by_line(&self.conjugate(&square), &inverse, [2, 4], &mut quotient);
        self.mul(&self.frobenius(&quotient, 2), &quotient, &mut projection);
        Some(projection)
    }

    /// `f(w) f(-w)`: the coefficients of `1, w^2, w^4`. The others are zero.
    fn norm(&self, Element([f0, f1, f2, f3, f4, f5]): &Element) -> [Quadratic; 3] {
        let (minus_f1, minus_2f3) = (&self.times::<Small<-1, 0>>(f1), &self.times::<Small<-2, 0>>(f3));
        let (double_f0, double_f2) = (&self.double(f0), &self.double(f2));
        let minus_f3_xi = &self.times::<Xi<E::Modulus, N, -1>>(f3);
        let f4_xi = &self.times_xi(f4);
        let minus_f5_xi = &self.times::<Xi<E::Modulus, N, -1>>(f5);
        let minus_2f5_xi = &self.double(minus_f5_xi);
        self.sums([
            &[[f0, f0], [f1, minus_2f5_xi], [double_f2, f4_xi], [f3, minus_f3_xi]],
            &[[f0, double_f2], [f1, minus_f1], [f3, minus_2f5_xi], [f4, f4_xi]],
            &[[double_f0, f4], [f1, minus_2f3], [f2, f2], [f5, minus_f5_xi]],
        ])
    }

    /// `1 / (a0 + a1 v + a2 v^2)` in `Fp6 = Fp2[v] / (v^3 - xi)`, `None` for zero: `B_i / (a0 B0 + xi (a2 B1 + a1 B2))`
    /// with `B0 = a0^2 - xi a1 a2`, `B1 = xi a2^2 - a0 a1`, `B2 = a1^2 - a0 a2`.
    fn invert_vartime(&self, [a0, a1, a2]: &[Quadratic; 3]) -> Option<[Quadratic; 3]> {
        let (a1_xi, a2_xi) = (&self.times_xi(a1), &self.times_xi(a2));
        let (minus_a1, minus_a2) = (&self.times::<Small<-1, 0>>(a1), &self.times::<Small<-1, 0>>(a2));
        let B = &self.sums([
            &[[a0, a0], [minus_a1, a2_xi]],
            &[[a2, a2_xi], [minus_a1, a0]],
            &[[a1, a1], [minus_a2, a0]],
        ]);
        let norm: Fp2<E::Modulus, N> = self.store(&self.sum(&[[a0, &B[0]], [a2_xi, &B[1]], [a1_xi, &B[2]]]));
        let inverse = &self.load(&norm.invert_vartime()?);
        Some(self.sums([&[[&B[0], inverse]], &[[&B[1], inverse]], &[[&B[2], inverse]]]))
    }
}
