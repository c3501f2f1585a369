//! `vorpal groth16 setup`: keys of circuits, and contributions to them.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;
use vorpal::groth16::file::Kind;
use vorpal::groth16::ptau::PreparedPowers;
use vorpal::groth16::r1cs::R1cs;
use vorpal::groth16::setup::{CeremonyKey, KeyVerdict, Pairing, log_domain_size};
use vorpal::groth16::{Bls12_381, Bn254, CurveId};

use super::Common;
use super::contribution::{BeaconOptions, ContributionOptions, line};
use super::export::Export;
use super::files::{curve_of, open, refused, write};
use crate::failure::Failure;
use crate::hex;
use crate::output::files::Files;

#[derive(Args)]
#[command(after_long_help = "\
Examples:
  vorpal groth16 setup new circuit.r1cs powers.ptau first.zkey
  vorpal groth16 setup contribute first.zkey second.zkey --name Alice
  vorpal groth16 setup beacon second.zkey final.zkey --value 0x0102 --exponent 10
  vorpal groth16 setup verify circuit.r1cs powers.ptau final.zkey
  vorpal groth16 setup export verificationkey final.zkey verification_key.json
  vorpal groth16 setup export solidity-calldata public.json proof.json")]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compute the key of a circuit from prepared powers of tau. It needs a contribution before it is safe.
    New {
        #[command(flatten)]
        circuit: Circuit,
        /// The key to write.
        #[arg(value_name = "ZKEY")]
        key: PathBuf,
        #[command(flatten)]
        common: Common,
    },
    /// Multiply delta by a secret of yours, which is wiped.
    Contribute {
        #[command(flatten)]
        keys: Keys,
        #[command(flatten)]
        contribution: ContributionOptions,
        #[command(flatten)]
        common: Common,
    },
    /// Multiply delta by a public random value: the last contribution.
    Beacon {
        #[command(flatten)]
        keys: Keys,
        #[command(flatten)]
        beacon: BeaconOptions,
        #[command(flatten)]
        common: Common,
    },
    /// Verify that a key is that of a circuit and of powers of tau, with all contributions. `ptau verify` verifies the
    /// powers of tau.
    Verify {
        #[command(flatten)]
        circuit: Circuit,
        /// The key.
        #[arg(value_name = "ZKEY")]
        key: PathBuf,
        #[command(flatten)]
        common: Common,
    },
    /// Write what a verifier needs.
    #[command(subcommand)]
    Export(Export),
}

/// What a key is computed from.
#[derive(Args)]
struct Circuit {
    /// The constraints of the circuit, as circom writes them.
    #[arg(value_name = "R1CS")]
    r1cs: PathBuf,
    /// The prepared powers of tau.
    #[arg(value_name = "PTAU")]
    powers: PathBuf,
}

/// The key before a contribution, and after it.
#[derive(Args)]
struct Keys {
    /// The key to contribute to.
    #[arg(value_name = "ZKEY")]
    from: PathBuf,
    /// The key to write.
    #[arg(value_name = "OUT")]
    to: PathBuf,
}

#[derive(Serialize)]
struct Figures {
    circuit: String,
    /// The hash of each contribution.
    contributions: Vec<String>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Export(export) => export.run(),
            Command::New { circuit, key, common } => {
                let files = Files::default().outputs([key]).inputs([&circuit.r1cs, &circuit.powers]);
                files.json(&common.json).check()?;
                match curve_of(&circuit.r1cs, Kind::R1cs)? {
                    CurveId::Bn254 => new::<Bn254>(circuit, key, common),
                    CurveId::Bls12_381 => new::<Bls12_381>(circuit, key, common),
                }
            }
            Command::Contribute { keys, contribution, common } => {
                let entropy = contribution.entropy()?;
                let name = &contribution.name;
                match keys.check(common)? {
                    CurveId::Bn254 => keys.change::<Bn254>(common, |key| key.contribute(entropy, name)),
                    CurveId::Bls12_381 => {
                        keys.change::<Bls12_381>(common, |key| key.contribute(entropy, name))
                    }
                }
            }
            Command::Beacon { keys, beacon, common } => {
                let (value, name) = (beacon.beacon()?, &beacon.name);
                match keys.check(common)? {
                    CurveId::Bn254 => keys.change::<Bn254>(common, |key| key.apply_beacon(value, name)),
                    CurveId::Bls12_381 => {
                        keys.change::<Bls12_381>(common, |key| key.apply_beacon(value, name))
                    }
                }
            }
            Command::Verify { circuit, key, common } => {
                let files = Files::default().inputs([&circuit.r1cs, &circuit.powers, key]);
                files.json(&common.json).check()?;
                match curve_of(key, Kind::Zkey)? {
                    CurveId::Bn254 => verify::<Bn254>(circuit, key, common),
                    CurveId::Bls12_381 => verify::<Bls12_381>(circuit, key, common),
                }
            }
        }
    }
}

impl Keys {
    fn check(&self, common: &Common) -> Result<CurveId, Failure> {
        Files::default().outputs([&self.to]).inputs([&self.from]).json(&common.json).check()?;
        curve_of(&self.from, Kind::Zkey)
    }

    /// Reads the key, changes and writes it.
    fn change<C: Pairing>(
        &self,
        common: &Common,
        change: impl FnOnce(&mut CeremonyKey<C>) -> [u8; 64] + Send,
    ) -> Result<(), Failure> {
        let key = common.on_threads(|| {
            let mut key = CeremonyKey::<C>::read(open(&self.from)?).map_err(refused(&self.from))?;
            change(&mut key);
            Ok(key)
        })?;
        write(&self.to, |bytes| key.write(bytes))?;
        report(&key, common, "")
    }
}

impl Circuit {
    fn read<C: Pairing>(&self) -> Result<(R1cs<C::Scalar>, PreparedPowers<C>), Failure> {
        let circuit = R1cs::read(open(&self.r1cs)?).map_err(|error| Failure::file(&self.r1cs, error))?;
        let log_size = log_domain_size(&circuit).map_err(refused(&self.r1cs))?;
        let powers = PreparedPowers::read(open(&self.powers)?, log_size).map_err(refused(&self.powers))?;
        Ok((circuit, powers))
    }
}

fn new<C: Pairing>(circuit: &Circuit, path: &Path, common: &Common) -> Result<(), Failure> {
    let key = common.on_threads(|| {
        let (constraints, powers) = circuit.read::<C>()?;
        CeremonyKey::new(&constraints, &powers).map_err(refused(&circuit.powers))
    })?;
    write(path, |bytes| key.write(bytes))?;
    report(&key, common, "")
}

fn verify<C: Pairing>(circuit: &Circuit, path: &Path, common: &Common) -> Result<(), Failure> {
    let (key, verdict) = common.on_threads(|| {
        let key = CeremonyKey::<C>::read(open(path)?).map_err(refused(path))?;
        let (constraints, powers) = circuit.read::<C>()?;
        let verdict = key.verify(&constraints, &powers).map_err(refused(&circuit.powers))?;
        Ok((key, verdict))
    })?;
    match verdict {
        KeyVerdict::Invalid(fault) => Err(Failure::Different(format!("invalid key: {fault}"))),
        // Everybody can compute the secrets of beacons.
        KeyVerdict::Valid if key.contributions().iter().all(|record| record.parameters.beacon.is_some()) => {
            Err(Failure::Different("the key has no contributions but beacons: it is not safe".into()))
        }
        KeyVerdict::Valid => report(&key, common, "valid\n"),
    }
}

/// Prints the hashes of the circuit and of the contributions.
fn report<C: Pairing>(key: &CeremonyKey<C>, common: &Common, first: &str) -> Result<(), Failure> {
    let circuit = hex::text(&key.circuit_hash());
    let hashes: Vec<[u8; 64]> =
        key.contributions().iter().map(vorpal::groth16::setup::Contribution::hash).collect();
    let lines = key.contributions().iter().zip(&hashes).zip(1..);
    let lines = lines.map(|((record, hash), number)| line(number, &record.parameters, hash));
    let text = format!("{first}circuit {circuit}\n{}", lines.collect::<String>());
    let contributions = hashes.iter().map(|hash| hex::text(hash)).collect();
    common.report(Figures { circuit, contributions }, &text)
}
