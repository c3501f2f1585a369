//! Groth16 with the files of circom and snarkjs.

use std::hint::black_box;
use std::path::Path;

use contender::groth16::{self, Proof, SETUP};
use contender::{Contender, Input, Prepared, Refusal};
use vorpal::groth16::ptau::PreparedPowers;
use vorpal::groth16::r1cs::R1cs;
use vorpal::groth16::setup::{CeremonyKey, Entropy, KeyVerdict};
use vorpal::groth16::{self as engine, Bn254, Curve, Statement, Verdict, VerificationKey, Witness, json};

type Scalar = <Bn254 as Curve>::Scalar;

struct Prover(engine::Prover<Bn254>);

fn text(error: impl ToString) -> String {
    error.to_string()
}

impl groth16::Prover for Prover {
    fn open(key: &Path) -> Result<Self, String> {
        engine::Prover::open(key).map(Self).map_err(text)
    }

    fn prove(&self, witness: &[u8]) -> Result<Proof, String> {
        let witness = Witness::from_bytes(witness).map_err(text)?;
        let proof = self.0.prove(&witness).map_err(text)?;
        let public = self.0.public_signals(&witness).map_err(text)?;
        Ok(Proof { proof: proof.to_json(), public: json::write_public::<Bn254>(public) })
    }

    fn is_valid(key: &str, proof: &Proof) -> Result<bool, String> {
        let verifier = <Verifier as groth16::Verifier>::new(key)?;
        Ok(groth16::Verifier::verify(&verifier, &<Verifier as groth16::Verifier>::decode(proof)?))
    }
}

struct Verifier(engine::Verifier<Bn254>);

impl groth16::Verifier for Verifier {
    type Statement = (Vec<Scalar>, engine::Proof<Bn254>);

    fn new(key: &str) -> Result<Self, String> {
        let key = VerificationKey::from_json(key).map_err(text)?;
        engine::Verifier::new(key).map(Self).map_err(text)
    }

    fn decode(proof: &Proof) -> Result<Self::Statement, String> {
        let signals = json::read_public::<Bn254>(&proof.public).map_err(text)?;
        Ok((signals, engine::Proof::from_json(&proof.proof).map_err(text)?))
    }

    fn verify(&self, (signals, proof): &Self::Statement) -> bool {
        self.0.verify(signals, proof) == Ok(true)
    }

    fn verify_all(&self, statements: &[Self::Statement]) -> bool {
        let statements: Vec<_> =
            statements.iter().map(|(signals, proof)| Statement { signals, proof: *proof }).collect();
        self.0.verify_batch(&statements) == Verdict::Valid
    }
}

/// The files of a setup.
struct Setup {
    circuit: Vec<u8>,
    powers: Vec<u8>,
}

impl Setup {
    fn new(input: &Input) -> Result<Self, Refusal> {
        let folder = groth16::folder(input)?;
        let circuit = groth16::read(&folder.join("circuit.r1cs"))?;
        Ok(Self { circuit, powers: groth16::read(&folder.join("powers.ptau"))? })
    }

    fn read(&self) -> Result<(R1cs<Scalar>, PreparedPowers<Bn254>), String> {
        let circuit = R1cs::read(self.circuit.as_slice()).map_err(text)?;
        Ok((circuit, PreparedPowers::read(self.powers.as_slice(), SETUP).map_err(text)?))
    }

    fn key(&self) -> Result<CeremonyKey<Bn254>, String> {
        let (circuit, powers) = self.read()?;
        CeremonyKey::new(&circuit, &powers).map_err(text)
    }

    /// Checks the file of a key.
    fn verify(&self, key: &[u8]) -> Result<bool, String> {
        let (circuit, powers) = self.read()?;
        let key = CeremonyKey::<Bn254>::read(key).map_err(text)?;
        Ok(key.verify(&circuit, &powers).map_err(text)? == KeyVerdict::Valid)
    }
}

/// The file of a key.
fn file(key: &CeremonyKey<Bn254>) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    key.write(&mut file).map_err(text)?;
    Ok(file)
}

fn new_key(input: &Input) -> Result<Prepared, Refusal> {
    let setup = Setup::new(input)?;
    let key = setup.key().map_err(Refusal)?;
    Ok(Prepared::new(1, [key.circuit_hash().to_vec()], move |iterations| {
        for _ in 0..iterations {
            black_box(setup.key().and_then(|key| file(&key)).is_ok());
        }
    }))
}

fn verify_key(input: &Input) -> Result<Prepared, Refusal> {
    let setup = Setup::new(input)?;
    let mut key = setup.key().map_err(Refusal)?;
    key.contribute(Entropy::new(b"entropy").map_err(|error| Refusal(error.to_string()))?, "");
    let file = file(&key).map_err(Refusal)?;
    let valid = setup.verify(&file).map_err(Refusal)?;
    Ok(Prepared::new(1, [vec![u8::from(valid)]], move |iterations| {
        for _ in 0..iterations {
            black_box(setup.verify(black_box(&file)).is_ok());
        }
    }))
}

pub(crate) fn register(contender: &mut Contender) {
    groth16::provers::<Prover>(contender, "groth16::Prover::prove");
    groth16::verifiers::<Verifier>(
        contender,
        "groth16::Verifier::verify",
        Some("groth16::Verifier::verify_batch"),
    );
    contender.offer(format!("groth16.setup.new.2^{SETUP}.t1"), "setup::CeremonyKey::new", new_key);
    contender.offer(format!("groth16.setup.verify.2^{SETUP}.t1"), "setup::CeremonyKey::verify", verify_key);
}
