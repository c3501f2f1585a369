//! The circuit: a hash of many rounds `x -> (x + c_i)^3` (M. Albrecht et al., "MiMC", Asiacrypt 2016).
//!
//! The constants are small integers, which suffices to show a prover; a real hash derives them from a seed.

use ark_ff::PrimeField;
use ark_relations::gr1cs::{
    ConstraintSynthesizer, ConstraintSystemRef, LinearCombination, SynthesisError, Variable,
};

/// The statement "I know `x` with this hash".
#[derive(Clone)]
pub struct Preimage<F> {
    secret: F,
    rounds: usize,
}

impl<F: PrimeField> Preimage<F> {
    pub fn new(secret: F, rounds: usize) -> Self {
        Self { secret, rounds }
    }

    /// The public input.
    pub fn hash(&self) -> F {
        (0..self.rounds).fold(self.secret, |x, round| {
            let sum = x + constant::<F>(round);
            sum.square() * sum
        })
    }
}

fn constant<F: PrimeField>(round: usize) -> F {
    F::from(round as u64 * round as u64 + 1)
}

impl<F: PrimeField> ConstraintSynthesizer<F> for Preimage<F> {
    fn generate_constraints(self, cs: ConstraintSystemRef<F>) -> Result<(), SynthesisError> {
        let hash = cs.new_input_variable(|| Ok(self.hash()))?;
        let mut value = self.secret;
        let mut x = LinearCombination::from(cs.new_witness_variable(|| Ok(value))?);
        for round in 0..self.rounds {
            let sum = x + (constant::<F>(round), Variable::One);
            value += constant::<F>(round);
            let square = value.square();
            let square_variable = cs.new_witness_variable(|| Ok(square))?;
            cs.enforce_r1cs_constraint(|| sum.clone(), || sum.clone(), || square_variable.into())?;
            value *= square;
            // The last cube is the public hash.
            let last = round + 1 == self.rounds;
            let cube = if last { hash } else { cs.new_witness_variable(|| Ok(value))? };
            cs.enforce_r1cs_constraint(|| square_variable.into(), || sum.clone(), || cube.into())?;
            x = cube.into();
        }
        Ok(())
    }
}
