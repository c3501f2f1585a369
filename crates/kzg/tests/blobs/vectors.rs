//! The official vectors, as c-kzg's tests have them: 344 files. A function with malformed input has the output null.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use vorpal_kzg::challenge::{CellOfBatch, compute_challenge, compute_verify_cell_kzg_proof_batch_challenge};
use vorpal_kzg::{Error, Setup};
use vorpal_oracle::data::{bytes, folder};
use vorpal_oracle::effort::is_full;

use crate::yaml::{self, Values};

/// A setup with tables, so that both kinds of sums are compared with the vectors.
fn setups() -> [Setup; 2] {
    [Setup::ethereum(), Setup::ethereum().with_memory(14 << 20).unwrap()]
}

/// The input and the output of a case.
struct Case(BTreeMap<String, Values>);

impl Case {
    fn list(&self, key: &str) -> Vec<Vec<u8>> {
        self.0[key].as_ref().unwrap().iter().map(|text| bytes(text)).collect()
    }

    fn one(&self, key: &str) -> Vec<u8> {
        let list = self.list(key);
        assert_eq!(list.len(), 1, "{key}");
        list.into_iter().next().unwrap()
    }

    fn numbers(&self, key: &str) -> Vec<u64> {
        self.0[key].as_ref().unwrap().iter().map(|text| text.parse().unwrap()).collect()
    }

    /// Compares a result with the output. An error is null.
    fn check<T>(&self, result: Result<T, Error>, encode: impl FnOnce(T) -> Vec<String>) {
        let found = result.as_ref().err().map(ToString::to_string);
        let (expected, encoded) = (&self.0["output"], result.ok().map(encode));
        assert!(encoded == *expected, "error: {found:?}, expected an error: {}", expected.is_none());
    }
}

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().fold(String::from("0x"), |text, byte| format!("{text}{byte:02x}"))
}

fn verdict(valid: bool) -> Vec<String> {
    vec![valid.to_string()]
}

/// Hexadecimal digits of many bytes, without a format for each.
fn all_hex<B: AsRef<[u8]>>(list: impl IntoIterator<Item = B>) -> Vec<String> {
    list.into_iter()
        .map(|bytes| {
            let mut text = String::from("0x");
            for byte in bytes.as_ref() {
                for digit in [byte >> 4, byte & 15] {
                    text.push(char::from_digit(digit.into(), 16).unwrap());
                }
            }
            text
        })
        .collect()
}

fn run(setup: &Setup, function: &str, case: &Case) {
    match function {
        "blob_to_kzg_commitment" => {
            case.check(setup.blob_to_kzg_commitment(&case.one("blob")), |commitment| vec![hex(commitment)]);
        }
        "compute_kzg_proof" => {
            let result = setup.compute_kzg_proof(&case.one("blob"), &case.one("z"));
            case.check(result, |(proof, y)| vec![hex(proof), hex(y)]);
        }
        "compute_blob_kzg_proof" => {
            let result = setup.compute_blob_kzg_proof(&case.one("blob"), &case.one("commitment"));
            case.check(result, |proof| vec![hex(proof)]);
        }
        "verify_kzg_proof" => {
            let [commitment, z, y, proof] = ["commitment", "z", "y", "proof"].map(|key| case.one(key));
            case.check(setup.verify_kzg_proof(&commitment, &z, &y, &proof), verdict);
        }
        "verify_blob_kzg_proof" => {
            let [blob, commitment, proof] = ["blob", "commitment", "proof"].map(|key| case.one(key));
            case.check(setup.verify_blob_kzg_proof(&blob, &commitment, &proof), verdict);
        }
        "verify_blob_kzg_proof_batch" => {
            let [blobs, commitments, proofs] = ["blobs", "commitments", "proofs"].map(|key| case.list(key));
            case.check(setup.verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs), verdict);
            let named = setup.verify_blobs(&blobs, &commitments, &proofs);
            case.check(named, |found| verdict(found.is_valid()));
        }
        "compute_cells" => {
            case.check(setup.compute_cells(&case.one("blob")), all_hex);
        }
        "compute_cells_and_kzg_proofs" => {
            let result = setup.compute_cells_and_kzg_proofs(&case.one("blob"));
            case.check(result, |(cells, proofs)| [all_hex(cells), all_hex(proofs)].concat());
        }
        "recover_cells_and_kzg_proofs" => {
            let (indices, cells) = (case.numbers("cell_indices"), case.list("cells"));
            let result = setup.recover_cells_and_kzg_proofs(&indices, &cells);
            let only_cells = setup.recover_cells(&indices, &cells);
            assert_eq!(result.as_ref().map(|(cells, _)| cells), only_cells.as_ref());
            case.check(result, |(cells, proofs)| [all_hex(cells), all_hex(proofs)].concat());
        }
        "verify_cell_kzg_proof_batch" => {
            let [commitments, cells, proofs] = ["commitments", "cells", "proofs"].map(|key| case.list(key));
            let indices = case.numbers("cell_indices");
            case.check(setup.verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs), verdict);
            let named = setup.verify_cells(&commitments, &indices, &cells, &proofs);
            case.check(named, |found| verdict(found.is_valid()));
        }
        "compute_challenge" => {
            let commitment: [u8; 48] = case.one("commitment").try_into().unwrap();
            let challenge = compute_challenge(&case.one("blob"), &commitment);
            case.check(Ok(challenge), |challenge| vec![hex(challenge.to_be_bytes())]);
        }
        "compute_verify_cell_kzg_proof_batch_challenge" => {
            let array = |bytes: Vec<u8>| -> [u8; 48] { bytes.try_into().unwrap() };
            let commitments: Vec<[u8; 48]> = case.list("commitments").into_iter().map(array).collect();
            let proofs: Vec<[u8; 48]> = case.list("proofs").into_iter().map(array).collect();
            let numbers = (case.numbers("commitment_indices"), case.numbers("cell_indices"));
            let cells: Vec<[u8; 2048]> = (case.list("cosets_evals").chunks(64))
                .map(|scalars| scalars.concat().try_into().unwrap())
                .collect();
            assert!(cells.len() == proofs.len() && numbers.0.len() == proofs.len());
            let cells: Vec<CellOfBatch<'_>> = (0..proofs.len())
                .map(|k| CellOfBatch {
                    commitment: numbers.0[k],
                    cell: numbers.1[k],
                    bytes: &cells[k],
                    proof: &proofs[k],
                })
                .collect();
            let challenge = compute_verify_cell_kzg_proof_batch_challenge(&commitments, &cells);
            case.check(Ok(challenge), |challenge| vec![hex(challenge.to_be_bytes())]);
        }
        _ => panic!("no function for the folder {function}"),
    }
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Each folder of vectors with its number of files.
const FOLDERS: [(&str, usize); 12] = [
    ("blob_to_kzg_commitment", 11),
    ("compute_blob_kzg_proof", 15),
    ("compute_cells", 11),
    ("compute_cells_and_kzg_proofs", 11),
    ("compute_challenge", 9),
    ("compute_kzg_proof", 52),
    ("compute_verify_cell_kzg_proof_batch_challenge", 10),
    ("recover_cells_and_kzg_proofs", 18),
    ("verify_blob_kzg_proof", 29),
    ("verify_blob_kzg_proof_batch", 24),
    ("verify_cell_kzg_proof_batch", 32),
    ("verify_kzg_proof", 122),
];

#[test]
fn all_vectors_pass() {
    let Some(root) = folder("kzg", "the vectors of EIP-4844 and EIP-7594") else { return };
    let setups = setups();
    let mut total = 0;
    for (function, number) in FOLDERS {
        let files = files(&root.join(function));
        assert_eq!(files.len(), number, "{function}");
        for file in &files {
            let case = Case(yaml::read(&std::fs::read_to_string(file).unwrap()));
            println!("{}", file.display());
            // Tables serve sums over the points of the setup; challenges and openings of single values have none.
            let has_sums = !["compute_challenge", "verify_kzg_proof", "verify_blob_kzg_proof"]
                .contains(&function)
                && function != "compute_verify_cell_kzg_proof_batch_challenge";
            let setups = if has_sums || is_full() { &setups[..] } else { &setups[..1] };
            setups.iter().for_each(|setup| run(setup, function, &case));
            total += 1;
        }
    }
    assert_eq!(total, 344);
    // No folder is left out.
    assert_eq!(std::fs::read_dir(&root).unwrap().count(), FOLDERS.len());
}
