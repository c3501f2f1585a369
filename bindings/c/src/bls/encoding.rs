//! Encodings of keys and signatures, checks of them, and the points of messages.

use rayon::prelude::*;
use vorpal::bls::Signature;

use super::forms::{Forms, LONGEST_ITEM};
use super::suite::vorpal_bls_suite;
use super::with;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::status::vorpal_item::{
    VORPAL_ITEM_INVALID, VORPAL_ITEM_KEY, VORPAL_ITEM_OK, VORPAL_ITEM_SIGNATURE,
};
use crate::status::vorpal_status;
use crate::verdict::refuse_items;

/// Decodes and checks `count` keys of the form `forms`, sixteen side by side, and encodes them in the form `out_forms`.
/// Both are sums of `vorpal_bls_form`. Converted to `VORPAL_BLS_KEYS_CHECKED`, keys are decoded and checked once for
/// many calls.
///
/// `out` receives the bytes of all keys, zeros for malformed ones. `items` receives a `vorpal_item` for each:
/// `VORPAL_ITEM_OK`, or `VORPAL_ITEM_KEY` for a key that is no point, outside the subgroup, or infinity. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_convert_keys(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    keys: *const u8,
    out_forms: i32,
    out: *mut u8,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let out_forms = forms.others(out_forms, "out_forms")?;
            let keys = forms.keys(&mut buffers, keys, count, "keys")?;
            let out = out_forms.key_places(&mut buffers, out, count, "out")?;
            let items = buffers.output(items, count, "items")?;
            let decoded = ctx.run(|| forms.all_keys(&keys))?;
            let places = out.chunks_exact_mut(out_forms.key_len()).zip(items);
            for ((place, item), key) in places.zip(&decoded) {
                match key {
                    Ok(key) => out_forms.write_key(key, place),
                    Err(_) => place.fill(0),
                }
                *item = if key.is_ok() { VORPAL_ITEM_OK } else { VORPAL_ITEM_KEY } as u8;
            }
        });
    })
}

/// Decodes `count` signatures of the form `forms`, sixteen side by side, and encodes them in the form `out_forms`. Both
/// are sums of `vorpal_bls_form`. Signatures outside the subgroup are accepted: `vorpal_bls_check_signatures` finds
/// them, and every verification refuses them.
///
/// `out` receives the bytes of all signatures, zeros for malformed ones. `items` receives a `vorpal_item` for each:
/// `VORPAL_ITEM_OK`, or `VORPAL_ITEM_SIGNATURE` for one that is no point of the curve. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_convert_signatures(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    signatures: *const u8,
    out_forms: i32,
    out: *mut u8,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let out_forms = forms.others(out_forms, "out_forms")?;
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let out = out_forms.signature_places(&mut buffers, out, count, "out")?;
            let items = buffers.output(items, count, "items")?;
            let decoded = ctx.run(|| forms.all_signatures(&signatures))?;
            let places = out.chunks_exact_mut(out_forms.signature_len()).zip(items);
            for ((place, item), signature) in places.zip(&decoded) {
                match signature {
                    Ok(signature) => out_forms.write_signature(signature, place),
                    Err(_) => place.fill(0),
                }
                *item = if signature.is_ok() { VORPAL_ITEM_OK } else { VORPAL_ITEM_SIGNATURE } as u8;
            }
        });
    })
}

/// Checks that `count` signatures of the form `forms` are in the subgroup, as infinity is. `items` receives a
/// `vorpal_item` for each: `VORPAL_ITEM_OK`, `VORPAL_ITEM_INVALID` outside the subgroup, `VORPAL_ITEM_SIGNATURE` for
/// bytes that are no point of the curve. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_check_signatures(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    signatures: *const u8,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let items = buffers.output(items, count, "items")?;
            let results: Vec<_> = ctx.run(|| {
                let decoded = forms.all_signatures(&signatures).into_par_iter();
                decoded
                    .map(|signature| match signature {
                        Err(_) => VORPAL_ITEM_SIGNATURE,
                        Ok(signature) if signature.check().is_err() => VORPAL_ITEM_INVALID,
                        Ok(_) => VORPAL_ITEM_OK,
                    })
                    .collect()
            })?;
            items.iter_mut().zip(results).for_each(|(item, result)| *item = result as u8);
        });
    })
}

/// The point to which a message is hashed under the tag of a suite: `hash_to_curve` of RFC 9380, in the group of
/// signatures. `point` receives the bytes of one signature in the form. Runs on the calling thread. Variable time.
///
/// # Safety
/// `suite` is null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_hash_to_curve(
    suite: *const vorpal_bls_suite,
    message: *const u8,
    message_len: usize,
    forms: i32,
    point: *mut u8,
) -> vorpal_status {
    call!([suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let message = buffers.input(message, message_len, "message")?;
            let place = forms.signature_places(&mut buffers, point, 1, "point")?;
            forms.write_signature(&Signature::from_point(suite.hash_vartime(message)), place);
        });
    })
}
