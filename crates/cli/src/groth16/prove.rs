//! `vorpal groth16 prove`.

use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;
use vorpal::groth16::file::{Container, Kind};
use vorpal::groth16::{
    Blinding, Bls12_381, Bn254, Curve, CurveId, Prover, ProverError, Verifier, Witness, Zkey, json,
};

use super::Common;
use super::files::{curve_of, open};
use crate::failure::Failure;
use crate::output::files::{self, Files};
use crate::replay::progress_bar;

/// The length of the progress bar.
const STEPS: u64 = 100;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal groth16 prove circuit.zkey witness.wtns proof.json public.json
  vorpal groth16 prove circuit.zkey witness.wtns proof.json public.json --check --threads 1")]
pub(super) struct Options {
    /// The proving key, as snarkjs writes it.
    #[arg(value_name = "ZKEY")]
    key: PathBuf,
    /// The witness, as circom's calculators write it.
    #[arg(value_name = "WTNS")]
    witness: PathBuf,
    /// The proof to write, as JSON.
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    /// The public signals to write, as JSON.
    #[arg(value_name = "PUBLIC")]
    public: PathBuf,
    /// Check first that all points of the key are in their groups.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Figures {
    signals: usize,
    public: usize,
    rows: usize,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let files = Files::default().outputs([&self.proof, &self.public]).inputs([&self.key, &self.witness]);
        files.json(&self.common.json).check()?;
        match curve_of(&self.key, Kind::Zkey)? {
            CurveId::Bn254 => self.run_on::<Bn254>(),
            CurveId::Bls12_381 => self.run_on::<Bls12_381>(),
        }
    }

    fn run_on<C: Curve>(&self) -> Result<(), Failure> {
        let refused = |error| Failure::file(&self.witness, error);
        let mut container = Container::new(open(&self.witness)?, Kind::Wtns).map_err(refused)?;
        let witness = Witness::<C>::read(&mut container).map_err(refused)?;
        let (proof, public, rows) = self.common.on_threads(|| {
            let failure = |error| match error {
                ProverError::Witness { .. } => Failure::file(&self.witness, error),
                ProverError::Key | ProverError::File(_) => Failure::file(&self.key, error),
                error => Failure::Engine(error.to_string()),
            };
            let prover = if self.check {
                let key = Zkey::<C>::open(&self.key).map_err(|error| Failure::file(&self.key, error))?;
                key.check_points().map_err(|error| Failure::file(&self.key, error))?;
                Prover::new(key)
            } else {
                Prover::open(&self.key)
            };
            let prover = prover.map_err(failure)?;
            let public = prover.public_signals(&witness).map_err(failure)?;
            let bar = progress_bar();
            bar.set_length(STEPS);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the bar")]
            let show = |done: f64| {
                bar.set_position((done * STEPS as f64) as u64);
                ControlFlow::Continue(())
            };
            let blinding = Blinding::random().map_err(failure)?;
            let proof = prover.prove_with(&witness, blinding, Some(&show)).map_err(failure)?;
            bar.finish_and_clear();
            // A witness that does not satisfy the circuit has a proof as well, which no verifier accepts.
            let verifier = Verifier::for_development(prover.verification_key().clone())
                .map_err(|error| Failure::file(&self.key, error))?;
            if verifier.verify(public, &proof) != Ok(true) {
                let reason = "the proof is not valid: the witness does not satisfy the circuit of the key";
                return Err(Failure::Different(reason.into()));
            }
            Ok((proof.to_json(), public, prover.rows()))
        })?;
        files::write(&self.proof, proof.as_bytes())?;
        files::write(&self.public, json::write_public::<C>(public).as_bytes())?;
        self.common.report(Figures { signals: witness.values().len(), public: public.len(), rows }, "")
    }
}
