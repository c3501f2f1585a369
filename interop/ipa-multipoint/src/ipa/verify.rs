//! Verification.

use alloc::vec::Vec;

use banderwagon::{Element, Fr, One, batch_inversion, multi_scalar_mul};

use super::{IPAProof, open, round};
use crate::crs::CRS;
use crate::math_utils::inner_product;
use crate::transcript::Transcript;

impl IPAProof {
    /// Whether the proof is valid for the claim that the vector of the commitment `a_comm` has the inner product
    /// `output_point` with `b_vec`. False if the number of rounds, of generators or of values does not fit.
    ///
    /// Checks one equation, with the challenges `x_k` and the products `s_i` of the inverses of those whose bit is set
    /// in `i`; the first round has the most significant bit:
    ///
    /// ```text
    /// C + w (v - a <b, s>) Q + sum of (x_k L_k + x_k^-1 R_k) - a <s, G> = 0
    /// ```
    pub fn verify_multiexp(
        &self,
        transcript: &mut Transcript,
        crs: &CRS,
        b_vec: Vec<Fr>,
        a_comm: Element,
        input_point: Fr,
        output_point: Fr,
    ) -> bool {
        let n = crs.G.len();
        let is_of_this_size = n.is_power_of_two()
            && n.trailing_zeros() as usize == self.L_vec.len()
            && self.L_vec.len() == self.R_vec.len()
            && [crs.n, b_vec.len()] == [n, n];
        if !is_of_this_size {
            return false;
        }
        let w = open(transcript, &a_comm, &input_point, &output_point);
        let challenges: Vec<Fr> =
            self.L_vec.iter().zip(&self.R_vec).map(|(left, right)| round(transcript, left, right)).collect();
        let mut inverses = challenges.clone();
        batch_inversion(&mut inverses);
        let mut s = Vec::with_capacity(n);
        s.push(Fr::one());
        for inverse in &inverses {
            s = s.iter().flat_map(|product| [*product, *product * inverse]).collect();
        }
        let q = w * (output_point - self.a * inner_product(&b_vec, &s));
        let points = self.L_vec.iter().chain(&self.R_vec).chain([&a_comm, &crs.Q]).chain(&crs.G);
        let generators = s.iter().map(|product| -self.a * product);
        let scalars = challenges.iter().chain(&inverses).copied().chain([Fr::one(), q]).chain(generators);
        let (points, scalars): (Vec<Element>, Vec<Fr>) = (points.copied().collect(), scalars.collect());
        multi_scalar_mul(&points, &scalars).is_zero()
    }

    /// As [`verify_multiexp`](Self::verify_multiexp).
    pub fn verify(
        &self,
        transcript: &mut Transcript,
        crs: CRS,
        b: Vec<Fr>,
        a_comm: Element,
        input_point: Fr,
        output_point: Fr,
    ) -> bool {
        self.verify_multiexp(transcript, &crs, b, a_comm, input_point, output_point)
    }

    /// As [`verify_multiexp`](Self::verify_multiexp).
    pub fn verify_semi_multiexp(
        &self,
        transcript: &mut Transcript,
        crs: &CRS,
        b_vec: Vec<Fr>,
        a_comm: Element,
        input_point: Fr,
        output_point: Fr,
    ) -> bool {
        self.verify_multiexp(transcript, crs, b_vec, a_comm, input_point, output_point)
    }
}
