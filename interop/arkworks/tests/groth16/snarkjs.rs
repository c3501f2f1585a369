//! Keys of snarkjs: ark-groth16 and Vorpal compute the same proofs with them, and verify those of each other.

use ark_ec::AffineRepr;
use ark_ff::Field;
use ark_groth16::r1cs_to_qap::R1CSToQAP;
use ark_groth16::{Groth16, prepare_verifying_key};
use ark_poly::GeneralEvaluationDomain;
use ark_relations::gr1cs::{Matrix, SynthesisError};
use vorpal_arkworks::convert::{Counterpart, from_vorpal};
use vorpal_arkworks::engine;
use vorpal_arkworks::groth16::snarkjs::{
    Key, RowsError, SnarkjsCurve, SnarkjsReduction, proof_from_vorpal, proof_to_vorpal, verifying_key,
};
use vorpal_groth16::ptau::{PowersOfTau, PreparedPowers};
use vorpal_groth16::r1cs::{R1cs, Term, Wires};
use vorpal_groth16::setup::{CeremonyKey, Entropy, Pairing, log_domain_size};
use vorpal_groth16::zkey::Builder;
use vorpal_groth16::{Blinding, Curve, Prover, Verifier, Witness, Zkey};
use vorpal_oracle::data;

/// The key of a circuit of a ceremony, and a witness: wire 1, an output, is `7 x^2 y - 3 x` for the wires 2 and 3,
/// which are a public input and a private one.
fn sample<C: Pairing>() -> (Zkey<C>, Witness<C>) {
    let wires = Wires { total: 6, outputs: 1, public_inputs: 1, private_inputs: 1 };
    let term = |wire, coefficient: C::Scalar| Term { wire, coefficient };
    let [one, three, seven] = [1, 3, 7].map(C::Scalar::from);
    let mut circuit = R1cs::new(wires).unwrap();
    circuit.push([&[term(2, one)], &[term(2, one)], &[term(4, one)]]).unwrap();
    circuit.push([&[term(4, seven)], &[term(3, one)], &[term(5, one)]]).unwrap();
    circuit.push([&[term(5, one), term(2, -three)], &[term(0, one)], &[term(1, one)]]).unwrap();
    let entropy = |seed| Entropy::with_randomness(&[seed; 64], b"");
    let mut powers = PowersOfTau::<C>::new(4).unwrap();
    powers.contribute(entropy(1), "").unwrap();
    let file = powers.prepare(Vec::new()).unwrap();
    let prepared = PreparedPowers::read(file.as_slice(), log_domain_size(&circuit).unwrap()).unwrap();
    let mut key = CeremonyKey::new(&circuit, &prepared).unwrap();
    key.contribute(entropy(2), "");
    let values = [1, 7 * 25 * 11 - 15, 5, 11, 25, 7 * 25 * 11].map(C::Scalar::from);
    (key.key().clone(), Witness::new(values.to_vec()).unwrap())
}

/// The key and the witness of a circuit of the data.
fn real<C: Curve>(name: &str) -> Option<(Zkey<C>, Witness<C>)> {
    let folder = data::folder("groth16", "keys of circom's circuits for ark-groth16")?.join(name);
    let key = ["circuit.zkey", "circuit_final.zkey", "kyc.zkey"].map(|file| folder.join(file));
    let key = key.iter().find(|path| path.exists()).unwrap();
    Some((Zkey::open(key).unwrap(), Witness::open(folder.join("witness.wtns")).unwrap()))
}

/// Proofs with the same blinding factors are the same.
fn proofs_are_the_same<E: SnarkjsCurve>(zkey: &Zkey<E::Vorpal>, witness: &Witness<E::Vorpal>) {
    type Scalar<E> = <<E as SnarkjsCurve>::Vorpal as Curve>::Scalar;
    let key = Key::<E>::new(zkey).unwrap();
    let prover = Prover::new(zkey.clone()).unwrap();
    let prepared = prepare_verifying_key(&key.proving_key.vk);
    // Nobody contributed to the key of one of the circuits.
    let verifier = Verifier::for_development(prover.verification_key().clone()).unwrap();
    assert!(verifying_key::<E>(prover.verification_key()) == key.proving_key.vk);
    let mut bytes = [0; 128];
    (bytes[0], bytes[31], bytes[64], bytes[90]) = (5, 7, 9, 11);
    let factor = |half: &[u8]| {
        E::ScalarField::from_vorpal(&<Scalar<E> as vorpal_fields::PrimeField>::from_le_bytes_reduced(half))
    };
    let (r, s) = (factor(&bytes[..64]), factor(&bytes[64..]));
    let mut values = witness.values().to_vec();
    for is_valid in [true, false] {
        let witness = Witness::new(values.clone()).unwrap();
        let signals = prover.public_signals(&witness).unwrap();
        let ours = prover.prove_with(&witness, Blinding::from_bytes(&bytes), None).unwrap();
        let theirs = key.prove(r, s, &key.assignment(&witness)).unwrap();
        assert!(proof_from_vorpal::<E>(&ours) == theirs && proof_to_vorpal::<E>(&theirs) == ours);
        let inputs: Vec<E::ScalarField> = from_vorpal(signals);
        assert_eq!(Groth16::<E>::verify_proof(&prepared, &theirs, &inputs).unwrap(), is_valid);
        assert_eq!(verifier.verify(signals, &proof_to_vorpal::<E>(&theirs)), Ok(is_valid));
        // Another value of the last signal.
        *values.last_mut().unwrap() += Scalar::<E>::from(1);
    }
    let short = key.prove(r, s, &key.assignment(witness)[1..]);
    assert!(matches!(short, Err(SynthesisError::AssignmentMissing)));
    assert!(key.proving_key.b_g2_query.iter().any(AffineRepr::is_zero), "infinity is a point of the key");
}

#[test]
fn proofs_of_ceremonies() {
    let (key, witness) = sample();
    proofs_are_the_same::<ark_bn254::Bn254>(&key, &witness);
    proofs_are_the_same::<engine::bn254::Bn254>(&key, &witness);
    let (key, witness) = sample();
    proofs_are_the_same::<ark_bls12_381::Bls12_381>(&key, &witness);
    proofs_are_the_same::<engine::bls12_381::Bls12_381>(&key, &witness);
}

#[test]
fn proofs_of_real_keys() {
    for name in ["bn254/multiplier2", "bn254/poseidon", "bn254/rapidsnark"] {
        let Some((key, witness)) = real(name) else { return };
        proofs_are_the_same::<engine::bn254::Bn254>(&key, &witness);
    }
    for name in ["bls12_381/multiplier2", "bls12_381/poseidon", "bls12_381/kyc"] {
        let Some((key, witness)) = real(name) else { return };
        proofs_are_the_same::<engine::bls12_381::Bls12_381>(&key, &witness);
    }
}

#[test]
fn other_rows_are_refused() {
    let (key, _) = sample::<vorpal_groth16::Bn254>();
    let matrix = |entries: &[(u32, u32, u64)]| {
        let mut builder = Builder::default();
        entries.iter().for_each(|(row, column, value)| builder.push(*row, *column, (*value).into()));
        builder.finish(key.domain_size as usize)
    };
    let refused = |entries: &[(u32, u32, u64)], is_b: bool| {
        let mut other = key.clone();
        *(if is_b { &mut other.matrix_b } else { &mut other.matrix_a }) = matrix(entries);
        assert_eq!(Key::<ark_bn254::Bn254>::new(&other).unwrap_err(), RowsError);
    };
    assert!(Key::<ark_bn254::Bn254>::new(&key).is_ok());
    refused(&[], false);
    refused(&[(3, 0, 1), (4, 1, 1)], false);
    refused(&[(3, 0, 1), (4, 1, 1), (5, 2, 2)], false);
    refused(&[(3, 0, 1), (4, 2, 1), (5, 2, 1)], false);
    refused(&[(3, 0, 1), (4, 1, 1), (4, 1, 1), (5, 2, 1)], false);
    refused(&[(3, 0, 1)], true);
}

#[test]
fn only_keys_of_files_have_the_reduction() {
    type D<F> = GeneralEvaluationDomain<F>;
    fn map<F: ark_ff::PrimeField>(
        matrices: &[Matrix<F>],
        inputs: usize,
        constraints: usize,
    ) -> Result<Vec<F>, SynthesisError> {
        SnarkjsReduction::witness_map_from_matrices::<F, D<F>>(matrices, inputs, constraints, &[F::ONE])
    }
    type F = ark_bn254::Fr;
    let empty = vec![Matrix::<F>::new(); 3];
    assert!(map(&empty, 1, 3).is_ok());
    assert!(matches!(map(&empty[..1], 1, 0), Err(SynthesisError::AssignmentMissing)));
    assert!(matches!(map(&empty, 2, 0), Err(SynthesisError::AssignmentMissing)));
    for constraints in [1 << 60, usize::MAX] {
        assert!(matches!(map(&empty, 1, constraints), Err(SynthesisError::PolynomialDegreeTooLarge)));
    }
    let other = vec![Matrix::<ark_bls12_377::Fr>::new(); 3];
    assert!(matches!(map(&other, 1, 0), Err(SynthesisError::PolynomialDegreeTooLarge)));
    let scalars = SnarkjsReduction::h_query_scalars::<F, D<F>>(3, F::ONE, F::ONE, F::ONE);
    assert!(matches!(scalars, Err(SynthesisError::MissingCS)));
}
