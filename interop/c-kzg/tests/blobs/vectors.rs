//! The official vectors, as c-kzg's own tests use them: 325 of 344 files. The other 19 are vectors of challenges, which
//! the API does not have. A case with malformed input has the output null, also where a type refuses the length.

use std::collections::BTreeMap;

use c_kzg::{Blob, Bytes32, Bytes48, Cell, Error, KzgProof, KzgSettings, ethereum_kzg_settings};
use vorpal_oracle::data::folder;

use crate::yaml::{self, Values};

/// The input and the output of a case.
struct Case(BTreeMap<String, Values>);

impl Case {
    fn texts(&self, key: &str) -> &[String] {
        self.0[key].as_ref().unwrap()
    }

    fn list<T>(&self, key: &str, parse: impl Fn(&str) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        self.texts(key).iter().map(|text| parse(text)).collect()
    }

    fn one<T>(&self, key: &str, parse: impl Fn(&str) -> Result<T, Error>) -> Result<T, Error> {
        let texts = self.texts(key);
        assert_eq!(texts.len(), 1, "{key}");
        parse(&texts[0])
    }

    fn numbers(&self, key: &str) -> Vec<u64> {
        self.texts(key).iter().map(|text| text.parse().unwrap()).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    // The type for commitments and proofs has the digits of 48 bytes.
    bytes.chunks(48).fold(String::from("0x"), |text, part| {
        let mut padded = [0; 48];
        padded[..part.len()].copy_from_slice(part);
        text + &KzgProof::from(padded).as_hex_string()[..2 * part.len()]
    })
}

fn cells_and_proofs((cells, proofs): (Box<[Cell; 128]>, Box<[KzgProof; 128]>)) -> Vec<String> {
    let cells = cells.iter().map(|cell| text(&cell.to_bytes()));
    cells.chain(proofs.iter().map(|proof| text(&proof[..]))).collect()
}

fn verdict(valid: bool) -> Vec<String> {
    vec![valid.to_string()]
}

/// The output of a function.
fn run(settings: &KzgSettings, function: &str, case: &Case) -> Result<Vec<String>, Error> {
    let blob = || case.one("blob", Blob::from_hex);
    let bytes48 = |key| case.one(key, Bytes48::from_hex);
    let list48 = |key| case.list(key, Bytes48::from_hex);
    match function {
        "blob_to_kzg_commitment" => {
            settings.blob_to_kzg_commitment(&blob()?).map(|found| vec![text(&found[..])])
        }
        "compute_kzg_proof" => {
            let (proof, y) = settings.compute_kzg_proof(&blob()?, &case.one("z", Bytes32::from_hex)?)?;
            Ok(vec![text(&proof[..]), text(&y[..])])
        }
        "compute_blob_kzg_proof" => {
            let proof = settings.compute_blob_kzg_proof(&blob()?, &bytes48("commitment")?)?;
            Ok(vec![text(&proof[..])])
        }
        "verify_kzg_proof" => {
            let [z, y] = ["z", "y"].map(|key| case.one(key, Bytes32::from_hex));
            let (commitment, proof) = (bytes48("commitment")?, bytes48("proof")?);
            settings.verify_kzg_proof(&commitment, &z?, &y?, &proof).map(verdict)
        }
        "verify_blob_kzg_proof" => {
            let (commitment, proof) = (bytes48("commitment")?, bytes48("proof")?);
            settings.verify_blob_kzg_proof(&blob()?, &commitment, &proof).map(verdict)
        }
        "verify_blob_kzg_proof_batch" => {
            let (commitments, proofs) = (list48("commitments")?, list48("proofs")?);
            let blobs = case.list("blobs", Blob::from_hex)?;
            settings.verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs).map(verdict)
        }
        "compute_cells" => {
            let cells = settings.compute_cells(&blob()?)?;
            Ok(cells.iter().map(|cell| text(&cell.to_bytes())).collect())
        }
        "compute_cells_and_kzg_proofs" => {
            settings.compute_cells_and_kzg_proofs(&blob()?).map(cells_and_proofs)
        }
        "recover_cells_and_kzg_proofs" => {
            let cells = case.list("cells", Cell::from_hex)?;
            let recovered = settings.recover_cells_and_kzg_proofs(&case.numbers("cell_indices"), &cells);
            recovered.map(cells_and_proofs)
        }
        "verify_cell_kzg_proof_batch" => {
            let (commitments, proofs) = (list48("commitments")?, list48("proofs")?);
            let (indices, cells) = (case.numbers("cell_indices"), case.list("cells", Cell::from_hex)?);
            settings.verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs).map(verdict)
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
            for precompute in [0, 3] {
                let found = run(ethereum_kzg_settings(precompute), function, &case);
                let error = found.as_ref().err().map(ToString::to_string);
                assert!(found.ok() == case.0["output"], "{}: error: {error:?}", file.display());
            }
            total += 1;
        }
    }
    assert_eq!(total, 325);
}
