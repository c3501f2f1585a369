//! Suites and verification.

use jni::objects::{JByteArray, JClass, JLongArray, JObject};
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::bls::{MinPk, PublicKey, Scheme, Signature, SignatureSet, Suite};

use super::{
    SIGNATURE, decoded_keys, failure, indices_of, invalid, key_of, keys_of, ranges, signature_of, suite,
};
use crate::entry::{enter, enter_frame};
use crate::error::Failure;
use crate::handles;
use crate::memory::{Buffers, bytes, items, parts};

/// Keeps a suite. `tag` is null for that of the draft.
#[jni_mangle("io.vorpal.internal.Native", "blsSuite")]
pub fn bls_suite<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    scheme: jint,
    tag: JByteArray<'local>,
) -> jlong {
    enter(env, |env| {
        let scheme = match scheme {
            0 => Scheme::Basic,
            1 => Scheme::Augmentation,
            2 => Scheme::Possession,
            _ => return Err(Failure::argument("scheme", format_args!("{scheme} is none"))),
        };
        let suite = if tag.is_null() {
            match scheme {
                Scheme::Basic => Suite::<MinPk>::basic(),
                Scheme::Augmentation => Suite::augmentation(),
                Scheme::Possession => Suite::possession(),
            }
        } else {
            Suite::new(&bytes(env, &tag, "tag")?, scheme).map_err(|error| failure(error, "tag", None))?
        };
        Ok(handles::keep(suite))
    })
}

/// Whether a signature is that of a key and a message. Java joins the key, the signature and the message, which costs
/// less than two more arrays, and gives the lengths of the first two.
#[jni_mangle("io.vorpal.internal.Native", "blsVerify")]
pub fn bls_verify<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    suite_number: jlong,
    joined: JByteArray<'local>,
    key: jint,
    signature: jint,
) -> jboolean {
    enter_frame(env, |env| {
        let suite = suite(suite_number)?;
        let joined = bytes(env, &joined, "joined")?;
        let ([key, signature], message) = parts(&joined, [key, signature])?;
        Ok(suite.verify(&key_of(key, true)?, message, signature_of(signature, "signature")?))
    })
}

/// Whether a signature is the sum of those of all keys of one message.
#[jni_mangle("io.vorpal.internal.Native", "blsFastAggregateVerify")]
pub fn bls_fast_aggregate_verify<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    suite_number: jlong,
    keys: JObject<'local>,
    known: jboolean,
    message: JByteArray<'local>,
    signature: JByteArray<'local>,
) -> jboolean {
    enter(env, |env| {
        let suite = suite(suite_number)?;
        let keys = keys_of(&Buffers::default().input(env, &keys, "keys")?, known)?;
        let message = bytes(env, &message, "message")?;
        let signature = signature_of(&bytes(env, &signature, "signature")?, "signature")?;
        Ok(suite.fast_aggregate_verify(&keys, &message, signature))
    })
}

/// Whether a signature is the sum of those of keys, each of its own message.
#[jni_mangle("io.vorpal.internal.Native", "blsAggregateVerify")]
#[allow(clippy::too_many_arguments, reason = "the arguments of Java")]
pub fn bls_aggregate_verify<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    suite_number: jlong,
    keys: JObject<'local>,
    known: jboolean,
    messages: JObject<'local>,
    lengths: JLongArray<'local>,
    signature: JByteArray<'local>,
) -> jboolean {
    enter(env, |env| {
        let suite = suite(suite_number)?;
        let mut buffers = Buffers::default();
        let keys = keys_of(&buffers.input(env, &keys, "keys")?, known)?;
        let messages = buffers.input(env, &messages, "messages")?;
        let ranges = ranges(env, &lengths, ("messageLengths", "messages"), keys.len(), 32, messages.len())?;
        let signature = signature_of(&bytes(env, &signature, "signature")?, "signature")?;
        let members: Vec<_> =
            keys.into_iter().zip(ranges.into_iter().map(|range| &messages[range])).collect();
        Ok(suite.aggregate_verify(&members, signature))
    })
}

/// The indices of the sets that are not valid.
#[jni_mangle("io.vorpal.internal.Native", "blsInvalidSets")]
#[allow(clippy::too_many_arguments, reason = "the arguments of Java")]
pub fn bls_invalid_sets<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    suite_number: jlong,
    signatures: JObject<'local>,
    messages: JObject<'local>,
    lengths: JLongArray<'local>,
    keys: JObject<'local>,
    known: jboolean,
    counts: JLongArray<'local>,
) -> JLongArray<'local> {
    enter(env, |env| {
        let suite = suite(suite_number)?;
        let mut buffers = Buffers::default();
        let signatures = buffers.input(env, &signatures, "signatures")?;
        let messages = buffers.input(env, &messages, "messages")?;
        let keys = buffers.input(env, &keys, "keys")?;
        let signatures = items::<SIGNATURE>(&signatures, "signatures")?;
        let count = signatures.len();
        let lengths = ranges(env, &lengths, ("messageLengths", "messages"), count, 32, messages.len())?;
        let decoded = decoded_keys(&keys, known)?;
        let counts = ranges(env, &counts, ("keyCounts", "keys"), count, 1, decoded.len())?;
        // A set with a malformed key has none here, so it is invalid.
        let keys: Vec<Vec<PublicKey<MinPk>>> = counts
            .into_iter()
            .map(|range| decoded[range].iter().cloned().collect::<Result<_, _>>().unwrap_or_default())
            .collect();
        let found = invalid(signatures, |members| {
            let set = |(set, signature): &(usize, Signature<MinPk>)| SignatureSet {
                signature: *signature,
                keys: &keys[*set],
                message: &messages[lengths[*set].clone()],
            };
            suite.verify_sets(&members.iter().map(set).collect::<Vec<_>>())
        });
        indices_of(env, &found)
    })
}
