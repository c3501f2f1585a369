//! `vorpal kzg cells`: the cells of blobs.

use std::path::{Path, PathBuf};

use serde::Serialize;
use vorpal::kzg::CellsAndProofs;

use super::{Common, blob_failure, bytes, check_standard_input, counted, read_blobs};
use crate::failure::Failure;
use crate::hex;
use crate::hex::Bytes;
use crate::input::kzg_claims;
use crate::output::files::{self, Files};
use crate::output::terminal;
use crate::replay::progress_bar;

/// The number of blobs after which the bar advances.
const BATCH: usize = 4;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal kzg cells blob.bin --out cells.csv
  vorpal kzg cells blob.bin --out cells.bin")]
pub(super) struct Options {
    /// Files of blobs: 131,072 bytes for each blob, or a line of 0x and hexadecimal digits. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of the cells: `*.csv` with proofs, as `verify` and `recover` read it; otherwise the bytes of the cells
    /// alone, 2,048 for each.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Figures {
    blobs: Vec<Entry>,
    cells: usize,
    proofs: usize,
}

#[derive(Serialize)]
struct Entry {
    place: String,
    /// Not computed where the cells have no proofs.
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<Bytes<48>>,
}

/// Whether a file is CSV.
pub(super) fn is_csv(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "csv")
}

/// Appends a line for each cell of a blob.
pub(super) fn write_lines(text: &mut String, commitment: &[u8; 48], (cells, proofs): &CellsAndProofs) {
    if text.is_empty() {
        *text += kzg_claims::CELLS;
        text.push('\n');
    }
    let commitment = Bytes(*commitment).to_string();
    for (index, (cell, proof)) in cells.iter().zip(proofs).enumerate() {
        *text += &format!("{commitment},{index},{},{}\n", hex::text(cell), Bytes(*proof));
    }
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let common = &self.common;
        let files = Files::default().json(&common.json).outputs([&self.out]);
        files.inputs_or_standard_input(&self.files).check()?;
        check_standard_input(&self.files)?;
        let blobs = read_blobs(&self.files)?;
        let (content, commitments) = common.on_threads(|| {
            let (setup, bar) = (common.setup()?, progress_bar());
            bar.set_length(blobs.len() as u64);
            let (mut content, mut text, mut commitments) = (Vec::new(), String::new(), Vec::new());
            for batch in blobs.chunks(BATCH) {
                let failure = |error| blob_failure(batch, &error);
                let batch_bytes = bytes(batch);
                if is_csv(&self.out) {
                    let found = setup.blobs_to_kzg_commitments(&batch_bytes).map_err(failure)?;
                    let cells = setup.compute_cells_and_kzg_proofs_batch(&batch_bytes).map_err(failure)?;
                    found.iter().zip(&cells).for_each(|(commitment, cells)| {
                        write_lines(&mut text, commitment, cells);
                    });
                    commitments.extend(found.into_iter().map(|commitment| Some(Bytes(commitment))));
                } else {
                    for blob in batch {
                        let cells = setup.compute_cells(&blob.bytes);
                        let cells = cells.map_err(|error| {
                            Failure::from(
                                blob.error("blob", super::indexed(&error).1.trim_start_matches("blob: ")),
                            )
                        })?;
                        content.extend(cells.concat());
                        commitments.push(None);
                    }
                }
                bar.inc(batch.len() as u64);
            }
            bar.finish_and_clear();
            content.extend(text.into_bytes());
            Ok((content, commitments))
        })?;
        files::write(&self.out, &content)?;
        let cells = vorpal::kzg::CELLS_PER_BLOB * blobs.len();
        let proofs = if is_csv(&self.out) { cells } else { 0 };
        let entry = |(blob, commitment): (&crate::input::byte_items::Item, _)| Entry {
            place: blob.place(),
            commitment,
        };
        let text = format!(
            "Wrote {cells} cells and {} of {} to {}.\n",
            counted(proofs, "proof"),
            counted(blobs.len(), "blob"),
            terminal::path(&self.out)
        );
        let blobs = blobs.iter().zip(commitments).map(entry).collect();
        common.report(Figures { blobs, cells, proofs }, &text)
    }
}
