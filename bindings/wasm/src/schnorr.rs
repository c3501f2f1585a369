//! Verification of Schnorr signatures (BIP 340) in batches.

use alloc::vec::Vec;
use core::iter::zip;

use vorpal_secp256k1::{
    Error, SchnorrSignature, SchnorrVerification, XOnlyPublicKey, verify_schnorr_batch_with_randomness,
};

use crate::item;
use crate::memory::{LAYOUT, call, elements, parts};

/// Verifies `count` signatures. Input: messages of `message_length` bytes, signatures of 64 bytes, keys of 32 bytes
/// (the `x` coordinate), then 32 random bytes, drawn after everything before them was written. Result: the statuses.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_verify_schnorr(count: usize, message_length: usize) -> u32 {
    call(|input| {
        let (input, random) = input.split_last_chunk::<32>().ok_or(LAYOUT)?;
        let [messages, signatures, keys] = parts(input, count, [message_length, 64, 32])?;
        let mut statuses = alloc::vec![item::OK; count];
        let mut well_formed = Vec::with_capacity(count);
        for (index, ((signature, key), status)) in
            zip(zip(elements(signatures), elements(keys)), &mut statuses).enumerate()
        {
            match decode(signature, key) {
                Ok((signature, key)) => well_formed.push(SchnorrVerification {
                    message: &messages[message_length * index..][..message_length],
                    signature,
                    key,
                }),
                Err(error) => *status = item::of(&error),
            }
        }
        let verdicts = verify_schnorr_batch_with_randomness(&well_formed, random);
        item::put_verdicts(&mut statuses, verdicts);
        Ok(statuses)
    })
}

fn decode(signature: &[u8; 64], key: &[u8; 32]) -> Result<(SchnorrSignature, XOnlyPublicKey), Error> {
    Ok((SchnorrSignature::from_bytes(signature)?, XOnlyPublicKey::from_be_bytes(key)?))
}
