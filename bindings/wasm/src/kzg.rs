//! KZG: blobs of EIP-4844 and cells of EIP-7594, with the points of Ethereum's ceremony.
//!
//! There are no proofs of cells: their points alone have 768 KiB.

use alloc::vec::Vec;

use vorpal_kzg::{Argument, BYTES_PER_BLOB, BYTES_PER_CELL, Error, Setup};

use crate::memory::{Failure, LAYOUT, call, elements, parts};

/// The commitment to a blob. Input: the blob. Result: 48 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_commit() -> u32 {
    call(|blob| Ok(Setup::ethereum().blob_to_kzg_commitment(blob).map_err(of_one)?.to_vec()))
}

/// The proof of a value of the polynomial of a blob. Input: the blob, then the point of 32 bytes. Result: the proof of
/// 48 bytes, then the value of 32 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_prove() -> u32 {
    call(|input| {
        let [blob, z] = parts(input, 1, [BYTES_PER_BLOB, 32])?;
        let (proof, y) = Setup::ethereum().compute_kzg_proof(blob, z).map_err(of_one)?;
        Ok([&proof[..], &y].concat())
    })
}

/// The proof that a blob has a commitment. Input: the blob, then the commitment. Result: 48 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_prove_blob() -> u32 {
    call(|input| {
        let [blob, commitment] = parts(input, 1, [BYTES_PER_BLOB, 48])?;
        Ok(Setup::ethereum().compute_blob_kzg_proof(blob, commitment).map_err(of_one)?.to_vec())
    })
}

/// Whether the polynomial with a commitment has a value at a point. Input: the commitment, the point and the value of
/// 32 bytes each, the proof. Result: a byte, 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_verify() -> u32 {
    call(|input| {
        let [commitment, z, y, proof] = parts(input, 1, [48, 32, 32, 48])?;
        verdict(Setup::ethereum().verify_kzg_proof(commitment, z, y, proof).map_err(of_one)?)
    })
}

/// Whether a blob has a commitment. Input: the blob, the commitment, the proof. Result: a byte, 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_verify_blob() -> u32 {
    call(|input| {
        let [blob, commitment, proof] = parts(input, 1, [BYTES_PER_BLOB, 48, 48])?;
        verdict(Setup::ethereum().verify_blob_kzg_proof(blob, commitment, proof).map_err(of_one)?)
    })
}

/// Whether `count` blobs have their commitments. Input: the blobs, the commitments, the proofs. Result: a byte, 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_verify_blobs(count: usize) -> u32 {
    call(|input| {
        let [blobs, commitments, proofs] = parts(input, count, [BYTES_PER_BLOB, 48, 48])?;
        let (blobs, commitments, proofs) =
            (elements::<BYTES_PER_BLOB>(blobs), elements::<48>(commitments), elements::<48>(proofs));
        let found = Setup::ethereum().verify_blob_kzg_proof_batch(blobs, commitments, proofs);
        verdict(found.map_err(of_many)?)
    })
}

/// The 128 cells of a blob. Input: the blob. Result: the cells.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_cells() -> u32 {
    call(|blob| Ok(Setup::ethereum().compute_cells(blob).map_err(of_one)?.concat()))
}

/// Whether `count` cells are those of their commitments. Input: the commitments, the indices of 4 bytes each,
/// little-endian, the cells, the proofs. Result: a byte, 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_kzg_verify_cells(count: usize) -> u32 {
    call(|input| {
        let [commitments, indices, cells, proofs] = parts(input, count, [48, 4, BYTES_PER_CELL, 48])?;
        let indices: Vec<u64> =
            elements(indices).iter().map(|bytes| u64::from(u32::from_le_bytes(*bytes))).collect();
        let (commitments, cells, proofs) =
            (elements::<48>(commitments), elements::<BYTES_PER_CELL>(cells), elements::<48>(proofs));
        let found = Setup::ethereum().verify_cell_kzg_proof_batch(commitments, &indices, cells, proofs);
        verdict(found.map_err(of_many)?)
    })
}

fn verdict(is_valid: bool) -> Result<Vec<u8>, Failure> {
    Ok([u8::from(is_valid)].to_vec())
}

/// The error of a call for one item. It begins with the name of the argument.
fn of_one(error: Error) -> Failure {
    error.into()
}

/// The error of a batch, after the name of the list.
fn of_many(error: Error) -> Failure {
    let (Error::Malformed { argument, .. } | Error::OutOfRange { argument, .. }) = &error else {
        return LAYOUT.into();
    };
    let list = match argument {
        Argument::Blob => "blobs",
        Argument::Commitment => "commitments",
        Argument::Cell => "cells",
        Argument::CellIndex => "cellIndices",
        _ => "proofs",
    };
    alloc::format!("{list}: {error}").into()
}
