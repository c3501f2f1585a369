//! Threshold signatures: the signature of a group from those of enough shares of its key.

use vorpal::bls::{CheckedSignature, Error, PartialSignature, Scheme};

use super::forms::{Forms, LONGEST_ITEM};
use super::suite::vorpal_bls_suite;
use super::{named, with};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_item::{self, *};
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// The signature of a group from at least `threshold` valid partial signatures of a message, by interpolation at 0. All
/// `count` partial signatures are verified in one batch, those that are not valid are named, and the first `threshold`
/// valid ones are combined.
///
/// `indices` has the index of each share: distinct numbers that are not 0, for others `VORPAL_ERROR_ARGUMENT`. `keys`
/// has the public keys of the shares, `signatures` their signatures, in the form. `*valid` receives 1 if there are
/// enough valid ones: then `signature` receives the signature of the group, which is not changed otherwise. `items` is
/// null, or receives a `vorpal_item` for each, as in `vorpal_bls_verify_sets`. A suite with `VORPAL_BLS_AUGMENTATION`
/// is `VORPAL_ERROR_ARGUMENT`. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_combine_partials(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    threshold: usize,
    count: usize,
    indices: *const u32,
    keys: *const u8,
    signatures: *const u8,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    items: *mut u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            if suite.scheme() == Scheme::Augmentation {
                return Err(named("suite", Error::AugmentedShares));
            }
            if threshold == 0 {
                return Err(Failure::argument("threshold is 0; at least 1 is expected"));
            }
            let indices = buffers.input(indices, count, "indices")?;
            let keys = forms.keys(&mut buffers, keys, count, "keys")?;
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let message = buffers.input(message, message_len, "message")?;
            let place = forms.signature_places(&mut buffers, signature, 1, "signature")?;
            let items = buffers.optional_output::<1>(items, count, "items")?;
            let valid = buffers.place(valid, "valid")?;
            let (results, combined) = ctx.run(|| {
                let (keys, signatures) = (forms.all_keys(&keys), forms.all_signatures(&signatures));
                let mut results = vec![VORPAL_ITEM_OK; count];
                let mut partials = Vec::with_capacity(count);
                let mut positions = Vec::with_capacity(count);
                for (position, (signature, key)) in signatures.into_iter().zip(keys).enumerate() {
                    match (signature, key) {
                        (Ok(signature), Ok(key)) => {
                            partials.push(PartialSignature { index: indices[position], key, signature });
                            positions.push(position);
                        }
                        (Err(_), _) => results[position] = VORPAL_ITEM_SIGNATURE,
                        (Ok(_), Err(_)) => results[position] = VORPAL_ITEM_KEY,
                    }
                }
                // The rules for indices hold for those of malformed partial signatures too.
                check_indices(indices)?;
                if partials.is_empty() && count > 0 {
                    return Ok((results, None));
                }
                let combination = suite.combine_partials(message, &partials, threshold);
                let combination = combination.map_err(|error| named("signatures", error))?;
                combination.invalid.iter().for_each(|k| results[positions[*k]] = VORPAL_ITEM_INVALID);
                Ok::<(Vec<vorpal_item>, _), Failure>((results, combination.signature))
            })??;
            if let Some(items) = items {
                items.iter_mut().zip(&results).for_each(|(item, result)| *item = [*result as u8]);
            }
            if let Some(combined) = combined {
                forms.write_signature(&combined.into(), place);
                *valid = 1;
            }
        });
    })
}

/// Whether the indices are not zero and distinct.
fn check_indices(indices: &[u32]) -> Result<(), Failure> {
    let mut seen = std::collections::BTreeSet::new();
    match indices.iter().position(|index| *index == 0 || !seen.insert(*index)) {
        Some(position) if indices[position] == 0 => {
            Err(Failure::argument(format_args!("indices: share {position} has the index 0")))
        }
        Some(position) => Err(Failure::argument(format_args!(
            "indices: share {position} has the index {}, as one before",
            indices[position]
        ))),
        None => Ok(()),
    }
}

/// The signature of a group from `count` partial signatures, which the caller has verified: one that is wrong makes the
/// result wrong. `indices` is that of `vorpal_bls_combine_partials`. A malformed signature, or one outside the
/// subgroup, is `VORPAL_ERROR_INPUT`, and the message has its index. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_combine(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    indices: *const u32,
    signatures: *const u8,
    signature: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let indices = buffers.input(indices, count, "indices")?;
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let place = forms.signature_places(&mut buffers, signature, 1, "signature")?;
            let combined = ctx.run(|| {
                check_indices(indices)?;
                let signatures = forms.checked_signatures(&signatures)?;
                let partials: Vec<_> = indices.iter().copied().zip(signatures).collect();
                CheckedSignature::combine(&partials).map_err(|error| named("signatures", error))
            })??;
            forms.write_signature(&combined.into(), place);
        });
    })
}
