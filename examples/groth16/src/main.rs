//! A Groth16 proof on BN254 by ark-groth16 with Vorpal's engine. Two types differ from those of arkworks:
//!
//! ```
//! use vorpal_arkworks::engine::bn254::Bn254;
//! use vorpal_arkworks::groth16::VorpalReduction;
//! let vorpal = run::<Bn254, VorpalReduction>(rounds, random.clone())?;
//! ```
//!
//! # The program
//!
//! ```sh
//! cargo run --release -p groth16 -- 20000     # the number of rounds of the hash; two constraints each
//! ```
//!
//! It proves that one knows the preimage of a hash. Circuit and program are those for arkworks' own engine. The program
//! runs both engines, with the same randomness, and compares keys and proofs.

mod circuit;

use std::time::{Duration, Instant};

use ark_ec::pairing::Pairing;
use ark_ff::{PrimeField, UniformRand};
use ark_groth16::r1cs_to_qap::{LibsnarkReduction, R1CSToQAP};
use ark_groth16::{Groth16, prepare_verifying_key};
use ark_serialize::CanonicalSerialize;
use ark_std::rand::rngs::StdRng;
use ark_std::rand::{RngCore, SeedableRng};
use vorpal_arkworks::engine::bn254::Bn254;
use vorpal_arkworks::groth16::VorpalReduction;

use self::circuit::Preimage;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// What a run shows.
struct Run {
    /// The proof, compressed.
    proof: Vec<u8>,
    proving: Duration,
    verification: Duration,
    valid: bool,
    /// Whether the proof is valid for another hash.
    forged: bool,
}

/// Makes keys, proves, verifies. The engine and the reduction are types of the caller's choice.
fn run<E: Pairing, QAP: R1CSToQAP>(rounds: usize, mut random: StdRng) -> Result<Run>
where
    E::ScalarField: PrimeField,
{
    let random = &mut random;
    let secret = E::ScalarField::rand(random);
    let circuit = Preimage::new(secret, rounds);
    let hash = circuit.hash();

    // In a real system the keys come from a ceremony.
    let key = Groth16::<E, QAP>::generate_random_parameters_with_reduction(circuit.clone(), random)?;
    let verification_key = prepare_verifying_key(&key.vk);

    let start = Instant::now();
    let proof = Groth16::<E, QAP>::create_random_proof_with_reduction(circuit, &key, random)?;
    let proving = start.elapsed();

    let start = Instant::now();
    let valid = Groth16::<E, QAP>::verify_proof(&verification_key, &proof, &[hash])?;
    let verification = start.elapsed();
    let forged = Groth16::<E, QAP>::verify_proof(&verification_key, &proof, &[hash + secret])?;

    let mut bytes = Vec::new();
    proof.serialize_compressed(&mut bytes)?;
    Ok(Run { proof: bytes, proving, verification, valid, forged })
}

fn main() -> Result<()> {
    let rounds = std::env::args().nth(1).map_or(Ok(2_000), |rounds| rounds.parse())?;
    let mut seed = [0; 32];
    ark_std::rand::rngs::OsRng.fill_bytes(&mut seed);
    let random = StdRng::from_seed(seed);

    let vorpal = run::<Bn254, VorpalReduction>(rounds, random.clone())?;
    let arkworks = run::<ark_bn254::Bn254, LibsnarkReduction>(rounds, random)?;
    for (name, run) in [("vorpal", &vorpal), ("arkworks", &arkworks)] {
        println!(
            "{name:9} proof of {} bytes in {:?}, verified in {:?}: {}; for another hash: {}",
            run.proof.len(),
            run.proving,
            run.verification,
            run.valid,
            run.forged
        );
    }
    println!("equal proofs: {}", vorpal.proof == arkworks.proof);
    if vorpal.valid && !vorpal.forged { Ok(()) } else { Err("the verifier is wrong".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_engines_make_the_same_proof() {
        for rounds in [1, 2, 100] {
            let random = StdRng::seed_from_u64(rounds as u64);
            let vorpal = run::<Bn254, VorpalReduction>(rounds, random.clone()).expect("a proof");
            let arkworks = run::<ark_bn254::Bn254, LibsnarkReduction>(rounds, random).expect("a proof");
            assert!(vorpal.valid && !vorpal.forged);
            assert_eq!(vorpal.proof, arkworks.proof);
        }
    }
}
