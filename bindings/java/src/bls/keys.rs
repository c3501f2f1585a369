//! Secret and public keys, and sums of keys and signatures.

use jni::objects::{JByteArray, JClass, JObject};
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::bls::{CheckedSignature, MinPk, PublicKey, SecretKey, Signature};
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_381::encoding::ZCASH;

use super::{SIGNATURE, all, encoded, failure, key_of, keys_of, signature_of, suite};
use crate::entry::enter;
use crate::error::Failure;
use crate::handles;
use crate::memory::{Buffers, bytes, fixed, items, new_array, secret, secret_bytes};

/// The compressed bytes of a key and the known ones, after a check of the 48 or 96 bytes.
#[jni_mangle("io.vorpal.internal.Native", "blsKey")]
pub fn bls_key<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    encoding: JByteArray<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let given = bytes(env, &encoding, "encoded")?;
        let key = if given.len() == 96 {
            PublicKey::<MinPk>::decode_uncompressed(&given)
        } else {
            PublicKey::decode(&given)
        };
        new_array(env, &encoded(&key.map_err(|error| failure(error, "encoded", None))?))
    })
}

/// The state of a point of the group of keys: 1 if it is in the subgroup, plus 2 if it is infinity.
#[jni_mangle("io.vorpal.internal.Native", "blsKeyState")]
pub fn bls_key_state<'local>(env: EnvUnowned<'local>, _: JClass<'local>, key: JByteArray<'local>) -> jint {
    enter(env, |env| {
        let point = ZCASH.decode_on_curve(&fixed::<48>(env, &key, "key")?);
        let point = point.map_err(|error| failure(error.into(), "key", None))?;
        let is_member = point.is_in_subgroup_vartime();
        Ok(i32::from(is_member) + 2 * i32::from(point.is_identity_vartime()))
    })
}

/// The state of a signature: 1 if it is in the subgroup, plus 2 if it is infinity.
#[jni_mangle("io.vorpal.internal.Native", "blsSignatureState")]
pub fn bls_signature_state<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    signature: JByteArray<'local>,
) -> jint {
    enter(env, |env| {
        let signature = signature_of(&bytes(env, &signature, "signature")?, "signature")?;
        Ok(i32::from(signature.check().is_ok()) + 2 * i32::from(signature.is_infinity()))
    })
}

/// The sum of keys, as [`bls_key`].
#[jni_mangle("io.vorpal.internal.Native", "blsAddKeys")]
pub fn bls_add_keys<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    keys: JObject<'local>,
    known: jboolean,
) -> JByteArray<'local> {
    enter(env, |env| {
        let bytes = Buffers::default().input(env, &keys, "keys")?;
        let sum = PublicKey::aggregate(&keys_of(&bytes, known)?);
        new_array(env, &encoded(&sum.map_err(|error| failure(error, "keys", None))?))
    })
}

/// The sum of signatures, which are checked to be in the subgroup.
#[jni_mangle("io.vorpal.internal.Native", "blsAddSignatures")]
pub fn bls_add_signatures<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    signatures: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let bytes = Buffers::default().input(env, &signatures, "signatures")?;
        let decoded = Signature::<MinPk>::decode_batch(items::<SIGNATURE>(&bytes, "signatures")?);
        let checked = decoded.into_iter().map(|signature| signature?.check()).collect();
        let sum = CheckedSignature::aggregate(&all(checked, "signatures")?);
        new_array(env, &sum.map_err(|error| failure(error, "signatures", None))?.to_bytes())
    })
}

/// Keeps a secret key of 32 bytes.
#[jni_mangle("io.vorpal.internal.Native", "blsSecretKey")]
pub fn bls_secret_key<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    encoding: JByteArray<'local>,
) -> jlong {
    enter(env, |env| {
        let key = SecretKey::from_be_bytes(&*secret(env, &encoding, "encoded")?);
        Ok(handles::keep(key.map_err(|error| failure(error, "encoded", None))?))
    })
}

/// Keeps the secret key of key material.
#[jni_mangle("io.vorpal.internal.Native", "blsKeyGen")]
pub fn bls_key_gen<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    material: JByteArray<'local>,
    info: JByteArray<'local>,
) -> jlong {
    enter(env, |env| {
        let key = SecretKey::key_gen(&secret_bytes(env, &material, "material")?, &bytes(env, &info, "info")?);
        Ok(handles::keep(key.map_err(|error| failure(error, "material", None))?))
    })
}

/// Keeps the root of a tree of keys.
#[jni_mangle("io.vorpal.internal.Native", "blsDeriveMaster")]
pub fn bls_derive_master<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    seed: JByteArray<'local>,
) -> jlong {
    enter(env, |env| {
        let key = SecretKey::derive_master(&secret_bytes(env, &seed, "seed")?);
        Ok(handles::keep(key.map_err(|error| failure(error, "seed", None))?))
    })
}

/// Keeps a child of a secret key.
#[jni_mangle("io.vorpal.internal.Native", "blsDeriveChild")]
pub fn bls_derive_child<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
    index: jlong,
) -> jlong {
    enter(env, |_| {
        let key = handles::get::<SecretKey>(key, "SecretKey")?;
        let index = u32::try_from(index).map_err(|_| {
            Failure::argument("index", format_args!("{index}; 0 to {} are possible", u32::MAX))
        })?;
        Ok(handles::keep(key.derive_child(index)))
    })
}

/// The 32 bytes of a secret key.
#[jni_mangle("io.vorpal.internal.Native", "blsSecretBytes")]
pub fn bls_secret_bytes<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
) -> JByteArray<'local> {
    enter(env, |env| new_array(env, &*handles::get::<SecretKey>(key, "SecretKey")?.to_be_bytes()))
}

/// The public key of a secret key, as [`bls_key`].
#[jni_mangle("io.vorpal.internal.Native", "blsPublicKeyOf")]
pub fn bls_public_key_of<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
) -> JByteArray<'local> {
    enter(env, |env| new_array(env, &encoded(&handles::get::<SecretKey>(key, "SecretKey")?.public_key())))
}

/// The signature of a message.
#[jni_mangle("io.vorpal.internal.Native", "blsSign")]
pub fn bls_sign<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
    suite_number: jlong,
    message: JByteArray<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let (key, suite) = (handles::get::<SecretKey>(key, "SecretKey")?, suite(suite_number)?);
        let message = bytes(env, &message, "message")?;
        new_array(env, &key.sign(&suite, &message).to_bytes())
    })
}

/// The proof of possession of a secret key.
#[jni_mangle("io.vorpal.internal.Native", "blsProvePossession")]
pub fn bls_prove_possession<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let key = handles::get::<SecretKey>(key, "SecretKey")?;
        new_array(env, &key.prove_possession::<MinPk>().to_bytes())
    })
}

/// Whether a proof of possession is that of a known key.
#[jni_mangle("io.vorpal.internal.Native", "blsVerifyPossession")]
pub fn bls_verify_possession<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: JByteArray<'local>,
    proof: JByteArray<'local>,
) -> jboolean {
    enter(env, |env| {
        let key = key_of(&bytes(env, &key, "key")?, true)?;
        let proof = signature_of(&bytes(env, &proof, "proof")?, "proof")?;
        Ok(vorpal::bls::Suite::verify_possession(&key, proof))
    })
}
