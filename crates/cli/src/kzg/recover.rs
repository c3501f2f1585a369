//! `vorpal kzg recover`: blobs from their cells.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use vorpal::kzg::{BYTES_PER_CELL, BYTES_PER_COMMITMENT, CELLS_TO_RECOVER, CellsAndProofs, Error, Setup};

use super::cells::{is_csv, write_lines};
use super::{Common, check_standard_input, counted, indexed, read_items};
use crate::failure::Failure;
use crate::hex;
use crate::hex::Bytes;
use crate::input::kzg_claims::{self, Claim};
use crate::output::files::{self, Files, is_standard};
use crate::output::terminal;
use crate::replay::progress_bar;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal kzg recover cells.csv --out blobs.bin
  vorpal kzg recover half.bin --indices 0-31,64-95 --out cells.csv")]
pub(super) struct Options {
    /// Files of cells of one or more blobs, with the columns commitment,cell_index,cell,proof as `cells` writes them.
    /// The blobs are checked against their commitments; the proofs are not verified. With --indices, one file of 2,048
    /// bytes for each cell, or a line of 0x and hexadecimal digits. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The indices of the cells of a file of bytes, all of one blob: numbers and ranges, such as 0-31,70.
    #[arg(long, value_name = "LIST", value_parser = Indices::parse)]
    indices: Option<Indices>,
    /// The file of the result: `*.csv` for all cells with their proofs; otherwise the bytes of the blobs.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// Indices of cells, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Indices(Vec<u64>);

impl Indices {
    fn parse(text: &str) -> Result<Self, String> {
        let number = |word: &str| match word.parse::<u64>() {
            Ok(number @ 0..128) if word.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
            _ => Err(format!("`{word:.80}` is not the index of a cell, 0 to 127")),
        };
        let mut indices = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(format!("{first} is above {last}"));
            }
            indices.extend(first..=last);
            if indices.len() > 128 {
                return Err("more than 128 indices".into());
            }
        }
        Ok(Self(indices))
    }
}

/// A cell, and the error of its line or its place in a file.
struct Given {
    cell: Vec<u8>,
    place: Box<dyn Fn(String) -> Failure + Send + Sync>,
}

/// The cells of a blob by index, with the commitment if it is known.
struct Blob {
    commitment: Option<Vec<u8>>,
    cells: BTreeMap<u64, Given>,
}

#[derive(Serialize)]
struct Figures {
    blobs: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    commitment: Bytes<48>,
    /// The number of cells that were given.
    given: usize,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let common = &self.common;
        let files = Files::default().json(&common.json).outputs([&self.out]);
        files.inputs_or_standard_input(&self.files).check()?;
        check_standard_input(&self.files)?;
        let blobs = match &self.indices {
            Some(indices) => vec![self.blob_of_bytes(indices)?],
            None => self.blobs_of_lines()?,
        };
        let (content, entries) = common.on_threads(|| {
            let (setup, bar) = (common.setup()?, progress_bar());
            bar.set_length(blobs.len() as u64);
            let (mut content, mut text, mut entries) = (Vec::new(), String::new(), Vec::new());
            for blob in &blobs {
                let (recovered, commitment) = blob.recover(&setup, is_csv(&self.out))?;
                if is_csv(&self.out) {
                    write_lines(&mut text, &commitment, &recovered);
                } else {
                    content.extend(recovered.0[..CELLS_TO_RECOVER].concat());
                }
                entries.push(Entry { commitment: Bytes(commitment), given: blob.cells.len() });
                bar.inc(1);
            }
            bar.finish_and_clear();
            content.extend(text.into_bytes());
            Ok((content, entries))
        })?;
        files::write(&self.out, &content)?;
        let (blobs, out) = (counted(blobs.len(), "blob"), terminal::path(&self.out));
        let mut text = format!("Recovered {blobs}, written to {out}.\n");
        for Entry { commitment, given } in &entries {
            text += &format!("{commitment} from {given} cells\n");
        }
        common.report(Figures { blobs: entries }, &text)
    }

    /// The cells of files of lines, by commitment.
    fn blobs_of_lines(&self) -> Result<Vec<Blob>, Failure> {
        let mut blobs: Vec<Blob> = Vec::new();
        let mut numbers = BTreeMap::new();
        let mut places = BTreeMap::new();
        for file in &self.files {
            let lines = if is_standard(file) {
                kzg_claims::read_from_standard_input()?
            } else {
                kzg_claims::read(file)?
            };
            for line in lines {
                let Claim::Cell { index, cell } = &line.claim else {
                    let reason = format!("the columns are not {}", kzg_claims::CELLS);
                    return Err(Failure::line(file, 1, reason));
                };
                let (index, cell) = (*index, cell.clone());
                if line.commitment.len() != BYTES_PER_COMMITMENT {
                    let found = line.commitment.len();
                    let reason =
                        format!("commitment: {found} bytes where {BYTES_PER_COMMITMENT} are expected");
                    return Err(line.error(reason).into());
                }
                let number = *numbers.entry(line.commitment.clone()).or_insert_with(|| {
                    let commitment = Some(line.commitment.clone());
                    blobs.push(Blob { commitment, cells: BTreeMap::new() });
                    blobs.len() - 1
                });
                if let Some(before) = places.insert((number, index), line.place()) {
                    let reason = format!("cell {index} of this commitment occurs already in {before}");
                    return Err(line.error(reason).into());
                }
                let place = Box::new(move |reason| Failure::from(line.error(reason)));
                blobs[number].cells.insert(index, Given { cell, place });
            }
        }
        Ok(blobs)
    }

    /// The cells of a file of bytes.
    fn blob_of_bytes(&self, Indices(indices): &Indices) -> Result<Blob, Failure> {
        let [file] = &self.files[..] else {
            return Err(Failure::Usage { reason: "--indices is for one file".into() });
        };
        let items = read_items(file, "cell", BYTES_PER_CELL)?;
        if items.len() != indices.len() {
            let reason =
                format!("{} for {} indices (--indices)", counted(items.len(), "cell"), indices.len());
            return Err(Failure::file(file, reason));
        }
        let mut cells = BTreeMap::new();
        for (item, index) in items.into_iter().zip(indices) {
            let cell = item.bytes.clone();
            let place = Box::new(move |reason: String| {
                Failure::from(item.error("cell", reason.trim_start_matches("cell: ")))
            });
            if cells.insert(*index, Given { cell, place }).is_some() {
                return Err(Failure::Usage {
                    reason: format!("the index {index} occurs twice in --indices"),
                });
            }
        }
        Ok(Blob { commitment: None, cells })
    }
}

impl Blob {
    /// All cells, their proofs if requested, and the commitment, which is compared with the given one.
    fn recover(&self, setup: &Setup, proofs: bool) -> Result<(CellsAndProofs, [u8; 48]), Failure> {
        let indices: Vec<u64> = self.cells.keys().copied().collect();
        let cells: Vec<&[u8]> = self.cells.values().map(|given| &given.cell[..]).collect();
        let recovered = if proofs {
            setup.recover_cells_and_kzg_proofs(&indices, &cells)
        } else {
            setup.recover_cells(&indices, &cells).map(|cells| (cells, Vec::new()))
        };
        let recovered = recovered.map_err(|error| self.failure(&error))?;
        let blob = recovered.0[..CELLS_TO_RECOVER].concat();
        let commitment = setup.blob_to_kzg_commitment(&blob);
        let commitment = commitment.map_err(|error| Failure::Engine(error.to_string()))?;
        match &self.commitment {
            Some(expected) if *expected != commitment => Err(Failure::Different(format!(
                "the cells of the commitment {} are those of a blob with the commitment {}",
                hex::text(expected),
                Bytes(commitment)
            ))),
            _ => Ok((recovered, commitment)),
        }
    }

    fn failure(&self, error: &Error) -> Failure {
        let of = self.commitment.as_ref();
        let of = of.map_or(String::new(), |bytes| format!("commitment {}: ", hex::text(bytes)));
        let (index, reason) = indexed(error);
        match index.and_then(|index| self.cells.values().nth(index)) {
            Some(given) => (given.place)(reason),
            None if matches!(error, Error::Inconsistent { .. }) => Failure::Different(of + &reason),
            None => Failure::Usage { reason: of + &reason },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_numbers_and_ranges() {
        for (text, expected) in [
            ("0", Ok(vec![0])),
            ("127,3-5", Ok(vec![127, 3, 4, 5])),
            ("5-4,1", Err("5 is above 4")),
            ("128", Err("`128` is not the index of a cell, 0 to 127")),
            ("", Err("`` is not the index of a cell, 0 to 127")),
            ("1-", Err("`` is not the index of a cell, 0 to 127")),
            ("+1", Err("`+1` is not the index of a cell, 0 to 127")),
            ("0-127,0", Err("more than 128 indices")),
        ] {
            assert_eq!(Indices::parse(text), expected.map(Indices).map_err(String::from), "{text}");
        }
    }
}
