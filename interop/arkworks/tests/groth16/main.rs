//! ark-groth16 with Vorpal's engines and reduction: the keys and proofs of arkworks, byte for byte.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![cfg(all(feature = "groth16", feature = "bn254", feature = "bls12_381", feature = "bls12_377"))]

mod snarkjs;

use ark_ec::pairing::Pairing;
use ark_ff::{Field, PrimeField, UniformRand};
use ark_groth16::r1cs_to_qap::{LibsnarkReduction, R1CSToQAP};
use ark_groth16::{Groth16, prepare_verifying_key};
use ark_poly::{EvaluationDomain, GeneralEvaluationDomain, MixedRadixEvaluationDomain};
use ark_relations::gr1cs::{
    ConstraintSynthesizer, ConstraintSystemRef, LinearCombination, Matrix, SynthesisError, Variable,
};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use ark_std::Zero;
use ark_std::rand::rngs::StdRng;
use ark_std::rand::{Rng, SeedableRng};
use vorpal_arkworks::engine::{bls12_381, bn254};
use vorpal_arkworks::groth16::VorpalReduction;

/// Products, long sums, bits: witnesses with many zeros and ones.
#[derive(Clone)]
struct Circuit<F> {
    inputs: Vec<F>,
    constraints: usize,
    start: F,
}

impl<F: Field> ConstraintSynthesizer<F> for Circuit<F> {
    fn generate_constraints(self, cs: ConstraintSystemRef<F>) -> Result<(), SynthesisError> {
        let mut known = vec![(Variable::One, F::ONE)];
        for input in &self.inputs {
            known.push((cs.new_input_variable(|| Ok(*input))?, *input));
        }
        let mut x = (cs.new_witness_variable(|| Ok(self.start))?, self.start);
        let term = |(variable, _): (Variable, F)| LinearCombination::from((F::ONE, variable));
        for i in 0..self.constraints {
            let other = known[i % known.len()];
            let (a, b, value) = match i % 4 {
                0 => (term(x), term(x), x.1.square()),
                1 => {
                    let constant = F::from(i as u64);
                    let sum = term(x) + (constant, other.0) + (-F::ONE, Variable::One);
                    (sum, term(known[0]), x.1 + constant * other.1 - F::ONE)
                }
                2 => {
                    let value = F::from(u64::from(i % 8 == 2));
                    let bit = (cs.new_witness_variable(|| Ok(value))?, value);
                    let constraint = (term(bit), term(bit) + (-F::ONE, Variable::One));
                    cs.enforce_r1cs_constraint(|| constraint.0, || constraint.1, LinearCombination::zero)?;
                    continue;
                }
                _ => (term(x), term(other), x.1 * other.1),
            };
            let next = cs.new_witness_variable(|| Ok(value))?;
            cs.enforce_r1cs_constraint(|| a, || b, || term((next, value)))?;
            x = (next, value);
            if i % 16 == 0 {
                known.push(x);
            }
        }
        Ok(())
    }
}

fn circuit<F: PrimeField>(inputs: usize, constraints: usize) -> Circuit<F> {
    let rng = &mut StdRng::seed_from_u64(21);
    let inputs = (0..inputs).map(|_| F::rand(rng)).collect();
    Circuit { inputs, constraints, start: F::rand(rng) }
}

fn bytes(value: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_uncompressed(&mut bytes).unwrap();
    bytes
}

/// The bytes of the proving key, of the prepared verification key and of proofs, all of which are checked.
fn run<E: Pairing, QAP: R1CSToQAP>(circuit: &Circuit<E::ScalarField>) -> Vec<Vec<u8>> {
    let rng = &mut StdRng::seed_from_u64(22);
    let key = Groth16::<E, QAP>::generate_random_parameters_with_reduction(circuit.clone(), rng).unwrap();
    let verification_key = prepare_verifying_key(&key.vk);
    let mut results = vec![bytes(&key), bytes(&verification_key)];
    let zero = E::ScalarField::zero();
    let random = (E::ScalarField::rand(rng), E::ScalarField::rand(rng));
    for (r, s) in [random, (zero, random.1), (zero, zero)] {
        let proof = Groth16::<E, QAP>::create_proof_with_reduction(circuit.clone(), &key, r, s).unwrap();
        let verify = |inputs: &[E::ScalarField]| {
            Groth16::<E, QAP>::verify_proof(&verification_key, &proof, inputs).unwrap()
        };
        // The second time with the stored lines.
        assert!(verify(&circuit.inputs) && verify(&circuit.inputs));
        let mut wrong = circuit.inputs.clone();
        wrong[0] += E::ScalarField::ONE;
        assert!(!verify(&wrong));
        let again = Groth16::<E, QAP>::rerandomize_proof(&key.vk, &proof, rng);
        assert!(Groth16::<E, QAP>::verify_proof(&verification_key, &again, &circuit.inputs).unwrap());
        results.extend([bytes(&proof), bytes(&again)]);
        let mut compressed = Vec::new();
        proof.serialize_compressed(&mut compressed).unwrap();
        let read = ark_groth16::Proof::<E>::deserialize_compressed(&compressed[..]).unwrap();
        assert!(read == proof);
        results.push(compressed);
    }
    results
}

fn keys_and_proofs<A: Pairing, E: Pairing<ScalarField = A::ScalarField>>(sizes: &[(usize, usize)]) {
    for &(inputs, constraints) in sizes {
        let circuit = circuit(inputs, constraints);
        let expected = run::<A, LibsnarkReduction>(&circuit);
        assert!(
            run::<E, LibsnarkReduction>(&circuit) == expected,
            "{inputs} inputs, {constraints} constraints"
        );
        assert!(
            run::<E, VorpalReduction>(&circuit) == expected,
            "{inputs} inputs, {constraints} constraints"
        );
    }
}

#[test]
fn keys_and_proofs_of_bn254() {
    keys_and_proofs::<ark_bn254::Bn254, bn254::Bn254>(&[(1, 1), (3, 40), (7, 2999)]);
}

#[test]
fn keys_and_proofs_of_bls12_381() {
    keys_and_proofs::<ark_bls12_381::Bls12_381, bls12_381::Bls12_381>(&[(1, 1), (2, 2047)]);
}

/// Rows of up to five terms, with coefficients of one and of zero.
fn matrix<F: PrimeField>(rng: &mut StdRng, rows: usize, columns: usize) -> Matrix<F> {
    let coefficient = |rng: &mut StdRng| match rng.gen_range(0..4) {
        0 => F::ONE,
        1 => F::ZERO,
        _ => F::rand(rng),
    };
    let row = |rng: &mut StdRng| {
        (0..rng.gen_range(0..6)).map(|_| (coefficient(rng), rng.gen_range(0..columns))).collect()
    };
    (0..rows).map(|_| row(rng)).collect()
}

/// The values of the reductions agree for matrices and assignments that satisfy nothing.
fn values<F: PrimeField, D: EvaluationDomain<F>>(sizes: &[usize]) {
    let rng = &mut StdRng::seed_from_u64(23);
    for &constraints in sizes {
        for inputs in [1, 2, 5] {
            let variables = inputs + constraints;
            let matrices: Vec<_> = (0..3).map(|_| matrix::<F>(rng, constraints, variables)).collect();
            let assignment: Vec<_> = (0..variables).map(|_| F::rand(rng)).collect();
            let expected = LibsnarkReduction::witness_map_from_matrices::<F, D>(
                &matrices,
                inputs,
                constraints,
                &assignment,
            );
            let result = VorpalReduction::witness_map_from_matrices::<F, D>(
                &matrices,
                inputs,
                constraints,
                &assignment,
            );
            assert!(result.unwrap() == expected.unwrap(), "{constraints} constraints, {inputs} inputs");
        }
    }
}

#[test]
fn values_of_the_reduction() {
    let mut sizes: Vec<_> = (0..20).collect();
    sizes.extend([30, 31, 63, 100, 250, 1000, 4095]);
    values::<ark_bn254::Fr, GeneralEvaluationDomain<_>>(&sizes);
    values::<ark_bls12_381::Fr, GeneralEvaluationDomain<_>>(&sizes);
    values::<ark_bls12_377::Fr, GeneralEvaluationDomain<_>>(&sizes);
    // A field and domains that Vorpal's transforms do not have.
    values::<ark_bls12_377::Fq, GeneralEvaluationDomain<_>>(&[0, 1, 7, 100]);
    assert_eq!(MixedRadixEvaluationDomain::<ark_bn254::Fr>::new(3).unwrap().size(), 3);
    values::<ark_bn254::Fr, MixedRadixEvaluationDomain<_>>(&[1, 2, 5, 11, 100]);
}

#[test]
fn bad_arguments_are_errors() {
    type F = ark_bn254::Fr;
    type D = GeneralEvaluationDomain<F>;
    let map = |matrices: &[Matrix<F>], inputs, constraints, assignment: &[F]| {
        VorpalReduction::witness_map_from_matrices::<F, D>(matrices, inputs, constraints, assignment)
    };
    let empty = || vec![Matrix::<F>::new(); 3];
    assert!(matches!(map(&empty()[..2], 1, 0, &[F::ONE]), Err(SynthesisError::AssignmentMissing)));
    assert!(matches!(map(&empty(), 2, 0, &[F::ONE]), Err(SynthesisError::AssignmentMissing)));
    let too_large = map(&empty(), 1, 1 << 60, &[F::ONE]);
    assert!(matches!(too_large, Err(SynthesisError::PolynomialDegreeTooLarge)));
    // Rows that are missing are zero.
    assert_eq!(
        map(&empty(), 1, 3, &[F::ONE]).unwrap(),
        map(&vec![vec![vec![]; 3]; 3], 1, 3, &[F::ONE]).unwrap()
    );
}
