//! Elements of `Fp12` in residues.

use vorpal_fields::tower::{Fp2, Fp12};
use vorpal_limbs::residues::{Quadratic, ResidueBackend};

use super::{Residues, Small};
use crate::Engine;

/// An element of `Fp2[w] / (w^6 - xi)`: the coefficients of `1, w, .., w^5`.
#[derive(Clone, Copy)]
pub(crate) struct Element(pub(super) [Quadratic; 6]);

impl Element {
    /// Zero.
    pub(super) const ZERO: Self = Self([Quadratic::ZERO; 6]);
}

/// An element that is replaced again and again, with space for the next one: elements are too large to be moved.
pub(super) struct Running<T = Element> {
    elements: [T; 2],
    current: usize,
}

impl<T: Copy> Running<T> {
    pub(super) fn new(element: &T) -> Self {
        Self { elements: [*element; 2], current: 0 }
    }

    /// The element.
    pub(super) fn get(&self) -> &T {
        &self.elements[self.current]
    }

    /// Replaces the element by what the function makes of it.
    pub(super) fn replace(&mut self, make: impl FnOnce(&T, &mut T)) {
        let [first, second] = &mut self.elements;
        if self.current == 0 {
            make(first, second);
        } else {
            make(second, first);
        }
        self.current ^= 1;
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The residues of an element.
    pub(crate) fn load_element(&self, a: &Fp12<E::Modulus, N>) -> Element {
        let coefficients = a.coefficients();
        Element(self.load_all(coefficients.each_ref()))
    }

    /// The element with these residues.
    pub(crate) fn store_element(&self, a: &Element) -> Fp12<E::Modulus, N> {
        Fp12::from_coefficients(self.store_all(a.0.each_ref()))
    }

    /// The product with the coefficients `c_k = sum(a_i b_j)` over `i + j = k`, and `xi` times that over
    /// `i + j = k + 6`. 36 products of `Fp2`, twelve reductions.
    pub(crate) fn mul(&self, a: &Element, b: &Element, product: &mut Element) {
        // Named one by one: arrays would be copied.
        let [x1, x2] = [&self.times_xi(&b.0[1]), &self.times_xi(&b.0[2])];
        let [x3, x4, x5] = [&self.times_xi(&b.0[3]), &self.times_xi(&b.0[4]), &self.times_xi(&b.0[5])];
        let times_xi = [x1, x2, x3, x4, x5];
        let sums: [[[&Quadratic; 2]; 6]; 6] = core::array::from_fn(|k| {
            core::array::from_fn(|i| [&a.0[i], if i <= k { &b.0[k - i] } else { times_xi[k + 5 - i] }])
        });
        self.arithmetic.write_sums_of_products(sums.each_ref().map(|sum| &sum[..]), product.0.each_mut());
    }

    /// The square. 21 products of `Fp2`, twelve reductions.
    pub(crate) fn square(&self, a: &Element, square: &mut Element) {
        let f = &a.0;
        let (d0, d1, d2) = (&self.double(&f[0]), &self.double(&f[1]), &self.double(&f[2]));
        let (d3, d4) = (&self.double(&f[3]), &self.double(&f[4]));
        let (x3, x4, x5) = (&self.times_xi(&f[3]), &self.times_xi(&f[4]), &self.times_xi(&f[5]));
        let [f0, f1, f2, f3, f4, f5] = f.each_ref();
        self.arithmetic.write_sums_of_products(
            [
                &[[f0, f0], [f3, x3], [d1, x5], [d2, x4]],
                &[[d0, f1], [d2, x5], [d3, x4]],
                &[[f1, f1], [f4, x4], [d0, f2], [d3, x5]],
                &[[d0, f3], [d1, f2], [d4, x5]],
                &[[f2, f2], [f5, x5], [d0, f4], [d1, f3]],
                &[[d0, f5], [d1, f4], [d2, f3]],
            ],
            square.0.each_mut(),
        );
    }

    /// `a (l_0 + l_1 w^i + l_2 w^j)`, where `i` and `j` are the exponents. 18 products of `Fp2`, twelve reductions.
    pub(super) fn mul_by_line(
        &self,
        a: &Element,
        line: &[Quadratic; 3],
        [i, j]: [usize; 2],
        product: &mut Element,
    ) {
        let times_xi = [self.times_xi(&line[1]), self.times_xi(&line[2])];
        let sums: [[[&Quadratic; 2]; 3]; 6] = core::array::from_fn(|k| {
            let at = |exponent: usize, l: usize| {
                [&a.0[(k + 6 - exponent) % 6], if exponent <= k { &line[l] } else { &times_xi[l - 1] }]
            };
            [[&a.0[k], &line[0]], at(i, 1), at(j, 2)]
        });
        self.arithmetic.write_sums_of_products(sums.each_ref().map(|sum| &sum[..]), product.0.each_mut());
    }

    /// `a(-w)`: the power `p^6`, and the inverse in the cyclotomic subgroup.
    pub(crate) fn conjugate(&self, a: &Element) -> Element {
        let mut conjugate = *a;
        for i in [1, 3, 5] {
            conjugate.0[i] = self.times::<Small<-1, 0>>(&a.0[i]);
        }
        conjugate
    }

    /// The power `p^power`, for powers below 4.
    pub(crate) fn frobenius(&self, a: &Element, power: usize) -> Element {
        let mut c = *a;
        if power % 2 == 1 {
            c.0 = a.0.each_ref().map(|a| self.arithmetic.conjugate(a));
        }
        let factors = Fp2::<E::Modulus, N>::frobenius_factors(power);
        let factors = self.load_all(factors.each_ref());
        let sums: [[[&Quadratic; 2]; 1]; 6] = core::array::from_fn(|i| [[&c.0[i], &factors[i]]]);
        let mut power = Element::ZERO;
        self.arithmetic.write_sums_of_products(sums.each_ref().map(|sum| &sum[..]), power.0.each_mut());
        power
    }

    /// The square of an element of the cyclotomic subgroup, by equation (2) of
    /// [`Cyclotomic`](vorpal_fields::tower::Cyclotomic)'s module: 15 products of `Fp2`, twelve reductions.
    ///
    /// With `A = a0 + a1 w^3` and so on, the coefficients are, for instance, `3 a0^2 + 3 xi a1^2 - 2 a0` and
    /// `6 a0 a1 + 2 a1`.
    pub(crate) fn cyclotomic_square(&self, f: &Element, square: &mut Element) {
        let [a0, b0, c0, a1, b1, c1] = f.0.each_ref();
        let (b0_3, c0_3) = (&self.triple(b0), &self.triple(c0));
        let (a1_x, b1_x, c1_x) = (&self.triple_xi(a1), &self.triple_xi(b1), &self.triple_xi(c1));
        let (two, minus_two) = (&self.two, &self.minus_two);
        // 3 a0 - 2, 6 a0 + 2
        let low = &self.combined::<Small<3, 1>>(a0, minus_two);
        let high = &self.combined::<Small<6, 1>>(a0, two);
        self.arithmetic.write_sums_of_products(
            [
                &[[a0, low], [a1, a1_x]],
                &[[c0, c1_x], [c0, c1_x], [b0, two]],
                &[[b0, b0_3], [b1, b1_x], [c0, minus_two]],
                &[[a1, high]],
                &[[c0, c0_3], [c1, c1_x], [b1, minus_two]],
                &[[b1, b0_3], [b1, b0_3], [c1, two]],
            ],
            square.0.each_mut(),
        );
    }
}
