//! Multiproofs over any points, by the definition.
//!
//! Claim `i` is that the polynomial `f_i` with the commitment `C_i` has the value `y_i` at `z_i`. For challenges `r`
//! and `t`:
//!
//! ```text
//! g(X) = sum of r^i (f_i(X) - y_i) / (X - z_i)     D = [g]
//! h(X) = sum of r^i f_i(X) / (t - z_i)             E = [h] = sum of r^i / (t - z_i) C_i
//! ```
//!
//! and an inner product argument proves that `E - D` has the value `sum of r^i y_i / (t - z_i)` at `t`.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use banderwagon::{Element, Fr, One, Zero, multi_scalar_mul, serial_batch_inversion_and_mul};

use super::{MultiPointProof, ProverQuery, VerifierQuery};
use crate::crs::CRS;
use crate::ipa;
use crate::lagrange_basis::{LagrangeBasis, PrecomputedWeights, integer};
use crate::math_utils::powers_of;
use crate::transcript::{Transcript, TranscriptProtocol, bytes_of};

/// A proof of checked queries.
pub(super) fn open(
    crs: &CRS,
    weights: &PrecomputedWeights,
    transcript: &mut Transcript,
    queries: &[ProverQuery],
) -> MultiPointProof {
    let commitments: Vec<Element> = queries.iter().map(|query| query.commitment).collect();
    let claims = queries.iter().map(|query| (integer(query.point), query.result));
    let r = begin(transcript, &commitments, claims);
    let zero = LagrangeBasis::new(vec![Fr::zero(); crs.n]);
    // The sum of r^i f_i for each point.
    let mut sums: BTreeMap<usize, LagrangeBasis> = BTreeMap::new();
    for (query, power) in queries.iter().zip(powers_of(r, queries.len())) {
        let sum = sums.entry(query.point).or_insert_with(|| zero.clone());
        *sum = core::mem::replace(sum, LagrangeBasis::new(Vec::new())) + query.poly.clone() * power;
    }
    let quotients = sums.iter().map(|(point, sum)| sum.divide_by_linear_vanishing(weights, *point));
    let g = quotients.fold(zero.clone(), |sum, quotient| sum + quotient);
    let d = crs.commit_lagrange_poly(&g);
    transcript.append_point(b"D", &d);
    let t = transcript.challenge_scalar(b"t");

    let mut inverses: Vec<Fr> = sums.keys().map(|point| t - integer(*point)).collect();
    serial_batch_inversion_and_mul(&mut inverses, &Fr::one());
    let terms = sums.into_values().zip(inverses).map(|(sum, inverse)| sum * inverse);
    let h = terms.fold(zero, |sum, term| sum + term);
    let e = crs.commit_lagrange_poly(&h);
    transcript.append_point(b"E", &e);

    let difference = &h - &g;
    let lagrange = LagrangeBasis::evaluate_lagrange_coefficients(weights, crs.n, t);
    let values = difference.values().to_vec();
    let open_proof = ipa::create(transcript, crs.clone(), values, e - d, lagrange, t);
    MultiPointProof { open_proof, g_x_comm: d }
}

/// Whether a proof is valid for the queries.
pub(super) fn check(
    proof: &MultiPointProof,
    crs: &CRS,
    weights: &PrecomputedWeights,
    queries: &[VerifierQuery],
    transcript: &mut Transcript,
) -> bool {
    let commitments: Vec<Element> = queries.iter().map(|query| query.commitment).collect();
    let r = begin(transcript, &commitments, queries.iter().map(|query| (query.point, query.result)));
    transcript.append_point(b"D", &proof.g_x_comm);
    let t = transcript.challenge_scalar(b"t");

    let mut factors: Vec<Fr> = queries.iter().map(|query| t - query.point).collect();
    serial_batch_inversion_and_mul(&mut factors, &Fr::one());
    for (factor, power) in factors.iter_mut().zip(powers_of(r, queries.len())) {
        *factor *= power;
    }
    let value = factors.iter().zip(queries).map(|(factor, query)| *factor * query.result).sum();
    let e = multi_scalar_mul(&commitments, &factors);
    transcript.append_point(b"E", &e);
    let lagrange = LagrangeBasis::evaluate_lagrange_coefficients(weights, crs.n, t);
    let commitment = e - proof.g_x_comm;
    proof.open_proof.verify_multiexp(transcript, crs, lagrange, commitment, t, value)
}

/// Appends commitment, point and value of each claim. Returns the challenge `r`.
fn begin(transcript: &mut Transcript, commitments: &[Element], claims: impl Iterator<Item = (Fr, Fr)>) -> Fr {
    transcript.domain_sep(b"multiproof");
    for (commitment, (point, value)) in Element::batch_to_bytes(commitments).iter().zip(claims) {
        transcript.append(b"C", commitment);
        transcript.append(b"z", &bytes_of(&point));
        transcript.append(b"y", &bytes_of(&value));
    }
    transcript.challenge_scalar(b"r")
}
