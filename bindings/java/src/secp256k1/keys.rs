//! Public and secret keys.

use jni::objects::{JByteArray, JClass};
use jni::sys::{jboolean, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::secp256k1::{SchnorrKeyPair, SecretKey};

use super::{decode_key, malformed};
use crate::entry::enter_frame;
use crate::handles;
use crate::memory::{bytes, fixed, new_array, secret};

/// The 65 bytes of an encoded public key, which is checked.
#[jni_mangle("io.vorpal.internal.Native", "publicKeySecp256k1")]
pub fn public_key_secp256k1<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    encoded: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key = decode_key(&bytes(env, &encoded, "encoded")?, "encoded")?;
        new_array(env, &key.to_uncompressed())
    })
}

/// The Ethereum address of a public key.
#[jni_mangle("io.vorpal.internal.Native", "address")]
pub fn address<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key = decode_key(&bytes(env, &key, "key")?, "key")?;
        new_array(env, &key.ethereum_address())
    })
}

/// Keeps a secret key of 32 bytes.
#[jni_mangle("io.vorpal.internal.Native", "secretKeySecp256k1")]
pub fn secret_key_secp256k1<'local>(
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
#[jni_mangle("io.vorpal.internal.Native", "publicKeyOfSecp256k1")]
pub fn public_key_of_secp256k1<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key = handles::get::<SecretKey>(key, "SecretKey")?;
        new_array(env, &key.public_key().to_uncompressed())
    })
}

/// Signs a hash: 65 bytes. `entropy` is 32 random bytes or null.
#[jni_mangle("io.vorpal.internal.Native", "signSecp256k1")]
pub fn sign_secp256k1<'local>(
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
        new_array(env, &signature.to_rsv())
    })
}

/// Signs a message by BIP 340: 64 bytes.
#[jni_mangle("io.vorpal.internal.Native", "schnorrSign")]
pub fn schnorr_sign<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
    message: JByteArray<'local>,
    auxiliary: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key = handles::get::<SecretKey>(key, "SecretKey")?;
        let message = bytes(env, &message, "message")?;
        let auxiliary = secret(env, &auxiliary, "auxiliary")?;
        new_array(env, &SchnorrKeyPair::new(&key).sign(&message, &auxiliary).to_bytes())
    })
}

/// The shared secret with a public key: `x` of the shared point, or SHA-256 of its compressed encoding.
#[jni_mangle("io.vorpal.internal.Native", "ecdh")]
pub fn ecdh<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: jlong,
    other: JByteArray<'local>,
    sha256: jboolean,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let key = handles::get::<SecretKey>(key, "SecretKey")?;
        let shared = key.diffie_hellman(&decode_key(&bytes(env, &other, "other")?, "other")?);
        let secret = if sha256 { shared.sha256() } else { shared.x() };
        new_array(env, &*secret)
    })
}
