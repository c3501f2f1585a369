//! `vorpal bls verify`: signatures with their keys and messages.

use std::path::PathBuf;

use serde::Serialize;
use vorpal::bls::{MinPk, MinSig, PublicKey, Signature, SignatureSet, Variant};

use super::{Common, Groups, SuiteOptions, counted};
use crate::failure::Failure;
use crate::input::signature_sets::{self, Line};
use crate::output::files::{Files, is_standard};
use crate::output::terminal;

/// The largest number of wrong lines that are printed; the JSON has all of them.
const SHOWN: usize = 20;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal bls verify sets.csv
  vorpal bls verify rounds.csv --variant min-sig --scheme basic")]
pub(super) struct Options {
    /// Files of lines with the columns signature,keys,message: hexadecimal digits after 0x, and a space between keys.
    /// The first line has the names of the columns. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The groups of keys and signatures.
    #[arg(long, value_name = "VARIANT", value_enum, default_value_t = Groups::MinPk)]
    variant: Groups,
    #[command(flatten)]
    suite: SuiteOptions,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Figures {
    signatures: usize,
    /// The lines whose signatures are wrong.
    wrong: Vec<String>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        Files::default().json(&self.common.json).inputs_or_standard_input(&self.files).check()?;
        if self.files.iter().filter(|file| is_standard(file)).count() > 1 {
            return Err(Failure::Usage { reason: "standard input can be read only once".into() });
        }
        let mut lines = Vec::new();
        for file in &self.files {
            lines.extend(if is_standard(file) {
                signature_sets::read_from_standard_input()?
            } else {
                signature_sets::read(file)?
            });
        }
        if lines.is_empty() {
            return Err(Failure::file(&self.files[0], "no signatures"));
        }
        let wrong = self.common.on_threads(|| match self.variant {
            Groups::MinPk => self.wrong::<MinPk>(&lines),
            Groups::MinSig => self.wrong::<MinSig>(&lines),
        })?;
        let verdict = verdict(&wrong, lines.len());
        let text = if wrong.is_empty() {
            format!("All signatures are right: {}.\n", counted(lines.len()))
        } else {
            String::new()
        };
        let written = self.common.report(Figures { signatures: lines.len(), wrong }, &text);
        verdict.and(written)
    }

    /// The places of the lines that are wrong.
    fn wrong<V: Variant>(&self, lines: &[Line]) -> Result<Vec<String>, Failure> {
        let suite = self.suite.suite::<V>()?;
        let encodings: Vec<&[u8]> = lines.iter().map(|line| &line.signature[..]).collect();
        let signatures = Signature::<V>::decode_batch(&encodings).into_iter().zip(lines);
        let signatures: Vec<Signature<V>> = signatures
            .map(|(signature, line)| signature.map_err(|error| line.error(format!("signature: {error}"))))
            .collect::<Result<_, _>>()?;
        let encodings: Vec<&[u8]> = lines.iter().flat_map(|line| &line.keys).map(|key| &key[..]).collect();
        let mut decoded = PublicKey::<V>::decode_batch(&encodings).into_iter();
        let mut keys = Vec::with_capacity(lines.len());
        for line in lines {
            let of_line = decoded.by_ref().take(line.keys.len()).enumerate();
            let of_line: Result<Vec<_>, _> = of_line
                .map(|(index, key)| key.map_err(|error| line.error(format!("key {index}: {error}"))))
                .collect();
            keys.push(of_line?);
        }
        let sets = lines.iter().zip(&keys).zip(signatures);
        let sets: Vec<SignatureSet<'_, V>> = sets
            .map(|((line, keys), signature)| SignatureSet { signature, keys, message: &line.message })
            .collect();
        let verdict = suite.verify_sets(&sets);
        Ok(verdict.invalid().iter().map(|index| lines[*index].place()).collect())
    }
}

/// Fails if there are wrong lines, and names the first [`SHOWN`] of them.
fn verdict(wrong: &[String], all: usize) -> Result<(), Failure> {
    if wrong.is_empty() {
        return Ok(());
    }
    let mut reason = format!("{} of {} wrong", wrong.len(), counted(all));
    for place in wrong.iter().take(SHOWN) {
        reason += &format!("\n{}", terminal::escape(place));
    }
    if wrong.len() > SHOWN {
        reason += &format!("\nand {} more (--json has all)", wrong.len() - SHOWN);
    }
    Err(Failure::Different(reason))
}
