use rayon::prelude::*;

use super::verify::relation;
use super::{Claim, MultiProof};
use crate::inner_product::Relation;
use crate::{Commitment, Committer, Error, Scalar, Transcript};

/// What one of many proofs is said to show.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    /// The commitments.
    pub commitments: &'a [Commitment],
    /// Their values.
    pub claims: &'a [Claim],
    /// The proof of all claims.
    pub proof: &'a MultiProof,
}

impl Committer {
    /// [`verify`](Self::verify) for each statement, in their order, with one final check for all that are right.
    ///
    /// The proofs' equations are added up with weights `rho_j`, challenges that depend on all statements and proofs. If all
    /// equations hold, so does the sum; if one does not, the sum holds with a probability of about `2^-252`. A sum that fails
    /// is halved until the wrong proofs are found: `k` of them among `n` cost at most `2 k ceil(log2(n))` sums more. A sum costs
    /// one commitment to 256 values and one multi-scalar multiplication of 17 points a proof. On the caller's rayon pool.
    pub fn verify_batch(&self, label: &[u8], statements: &[Statement<'_>]) -> Vec<Result<bool, Error>> {
        let mut relations: Vec<(usize, Relation, Scalar)> = Vec::with_capacity(statements.len());
        let mut verdicts = Vec::with_capacity(statements.len());
        let mut weights = Transcript::new(b"vorpal batch verification");
        let read: Vec<Result<(Relation, Scalar), Error>> =
            statements.par_iter().map(|statement| read(label, statement)).collect();
        for (index, read) in read.into_iter().enumerate() {
            verdicts.push(read.map(|(relation, state)| {
                weights.append_scalar(b"statement", &state);
                weights.append_scalar(b"a", &statements[index].proof.argument.a);
                relations.push((index, relation, Scalar::ZERO));
                true
            }));
        }
        for (_, _, weight) in &mut relations {
            *weight = weights.challenge(b"rho");
        }
        for wrong in self.wrong(&relations) {
            verdicts[wrong] = Ok(false);
        }
        verdicts
    }

    /// The places of the relations that do not hold.
    fn wrong(&self, relations: &[(usize, Relation, Scalar)]) -> Vec<usize> {
        let sum = Relation::combined(relations.iter().map(|(_, relation, weight)| (relation, *weight)));
        if relations.is_empty() || sum.holds(self) {
            return Vec::new();
        }
        if let [(index, ..)] = relations {
            return vec![*index];
        }
        let (left, right) = relations.split_at(relations.len() / 2);
        let mut wrong = self.wrong(left);
        wrong.extend(self.wrong(right));
        wrong
    }
}

/// A statement's equation, and a challenge that depends on all of it but the proof's last scalar.
fn read(label: &[u8], statement: &Statement<'_>) -> Result<(Relation, Scalar), Error> {
    let mut transcript = Transcript::new(label);
    let relation = relation(&mut transcript, statement.commitments, statement.claims, statement.proof)?;
    Ok((relation, transcript.challenge(b"state")))
}
