//! Proofs by Groth16 and their verification.

use std::hint::black_box;

use ark_bn254::Fr;
use ark_groth16::r1cs_to_qap::R1CSToQAP;
use ark_groth16::{Groth16, Proof, ProvingKey, prepare_verifying_key};
use ark_serialize::CanonicalSerialize;
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use contender::{Contender, Input, Prepared, Refusal};

use crate::circuit::Circuit;
use crate::{Engine, decode};

pub(crate) fn register<E: Engine, QAP: R1CSToQAP + 'static>(
    contender: &mut Contender,
    engine: &str,
    reduction: &str,
) {
    let path = format!("Groth16::<{engine}, {reduction}>::create_proof_with_reduction");
    contender.offer("arkworks.groth16.2^16", &path, prove::<E, QAP>);
    let path = format!("Groth16::<{engine}>::verify_proof");
    contender.offer("arkworks.groth16_verify", &path, verify::<E, QAP>);
}

/// A circuit, its key, and the random numbers of the proof.
struct Setup<E: Engine> {
    circuit: Circuit,
    key: ProvingKey<E>,
    blinding: [Fr; 2],
}

impl<E: Engine> Setup<E> {
    fn new<QAP: R1CSToQAP>(input: &Input) -> Result<Self, Refusal> {
        let [seed] = <[[u8; 32]; 1]>::try_from(input.arrays(0)?)
            .map_err(|_| Refusal("column 0 has not one row".to_owned()))?;
        let numbers = input.decode(1, "a scalar", decode)?;
        let [k, start, r, s] =
            <[Fr; 4]>::try_from(numbers).map_err(|_| Refusal("column 1 has not four rows".to_owned()))?;
        let bits = input.decode(2, "a bit", |bytes| match bytes {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        })?;
        let circuit = Circuit { k, start, bits };
        let rng = &mut StdRng::from_seed(seed);
        let key = Groth16::<E, QAP>::generate_random_parameters_with_reduction(circuit.clone(), rng)
            .map_err(|error| Refusal(error.to_string()))?;
        Ok(Self { circuit, key, blinding: [r, s] })
    }

    fn prove<QAP: R1CSToQAP>(&self) -> Result<Proof<E>, Refusal> {
        let [r, s] = self.blinding;
        Groth16::<E, QAP>::create_proof_with_reduction(self.circuit.clone(), &self.key, r, s)
            .map_err(|error| Refusal(error.to_string()))
    }
}

fn prove<E: Engine, QAP: R1CSToQAP>(input: &Input) -> Result<Prepared, Refusal> {
    let setup = Setup::<E>::new::<QAP>(input)?;
    let mut result = Vec::new();
    let proof = setup.prove::<QAP>()?;
    proof.serialize_compressed(&mut result).map_err(|error| Refusal(error.to_string()))?;
    Ok(Prepared::new(1, [result], move |iterations| {
        for _ in 0..iterations {
            black_box(black_box(&setup).prove::<QAP>().is_ok());
        }
    }))
}

fn verify<E: Engine, QAP: R1CSToQAP>(input: &Input) -> Result<Prepared, Refusal> {
    let setup = Setup::<E>::new::<QAP>(input)?;
    let proof = setup.prove::<QAP>()?;
    let key = prepare_verifying_key(&setup.key.vk);
    let inputs = [setup.circuit.k];
    let is_valid = move |inputs: &[Fr]| {
        Groth16::<E, QAP>::verify_proof(&key, &proof, inputs).map_err(|error| Refusal(error.to_string()))
    };
    let result = [is_valid(&inputs)?, is_valid(&[inputs[0] + inputs[0]])?].map(|valid| vec![u8::from(valid)]);
    Ok(Prepared::new(1, result, move |iterations| {
        for _ in 0..iterations {
            black_box(is_valid(black_box(&inputs)).is_ok());
        }
    }))
}
