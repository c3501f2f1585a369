//! `vorpal kzg commit` and `vorpal kzg prove`.

use std::fmt::Write as _;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;
use vorpal::fields::primes::Bls12_381Scalar;
use vorpal::kzg::{Error, Setup};

use super::{Common, blob_failure, bytes, check_standard_input, read_blobs};
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::input::byte_items::Item;
use crate::input::kzg_claims;
use crate::output::files::Files;
use crate::replay::progress_bar;

/// The number of blobs after which the bar advances.
const BATCH: usize = 16;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal kzg commit blob.bin
  vorpal kzg commit --json - - < blobs.txt")]
pub(super) struct Commit {
    /// Files of blobs: 131,072 bytes for each blob, or a line of 0x and hexadecimal digits. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal kzg prove blob.bin > proofs.csv
  vorpal kzg prove blob.bin --z 0x0000000000000000000000000000000000000000000000000000000000000007")]
pub(super) struct Prove {
    /// Files of blobs: 131,072 bytes for each blob, or a line of 0x and hexadecimal digits. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Prove the values of the polynomials at this point: 32 bytes, big-endian. By default, the proofs are those of
    /// EIP-4844 that a blob has its commitment.
    #[arg(long, value_name = "Z", value_parser = point)]
    z: Option<Bytes<32>>,
    #[command(flatten)]
    common: Common,
}

fn point(text: &str) -> Result<Bytes<32>, String> {
    let bytes = Bytes::<32>::parse(text)?;
    Bls12_381Scalar::from_be_bytes(&bytes.0).map_err(|error| error.to_string()).map(|_| bytes)
}

/// A blob and what is computed from it.
#[derive(Serialize)]
struct Entry {
    place: String,
    commitment: Bytes<48>,
    #[serde(flatten)]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Bytes<48>>,
}

/// The value at a point.
#[derive(Serialize)]
struct Value {
    z: Bytes<32>,
    y: Bytes<32>,
}

#[derive(Serialize)]
struct Blobs {
    blobs: Vec<Entry>,
}

impl Commit {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let entry = |_: &Setup, _: &[u8], _: &[u8; 48]| Ok((None, None));
        let blobs = entries(&self.files, &self.common, entry)?;
        let text = blobs.iter().fold(String::new(), |text, blob| text + &format!("{}\n", blob.commitment));
        self.common.report(Blobs { blobs }, &text)
    }
}

impl Prove {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let blobs = entries(&self.files, &self.common, |setup, blob, commitment| match self.z {
            Some(z) => {
                let (proof, y) = setup.compute_kzg_proof(blob, &z.0)?;
                Ok((Some(Value { z, y: Bytes(y) }), Some(Bytes(proof))))
            }
            None => Ok((None, Some(Bytes(setup.compute_blob_kzg_proof(blob, commitment)?)))),
        })?;
        let columns = if self.z.is_some() { kzg_claims::VALUES } else { kzg_claims::BLOBS };
        let mut text = format!("{columns}\n");
        for blob in &blobs {
            let value =
                blob.value.as_ref().map_or(String::new(), |value| format!("{},{},", value.z, value.y));
            let proof = blob.proof.map_or(String::new(), |proof| proof.to_string());
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{},{value}{proof}", blob.commitment);
        }
        self.common.report(Blobs { blobs }, &text)
    }
}

/// What is computed from a blob beside its commitment: the value, and the proof.
type Proved = (Option<Value>, Option<Bytes<48>>);

/// Reads all blobs, so that malformed files are refused first. Then computes their commitments, and `prove` of each.
fn entries(
    files: &[PathBuf],
    common: &Common,
    prove: impl Fn(&Setup, &[u8], &[u8; 48]) -> Result<Proved, Error> + Sync + Send,
) -> Result<Vec<Entry>, Failure> {
    Files::default().json(&common.json).inputs_or_standard_input(files).check()?;
    check_standard_input(files)?;
    let blobs = read_blobs(files)?;
    common.on_threads(|| {
        let (setup, bar) = (common.setup()?, progress_bar());
        bar.set_length(blobs.len() as u64);
        let mut entries = Vec::with_capacity(blobs.len());
        for batch in blobs.chunks(BATCH) {
            let commitments =
                setup.blobs_to_kzg_commitments(&bytes(batch)).map_err(|error| blob_failure(batch, &error))?;
            let entry = |(blob, commitment): (&Item, [u8; 48])| {
                let proved = prove(&setup, &blob.bytes, &commitment);
                let (value, proof) = proved.map_err(|error| Failure::Engine(error.to_string()))?;
                Ok(Entry { place: blob.place(), commitment: Bytes(commitment), value, proof })
            };
            let batch_entries: Result<Vec<Entry>, Failure> =
                batch.par_iter().zip(commitments).map(entry).collect();
            entries.extend(batch_entries?);
            bar.inc(batch.len() as u64);
        }
        bar.finish_and_clear();
        Ok(entries)
    })
}
