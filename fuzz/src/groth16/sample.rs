//! A circuit, its ceremony with known randomness, and a proof.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Mutex;

use vorpal::groth16::ptau::{PowersOfTau, PreparedPowers};
use vorpal::groth16::r1cs::{R1cs, Term, Wires};
use vorpal::groth16::setup::{CeremonyKey, Entropy, Pairing, log_domain_size};
use vorpal::groth16::{Blinding, Proof, Prover, Verifier, Witness};

/// Everything about the circuit.
pub(super) struct Sample<C: Pairing> {
    pub(super) circuit: R1cs<C::Scalar>,
    pub(super) powers: PowersOfTau<C>,
    pub(super) prepared: PreparedPowers<C>,
    pub(super) key: CeremonyKey<C>,
    pub(super) witness: Witness<C>,
    pub(super) verifier: Verifier<C>,
    pub(super) signals: Vec<C::Scalar>,
    pub(super) proof: Proof<C>,
    /// The files.
    pub(super) r1cs: Vec<u8>,
    pub(super) ptau: Vec<u8>,
    pub(super) zkey: Vec<u8>,
    pub(super) wtns: Vec<u8>,
    /// The JSON of the verification key.
    pub(super) verification_key: String,
}

impl<C: Pairing> Sample<C> {
    /// The sample, which is computed once.
    pub(super) fn get() -> &'static Self {
        static SAMPLES: Mutex<Option<HashMap<TypeId, &'static (dyn Any + Send + Sync)>>> = Mutex::new(None);
        let mut samples = SAMPLES.lock().expect("no panic while it is computed");
        let sample = samples.get_or_insert_default().entry(TypeId::of::<C>()).or_insert_with(|| {
            // Once for each of two curves, and in use until the program ends.
            Box::leak(Box::new(Self::new()))
        });
        sample.downcast_ref().expect("the sample of the curve")
    }

    /// Wire 1, an output, is `7 x^2 y - 3 x` for the wires 2 and 3, a public input and a private one.
    fn new() -> Self {
        let wires = Wires { total: 6, outputs: 1, public_inputs: 1, private_inputs: 1 };
        let term = |wire, coefficient: C::Scalar| Term { wire, coefficient };
        let [one, three, seven] = [1, 3, 7].map(C::Scalar::from);
        let mut circuit = R1cs::new(wires).expect("wires");
        let rows: [[&[Term<C::Scalar>]; 3]; 3] = [
            [&[term(2, one)], &[term(2, one)], &[term(4, one)]],
            [&[term(4, seven)], &[term(3, one)], &[term(5, one)]],
            [&[term(5, one), term(2, -three)], &[term(0, one)], &[term(1, one)]],
        ];
        rows.into_iter().for_each(|rows| circuit.push(rows).expect("wires of the circuit"));
        let entropy = |seed| Entropy::with_randomness(&[seed; 64], b"");
        let mut powers = PowersOfTau::<C>::new(3).expect("a power");
        powers.contribute(entropy(1), "first").expect("all powers");
        let ptau = powers.prepare(Vec::new()).expect("memory");
        let log_size = log_domain_size(&circuit).expect("few rows");
        let prepared = PreparedPowers::read(ptau.as_slice(), log_size).expect("prepared powers");
        let mut key = CeremonyKey::new(&circuit, &prepared).expect("enough powers");
        key.contribute(entropy(2), "second");
        let values = [1, 7 * 25 * 11 - 15, 5, 11, 25, 7 * 25 * 11].map(C::Scalar::from);
        let witness = Witness::new(values.to_vec()).expect("the constant");
        let (mut r1cs, mut zkey, mut wtns) = (Vec::new(), Vec::new(), Vec::new());
        circuit.write(&mut r1cs).and(key.write(&mut zkey)).and(witness.write(&mut wtns)).expect("memory");
        let prover = Prover::new(key.key().clone()).expect("a key");
        let proof = prover.prove_with(&witness, Blinding::from_bytes(&[3; 128]), None).expect("a proof");
        let verifier = Verifier::new(prover.verification_key().clone()).expect("a contribution");
        let verification_key = prover.verification_key().to_json().expect("points in their groups");
        let signals = prover.public_signals(&witness).expect("the length").to_vec();
        assert_eq!(verifier.verify(&signals, &proof), Ok(true));
        Self {
            circuit,
            powers,
            prepared,
            key,
            witness,
            verifier,
            signals,
            proof,
            r1cs,
            ptau,
            zkey,
            wtns,
            verification_key,
        }
    }
}
