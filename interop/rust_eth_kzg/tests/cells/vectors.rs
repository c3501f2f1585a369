//! The official vectors: 325 of 344 files. The other 19 are vectors of challenges, which the API does not have. A case
//! with malformed input has the output null, also where the length is not that of a type.

use std::collections::BTreeMap;

use rust_eth_kzg::{DASContext, Error, TrustedSetup, UsePrecomp};
use vorpal_oracle::data::folder;

use crate::yaml::{self, Values};

/// The input and the output of a case.
struct Case(BTreeMap<String, Values>);

impl Case {
    /// The texts of an argument.
    fn texts(&self, key: &str) -> &[String] {
        self.0[key].as_ref().unwrap()
    }

    /// The arrays of an argument; `None` if one of them has another length.
    fn list<const N: usize>(&self, key: &str) -> Option<Vec<Box<[u8; N]>>> {
        let decoded = self.texts(key).iter().map(|text| hex::decode(&text[2..]).unwrap().into_boxed_slice());
        decoded.map(|bytes| bytes.try_into().ok()).collect()
    }

    /// The only array of an argument.
    fn one<const N: usize>(&self, key: &str) -> Option<Box<[u8; N]>> {
        assert_eq!(self.texts(key).len(), 1, "{key}");
        self.list(key)?.pop()
    }

    fn numbers(&self, key: &str) -> Vec<u64> {
        self.texts(key).iter().map(|text| text.parse().unwrap()).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

fn references<const N: usize>(list: &[Box<[u8; N]>]) -> Vec<&[u8; N]> {
    list.iter().map(|item| &**item).collect()
}

fn cells_and_proofs((cells, proofs): ([Box<[u8; 2048]>; 128], [[u8; 48]; 128])) -> Vec<String> {
    let cells = cells.iter().map(|cell| text(&cell[..]));
    cells.chain(proofs.iter().map(|proof| text(proof))).collect()
}

fn verdict(verified: Result<(), Error>) -> Option<Vec<String>> {
    match verified {
        Ok(()) => Some(vec!["true".into()]),
        Err(error) => error.is_proof_invalid().then(|| vec!["false".into()]),
    }
}

/// The output of a function; `None` for an error.
fn run(context: &DASContext, function: &str, case: &Case) -> Option<Vec<String>> {
    let blob = || case.one::<131_072>("blob");
    let (bytes48, bytes32) = (|key| case.one::<48>(key), |key| case.one::<32>(key));
    match function {
        "blob_to_kzg_commitment" => {
            context.blob_to_kzg_commitment(&*blob()?).ok().map(|found| vec![text(&found)])
        }
        "compute_kzg_proof" => {
            let (proof, y) = context.compute_kzg_proof(&*blob()?, *bytes32("z")?).ok()?;
            Some(vec![text(&proof), text(&y)])
        }
        "compute_blob_kzg_proof" => context
            .compute_blob_kzg_proof(&*blob()?, &*bytes48("commitment")?)
            .ok()
            .map(|proof| vec![text(&proof)]),
        "verify_kzg_proof" => {
            let (z, y) = (bytes32("z")?, bytes32("y")?);
            verdict(context.verify_kzg_proof(&*bytes48("commitment")?, *z, *y, &*bytes48("proof")?))
        }
        "verify_blob_kzg_proof" => {
            verdict(context.verify_blob_kzg_proof(&*blob()?, &*bytes48("commitment")?, &*bytes48("proof")?))
        }
        "verify_blob_kzg_proof_batch" => {
            let blobs = case.list::<131_072>("blobs")?;
            let (commitments, proofs) = (case.list::<48>("commitments")?, case.list::<48>("proofs")?);
            verdict(context.verify_blob_kzg_proof_batch(
                references(&blobs),
                references(&commitments),
                references(&proofs),
            ))
        }
        "compute_cells" => {
            let cells = context.compute_cells(&*blob()?).ok()?;
            Some(cells.iter().map(|cell| text(&cell[..])).collect())
        }
        "compute_cells_and_kzg_proofs" => {
            context.compute_cells_and_kzg_proofs(&*blob()?).ok().map(cells_and_proofs)
        }
        "recover_cells_and_kzg_proofs" => {
            let (indices, cells) = (case.numbers("cell_indices"), case.list::<2048>("cells")?);
            context.recover_cells_and_kzg_proofs(indices, references(&cells)).ok().map(cells_and_proofs)
        }
        "verify_cell_kzg_proof_batch" => {
            let (indices, cells) = (case.numbers("cell_indices"), case.list::<2048>("cells")?);
            let (commitments, proofs) = (case.list::<48>("commitments")?, case.list::<48>("proofs")?);
            verdict(context.verify_cell_kzg_proof_batch(
                references(&commitments),
                &indices,
                references(&cells),
                references(&proofs),
            ))
        }
        _ => panic!("no function for the folder {function}"),
    }
}

/// Each folder of vectors with its number of files.
const FOLDERS: [(&str, usize); 10] = [
    ("blob_to_kzg_commitment", 11),
    ("compute_blob_kzg_proof", 15),
    ("compute_cells", 11),
    ("compute_cells_and_kzg_proofs", 11),
    ("compute_kzg_proof", 52),
    ("recover_cells_and_kzg_proofs", 18),
    ("verify_blob_kzg_proof", 29),
    ("verify_blob_kzg_proof_batch", 24),
    ("verify_cell_kzg_proof_batch", 32),
    ("verify_kzg_proof", 122),
];

#[test]
fn all_vectors_pass() {
    let Some(root) = folder("kzg", "the vectors of EIP-4844 and EIP-7594") else { return };
    let contexts = [UsePrecomp::No, UsePrecomp::Yes { width: 3 }]
        .map(|use_precomp| DASContext::new(&TrustedSetup::default(), use_precomp));
    let mut total = 0;
    for (function, number) in FOLDERS {
        let mut files = Vec::new();
        let mut folders = vec![root.join(function)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
        assert_eq!(files.len(), number, "{function}");
        for file in &files {
            let case = Case(yaml::read(&std::fs::read_to_string(file).unwrap()));
            for context in &contexts {
                assert!(run(context, function, &case) == case.0["output"], "{}", file.display());
            }
            total += 1;
        }
    }
    assert_eq!(total, 325);
}
