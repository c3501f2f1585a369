//! Witnesses: made from a tree, verified without one.

use std::path::{Path, PathBuf};

use serde::Serialize;
use vorpal::tree::{Error, Key, MAX_KEYS, Witness, WitnessVersion};

use super::Place;
use super::apply::committer;
use super::read::{At, Held, key};
use super::store::State;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::input::json_file::{self, Limits};
use crate::input::read_bytes;
use crate::output::files::{self, Files};
use crate::output::{self, terminal};

#[derive(clap::Args)]
pub(super) struct Prove {
    #[command(flatten)]
    place: Place,
    /// Keys: 32 bytes as hexadecimal digits after 0x.
    #[arg(value_name = "KEY", required = true, value_parser = key)]
    keys: Vec<Key>,
    /// The witness's file: `*.json` in the form of execution witnesses (`stateDiff`, `verkleProof`), otherwise bytes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Make a witness that proves absence and the root after writes as well. Other programs do not read it.
    #[arg(long)]
    bound: bool,
    #[command(flatten)]
    at: At,
}

#[derive(clap::Args)]
pub(super) struct Verify {
    /// The witness's file, as `prove` writes it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The root that it must be true of.
    #[arg(long, value_name = "ROOT", value_parser = Bytes::<32>::parse)]
    root: Bytes<32>,
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
    /// How many branches the witness does not tell from leaves: below them neither absence nor the root after writes is
    /// proved.
    unbound: usize,
    values: Vec<Held>,
}

/// A witness of the most keys, each with a stem of its own; of its strings the statuses of stems are the longest.
const LIMITS: Limits = Limits { file: 512 << 20, value: 4 * MAX_KEYS as u64 };

fn is_json(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "json")
}

impl Prove {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.place.files().outputs([&self.out]).check()?;
        let tree = self.place.snapshot()?;
        let state = self.at.state(&tree)?;
        let view = tree.at(state.blocks)?;
        let version = if self.bound { WitnessVersion::Bound } else { WitnessVersion::Plain };
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
            "A witness of {} keys, {} bytes, in {}. Verify it with --root {}\n",
            made.keys,
            made.bytes,
            terminal::path(&self.out),
            made.state.root
        );
        self.place.report(&made, &text)
    }
}

impl Verify {
    pub(super) fn run(&self) -> Result<(), Failure> {
        Files::default().outputs(&self.json).inputs([&self.file]).check()?;
        let witness = self.read()?;
        let part = witness.verify(&committer()?, &self.root.0).map_err(|error| match error {
            Error::WitnessRefused => Failure::Different(format!("{}: {error}", terminal::path(&self.file))),
            Error::Root { .. } => Failure::Usage { reason: error.to_string() },
            error => Failure::file(&self.file, error),
        })?;
        let values: Vec<Held> = witness.entries().map(|(key, diff)| Held::new(&key, diff.current)).collect();
        let mut text: String = values.iter().map(Held::line).collect();
        text += &format!("This is what the tree with the root {} holds.\n", self.root);
        let unbound = part.unbound().len();
        if unbound > 0 {
            text += &format!(
                "But {unbound} of its branches may be leaves: that a key is absent below them is not proved. \
                 `tree prove --bound` makes witnesses that prove it.\n"
            );
        }
        output::write(&Verified { root: self.root, unbound, values }, &text, self.json.as_deref())
    }

    fn read(&self) -> Result<Witness, Failure> {
        if is_json(&self.file) {
            return Ok(json_file::parse(&self.file, json_file::open(&self.file)?, LIMITS, false)?);
        }
        let bytes = read_bytes(&self.file, LIMITS.file)?;
        Witness::from_bytes(&bytes).map_err(|error| Failure::file(&self.file, error))
    }
}
