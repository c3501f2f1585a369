//! Verification of one signature: of one key, or of several.

use vorpal::bls::{PublicKey, Signature, Suite, Variant};

use super::forms::Forms;
use super::lists::messages;
use super::suite::vorpal_bls_suite;
use super::{named, with};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// Whether this is the signature of a message by a key: `Verify` of draft-irtf-cfrg-bls-signature. `forms` is a sum of
/// `vorpal_bls_form`. `*valid` receives 1 or 0. A signature outside the subgroup, or infinity, is not valid; a
/// malformed one is an error. Runs on the calling thread. Variable time.
///
/// # Safety
/// `suite` is null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_verify(
    suite: *const vorpal_bls_suite,
    forms: i32,
    key: *const u8,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let key = forms.keys(&mut buffers, key, 1, "key")?[0];
            let message = buffers.input(message, message_len, "message")?;
            let signature = forms.signatures(&mut buffers, signature, 1, "signature")?[0];
            let valid = buffers.place(valid, "valid")?;
            let key = forms.key(key).map_err(|error| named("key", error))?;
            let signature = forms.signature(signature).map_err(|error| named("signature", error))?;
            *valid = i32::from(suite.verify(&key, message, signature));
        });
    })
}

/// Whether this is the proof that the owner of a key has its secret key, `PopVerify` of the draft, whatever the tag of
/// the suite is: see `vorpal_bls_prove_possession`. `*valid` receives 1 or 0. Runs on the calling thread. Variable
/// time.
///
/// # Safety
/// `suite` is null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_verify_possession(
    suite: *const vorpal_bls_suite,
    forms: i32,
    key: *const u8,
    proof: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let key = forms.keys(&mut buffers, key, 1, "key")?[0];
            let proof = forms.signatures(&mut buffers, proof, 1, "proof")?[0];
            let valid = buffers.place(valid, "valid")?;
            let key = forms.key(key).map_err(|error| named("key", error))?;
            let proof = forms.signature(proof).map_err(|error| named("proof", error))?;
            *valid = i32::from(is_possession(suite, &key, &proof));
        });
    })
}

/// In the variant of a suite.
fn is_possession<V: Variant>(_: &Suite<V>, key: &PublicKey<V>, proof: &Signature<V>) -> bool {
    Suite::verify_possession(key, proof)
}

/// Whether this is the sum of the signatures of `count` keys, each of its own message: `AggregateVerify` of the draft.
///
/// `keys` has the keys in the form. Message `i` is the part of `messages` from byte `message_offsets[i]` to byte
/// `message_offsets[i + 1]`: there are `count + 1` ascending offsets. With null as `message_offsets`, each message has
/// 32 bytes. `*valid` receives 1 or 0: 0 without keys, and with `VORPAL_BLS_BASIC` if two messages are equal. Malformed
/// bytes are an error, whose message has the index. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_aggregate_verify(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    keys: *const u8,
    messages: *const u8,
    message_offsets: *const usize,
    signature: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let keys = forms.keys(&mut buffers, keys, count, "keys")?;
            let messages = self::messages(&mut buffers, messages, message_offsets, count)?;
            let signature = forms.signatures(&mut buffers, signature, 1, "signature")?[0];
            let valid = buffers.place(valid, "valid")?;
            let signature = forms.signature(signature).map_err(|error| named("signature", error))?;
            let is_valid = ctx.run(|| {
                let members: Vec<_> = forms.valid_keys(&keys)?.into_iter().zip(messages).collect();
                Ok::<_, Failure>(suite.aggregate_verify(&members, signature))
            })??;
            *valid = i32::from(is_valid);
        });
    })
}

/// Whether this is the sum of the signatures of `count` keys, all of the same message: `FastAggregateVerify` of the
/// draft. `keys` has the keys in the form. `*valid` receives 1 or 0: 0 without keys, for keys whose sum is infinity,
/// and with `VORPAL_BLS_AUGMENTATION` unless there is one key. Malformed bytes are an error, whose message has the
/// index.
///
/// It is safe only for keys whose owners have proved that they have the secret keys. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_fast_aggregate_verify(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    keys: *const u8,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let keys = forms.keys(&mut buffers, keys, count, "keys")?;
            let message = buffers.input(message, message_len, "message")?;
            let signature = forms.signatures(&mut buffers, signature, 1, "signature")?[0];
            let valid = buffers.place(valid, "valid")?;
            let signature = forms.signature(signature).map_err(|error| named("signature", error))?;
            let is_valid = ctx.run(|| {
                let keys = forms.valid_keys(&keys)?;
                Ok::<_, Failure>(suite.fast_aggregate_verify(&keys, message, signature))
            })??;
            *valid = i32::from(is_valid);
        });
    })
}
