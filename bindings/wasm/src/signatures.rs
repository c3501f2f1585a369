//! Recovery and verification of ECDSA signatures on secp256k1, in batches.

use alloc::vec::Vec;
use core::iter::zip;

use vorpal_secp256k1::{
    Error, PublicKey, RecoverableSignature, Recovery, Signature, Verification, recover_addresses_batch,
    recover_batch, verify_batch,
};

use crate::item;
use crate::memory::{Failure, call, elements, parts};

/// Recovers the public keys of `count` signatures. Input: hashes of 32 bytes, then signatures `r || s || v` of 65
/// bytes. Result: keys `04 || x || y` of 65 bytes, or zeros, then the statuses.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_recover_keys(count: usize) -> u32 {
    call(|input| recover(input, count, recover_batch, PublicKey::to_uncompressed))
}

/// As [`vorpal_recover_keys`] for Ethereum addresses, of 20 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_recover_addresses(count: usize) -> u32 {
    call(|input| recover(input, count, recover_addresses_batch, |address| *address))
}

/// Recovers a result of `N` bytes for each signature, by `batch`.
fn recover<const N: usize, R>(
    input: &[u8],
    count: usize,
    batch: impl Fn(&[Recovery]) -> Vec<Result<R, Error>>,
    bytes: impl Fn(&R) -> [u8; N],
) -> Result<Vec<u8>, Failure> {
    let [hashes, signatures] = parts(input, count, [32, 65])?;
    let mut result = alloc::vec![0; count * (N + 1)];
    let (found, statuses) = result.split_at_mut(count * N);
    let mut well_formed = Vec::with_capacity(count);
    for ((hash, signature), status) in zip(zip(elements(hashes), elements(signatures)), &mut *statuses) {
        match RecoverableSignature::from_rsv(signature) {
            Ok(signature) => well_formed.push(signature.to_recovery(hash)),
            Err(error) => *status = item::of(&error),
        }
    }
    let slots = zip(found.as_chunks_mut().0, statuses).filter(|(_, status)| **status == item::OK);
    for ((place, status), recovered) in zip(slots, batch(&well_formed)) {
        match recovered {
            Ok(recovered) => *place = bytes(&recovered),
            Err(error) => *status = item::of(&error),
        }
    }
    Ok(result)
}

/// Verifies `count` signatures. Input: hashes of 32 bytes, signatures `r || s` of 64 bytes, keys of `key_length` bytes,
/// 33 or 65. With `low_s` other than 0, an `s` in the upper half of its range is invalid. Result: the statuses.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_verify(count: usize, key_length: usize, low_s: u32) -> u32 {
    call(|input| {
        if key_length != 33 && key_length != 65 {
            return Err(alloc::format!("keys: {key_length} bytes each instead of 33 or 65").into());
        }
        let [hashes, signatures, keys] = parts(input, count, [32, 64, key_length])?;
        let mut statuses = alloc::vec![item::OK; count];
        let mut well_formed = Vec::with_capacity(count);
        let encoded = zip(zip(elements(hashes), elements(signatures)), keys.chunks_exact(key_length));
        for (((hash, signature), key), status) in zip(encoded, &mut statuses) {
            match Signature::from_compact(signature).and_then(|signature| {
                PublicKey::from_sec1_bytes(key).map(|key| Verification { hash: *hash, signature, key })
            }) {
                Ok(verification) if low_s != 0 && !verification.signature.is_low() => *status = item::INVALID,
                Ok(verification) => well_formed.push(verification),
                Err(error) => *status = item::of(&error),
            }
        }
        item::put_verdicts(&mut statuses, verify_batch(&well_formed));
        Ok(statuses)
    })
}
