//! `vorpal kzg verify`: proofs of blobs, values and cells.

use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;
use vorpal::kzg::{Argument, BYTES_PER_BLOB, Error, Setup, Verdict};

use super::{Common, bytes, check_standard_input, counted, indexed, read_items};
use crate::failure::Failure;
use crate::input::byte_items::Item;
use crate::input::kzg_claims::{self, Claim, Line};
use crate::output::files::{Files, is_standard};
use crate::output::terminal;

/// The largest number of wrong lines that are printed; the JSON has all of them.
const SHOWN: usize = 20;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal kzg verify cells.csv
  vorpal kzg verify proofs.csv --blobs 1.bin 2.bin")]
pub(super) struct Options {
    /// Files of lines whose columns are commitment,proof (of blobs), commitment,z,y,proof (of values) or
    /// commitment,cell_index,cell,proof (of cells), with bytes as hexadecimal digits after 0x. The first line has the
    /// names of the columns. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Files of the blobs for the lines with the columns commitment,proof, in their order. `-` is standard input.
    #[arg(long, value_name = "BLOBS", num_args = 1..)]
    blobs: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Figures {
    blobs: usize,
    values: usize,
    cells: usize,
    /// The lines whose proofs are wrong.
    wrong: Vec<String>,
}

/// Lines by what they claim.
#[derive(Default)]
struct Claims<'a> {
    blobs: Vec<&'a Line>,
    values: Vec<(&'a Line, &'a [u8], &'a [u8])>,
    cells: Vec<(&'a Line, u64, &'a [u8])>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let inputs: Vec<PathBuf> = self.files.iter().chain(&self.blobs).cloned().collect();
        Files::default().json(&self.common.json).inputs_or_standard_input(&inputs).check()?;
        check_standard_input(&inputs)?;
        let (lines, blobs) = (self.lines()?, self.read_blobs()?);
        let claims = Claims::new(&lines);
        if blobs.len() != claims.blobs.len() {
            let (given, needed) = (counted(blobs.len(), "blob"), counted(claims.blobs.len(), "line"));
            let reason =
                format!("{given} given (--blobs) for {needed} with the columns {}", kzg_claims::BLOBS);
            return Err(Failure::Usage { reason });
        }
        let wrong = self.common.on_threads(|| {
            // Verification needs no tables.
            let setup = Setup::ethereum();
            Ok([claims.blobs(&setup, &blobs)?, claims.values(&setup)?, claims.cells(&setup)?].concat())
        })?;
        let verdict = verdict(&wrong, lines.len());
        let text = if wrong.is_empty() {
            let (blobs, values) = (counted(blobs.len(), "blob"), counted(claims.values.len(), "value"));
            format!("All proofs are right: {blobs}, {values}, {}.\n", counted(claims.cells.len(), "cell"))
        } else {
            String::new()
        };
        let (values, cells) = (claims.values.len(), claims.cells.len());
        let written = self.common.report(Figures { blobs: blobs.len(), values, cells, wrong }, &text);
        verdict.and(written)
    }

    fn lines(&self) -> Result<Vec<Line>, Failure> {
        let mut lines = Vec::new();
        for file in &self.files {
            lines.extend(if is_standard(file) {
                kzg_claims::read_from_standard_input()?
            } else {
                kzg_claims::read(file)?
            });
        }
        Ok(lines)
    }

    fn read_blobs(&self) -> Result<Vec<Item>, Failure> {
        let mut blobs = Vec::new();
        for file in &self.blobs {
            blobs.extend(read_items(file, "blob", BYTES_PER_BLOB)?);
        }
        Ok(blobs)
    }
}

/// Fails if there are wrong lines, and names the first [`SHOWN`] of them.
fn verdict(wrong: &[String], all: usize) -> Result<(), Failure> {
    if wrong.is_empty() {
        return Ok(());
    }
    let mut reason = format!("{} of {} wrong", wrong.len(), counted(all, "proof"));
    for place in wrong.iter().take(SHOWN) {
        reason += &format!("\n{}", terminal::escape(place));
    }
    if wrong.len() > SHOWN {
        reason += &format!("\nand {} more (--json has all)", wrong.len() - SHOWN);
    }
    Err(Failure::Different(reason))
}

impl<'a> Claims<'a> {
    fn new(lines: &'a [Line]) -> Self {
        let mut claims = Self::default();
        for line in lines {
            match &line.claim {
                Claim::Blob => claims.blobs.push(line),
                Claim::Value { z, y } => claims.values.push((line, z, y)),
                Claim::Cell { index, cell } => claims.cells.push((line, *index, cell)),
            }
        }
        claims
    }

    /// The places of the lines of blobs that are wrong.
    fn blobs(&self, setup: &Setup, blobs: &[Item]) -> Result<Vec<String>, Failure> {
        let commitments: Vec<&[u8]> = self.blobs.iter().map(|line| &line.commitment[..]).collect();
        let proofs: Vec<&[u8]> = self.blobs.iter().map(|line| &line.proof[..]).collect();
        let verdict = setup.verify_blobs(&bytes(blobs), &commitments, &proofs);
        let verdict = verdict.map_err(|error| match error {
            Error::Malformed { argument: Argument::Blob, .. } => super::blob_failure(blobs, &error),
            error => failure(&self.blobs, &error),
        })?;
        Ok(places(&self.blobs, verdict))
    }

    /// The places of the lines of values that are wrong.
    fn values(&self, setup: &Setup) -> Result<Vec<String>, Failure> {
        let verify = |(line, z, y): &(&Line, &[u8], &[u8])| {
            let valid = setup.verify_kzg_proof(&line.commitment, z, y, &line.proof);
            valid.map_err(|error| Failure::from(line.error(indexed(&error).1)))
        };
        let valid: Result<Vec<bool>, Failure> = self.values.par_iter().map(verify).collect();
        let wrong = self.values.iter().zip(valid?).filter(|(_, valid)| !valid);
        Ok(wrong.map(|((line, ..), _)| line.place()).collect())
    }

    /// The places of the lines of cells that are wrong.
    fn cells(&self, setup: &Setup) -> Result<Vec<String>, Failure> {
        let lines: Vec<&Line> = self.cells.iter().map(|(line, ..)| *line).collect();
        let commitments: Vec<&[u8]> = lines.iter().map(|line| &line.commitment[..]).collect();
        let proofs: Vec<&[u8]> = lines.iter().map(|line| &line.proof[..]).collect();
        let indices: Vec<u64> = self.cells.iter().map(|(_, index, _)| *index).collect();
        let cells: Vec<&[u8]> = self.cells.iter().map(|(.., cell)| *cell).collect();
        let verdict = setup.verify_cells(&commitments, &indices, &cells, &proofs);
        Ok(places(&lines, verdict.map_err(|error| failure(&lines, &error))?))
    }
}

/// The failure by an error about one of these lines.
fn failure(lines: &[&Line], error: &Error) -> Failure {
    let (index, reason) = indexed(error);
    match index.and_then(|index| lines.get(index)) {
        Some(line) => line.error(reason).into(),
        None => Failure::Engine(reason),
    }
}

fn places(lines: &[&Line], verdict: Verdict) -> Vec<String> {
    match verdict {
        Verdict::Valid => Vec::new(),
        Verdict::Invalid(wrong) => wrong.into_iter().map(|index| lines[index].place()).collect(),
    }
}
