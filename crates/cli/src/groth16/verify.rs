//! `vorpal groth16 verify`.

use std::path::PathBuf;

use serde::Serialize;
use vorpal::groth16::{
    Bls12_381, Bn254, Curve, CurveId, Proof, VerificationKey, Verifier, VerifyError, json,
};

use super::Common;
use super::files::read_json;
use crate::failure::Failure;
use crate::output::files::Files;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal groth16 verify verification_key.json public.json proof.json")]
pub(super) struct Options {
    /// The verification key.
    #[arg(value_name = "VKEY")]
    key: PathBuf,
    /// The public signals.
    #[arg(value_name = "PUBLIC")]
    public: PathBuf,
    /// The proof.
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    /// Accept a key that nobody contributed to, of which everybody can forge proofs
    #[arg(long)]
    development: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Figures {
    valid: bool,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let files = Files::default().inputs([&self.key, &self.public, &self.proof]);
        files.json(&self.common.json).check()?;
        let text = read_json(&self.key)?;
        let curve = json::curve_of(&text).map_err(|error| Failure::file(&self.key, error))?;
        let valid = match curve {
            CurveId::Bn254 => self.verify::<Bn254>(&text)?,
            CurveId::Bls12_381 => self.verify::<Bls12_381>(&text)?,
        };
        let written = self.common.report(Figures { valid }, if valid { "The proof is valid.\n" } else { "" });
        if valid { written } else { written.and(Err(Failure::Different("the proof is not valid".into()))) }
    }

    fn verify<C: Curve>(&self, key: &str) -> Result<bool, Failure> {
        let key = VerificationKey::<C>::from_json(key).map_err(|error| Failure::file(&self.key, error))?;
        let public = json::read_public::<C>(&read_json(&self.public)?)
            .map_err(|error| Failure::file(&self.public, error))?;
        let proof = Proof::<C>::from_json(&read_json(&self.proof)?)
            .map_err(|error| Failure::file(&self.proof, error))?;
        self.common.on_threads(|| {
            let verifier = if self.development { Verifier::for_development(key) } else { Verifier::new(key) };
            let verifier = verifier.map_err(|error| Failure::file(&self.key, error))?;
            verifier.verify(&public, &proof).map_err(|error| match error {
                VerifyError::Signals { .. } => Failure::file(&self.public, error),
                error => Failure::file(&self.proof, error),
            })
        })
    }
}
