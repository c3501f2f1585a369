//! Why a proof fails: the constraints that a witness does not satisfy.
//!
//! The prover takes the product of A and B for C, so a wrong witness has a proof as well, which no verifier accepts.
//! Only the circuit can tell which constraint is at fault.

use vorpal_fields::PrimeField;

use crate::Coordinate;
use crate::r1cs::{R1cs, Term};

/// A constraint that a witness does not satisfy, and the values of its rows: `a b` is not `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsatisfied<F> {
    /// The index of the constraint.
    pub constraint: usize,
    /// The values of A, B and C.
    pub values: [F; 3],
}

/// Why a witness cannot be one of the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WitnessError {
    /// The witness has another number of values than the circuit has wires.
    #[error("the witness has {found} values, and the circuit has {expected} wires")]
    Length {
        /// The number of wires.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// Value 0 is not one.
    #[error("value 0 of the witness is not 1")]
    One,
}

impl<F: Coordinate<Coefficient = F> + PrimeField> R1cs<F> {
    /// The first constraints that the witness does not satisfy, at most `limit`. Time depends on the witness.
    ///
    /// # Errors
    /// If the witness has another length, or its value 0 is not one.
    pub fn first_unsatisfied_vartime(
        &self,
        witness: &[F],
        limit: usize,
    ) -> Result<Vec<Unsatisfied<F>>, WitnessError> {
        let (expected, found) = (self.wires().total as usize, witness.len());
        if expected != found {
            return Err(WitnessError::Length { expected, found });
        }
        if witness[0] != F::ONE {
            return Err(WitnessError::One);
        }
        let value = |row: &[Term<F>]| -> F {
            row.iter().map(|term| term.coefficient * witness[term.wire as usize]).sum()
        };
        let values = self.constraints().map(|rows| rows.map(value)).enumerate();
        let wrong = values.filter(|(_, [a, b, c])| *a * *b != *c);
        Ok(wrong.take(limit).map(|(constraint, values)| Unsatisfied { constraint, values }).collect())
    }
}
