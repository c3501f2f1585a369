//! Circuits of a given size in the formats of circom and snarkjs: constraints, witnesses, keys, powers of tau and
//! proofs. All secrets of the setups are known, so arithmetic of scalars and multiples of the generators make all
//! points, by arkworks. Folders of the lab's builds keep the files, since the larger ones take a while.

mod circuit;
mod encode;
mod key;
mod powers;
mod proofs;
mod secrets;

use std::fs;
use std::path::{Path, PathBuf};

use crate::contenders::lab_folder;
use crate::data::Skipped;
use crate::random::Random;

pub(crate) use circuit::Values;

/// The seed of all circuits.
const SEED: u64 = 49;

/// The folder with a circuit whose domain has `2^log_size` points, as `circuit.r1cs`, `circuit.zkey`, `witness.wtns`
/// and `verification_key.json`.
pub(crate) fn circuit(values: Values, log_size: u32) -> Result<PathBuf, Skipped> {
    made(&format!("{}-{log_size}", values.name()), |folder, random| {
        let circuit = circuit::Circuit::new(random, values, log_size);
        fs::write(folder.join("circuit.r1cs"), circuit.constraints())?;
        fs::write(folder.join("witness.wtns"), circuit.witness())?;
        let (key, verification) = key::files(&circuit, log_size);
        fs::write(folder.join("circuit.zkey"), key)?;
        fs::write(folder.join("verification_key.json"), verification)
    })
}

/// The folder with a circuit as `circuit.r1cs`, and with the powers of tau for it as `powers.ptau`.
pub(crate) fn setup(log_size: u32) -> Result<PathBuf, Skipped> {
    made(&format!("setup-{log_size}"), |folder, random| {
        let circuit = circuit::Circuit::new(random, Values::Uniform, log_size);
        fs::write(folder.join("circuit.r1cs"), circuit.constraints())?;
        fs::write(folder.join("powers.ptau"), powers::file(log_size))
    })
}

/// The folder with valid proofs of one circuit and a wrong one: `verification_key.json`, and `proofs.json` and
/// `publics.json` with an element for each proof.
pub(crate) fn proofs(valid: usize) -> Result<PathBuf, Skipped> {
    made(&format!("proofs-{valid}"), |folder, random| {
        let [key, proofs, publics] = proofs::files(random, valid);
        fs::write(folder.join("verification_key.json"), key)?;
        fs::write(folder.join("proofs.json"), proofs)?;
        fs::write(folder.join("publics.json"), publics)
    })
}

/// A folder that an earlier run or `make` has written.
fn made(
    name: &str,
    make: impl FnOnce(&Path, &mut Random) -> std::io::Result<()>,
) -> Result<PathBuf, Skipped> {
    let all = lab_folder().join("target/circuits");
    let folder = all.join(name);
    if folder.is_dir() {
        return Ok(folder);
    }
    let failed = |error: std::io::Error| Skipped(format!("{}: {error}", folder.display()));
    fs::create_dir_all(&all).map_err(failed)?;
    // A run that ends early leaves no folder with the name.
    let part = tempfile::tempdir_in(&all).map_err(failed)?;
    make(part.path(), &mut Random::new(SEED, name)).map_err(failed)?;
    fs::rename(part.keep(), &folder).map_err(failed)?;
    Ok(folder)
}
