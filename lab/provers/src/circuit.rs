//! The circuit of the proofs.

use ark_bn254::Fr;
use ark_ff::{AdditiveGroup, Field};
use ark_relations::gr1cs::{
    ConstraintSynthesizer, ConstraintSystemRef, LinearCombination, SynthesisError, Variable,
};

/// Constraints in turn: `x (x + k) = next x` for a public `k`, and `bit (bit - 1) = 0`.
#[derive(Clone)]
pub(crate) struct Circuit {
    /// The public input.
    pub(crate) k: Fr,
    /// The first `x`.
    pub(crate) start: Fr,
    /// The bits: their number is half of that of the constraints.
    pub(crate) bits: Vec<bool>,
}

impl ConstraintSynthesizer<Fr> for Circuit {
    fn generate_constraints(self, cs: ConstraintSystemRef<Fr>) -> Result<(), SynthesisError> {
        let term = |coefficient: Fr, variable: Variable| LinearCombination::from((coefficient, variable));
        let k = cs.new_input_variable(|| Ok(self.k))?;
        let mut value = self.start;
        let mut x = cs.new_witness_variable(|| Ok(value))?;
        for bit in self.bits {
            value *= value + self.k;
            let next = cs.new_witness_variable(|| Ok(value))?;
            cs.enforce_r1cs_constraint(
                || term(Fr::ONE, x),
                || term(Fr::ONE, x) + (Fr::ONE, k),
                || term(Fr::ONE, next),
            )?;
            x = next;
            let bit = cs.new_witness_variable(|| Ok(if bit { Fr::ONE } else { Fr::ZERO }))?;
            cs.enforce_r1cs_constraint(
                || term(Fr::ONE, bit),
                || term(Fr::ONE, bit) + (-Fr::ONE, Variable::One),
                LinearCombination::zero,
            )?;
        }
        Ok(())
    }
}
