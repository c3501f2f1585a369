//! Verification of Schnorr signatures (BIP 340) in batches.

use alloc::vec::Vec;
use core::iter::zip;

use vorpal_secp256k1::{
    Error, SchnorrSignature, SchnorrVerification, XOnlyPublicKey, verify_schnorr_batch_with_randomness,
};

use crate::item;
use crate::memory::{Failure, LAYOUT, call, elements, parts};

/// Verifies `count` signatures. Input: signatures of 64 bytes, keys of 32 bytes (the `x` coordinate), lengths of
/// messages of 4 bytes, little-endian, the messages, then 32 random bytes, drawn after everything before them was
/// written. Result: the statuses.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_verify_schnorr(count: usize) -> u32 {
    call(|input| {
        let (input, random) = input.split_last_chunk::<32>().ok_or(LAYOUT)?;
        let fixed = count.checked_mul(64 + 32 + 4).ok_or(LAYOUT)?;
        let (fixed, messages) = input.split_at_checked(fixed).ok_or(LAYOUT)?;
        let [signatures, keys, lengths] = parts(fixed, count, [64, 32, 4])?;
        let messages = split(messages, elements(lengths))?;
        let mut statuses = alloc::vec![item::OK; count];
        let mut well_formed = Vec::with_capacity(count);
        let encoded = zip(zip(elements(signatures), elements(keys)), messages);
        for (((signature, key), message), status) in zip(encoded, &mut statuses) {
            match decode(signature, key) {
                Ok((signature, key)) => well_formed.push(SchnorrVerification { message, signature, key }),
                Err(error) => *status = item::of(&error),
            }
        }
        let verdicts = verify_schnorr_batch_with_randomness(&well_formed, random);
        item::put_verdicts(&mut statuses, verdicts);
        Ok(statuses)
    })
}

/// Messages of these lengths, which are all the bytes.
pub(crate) fn split<'a>(mut bytes: &'a [u8], lengths: &[[u8; 4]]) -> Result<Vec<&'a [u8]>, Failure> {
    let mut messages = Vec::with_capacity(lengths.len());
    for length in lengths {
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| LAYOUT)?;
        let (message, rest) = bytes.split_at_checked(length).ok_or(LAYOUT)?;
        messages.push(message);
        bytes = rest;
    }
    if bytes.is_empty() { Ok(messages) } else { Err(LAYOUT.into()) }
}

fn decode(signature: &[u8; 64], key: &[u8; 32]) -> Result<(SchnorrSignature, XOnlyPublicKey), Error> {
    Ok((SchnorrSignature::from_bytes(signature)?, XOnlyPublicKey::from_be_bytes(key)?))
}
