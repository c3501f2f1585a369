//! EIP-4844: commitments to blobs, and proofs of values.

use crate::call::{call, check_out, code, list, one, write};
use crate::settings::setup;
use crate::types::{Blob, Bytes32, Bytes48, C_KZG_RET, KZGSettings};

/// The commitment to a blob.
///
/// # Safety
/// Each pointer is null or to values of its type; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blob_to_kzg_commitment(
    out: *mut Bytes48,
    blob: *const Blob,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_out(out)?;
        // SAFETY: the contract of the function.
        unsafe {
            let bytes = setup(s)?.blob_to_kzg_commitment(&one(blob)?.bytes).map_err(code)?;
            write(out, [Bytes48 { bytes }]);
        }
        Ok(())
    })
}

/// The value of the polynomial of a blob, and its proof.
///
/// # Safety
/// As for [`blob_to_kzg_commitment`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compute_kzg_proof(
    proof_out: *mut Bytes48,
    y_out: *mut Bytes32,
    blob: *const Blob,
    z_bytes: *const Bytes32,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_out(proof_out)?;
        check_out(y_out)?;
        // SAFETY: the contract of the function.
        unsafe {
            let (blob, z) = (&one(blob)?.bytes, &one(z_bytes)?.bytes);
            let (proof, y) = setup(s)?.compute_kzg_proof(blob, z).map_err(code)?;
            write(proof_out, [Bytes48 { bytes: proof }]);
            write(y_out, [Bytes32 { bytes: y }]);
        }
        Ok(())
    })
}

/// The proof that a blob has a commitment, which is not compared with the blob.
///
/// # Safety
/// As for [`blob_to_kzg_commitment`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compute_blob_kzg_proof(
    out: *mut Bytes48,
    blob: *const Blob,
    commitment_bytes: *const Bytes48,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_out(out)?;
        // SAFETY: the contract of the function.
        unsafe {
            let (blob, commitment) = (&one(blob)?.bytes, &one(commitment_bytes)?.bytes);
            let bytes = setup(s)?.compute_blob_kzg_proof(blob, commitment).map_err(code)?;
            write(out, [Bytes48 { bytes }]);
        }
        Ok(())
    })
}

/// Whether the polynomial with a commitment has the value `y` at `z`. `*ok` is false after an error.
///
/// # Safety
/// As for [`blob_to_kzg_commitment`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn verify_kzg_proof(
    ok: *mut bool,
    commitment_bytes: *const Bytes48,
    z_bytes: *const Bytes32,
    y_bytes: *const Bytes32,
    proof_bytes: *const Bytes48,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_out(ok)?;
        // SAFETY: the contract of the function.
        unsafe {
            write(ok, [false]);
            let (commitment, proof) = (&one(commitment_bytes)?.bytes, &one(proof_bytes)?.bytes);
            let (z, y) = (&one(z_bytes)?.bytes, &one(y_bytes)?.bytes);
            let is_valid = setup(s)?.verify_kzg_proof(commitment, z, y, proof).map_err(code)?;
            write(ok, [is_valid]);
        }
        Ok(())
    })
}

/// Whether a blob has a commitment. `*ok` is false after an error.
///
/// # Safety
/// As for [`blob_to_kzg_commitment`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn verify_blob_kzg_proof(
    ok: *mut bool,
    blob: *const Blob,
    commitment_bytes: *const Bytes48,
    proof_bytes: *const Bytes48,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_out(ok)?;
        // SAFETY: the contract of the function.
        unsafe {
            write(ok, [false]);
            let (commitment, proof) = (&one(commitment_bytes)?.bytes, &one(proof_bytes)?.bytes);
            let is_valid =
                setup(s)?.verify_blob_kzg_proof(&one(blob)?.bytes, commitment, proof).map_err(code)?;
            write(ok, [is_valid]);
        }
        Ok(())
    })
}

/// Whether `n` blobs have their commitments; true without blobs. `*ok` is false after an error.
///
/// # Safety
/// As for [`blob_to_kzg_commitment`], with `n` values at each of three pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn verify_blob_kzg_proof_batch(
    ok: *mut bool,
    blobs: *const Blob,
    commitments_bytes: *const Bytes48,
    proofs_bytes: *const Bytes48,
    n: u64,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_out(ok)?;
        // SAFETY: the contract of the function.
        unsafe {
            if n == 0 {
                // Also with null for everything else.
                write(ok, [true]);
                return Ok(());
            }
            write(ok, [false]);
            let (blobs, commitments) = (list(blobs, n)?, list(commitments_bytes, n)?);
            let proofs = list(proofs_bytes, n)?;
            let is_valid = setup(s)?.verify_blob_kzg_proof_batch(blobs, commitments, proofs).map_err(code)?;
            write(ok, [is_valid]);
        }
        Ok(())
    })
}
