//! Targets for encoded proofs: accepted bytes are encoded to the same bytes, a batch result equals the single result,
//! and only the honest proof verifies.

use std::sync::OnceLock;

use vorpal_curves::bandersnatch::Banderwagon as Commitment;
use vorpal_fields::primes::BandersnatchScalar as Scalar;
use vorpal_ipa::{
    Basis, Claim, Committer, InnerProductProof, MultiProof, Query, Statement, Transcript, Vector,
};

use crate::changes::{self, changed, seed};

const LABEL: &[u8] = b"fuzz";

struct State {
    committer: Committer,
    commitment: Commitment,
    claims: Vec<Claim>,
    multi: MultiProof,
    point: Scalar,
    value: Scalar,
    inner: InnerProductProof,
}

fn state() -> &'static State {
    static STATE: OnceLock<State> = OnceLock::new();
    STATE.get_or_init(|| {
        let committer = Committer::with_window(&Basis::default(), 4).expect("a possible width");
        let values = [Scalar::from(3), Scalar::from(1), Scalar::from(4)];
        let commitment = committer.commit(&values);
        let vector = Vector { commitment, values: &values };
        let queries = [0, 2].map(|point| Query { vector: 0, point });
        let multi = committer.prove(LABEL, &[vector], &queries).expect("two openings");
        let claim = |point: u8| Claim { commitment: 0, point, value: values[usize::from(point)] };
        let point = Scalar::from(1000);
        let vector = Vector { commitment, values: &values };
        let (value, inner) =
            committer.prove_evaluation(&mut Transcript::new(LABEL), &vector, point).expect("three values");
        State { committer, commitment, claims: vec![claim(0), claim(2)], multi, point, value, inner }
    })
}

/// Multiproofs of 576 bytes: the kind, then bytes or changes.
pub fn multiproof(bytes: &[u8]) {
    let State { committer, commitment, claims, multi, .. } = state();
    let honest = multi.to_bytes();
    let bytes = changed(&honest, bytes);
    let Ok(proof) = MultiProof::from_bytes(&bytes) else {
        assert_ne!(bytes, honest);
        return;
    };
    assert_eq!(proof.to_bytes(), bytes[..]);
    let holds = committer.verify(LABEL, &[*commitment], claims, &proof).expect("openings");
    assert_eq!(holds, bytes == honest);
    let commitments = [*commitment];
    let statement = |proof| Statement { commitments: &commitments, claims, proof };
    let statements = [&proof, multi, &proof].map(statement);
    assert_eq!(committer.verify_batch(LABEL, &statements), [Ok(holds), Ok(true), Ok(holds)]);
}

/// Inner product proofs of 544 bytes.
pub fn inner_product(bytes: &[u8]) {
    let State { committer, commitment, inner, point, value, .. } = state();
    let honest = inner.to_bytes();
    let bytes = changed(&honest, bytes);
    let Ok(proof) = InnerProductProof::from_bytes(&bytes) else {
        assert_ne!(bytes, honest);
        return;
    };
    assert_eq!(proof.to_bytes(), bytes[..]);
    let mut transcript = Transcript::new(LABEL);
    let holds = committer.verify_evaluation(&mut transcript, commitment, *point, *value, &proof);
    assert_eq!(holds, bytes == honest);
}

pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let mut seeds = changes::seeds(&[0, 31, 32, 288, 512, 543]);
    let State { multi, inner, .. } = state();
    seeds.push(if target == "multiproof" {
        seed("proof", &multi.to_bytes())
    } else {
        seed("proof", &inner.to_bytes())
    });
    seeds
}
