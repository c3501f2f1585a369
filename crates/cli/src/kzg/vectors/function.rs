//! The functions that have vectors.

use vorpal::kzg::challenge::{CellOfBatch, compute_challenge, compute_verify_cell_kzg_proof_batch_challenge};
use vorpal::kzg::{CellsAndProofs, SCALARS_PER_CELL, Setup};

use super::case::Case;
use crate::failure::Failure;
use crate::hex;
use crate::vector_folders;

/// Runs a vector, and returns how the result differs from the output.
type Check = fn(&Setup, &Case<'_>) -> Result<Option<String>, Failure>;

/// A function, by its name in the specification.
#[derive(Clone, Copy)]
pub(super) struct Function {
    name: &'static str,
    check: Check,
}

const FUNCTIONS: [Function; 12] = [
    Function {
        name: "blob_to_kzg_commitment",
        check: |setup, case| {
            let result = setup.blob_to_kzg_commitment(&case.bytes("blob")?);
            case.difference(result.map(|commitment| vec![hex::text(&commitment)]))
        },
    },
    Function {
        name: "compute_kzg_proof",
        check: |setup, case| {
            let result = setup.compute_kzg_proof(&case.bytes("blob")?, &case.bytes("z")?);
            case.difference(result.map(|(proof, y)| vec![hex::text(&proof), hex::text(&y)]))
        },
    },
    Function {
        name: "compute_blob_kzg_proof",
        check: |setup, case| {
            let result = setup.compute_blob_kzg_proof(&case.bytes("blob")?, &case.bytes("commitment")?);
            case.difference(result.map(|proof| vec![hex::text(&proof)]))
        },
    },
    Function {
        name: "verify_kzg_proof",
        check: |setup, case| {
            let (commitment, proof) = (case.bytes("commitment")?, case.bytes("proof")?);
            let (z, y) = (case.bytes("z")?, case.bytes("y")?);
            case.difference(setup.verify_kzg_proof(&commitment, &z, &y, &proof).map(verdict))
        },
    },
    Function {
        name: "verify_blob_kzg_proof",
        check: |setup, case| {
            let (blob, commitment) = (case.bytes("blob")?, case.bytes("commitment")?);
            let result = setup.verify_blob_kzg_proof(&blob, &commitment, &case.bytes("proof")?);
            case.difference(result.map(verdict))
        },
    },
    Function {
        name: "verify_blob_kzg_proof_batch",
        check: |setup, case| {
            let (blobs, commitments) = (case.list("blobs")?, case.list("commitments")?);
            let result = setup.verify_blob_kzg_proof_batch(&blobs, &commitments, &case.list("proofs")?);
            case.difference(result.map(verdict))
        },
    },
    Function {
        name: "compute_cells",
        check: |setup, case| {
            let result = setup.compute_cells(&case.bytes("blob")?);
            case.difference(result.map(|cells| cells.iter().map(|cell| hex::text(cell)).collect()))
        },
    },
    Function {
        name: "compute_cells_and_kzg_proofs",
        check: |setup, case| {
            case.difference(setup.compute_cells_and_kzg_proofs(&case.bytes("blob")?).map(cells_and_proofs))
        },
    },
    Function {
        name: "recover_cells_and_kzg_proofs",
        check: |setup, case| {
            let (indices, cells) = (case.numbers("cell_indices")?, case.list("cells")?);
            case.difference(setup.recover_cells_and_kzg_proofs(&indices, &cells).map(cells_and_proofs))
        },
    },
    Function {
        name: "verify_cell_kzg_proof_batch",
        check: |setup, case| {
            let (commitments, indices) = (case.list("commitments")?, case.numbers("cell_indices")?);
            let (cells, proofs) = (case.list("cells")?, case.list("proofs")?);
            let result = setup.verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs);
            case.difference(result.map(verdict))
        },
    },
    Function {
        name: "compute_challenge",
        check: |_, case| {
            let [commitment] = case.arrays("commitment")?[..] else {
                return Err(case.malformed("commitment", "not one value"));
            };
            let challenge = compute_challenge(&case.bytes("blob")?, &commitment);
            case.difference(Ok(vec![hex::text(&challenge.to_be_bytes())]))
        },
    },
    Function {
        name: "compute_verify_cell_kzg_proof_batch_challenge",
        check: |_, case| {
            let (commitments, proofs) = (case.arrays("commitments")?, case.arrays("proofs")?);
            let of_commitments = case.numbers("commitment_indices")?;
            let of_cells = case.numbers("cell_indices")?;
            // The cells are lists of scalars.
            let scalars: Vec<[u8; 32]> = case.arrays("cosets_evals")?;
            let cells: Vec<[u8; 2048]> = (scalars.chunks(SCALARS_PER_CELL))
                .map(|scalars| scalars.concat().try_into())
                .collect::<Result<_, _>>()
                .map_err(|_| case.malformed("cosets_evals", "not 64 scalars for each cell"))?;
            if [of_commitments.len(), of_cells.len(), cells.len()] != [proofs.len(); 3] {
                return Err(case.malformed("proofs", "lists of different lengths"));
            }
            let batch: Vec<CellOfBatch<'_>> = (0..proofs.len())
                .map(|index| CellOfBatch {
                    commitment: of_commitments[index],
                    cell: of_cells[index],
                    bytes: &cells[index],
                    proof: &proofs[index],
                })
                .collect();
            let challenge = compute_verify_cell_kzg_proof_batch_challenge(&commitments, &batch);
            case.difference(Ok(vec![hex::text(&challenge.to_be_bytes())]))
        },
    },
];

impl vector_folders::Function for Function {
    const EXTENSION: &'static str = "yaml";
    const FORMAT: &'static str = "YAML";
    const SPECIFICATION: &'static str = "EIP-4844 or EIP-7594";

    fn of_name(name: &str) -> Option<Self> {
        FUNCTIONS.into_iter().find(|function| function.name == name)
    }

    fn name(self) -> &'static str {
        self.name
    }
}

impl Function {
    pub(super) fn check(self, setup: &Setup, case: &Case<'_>) -> Result<Option<String>, Failure> {
        (self.check)(setup, case)
    }
}

fn verdict(valid: bool) -> Vec<String> {
    vec![valid.to_string()]
}

fn cells_and_proofs((cells, proofs): CellsAndProofs) -> Vec<String> {
    let cells = cells.iter().map(|cell| hex::text(cell));
    cells.chain(proofs.iter().map(|proof| hex::text(proof))).collect()
}
