//! Proofs of many values of many commitments.

use contender::message::Bytes;
use contender::{Contender, Input, Prepared, Refusal};
use vorpal::curves::Group;
use vorpal::ipa::{Claim, Commitment, Committer, MultiProof, Query, Scalar, Statement, Vector, WIDTH};

use crate::banderwagon::{element, encoding};
use crate::commitments::{COMMITTER, with_facts};
use crate::fields::decode;

/// The transcript label of proofs of state trees.
const LABEL: &[u8] = b"vt";

/// Polynomials by their values, with the commitments to them and the openings.
struct Openings {
    polynomials: Vec<Vec<Scalar>>,
    commitments: Vec<Commitment>,
    queries: Vec<Query>,
}

fn polynomial(row: &[u8]) -> Option<Vec<Scalar>> {
    let (values, rest) = row.as_chunks::<32>();
    (values.len() == WIDTH && rest.is_empty()).then(|| values.iter().map(|value| decode(value)).collect())?
}

impl Openings {
    fn new(committer: &Committer, polynomials: Vec<Vec<Scalar>>, queries: Vec<Query>) -> Self {
        let commit =
            |values: &Vec<Scalar>| committer.try_commit(values).expect("a polynomial has 256 values");
        let commitments: Vec<Commitment> = polynomials.iter().map(commit).collect();
        // Commitments are normalised to `Z = 1`, as those of other libraries.
        let commitments = Commitment::normalise_batch(&commitments);
        let commitments = commitments.iter().map(Commitment::from_affine).collect();
        Self { polynomials, commitments, queries }
    }

    fn read(committer: &Committer, input: &Input) -> Result<Self, Refusal> {
        let polynomials = input.decode(0, "256 scalars", polynomial)?;
        let which = input.column(1)?.numbers();
        let positions = input.arrays::<1>(2)?;
        let queries =
            which.zip(&positions).map(|(vector, [point])| Query { vector: vector as usize, point: *point });
        Ok(Self::new(committer, polynomials, queries.collect()))
    }

    /// # Panics
    /// If a query does not belong to the polynomials.
    fn prove(&self, committer: &Committer) -> MultiProof {
        committer.prove(LABEL, &self.vectors(), &self.queries).expect("the queries are of the polynomials")
    }

    fn vectors(&self) -> Vec<Vector<'_>> {
        let pairs = self.commitments.iter().zip(&self.polynomials);
        pairs.map(|(commitment, values)| Vector { commitment: *commitment, values }).collect()
    }

    fn claims(&self) -> Vec<Claim> {
        let claim = |query: &Query| Claim {
            commitment: query.vector,
            point: query.point,
            value: self.polynomials[query.vector][usize::from(query.point)],
        };
        self.queries.iter().map(claim).collect()
    }
}

pub(crate) fn register(contender: &mut Contender) {
    for openings in [1, 100, 2000] {
        contender.offer(
            format!("multiproof.create.{openings}"),
            "Committer::prove, not serialised",
            |input| {
                let committer = &COMMITTER.0;
                let openings = Openings::read(committer, input)?;
                let proof = openings.prove(committer).to_bytes();
                Ok(with_facts(Prepared::new(1, [proof.to_vec()], move |iterations| {
                    for _ in 0..iterations {
                        std::hint::black_box(openings.prove(committer));
                    }
                })))
            },
        );
        contender.offer(
            format!("multiproof.verify.{openings}"),
            "Committer::verify, proof decoded before",
            |input| {
                let committer = &COMMITTER.0;
                let openings = Openings::read(committer, input)?;
                let (proof, claims) = (openings.prove(committer), openings.claims());
                let verify = move || {
                    let verified = committer.verify(LABEL, &openings.commitments, &claims, &proof);
                    assert_eq!(verified, Ok(true), "the proof does not verify");
                };
                verify();
                Ok(with_facts(Prepared::new(1, [vec![1]], move |iterations| {
                    for _ in 0..iterations {
                        verify();
                    }
                })))
            },
        );
    }
    contender.operations_of("multiproof.create", create);
    contender
        .operation("multiproof.verify", |arguments| Some(vec![u8::from(verify(arguments) == Some(true))]));
}

/// Creates a proof, and the commitments to the polynomials.
fn create(arguments: &[Bytes]) -> Option<Vec<Bytes>> {
    let [which, positions, polynomials @ ..] = arguments else { return None };
    let (which, rest) = which.0.as_chunks::<4>();
    if !rest.is_empty() || which.len() != positions.0.len() {
        return None;
    }
    let polynomials: Vec<_> = polynomials.iter().map(|row| polynomial(&row.0)).collect::<Option<_>>()?;
    let queries = which
        .iter()
        .zip(&positions.0)
        .map(|(vector, point)| Query { vector: u32::from_le_bytes(*vector) as usize, point: *point });
    let committer = &COMMITTER.0;
    let openings = Openings::new(committer, polynomials, queries.collect());
    let proof = committer.prove(LABEL, &openings.vectors(), &openings.queries).ok()?;
    let results = [proof.to_bytes().to_vec()].into_iter().chain(openings.commitments.iter().map(encoding));
    Some(results.map(Bytes).collect())
}

/// Verifies a proof; `None` if an argument cannot be decoded.
///
/// # Panics
/// If batch verification returns another result, for a batch with this proof twice and for a batch with a false proof.
fn verify(arguments: &[Bytes]) -> Option<bool> {
    let [proof, positions, rows @ ..] = arguments else { return None };
    let proof = MultiProof::from_bytes(&proof.0).ok()?;
    let (rows, rest) = rows.as_chunks::<2>();
    if !rest.is_empty() || rows.len() != positions.0.len() {
        return None;
    }
    let commitments: Vec<Commitment> = rows.iter().map(|row| element(&row[0].0)).collect::<Option<_>>()?;
    let claim = |(commitment, (row, point)): (usize, (&[Bytes; 2], &u8))| {
        Some(Claim { commitment, point: *point, value: decode(&row[1].0)? })
    };
    let claims: Vec<Claim> = rows.iter().zip(&positions.0).enumerate().map(claim).collect::<Option<_>>()?;
    let committer = &COMMITTER.0;
    let verified = committer.verify(LABEL, &commitments, &claims, &proof);
    let mut wrong = proof.clone();
    wrong.argument.a += Scalar::ONE;
    let statement = |proof| Statement { commitments: &commitments, claims: &claims, proof };
    let alone = committer.verify(LABEL, &commitments, &claims, &wrong);
    let batch = committer.verify_batch(LABEL, &[statement(&proof), statement(&wrong), statement(&proof)]);
    assert_eq!(batch, [verified.clone(), alone, verified.clone()], "batch verification differs");
    verified.ok()
}
