//! Batches of signatures.

use jni::objects::{JByteArray, JClass, JObject};
use jni::sys::jboolean;
use jni::{EnvUnowned, jni_mangle};
use rayon::prelude::*;
use vorpal::secp256k1::{
    Error, PublicKey, Recovery, SchnorrSignature, SchnorrVerification, Signature, Verification,
    XOnlyPublicKey, recover_addresses_batch, recover_batch, verify_batch, verify_schnorr_batch,
};
use vorpal_bindings::signatures::{self, Item, recovered, recovery};

use crate::entry::enter;
use crate::error::Failure;
use crate::memory::{Buffers, items, items_like, new_array};

/// The smallest number of results, each encoded or hashed, in one parallel task.
const RESULTS_PER_TASK: usize = 64;

/// Recovers the public keys of signatures, or their addresses, into `out`. Returns the results of the items.
#[jni_mangle("io.vorpal.internal.Native", "recoverBatchSecp256k1")]
pub fn recover_batch_secp256k1<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    hashes: JObject<'local>,
    signatures: JObject<'local>,
    addresses: jboolean,
    out: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let mut buffers = Buffers::default();
        let hash_bytes = buffers.input(env, &hashes, "hashes")?;
        let signature_bytes = buffers.input(env, &signatures, "signatures")?;
        let hashes = items::<32>(&hash_bytes, "hashes")?;
        let signatures = items_like::<65>(&signature_bytes, "signatures", hashes.len(), "hashes")?;
        let (name, width) = if addresses { ("addresses", 20) } else { ("keys", 65) };
        let mut target = buffers.output(env, &out, name, width * hashes.len())?;
        let recoveries: Vec<Recovery> =
            hashes.iter().zip(signatures).map(|(hash, signature)| recovery(hash, signature)).collect();
        let results = if addresses {
            let found = recover_addresses_batch(&recoveries);
            write(target.as_chunks_mut::<20>().0, &found, |address| *address);
            results(signatures, &found)
        } else {
            let found = recover_batch(&recoveries);
            write(target.as_chunks_mut::<65>().0, &found, PublicKey::to_uncompressed);
            results(signatures, &found)
        };
        target.finish(env, &out)?;
        new_array(env, &results)
    })
}

fn results<T>(signatures: &[[u8; 65]], found: &[Result<T, Error>]) -> Vec<u8> {
    signatures.iter().zip(found).map(|(signature, result)| recovered(signature, result) as u8).collect()
}

/// Writes what each result stands for, zeros for errors.
fn write<T: Sync, const N: usize>(
    targets: &mut [[u8; N]],
    results: &[Result<T, Error>],
    bytes: impl Fn(&T) -> [u8; N] + Sync,
) {
    let pairs = targets.par_iter_mut().zip(results).with_min_len(RESULTS_PER_TASK);
    pairs.for_each(|(target, result)| *target = result.as_ref().map_or([0; N], &bytes));
}

/// The width of the keys of a batch: their bytes are so many times 33 or 65.
pub(crate) fn width_of_keys(length: usize, count: usize) -> Result<usize, Failure> {
    [33, 65].into_iter().find(|width| width * count == length).ok_or_else(|| {
        let message = format_args!("{length} bytes; {count} keys have 33 or 65 bytes each");
        Failure::argument("keys", message)
    })
}

/// Verifies ECDSA signatures. Returns the results of the items.
#[jni_mangle("io.vorpal.internal.Native", "verifyBatchSecp256k1")]
pub fn verify_batch_secp256k1<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    hashes: JObject<'local>,
    signatures: JObject<'local>,
    keys: JObject<'local>,
    low_s: jboolean,
) -> JByteArray<'local> {
    enter(env, |env| {
        let mut buffers = Buffers::default();
        let hash_bytes = buffers.input(env, &hashes, "hashes")?;
        let signature_bytes = buffers.input(env, &signatures, "signatures")?;
        let keys = buffers.input(env, &keys, "keys")?;
        let hashes = items::<32>(&hash_bytes, "hashes")?;
        let signatures = items_like::<64>(&signature_bytes, "signatures", hashes.len(), "hashes")?;
        let width = width_of_keys(keys.len(), hashes.len())?;
        let inputs = hashes.par_iter().zip(signatures).zip(keys.par_chunks_exact(width));
        let parsed: Vec<Result<Verification, Error>> = inputs
            .with_min_len(RESULTS_PER_TASK)
            .map(|((hash, signature), key)| {
                let signature = Signature::from_compact(signature)?;
                Ok(Verification { hash: *hash, signature, key: PublicKey::from_sec1_bytes(key)? })
            })
            .collect();
        let is_refused = |verification: &Verification| low_s && !verification.signature.is_low();
        let results = verdicts(parsed, is_refused, verify_batch);
        new_array(env, &results)
    })
}

/// Verifies Schnorr signatures of BIP 340 of messages of 32 bytes. Returns the results of the items.
#[jni_mangle("io.vorpal.internal.Native", "schnorrVerifyBatch")]
pub fn schnorr_verify_batch<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    messages: JObject<'local>,
    signatures: JObject<'local>,
    keys: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let mut buffers = Buffers::default();
        let message_bytes = buffers.input(env, &messages, "messages")?;
        let signature_bytes = buffers.input(env, &signatures, "signatures")?;
        let key_bytes = buffers.input(env, &keys, "keys")?;
        let messages = items::<32>(&message_bytes, "messages")?;
        let signatures = items_like::<64>(&signature_bytes, "signatures", messages.len(), "messages")?;
        let keys = items_like::<32>(&key_bytes, "keys", messages.len(), "messages")?;
        let parsed = messages.iter().zip(signatures).zip(keys).map(|((message, signature), key)| {
            let signature = SchnorrSignature::from_bytes(signature)?;
            Ok(SchnorrVerification { message, signature, key: XOnlyPublicKey::from_be_bytes(key)? })
        });
        let parsed: Vec<Result<SchnorrVerification<'_>, Error>> = parsed.collect();
        let results = verdicts(parsed, |_| false, |verifications| verify_schnorr_batch(verifications));
        new_array(env, &results)
    })
}

/// The results of items: those of malformed ones, and the verdicts about the others.
pub(crate) fn verdicts<V>(
    parsed: Vec<Result<V, Error>>,
    is_refused: impl Fn(&V) -> bool,
    verify: impl FnOnce(&[V]) -> Vec<bool>,
) -> Vec<u8> {
    let mut results = vec![Item::Invalid as u8; parsed.len()];
    let parsed = parsed.into_iter().map(|one| one.map(|one| (!is_refused(&one)).then_some(one)));
    signatures::verdicts(parsed, verify, &mut results);
    results
}
