//! `vorpal tree prove` and `vorpal tree verify`: witnesses, made from a tree and verified without one.

use std::path::{Path, PathBuf};

use serde::Serialize;
use vorpal::tree::{Error, Key, MAX_KEYS, Witness, WitnessVersion};

use super::TreeArguments;
use super::apply::committer;
use super::read::{At, KeyValue, key};
use super::store::State;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::input::json_file::{self, Limits};
use crate::input::read_bytes;
use crate::output::files::{self, Files};
use crate::output::{self, terminal};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree prove state 0x0000000000000000000000000000000000000000000000000000000000000001 --out witness.json")]
pub(super) struct Prove {
    #[command(flatten)]
    tree: TreeArguments,
    /// Keys: 32 bytes as hexadecimal digits after 0x.
    #[arg(value_name = "KEY", required = true, value_parser = key)]
    keys: Vec<Key>,
    /// The witness's file: `*.json` in the form of execution witnesses (`stateDiff`, `verkleProof`), otherwise bytes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Make a witness in the format of other programs. It may show a key as absent without proving it.
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    at: At,
}

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal tree verify witness.json --root 0x48c96a4f79f1463c34f6f8fcab46a78129382ac376730ac7edc8123ad0c55bda")]
pub(super) struct Verify {
    /// The witness's file, as `prove` writes it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The root to verify the witness against.
    #[arg(long, value_name = "ROOT", value_parser = Bytes::<32>::parse)]
    root: Bytes<32>,
    /// Accept a witness that does not prove all it shows. What it does not prove is marked; without this option, such a
    /// witness is refused with exit code 1.
    #[arg(long)]
    plain: bool,
    /// Write the figures to this file as JSON; `-` prints them instead of text.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Serialize)]
struct Made {
    state: State,
    keys: usize,
    bytes: usize,
}

#[derive(Serialize)]
struct Verified {
    root: Bytes<32>,
    /// The number of branches that the witness does not distinguish from leaves. Below them it proves neither absence
    /// nor the root after writes; and values only of stems that are hashes.
    unbound: usize,
    /// The proved values.
    values: Vec<KeyValue>,
    /// The keys that the witness shows as absent without proving it.
    unproved: Vec<Bytes<32>>,
}

/// Limits for a witness of [`MAX_KEYS`] keys with different stems. Its longest string holds the statuses of the stems.
const LIMITS: Limits = Limits { file: 512 << 20, value: 4 * MAX_KEYS as u64 };

/// The version of witnesses with or without the option `--plain`.
fn version(plain: bool) -> WitnessVersion {
    if plain { WitnessVersion::Plain } else { WitnessVersion::Bound }
}

fn is_json(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "json")
}

impl Prove {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.tree.files().outputs([&self.out]).check()?;
        let tree = self.at.snapshot(&self.tree)?;
        let state = self.at.state(&tree)?;
        let view = tree.at(state.blocks)?;
        let version = version(self.plain);
        let witness = view.prove_with(&committer()?, self.keys.iter().copied(), version)?;
        let bytes = if is_json(&self.out) {
            let text =
                serde_json::to_string_pretty(&witness).map_err(|error| Failure::file(&self.out, error))?;
            (text + "\n").into_bytes()
        } else {
            witness.to_bytes()
        };
        files::write(&self.out, &bytes)?;
        let made = Made { state, keys: witness.keys().count(), bytes: bytes.len() };
        let text = format!(
            "Wrote a witness of {} keys, {} bytes, to {}. Verify it with --root {}\n",
            made.keys,
            made.bytes,
            terminal::path(&self.out),
            made.state.root
        );
        self.tree.report(&made, &text)
    }
}

impl Verify {
    pub(super) fn run(&self) -> Result<(), Failure> {
        Files::default().json(&self.json).inputs([&self.file]).check()?;
        let witness = self.read()?;
        let part = witness.verify_with(&committer()?, &self.root.0, version(self.plain)).map_err(|error| match error {
            Error::Unbound { .. } => Failure::Different(format!(
                "{}: {error}. `tree prove` without --plain makes witnesses that prove everything; --plain accepts \
                 this one",
                terminal::path(&self.file)
            )),
            Error::WitnessRefused => Failure::Different(format!("{}: {error}", terminal::path(&self.file))),
            Error::Root { .. } => Failure::Usage { reason: error.to_string() },
            error => Failure::file(&self.file, error),
        })?;
        let (mut values, mut unproved, mut text) = (Vec::new(), Vec::new(), String::new());
        for key in witness.keys() {
            match part.get(&key) {
                Ok(value) => {
                    let value = KeyValue::new(&key, value);
                    text += &value.line();
                    values.push(value);
                }
                Err(Error::Unbound { .. }) => {
                    let key = Bytes(key.to_bytes());
                    text += &format!("{key},?\n");
                    unproved.push(key);
                }
                Err(error) => return Err(Failure::file(&self.file, error)),
            }
        }
        let unbound = part.unbound().len();
        text += &if unbound == 0 {
            format!("The witness is valid: the tree with the root {} has these values.\n", self.root)
        } else {
            format!(
                "The witness agrees with the root {}.\nIt does not prove all it shows: {unbound} of its branches may \
                 be leaves. It shows the keys with `?` as absent without proving it. A value may be false if its \
                 stem is not the hash of an address and a position.\n",
                self.root
            )
        };
        output::write(&Verified { root: self.root, unbound, values, unproved }, &text, self.json.as_deref())
    }

    fn read(&self) -> Result<Witness, Failure> {
        if is_json(&self.file) {
            return Ok(json_file::parse(&self.file, json_file::open(&self.file)?, LIMITS, false)?);
        }
        let bytes = read_bytes(&self.file, LIMITS.file)?;
        Witness::from_bytes(&bytes).map_err(|error| Failure::file(&self.file, error))
    }
}
