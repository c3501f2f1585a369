//! Recovery and verification of secp256k1 signatures in batches.

use alloc::vec::Vec;

use vorpal_secp256k1::{
    Error, PublicKey, RecoverableSignature, Recovery, Signature, Verification, recover_addresses_batch,
    recover_batch, verify_batch,
};

use crate::memory::{input, output};

/// The status of an element: 0 for a result, otherwise the number of an error, as in `index.js`.
fn status(error: Error) -> u8 {
    match error {
        Error::R | Error::S => 1,
        Error::RecoveryId { .. } | Error::RecoveryByte { .. } => 2,
        Error::NoPoint => 3,
        _ => 4,
    }
}

/// Recovers a result of `N` bytes for each signature.
///
/// # Safety
/// As for [`vorpal_recover_batch`].
unsafe fn recover<const N: usize, R>(
    [hashes, signatures]: [*const u8; 2],
    [results, statuses]: [*mut u8; 2],
    count: usize,
    batch: impl Fn(&[Recovery]) -> Vec<Result<R, Error>>,
    bytes: impl Fn(&R) -> [u8; N],
) {
    // SAFETY: guaranteed by the caller.
    let (hashes, signatures) = unsafe { (input::<32>(hashes, count), input::<65>(signatures, count)) };
    // SAFETY: guaranteed by the caller.
    let (results, statuses) = unsafe { (output::<N>(results, count), output::<1>(statuses, count)) };
    let recoveries: Vec<Result<Recovery, Error>> = hashes
        .iter()
        .zip(signatures)
        .map(|(hash, signature)| Ok(RecoverableSignature::from_rsv(signature)?.to_recovery(hash)))
        .collect();
    let valid: Vec<Recovery> = recoveries.iter().flatten().copied().collect();
    let mut recovered = batch(&valid).into_iter();
    for ((recovery, result), status_byte) in recoveries.into_iter().zip(results).zip(statuses) {
        let found = recovery.and_then(|_| recovered.next().unwrap_or(Err(Error::NoPoint)));
        (*result, *status_byte) = match found {
            Ok(found) => (bytes(&found), [0]),
            Err(error) => ([0; N], [status(error)]),
        };
    }
}

/// Recovers the public keys of signatures `r || s || v`. Writes 65 bytes and a status for each.
///
/// # Safety
/// The arrays have 32, 65, 65 bytes and one byte for each of `count` signatures, and do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_recover_batch(
    hashes: *const u8,
    signatures: *const u8,
    keys: *mut u8,
    statuses: *mut u8,
    count: usize,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        recover([hashes, signatures], [keys, statuses], count, recover_batch, PublicKey::to_uncompressed);
    }
}

/// Recovers the Ethereum addresses of signatures `r || s || v`. Writes 20 bytes and a status for each.
///
/// # Safety
/// The arrays have 32, 65, 20 bytes and one byte for each of `count` signatures, and do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_recover_addresses_batch(
    hashes: *const u8,
    signatures: *const u8,
    addresses: *mut u8,
    statuses: *mut u8,
    count: usize,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        recover([hashes, signatures], [addresses, statuses], count, recover_addresses_batch, |address| {
            *address
        });
    }
}

/// Verifies signatures `r || s` under keys `04 || x || y`. Writes for each 0 if it is valid, 5 if it is not, 1 if `r`
/// or `s` is out of range, and 6 if the key is not one.
///
/// # Safety
/// The arrays have 32, 64, 65 bytes and one byte for each of `count` signatures, and do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_verify_batch(
    hashes: *const u8,
    signatures: *const u8,
    keys: *const u8,
    statuses: *mut u8,
    count: usize,
) {
    // SAFETY: guaranteed by the caller.
    let (hashes, signatures) = unsafe { (input::<32>(hashes, count), input::<64>(signatures, count)) };
    // SAFETY: guaranteed by the caller.
    let (keys, statuses) = unsafe { (input::<65>(keys, count), output::<1>(statuses, count)) };
    let mut valid = Vec::with_capacity(count);
    for (((hash, signature), key), status_byte) in hashes.iter().zip(signatures).zip(keys).zip(&mut *statuses)
    {
        *status_byte = match (Signature::from_compact(signature), PublicKey::decode(key)) {
            (Ok(signature), Ok(key)) => {
                valid.push(Verification { hash: *hash, signature, key });
                [0]
            }
            (Err(error), _) => [status(error)],
            (_, Err(_)) => [6],
        };
    }
    let mut verdicts = verify_batch(&valid).into_iter();
    for status_byte in statuses.iter_mut().filter(|status_byte| **status_byte == [0]) {
        *status_byte = if verdicts.next() == Some(true) { [0] } else { [5] };
    }
}
