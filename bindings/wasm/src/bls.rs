//! BLS signatures of Ethereum: keys in G1, signatures in G2, the suite with proofs of possession.
//!
//! JavaScript keeps points as their compressed encodings, followed by the uncompressed ones, which it got from here:
//! keys are in the subgroup, signatures are on the curve.

use alloc::vec::Vec;

use vorpal_bls::ethereum::suite;
use vorpal_bls::{CheckedSignature, Error, MinPk, PublicKey, Signature, SignatureSet};
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::encoding::ZCASH;

use crate::memory::{Failure, LAYOUT, call, elements, parts};
use crate::schnorr::split;

/// The bytes of an uncompressed key and of an uncompressed signature.
const KEY: usize = 96;
const SIGNATURE: usize = 192;

/// Decodes and checks `count` keys of `size` bytes, 48 or 96. Result: for each the encoding of 48 bytes, then that of
/// 96 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_bls_keys(count: usize, size: usize) -> u32 {
    call(|input| {
        let [keys] = parts(input, count, [size])?;
        let encodings: Vec<&[u8]> = keys.chunks_exact(size.max(1)).collect();
        let keys = match size {
            KEY => encodings.iter().map(|bytes| PublicKey::decode_uncompressed(bytes)).collect(),
            _ => PublicKey::<MinPk>::decode_batch(&encodings),
        };
        Ok(all(keys)?.iter().flat_map(of_key).collect())
    })
}

/// Decodes `count` signatures of `size` bytes, 96 or 192, and checks that they are in the subgroup if `is_checked` is
/// not 0. Result: for each the encoding of 96 bytes, then that of 192 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_bls_signatures(count: usize, size: usize, is_checked: u32) -> u32 {
    call(|input| {
        let [signatures] = parts(input, count, [size])?;
        let encodings: Vec<&[u8]> = signatures.chunks_exact(size.max(1)).collect();
        let signatures: Vec<Result<Signature<MinPk>, Error>> = match size {
            SIGNATURE => encodings.iter().map(|bytes| Signature::decode_uncompressed(bytes)).collect(),
            _ => Signature::decode_batch(&encodings),
        };
        let checked = signatures.into_iter().map(|signature| {
            let signature = signature?;
            if is_checked != 0 { signature.check().map(Signature::from) } else { Ok(signature) }
        });
        Ok(all(checked.collect())?.iter().flat_map(of_signature).collect())
    })
}

/// The sum of `count` keys. Input: keys of 96 bytes. Result: as [`vorpal_bls_keys`] for one key.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_bls_add_keys(count: usize) -> u32 {
    call(|input| {
        let [keys] = parts(input, count, [KEY])?;
        Ok(of_key(&PublicKey::aggregate(&known_keys(keys)?)?))
    })
}

/// The sum of `count` signatures, which are checked to be in the subgroup. Input: signatures of 192 bytes. Result: as
/// [`vorpal_bls_signatures`] for one signature.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_bls_add_signatures(count: usize) -> u32 {
    call(|input| {
        let [signatures] = parts(input, count, [SIGNATURE])?;
        let checked = known_signatures(signatures)?.iter().map(Signature::check).collect();
        Ok(of_signature(&CheckedSignature::aggregate(&all(checked)?)?.into()))
    })
}

/// Whether a signature is the sum of those of `count` keys, each of its own message. Input: the signature of 192 bytes,
/// keys of 96 bytes, lengths of messages of 4 bytes, little-endian, the messages. Result: a byte, 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_bls_aggregate_verify(count: usize) -> u32 {
    call(|input| {
        let (signature, rest) = input.split_at_checked(SIGNATURE).ok_or(LAYOUT)?;
        let fixed = count.checked_mul(KEY + 4).ok_or(LAYOUT)?;
        let (fixed, messages) = rest.split_at_checked(fixed).ok_or(LAYOUT)?;
        let [keys, lengths] = parts(fixed, count, [KEY, 4])?;
        let messages = split(messages, elements(lengths))?;
        let members: Vec<_> = known_keys(keys)?.into_iter().zip(messages).collect();
        Ok(alloc::vec![u8::from(suite().aggregate_verify(&members, known_signature(signature)?))])
    })
}

/// Verifies `count` sets with `keys` keys in all. Input: signatures of 192 bytes, numbers of keys of 4 bytes,
/// little-endian, lengths of messages of 4 bytes, keys of 96 bytes, the messages, then 32 random bytes, drawn after
/// everything before them was written. Result: a byte for each set, 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_bls_verify_sets(count: usize, keys: usize) -> u32 {
    call(|input| {
        let (input, random) = input.split_last_chunk::<32>().ok_or(LAYOUT)?;
        let fixed = count.checked_mul(SIGNATURE + 4 + 4).ok_or(LAYOUT)?;
        let (fixed, rest) = input.split_at_checked(fixed).ok_or(LAYOUT)?;
        let [signatures, numbers, lengths] = parts(fixed, count, [SIGNATURE, 4, 4])?;
        let (all_keys, messages) =
            rest.split_at_checked(keys.checked_mul(KEY).ok_or(LAYOUT)?).ok_or(LAYOUT)?;
        let (messages, all_keys) = (split(messages, elements(lengths))?, known_keys(all_keys)?);
        let signatures = known_signatures(signatures)?;
        let (mut sets, mut rest) = (Vec::with_capacity(count), &all_keys[..]);
        for ((signature, number), message) in signatures.into_iter().zip(elements(numbers)).zip(messages) {
            let number = usize::try_from(u32::from_le_bytes(*number)).map_err(|_| LAYOUT)?;
            let keys;
            (keys, rest) = rest.split_at_checked(number).ok_or(LAYOUT)?;
            sets.push(SignatureSet { signature, keys, message });
        }
        let mut verdicts = alloc::vec![1; count];
        for set in suite().verify_sets_with_randomness(&sets, random).invalid() {
            verdicts[*set] = 0;
        }
        Ok(verdicts)
    })
}

/// All results, or the first error with its number.
fn all<T>(results: Vec<Result<T, Error>>) -> Result<Vec<T>, Failure> {
    let named = |(i, result): (usize, Result<T, Error>)| {
        result.map_err(|error| Failure::from(alloc::format!("number {i}: {error}")))
    };
    results.into_iter().enumerate().map(named).collect()
}

/// Keys that were checked before.
fn known_keys(bytes: &[u8]) -> Result<Vec<PublicKey<MinPk>>, Failure> {
    let key = |bytes: &[u8; KEY]| -> Result<_, Failure> {
        Ok(PublicKey::<MinPk>::from_point_unchecked(ZCASH.decode_on_curve(bytes)?)?)
    };
    elements(bytes).iter().map(key).collect()
}

fn known_signatures(bytes: &[u8]) -> Result<Vec<Signature<MinPk>>, Failure> {
    elements::<SIGNATURE>(bytes).iter().map(|bytes| known_signature(bytes)).collect()
}

fn known_signature(bytes: &[u8]) -> Result<Signature<MinPk>, Failure> {
    Ok(Signature::decode_uncompressed(bytes)?)
}

fn of_key(key: &PublicKey<MinPk>) -> Vec<u8> {
    [&key.to_bytes()[..], &key.to_uncompressed()].concat()
}

fn of_signature(signature: &Signature<MinPk>) -> Vec<u8> {
    [&signature.to_bytes()[..], &signature.to_uncompressed()].concat()
}
