//! Values of Miller loops and of pairings.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;
use vorpal_pairing::bls12_381::{Bls12_381, Gt};

use crate::fields::{Dodecic, blst_fp12};
use crate::products::{Pair, is_one_vartime, loops_vartime};
use crate::{blst_p1_affine, blst_p2_affine};

impl blst_fp12 {
    /// The value of a Miller loop: one if a point is infinity. Values of this crate and of the replaced one are equal
    /// after [`final_exp`](Self::final_exp) only.
    pub fn miller_loop(q: &blst_p2_affine, p: &blst_p1_affine) -> Self {
        Self::of(&loops_vartime(&[(p.point(), q.point())]))
    }

    /// The product of the values of Miller loops.
    ///
    /// # Panics
    /// If the lists differ in length, or are empty.
    pub fn miller_loop_n(q: &[blst_p2_affine], p: &[blst_p1_affine]) -> Self {
        assert!(q.len() == p.len() && !q.is_empty(), "inputs' lengths mismatch");
        let pairs: Vec<Pair> = p.iter().zip(q).map(|(p, q)| (p.point(), q.point())).collect();
        Self::of(&loops_vartime(&pairs))
    }

    /// The final exponentiation.
    pub fn final_exp(&self) -> Self {
        Self::of(Gt::of_miller_loop_vartime(&self.element()).value())
    }

    /// Whether the value is in the target group.
    pub fn in_group(&self) -> bool {
        vorpal_pairing::Gt::<Bls12_381, 6>::new(&self.element()).is_some()
    }

    /// Whether two products of Miller loops are equal after the final exponentiation.
    pub fn finalverify(a: &Self, b: &Self) -> bool {
        is_one_vartime(&a.element().conjugate().mul(&b.element()))
    }

    /// The coefficients of `1, w, w^2, .., w^5`, each of them as two integers, most significant byte first.
    pub fn to_bendian(&self) -> [u8; 48 * 12] {
        let mut bytes = [0; 48 * 12];
        let coefficients = (0..3).flat_map(|i| (0..2).map(move |j| (i, j)));
        let integers = coefficients.flat_map(|(i, j)| self.fp6[j].fp2[i].fp);
        for (bytes, integer) in bytes.chunks_exact_mut(48).zip(integers) {
            bytes.copy_from_slice(integer.element().to_be_bytes().as_ref());
        }
        bytes
    }

    /// The value of the Miller loop of a point with the generator of the other group.
    pub(crate) fn with_generator_of_g2(p: &blst_p1_affine) -> Self {
        Self::of(&loops_vartime(&[(p.point(), Affine::GENERATOR)]))
    }

    /// As [`with_generator_of_g2`](Self::with_generator_of_g2), of a point of G2 with the generator of G1.
    pub(crate) fn with_generator_of_g1(q: &blst_p2_affine) -> Self {
        Self::of(&loops_vartime(&[(Affine::GENERATOR, q.point())]))
    }
}

/// One.
impl Default for blst_fp12 {
    fn default() -> Self {
        Self::of(&Dodecic::ONE)
    }
}

impl core::ops::Mul for blst_fp12 {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::of(&self.element().mul(&other.element()))
    }
}

impl core::ops::MulAssign for blst_fp12 {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}
