//! Multiproofs of 256 values over known points, by `vorpal-ipa`.

use alloc::vec::Vec;

use banderwagon::Element;
use banderwagon::conversion::{fr_of, scalar_of};
use vorpal_ipa::{Claim, Commitment, Committer, InnerProductProof, MultiProof, Query, Scalar, Vector, WIDTH};

use super::{MultiPointProof, ProverQuery, VerifierQuery};
use crate::ipa::IPAProof;
use crate::transcript::Transcript;

/// A proof of checked queries. `None` if there are no queries, or if a claimed value is wrong: a proof of wrong values
/// contains them in its transcript, where `vorpal-ipa` has the values of the polynomials. Then the transcript is
/// unchanged.
pub(super) fn open(
    committer: &Committer,
    transcript: &mut Transcript,
    queries: &[ProverQuery],
) -> Option<MultiPointProof> {
    let (mut polynomials, mut openings): (Vec<(&ProverQuery, Vec<Scalar>)>, _) = (Vec::new(), Vec::new());
    for query in queries {
        if query.poly.value_or_zero(query.point) != query.result {
            return None;
        }
        // Queries of the same polynomial usually follow each other.
        let is_last = |(last, _): &(&ProverQuery, Vec<Scalar>)| {
            last.poly == query.poly && last.commitment == query.commitment
        };
        if !polynomials.last().is_some_and(is_last) {
            polynomials.push((query, query.poly.filled(WIDTH).iter().map(scalar_of).collect()));
        }
        let point = u8::try_from(query.point).ok()?;
        openings.push(Query { vector: polynomials.len() - 1, point });
    }
    let vectors: Vec<Vector<'_>> = polynomials
        .iter()
        .map(|(query, values)| Vector { commitment: query.commitment.into(), values })
        .collect();
    let mut inner = vorpal_ipa::Transcript::new(&transcript.state);
    let proof = committer.prove_with_transcript(&mut inner, &vectors, &openings).ok()?;
    advance(transcript, &inner);
    Some(from_vorpal(&proof))
}

/// Whether a proof is valid for the queries; there is at least one. `None` if a point is not in the domain, or the
/// proof does not have eight rounds. Then the transcript is unchanged.
pub(super) fn check(
    committer: &Committer,
    proof: &MultiPointProof,
    queries: &[VerifierQuery],
    transcript: &mut Transcript,
) -> Option<bool> {
    let proof = to_vorpal(proof)?;
    let (mut commitments, mut claims): (Vec<Commitment>, _) = (Vec::new(), Vec::new());
    let mut last: Option<&Element> = None;
    for query in queries {
        // Claims about the same commitment usually follow each other.
        if last != Some(&query.commitment) {
            commitments.push(query.commitment.into());
            last = Some(&query.commitment);
        }
        let point = point_of(&scalar_of(&query.point))?;
        claims.push(Claim { commitment: commitments.len() - 1, point, value: scalar_of(&query.result) });
    }
    let mut inner = vorpal_ipa::Transcript::new(&transcript.state);
    let verdict = committer.verify_with_transcript(&mut inner, &commitments, &claims, &proof).ok()?;
    advance(transcript, &inner);
    Some(verdict)
}

/// Sets the state after a proof, which ends with the challenge `x` of the last round.
fn advance(transcript: &mut Transcript, inner: &vorpal_ipa::Transcript) {
    if let Some(challenge) = inner.last_challenge() {
        transcript.restart(b"x", &fr_of(&challenge));
    }
}

/// The index of a scalar in the domain.
fn point_of(scalar: &Scalar) -> Option<u8> {
    match scalar.to_limbs() {
        [point, 0, 0, 0] => u8::try_from(point).ok(),
        _ => None,
    }
}

fn from_vorpal(proof: &MultiProof) -> MultiPointProof {
    let elements = |points: &[Commitment]| points.iter().map(|point| Element::from(*point)).collect();
    let argument = &proof.argument;
    let open_proof =
        IPAProof { L_vec: elements(&argument.l), R_vec: elements(&argument.r), a: fr_of(&argument.a) };
    MultiPointProof { open_proof, g_x_comm: proof.d.into() }
}

fn to_vorpal(proof: &MultiPointProof) -> Option<MultiProof> {
    let points = |elements: &[Element]| -> Option<[Commitment; 8]> {
        let points: Vec<Commitment> = elements.iter().map(|element| (*element).into()).collect();
        points.try_into().ok()
    };
    let IPAProof { L_vec, R_vec, a } = &proof.open_proof;
    let argument = InnerProductProof { l: points(L_vec)?, r: points(R_vec)?, a: scalar_of(a) };
    Some(MultiProof { d: proof.g_x_comm.into(), argument })
}
