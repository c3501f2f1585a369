//! `vorpal groth16 ptau`: powers of tau.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use vorpal::groth16::file::Kind;
use vorpal::groth16::ptau::{PowersOfTau, PowersVerdict};
use vorpal::groth16::setup::{Pairing, SetupError};
use vorpal::groth16::{Bls12_381, Bn254, CurveId};

use super::Common;
use super::contribution::{BeaconOptions, ContributionOptions, line};
use super::files::{curve_of, open, refused, write};
use crate::failure::Failure;
use crate::hex;
use crate::output::files::Files;

#[derive(Args)]
#[command(after_long_help = "\
Examples:
  vorpal groth16 ptau new bn254 12 first.ptau
  vorpal groth16 ptau contribute first.ptau second.ptau --name Alice
  vorpal groth16 ptau beacon second.ptau last.ptau --value 0x0102
  vorpal groth16 ptau prepare last.ptau powers.ptau
  vorpal groth16 ptau verify powers.ptau")]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Begin a ceremony: all secrets are one.
    New {
        /// The curve.
        #[arg(value_name = "CURVE", value_enum)]
        curve: CurveName,
        /// The binary logarithm of the largest domain of circuits.
        #[arg(value_name = "POWER", value_parser = clap::value_parser!(u32).range(1..=28))]
        power: u32,
        /// The file to write.
        #[arg(value_name = "OUT")]
        to: PathBuf,
        #[command(flatten)]
        common: Common,
    },
    /// Multiply tau, alpha and beta by secrets of yours, which are wiped.
    Contribute {
        #[command(flatten)]
        files: FromTo,
        #[command(flatten)]
        contribution: ContributionOptions,
        #[command(flatten)]
        common: Common,
    },
    /// Multiply tau, alpha and beta by a public random value: the last contribution.
    Beacon {
        #[command(flatten)]
        files: FromTo,
        #[command(flatten)]
        beacon: BeaconOptions,
        #[command(flatten)]
        common: Common,
    },
    /// Add the Lagrange bases of all domains, from which keys are computed.
    Prepare {
        #[command(flatten)]
        files: FromTo,
        #[command(flatten)]
        common: Common,
    },
    /// Verify the contributions, the powers, and the Lagrange bases if the file has them.
    Verify {
        /// The powers of tau.
        #[arg(value_name = "PTAU")]
        from: PathBuf,
        #[command(flatten)]
        common: Common,
    },
}

/// The file before, and after.
#[derive(Args)]
struct FromTo {
    /// The powers of tau.
    #[arg(value_name = "PTAU")]
    from: PathBuf,
    /// The file to write.
    #[arg(value_name = "OUT")]
    to: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CurveName {
    /// BN254, which snarkjs calls bn128.
    Bn254,
    /// BLS12-381.
    #[value(name = "bls12-381")]
    Bls12_381,
}

#[derive(Serialize)]
struct Figures {
    power: u32,
    /// The hash of each contribution.
    contributions: Vec<String>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::New { curve, power, to, common } => {
                Files::default().outputs([to]).json(&common.json).check()?;
                match curve {
                    CurveName::Bn254 => new::<Bn254>(*power, to, common),
                    CurveName::Bls12_381 => new::<Bls12_381>(*power, to, common),
                }
            }
            Command::Contribute { files, contribution, common } => {
                let (entropy, name) = (contribution.entropy()?, &contribution.name);
                match files.check(common)? {
                    CurveId::Bn254 => {
                        files.change::<Bn254>(common, |powers| powers.contribute(entropy, name))
                    }
                    CurveId::Bls12_381 => {
                        files.change::<Bls12_381>(common, |powers| powers.contribute(entropy, name))
                    }
                }
            }
            Command::Beacon { files, beacon, common } => {
                let (value, name) = (beacon.beacon()?, &beacon.name);
                match files.check(common)? {
                    CurveId::Bn254 => {
                        files.change::<Bn254>(common, |powers| powers.apply_beacon(value, name))
                    }
                    CurveId::Bls12_381 => {
                        files.change::<Bls12_381>(common, |powers| powers.apply_beacon(value, name))
                    }
                }
            }
            Command::Prepare { files, common } => match files.check(common)? {
                CurveId::Bn254 => files.prepare::<Bn254>(common),
                CurveId::Bls12_381 => files.prepare::<Bls12_381>(common),
            },
            Command::Verify { from, common } => {
                Files::default().inputs([from]).json(&common.json).check()?;
                match curve_of(from, Kind::Ptau)? {
                    CurveId::Bn254 => verify::<Bn254>(from, common),
                    CurveId::Bls12_381 => verify::<Bls12_381>(from, common),
                }
            }
        }
    }
}

impl FromTo {
    fn check(&self, common: &Common) -> Result<CurveId, Failure> {
        Files::default().outputs([&self.to]).inputs([&self.from]).json(&common.json).check()?;
        curve_of(&self.from, Kind::Ptau)
    }

    /// Reads the powers, changes and writes them, without Lagrange bases.
    fn change<C: Pairing>(
        &self,
        common: &Common,
        change: impl FnOnce(&mut PowersOfTau<C>) -> Result<[u8; 64], SetupError> + Send,
    ) -> Result<(), Failure> {
        let powers = common.on_threads(|| {
            let mut powers = read::<C>(&self.from)?;
            change(&mut powers).map_err(refused(&self.from))?;
            Ok(powers)
        })?;
        write(&self.to, |bytes| powers.write(bytes).map(|_| ()))?;
        report(&powers, common, "")
    }

    fn prepare<C: Pairing>(&self, common: &Common) -> Result<(), Failure> {
        let powers = common.on_threads(|| {
            let powers = read::<C>(&self.from)?;
            write(&self.to, |bytes| powers.prepare(bytes).map(|_| ()))?;
            Ok(powers)
        })?;
        report(&powers, common, "")
    }
}

fn read<C: Pairing>(path: &Path) -> Result<PowersOfTau<C>, Failure> {
    PowersOfTau::read(open(path)?).map_err(refused(path))
}

fn new<C: Pairing>(power: u32, to: &Path, common: &Common) -> Result<(), Failure> {
    let powers = PowersOfTau::<C>::new(power).map_err(refused(to))?;
    write(to, |bytes| powers.write(bytes).map(|_| ()))?;
    report(&powers, common, "")
}

fn verify<C: Pairing>(path: &Path, common: &Common) -> Result<(), Failure> {
    let (powers, verdict) = common.on_threads(|| {
        let powers = read::<C>(path)?;
        let verdict = match powers.verify() {
            PowersVerdict::Valid => powers.verify_lagrange(open(path)?).map_err(refused(path))?,
            invalid => invalid,
        };
        Ok((powers, verdict))
    })?;
    match verdict {
        PowersVerdict::Invalid(fault) => Err(Failure::Different(format!("invalid powers of tau: {fault}"))),
        // Everybody can compute the secrets of beacons.
        PowersVerdict::Valid
            if powers.contributions().iter().all(|record| record.parameters.beacon.is_some()) =>
        {
            let reason = "the powers of tau have no contributions but beacons: they are not safe";
            Err(Failure::Different(reason.into()))
        }
        PowersVerdict::Valid => report(&powers, common, "valid\n"),
    }
}

/// Prints the power and the hashes of the contributions.
fn report<C: Pairing>(powers: &PowersOfTau<C>, common: &Common, first: &str) -> Result<(), Failure> {
    // A record that was read may have no hash, which verification refuses.
    let hashes: Vec<[u8; 64]> =
        powers.contributions().iter().map(|record| record.hash().unwrap_or([0; 64])).collect();
    let lines = powers.contributions().iter().zip(&hashes).zip(1..);
    let lines = lines.map(|((record, hash), number)| line(number, &record.parameters, hash));
    let power = powers.power();
    let text = format!("{first}2^{power} powers of tau\n{}", lines.collect::<String>());
    let contributions = hashes.iter().map(|hash| hex::text(hash)).collect();
    common.report(Figures { power, contributions }, &text)
}
