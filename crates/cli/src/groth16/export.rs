//! `vorpal groth16 setup export`: what a verifier needs.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use vorpal::groth16::file::Kind;
use vorpal::groth16::{Bls12_381, Bn254, Curve, CurveId, Proof, Zkey, json};

use super::files::{curve_of, read_json};
use crate::failure::Failure;
use crate::output::{files, terminal};

#[derive(Subcommand)]
pub(super) enum Export {
    /// Write the verification key of a key as JSON.
    #[command(name = "verificationkey")]
    VerificationKey {
        /// The key.
        #[arg(value_name = "ZKEY")]
        key: PathBuf,
        /// The file to write.
        #[arg(value_name = "JSON")]
        to: PathBuf,
    },
    /// Print the arguments with which a contract of Solidity verifies a proof.
    SolidityCalldata {
        /// The public signals.
        #[arg(value_name = "PUBLIC")]
        public: PathBuf,
        /// The proof.
        #[arg(value_name = "PROOF")]
        proof: PathBuf,
    },
}

impl Export {
    pub(super) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::VerificationKey { key, to } => {
                files::Files::default().outputs([to]).inputs([key]).check()?;
                let text = match curve_of(key, Kind::Zkey)? {
                    CurveId::Bn254 => verification_key::<Bn254>(key)?,
                    CurveId::Bls12_381 => verification_key::<Bls12_381>(key)?,
                };
                files::write(to, text.as_bytes())
            }
            Self::SolidityCalldata { public, proof } => {
                files::Files::default().inputs([public, proof]).check()?;
                let text = read_json(proof)?;
                let arguments = match json::curve_of(&text).map_err(|error| Failure::file(proof, error))? {
                    CurveId::Bn254 => calldata::<Bn254>(&text, proof, public)?,
                    CurveId::Bls12_381 => calldata::<Bls12_381>(&text, proof, public)?,
                };
                terminal::print(&(arguments + "\n"))
            }
        }
    }
}

fn verification_key<C: Curve>(path: &Path) -> Result<String, Failure> {
    let key = Zkey::<C>::open(path).map_err(|error| Failure::file(path, error))?;
    key.check_points().map_err(|error| Failure::file(path, error))?;
    let key = key.verification_key();
    if key.is_forgeable() {
        let reason = "the key has no contributions: everybody can prove everything";
        return Err(Failure::file(path, reason));
    }
    key.to_json().map_err(|error| Failure::file(path, error))
}

fn calldata<C: Curve>(text: &str, path: &Path, public: &Path) -> Result<String, Failure> {
    let proof = Proof::<C>::from_json(text).map_err(|error| Failure::file(path, error))?;
    let signals =
        json::read_public::<C>(&read_json(public)?).map_err(|error| Failure::file(public, error))?;
    Ok(proof.to_solidity_calldata(&signals))
}
