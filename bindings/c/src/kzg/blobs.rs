//! Blobs: commitments, proofs of values, and verification.

use super::{Blob, Point, VerdictPlaces, unnamed, vorpal_kzg_setup};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::kzg::{VORPAL_KZG_BLOB_BYTES, VORPAL_KZG_POINT_BYTES};
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// Commitments to `count` blobs: `blob_to_kzg_commitment` of the specification. `blobs` has `VORPAL_KZG_BLOB_BYTES`
/// bytes for each: 4,096 scalars, big-endian, below the order. `commitments` receives `VORPAL_KZG_POINT_BYTES` for
/// each. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_commit_batch(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    count: usize,
    blobs: *const u8,
    commitments: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let blobs = buffers.items::<VORPAL_KZG_BLOB_BYTES>(blobs, count, "blobs")?;
        let place = buffers.output_items::<VORPAL_KZG_POINT_BYTES>(commitments, count, "commitments")?;
        place.copy_from_slice(&ctx.run(|| setup.setup.blobs_to_kzg_commitments(blobs))??);
    })
}

/// The value of the polynomial of a blob at `z`, and its proof: `compute_kzg_proof` of the specification. `z` has 32
/// bytes, big-endian, below the order. `proof` receives 48 bytes, `y` the 32 bytes of the value. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_prove(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    blob: *const u8,
    z: *const u8,
    proof: *mut u8,
    y: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let blob: &Blob = buffers.array(blob, "blob")?;
        let z: &[u8; 32] = buffers.array(z, "z")?;
        let proof: &mut Point = buffers.place(proof.cast(), "proof")?;
        let y: &mut [u8; 32] = buffers.place(y.cast(), "y")?;
        (*proof, *y) = ctx.run(|| setup.setup.compute_kzg_proof(blob, z))??;
    })
}

/// The proof that a blob has a commitment: `compute_blob_kzg_proof` of the specification. The commitment is not
/// compared with the blob: for another one, the proof does not verify. `proof` receives 48 bytes. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_prove_blob(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    blob: *const u8,
    commitment: *const u8,
    proof: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let blob: &Blob = buffers.array(blob, "blob")?;
        let commitment: &Point = buffers.array(commitment, "commitment")?;
        let proof: &mut Point = buffers.place(proof.cast(), "proof")?;
        *proof = ctx.run(|| setup.setup.compute_blob_kzg_proof(blob, commitment))??;
    })
}

/// Whether the polynomial with a commitment has the value `y` at `z`: `verify_kzg_proof` of the specification. `*valid`
/// receives 1 or 0. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verify(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    commitment: *const u8,
    z: *const u8,
    y: *const u8,
    proof: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let commitment: &Point = buffers.array(commitment, "commitment")?;
        let (z, y): (&[u8; 32], &[u8; 32]) = (buffers.array(z, "z")?, buffers.array(y, "y")?);
        let proof: &Point = buffers.array(proof, "proof")?;
        let valid = buffers.place(valid, "valid")?;
        *valid = i32::from(ctx.run(|| setup.setup.verify_kzg_proof(commitment, z, y, proof))??);
    })
}

/// Whether a blob has a commitment: `verify_blob_kzg_proof` of the specification. `*valid` receives 1 or 0. Variable
/// time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verify_blob(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    blob: *const u8,
    commitment: *const u8,
    proof: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let blob: &Blob = buffers.array(blob, "blob")?;
        let commitment: &Point = buffers.array(commitment, "commitment")?;
        let proof: &Point = buffers.array(proof, "proof")?;
        let valid = buffers.place(valid, "valid")?;
        *valid = i32::from(ctx.run(|| setup.setup.verify_blob_kzg_proof(blob, commitment, proof))??);
    })
}

/// Whether `count` blobs have their commitments: `verify_blob_kzg_proof_batch` of the specification, by one sum with
/// private weights of 128 bits. `*valid` receives 1 or 0: 1 without blobs.
///
/// `items` is null, or receives a `vorpal_item` for each blob: `VORPAL_ITEM_OK` or `VORPAL_ITEM_INVALID`. Then a batch
/// with wrong blobs takes longer: about `log2(count)` further pairings for each of them. Malformed bytes are an error
/// of the whole call, whose message has their index. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verify_blob_batch(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    count: usize,
    blobs: *const u8,
    commitments: *const u8,
    proofs: *const u8,
    items: *mut u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, VORPAL_KZG_BLOB_BYTES) };
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let blobs = buffers.items::<VORPAL_KZG_BLOB_BYTES>(blobs, count, "blobs")?;
        let commitments = buffers.items::<VORPAL_KZG_POINT_BYTES>(commitments, count, "commitments")?;
        let proofs = buffers.items::<VORPAL_KZG_POINT_BYTES>(proofs, count, "proofs")?;
        let places = VerdictPlaces::new(&mut buffers, count, items, valid)?;
        let names = places.names();
        let verdict = ctx.run(|| {
            if names {
                return setup.setup.verify_blobs(blobs, commitments, proofs);
            }
            setup.setup.verify_blob_kzg_proof_batch(blobs, commitments, proofs).map(unnamed)
        })??;
        places.write(&verdict);
    })
}
