//! One signature at a time, and encodings.

use jni::objects::{JByteArray, JClass};
use jni::sys::jboolean;
use jni::{EnvUnowned, jni_mangle};
use vorpal::secp256k1::{SchnorrSignature, Signature, XOnlyPublicKey, recover};
use vorpal_bindings::signatures::{recovery, recovery_id};

use super::{decode_key, malformed};
use crate::entry::enter_frame;
use crate::error::Failure;
use crate::memory::{Frame, bytes, fixed, new_array};

/// The public key, 65 bytes, of a signature of 65 bytes.
#[jni_mangle("io.vorpal.internal.Native", "recoverSecp256k1")]
pub fn recover_secp256k1<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    hash: JByteArray<'local>,
    signature: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let (hash, signature) = (fixed(env, &hash, "hash")?, fixed::<65>(env, &signature, "signature")?);
        let v = signature[64];
        if recovery_id(v).is_none() {
            let message = format_args!("the byte {v} does not encode a recovery identifier");
            return Err(Failure::input("signature", message));
        }
        let key = recover(&recovery(&hash, &signature)).map_err(malformed("signature"))?;
        new_array(env, &key.to_uncompressed())
    })
}

/// Whether a signature of 64 bytes is valid.
#[jni_mangle("io.vorpal.internal.Native", "verifySecp256k1")]
pub fn verify_secp256k1<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: JByteArray<'local>,
    hash: JByteArray<'local>,
    signature: JByteArray<'local>,
    low_s: jboolean,
) -> jboolean {
    enter_frame(env, |env| {
        let key = decode_key(&bytes(env, &key, "key")?, "key")?;
        let hash = fixed(env, &hash, "hash")?;
        let signature = compact(env, &signature)?;
        Ok(if low_s { key.verify_low(&hash, &signature) } else { key.verify(&hash, &signature) })
    })
}

/// Whether a Schnorr signature of BIP 340 is valid.
#[jni_mangle("io.vorpal.internal.Native", "schnorrVerify")]
pub fn schnorr_verify<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    key: JByteArray<'local>,
    message: JByteArray<'local>,
    signature: JByteArray<'local>,
) -> jboolean {
    enter_frame(env, |env| {
        let key = XOnlyPublicKey::from_be_bytes(&fixed(env, &key, "key")?).map_err(malformed("key"))?;
        let message = bytes(env, &message, "message")?;
        let signature = SchnorrSignature::from_bytes(&fixed(env, &signature, "signature")?);
        Ok(key.verify_schnorr(&message, &signature.map_err(malformed("signature"))?))
    })
}

/// The signature of 64 bytes in an array.
fn compact(env: &Frame<'_>, signature: &JByteArray<'_>) -> Result<Signature, Failure> {
    Signature::from_compact(&fixed(env, signature, "signature")?).map_err(malformed("signature"))
}

/// The 64 bytes of a signature in DER.
#[jni_mangle("io.vorpal.internal.Native", "signatureFromDer")]
pub fn signature_from_der<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    der: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let signature = Signature::from_der(&bytes(env, &der, "der")?).map_err(malformed("der"))?;
        new_array(env, &signature.to_compact())
    })
}

/// The encoding in DER of a signature of 64 bytes.
#[jni_mangle("io.vorpal.internal.Native", "signatureToDer")]
pub fn signature_to_der<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    signature: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let der = compact(env, &signature)?.to_der();
        new_array(env, der.as_ref())
    })
}

/// The signature of 64 bytes with the lower of both values of `s`.
#[jni_mangle("io.vorpal.internal.Native", "signatureToLow")]
pub fn signature_to_low<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    signature: JByteArray<'local>,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let low = compact(env, &signature)?.to_low().to_compact();
        new_array(env, &low)
    })
}
