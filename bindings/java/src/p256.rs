//! ECDSA on P-256.

use jni::objects::{JByteArray, JClass, JObject};
use jni::sys::{jboolean, jlong};
use jni::{EnvUnowned, jni_mangle};
use rayon::prelude::*;
use vorpal::secp256k1::Error;
use vorpal::secp256k1::p256::{PublicKey, SecretKey, Signature, Verification, verify_batch};

use crate::entry::{enter, enter_frame};
use crate::handles;
use crate::memory::{Buffers, bytes, fixed, items, items_like, new_array, secret};
use crate::secp256k1::{malformed, verdicts, width_of_keys};

/// The smallest number of keys, each decoded, in one parallel task.
const KEYS_PER_TASK: usize = 64;

/// The 65 bytes of an encoded public key, which is checked.
#[jni_mangle("io.vorpal.internal.Native", "publicKeyP256")]
pub fn public_key_p256<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    encoded: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key =
            PublicKey::from_sec1_bytes(&bytes(env, &encoded, "encoded")?).map_err(malformed("encoded"))?;
        new_array(env, &key.to_uncompressed())
    })
}

/// Keeps a secret key of 32 bytes.
#[jni_mangle("io.vorpal.internal.Native", "secretKeyP256")]
pub fn secret_key_p256<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    encoded: JByteArray<'local>,
) -> jlong {
    enter_frame(env, |env| {
        let key = SecretKey::from_be_bytes(&*secret(env, &encoded, "encoded")?);
        Ok(handles::keep(key.map_err(malformed("encoded"))?))
    })
}

/// The public key, 65 bytes, of a secret key.
#[jni_mangle("io.vorpal.internal.Native", "publicKeyOfP256")]
pub fn public_key_of_p256<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key = handles::get::<SecretKey>(key, "SecretKey")?;
        new_array(env, &key.public_key().to_uncompressed())
    })
}

/// Signs a hash: 64 bytes. `entropy` is 32 random bytes or null.
#[jni_mangle("io.vorpal.internal.Native", "signP256")]
pub fn sign_p256<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
    hash: JByteArray<'local>,
    entropy: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key = handles::get::<SecretKey>(key, "SecretKey")?;
        let hash = fixed(env, &hash, "hash")?;
        let signature = if entropy.is_null() {
            key.sign(&hash)
        } else {
            key.sign_with_entropy(&hash, &*secret(env, &entropy, "entropy")?)
        };
        new_array(env, &signature.to_compact())
    })
}

/// Whether a signature of 64 bytes is valid. `s` may be in either half of its range.
#[jni_mangle("io.vorpal.internal.Native", "verifyP256")]
pub fn verify_p256<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: JByteArray<'local>,
    hash: JByteArray<'local>,
    signature: JByteArray<'local>,
) -> jboolean {
    enter_frame(env, |env| {
        let key = PublicKey::from_sec1_bytes(&bytes(env, &key, "key")?).map_err(malformed("key"))?;
        let hash = fixed(env, &hash, "hash")?;
        let signature = Signature::from_compact(&fixed(env, &signature, "signature")?);
        Ok(key.verify(&hash, &signature.map_err(malformed("signature"))?))
    })
}

/// Verifies signatures. Returns the results of the items.
#[jni_mangle("io.vorpal.internal.Native", "verifyBatchP256")]
pub fn verify_batch_p256<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    hashes: JObject<'local>,
    signatures: JObject<'local>,
    keys: JObject<'local>,
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
            .with_min_len(KEYS_PER_TASK)
            .map(|((hash, signature), key)| {
                let signature = Signature::from_compact(signature)?;
                Ok(Verification { hash: *hash, signature, key: PublicKey::from_sec1_bytes(key)? })
            })
            .collect();
        let results = verdicts(parsed, |_| false, verify_batch);
        new_array(env, &results)
    })
}
