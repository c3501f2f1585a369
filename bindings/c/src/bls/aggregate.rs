//! Sums of keys and of signatures.

use vorpal::bls::{CheckedSignature, PublicKey};

use super::forms::Forms;
use super::suite::vorpal_bls_suite;
use super::{named, with};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::status::vorpal_status;

/// The sum of `count` keys, in the same form as the keys. No keys are `VORPAL_ERROR_ARGUMENT`; a sum that is infinity,
/// or a malformed key, is `VORPAL_ERROR_INPUT`, and the message has the index of the key. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_aggregate_keys(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    keys: *const u8,
    sum: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let keys = forms.keys(&mut buffers, keys, count, "keys")?;
            let place = forms.key_places(&mut buffers, sum, 1, "sum")?;
            let sum = ctx.run(|| {
                PublicKey::aggregate(&forms.valid_keys(&keys)?).map_err(|error| named("keys", error))
            })??;
            forms.write_key(&sum, place);
        });
    })
}

/// The sum of `count` signatures, in the same form as the signatures: `Aggregate` of the draft. The sum may be
/// infinity. No signatures are `VORPAL_ERROR_ARGUMENT`; a malformed one, or one outside the subgroup, is
/// `VORPAL_ERROR_INPUT`, and the message has its index. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_aggregate_signatures(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    signatures: *const u8,
    sum: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, suite: vorpal_bls_suite], |buffers| {
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let place = forms.signature_places(&mut buffers, sum, 1, "sum")?;
            let sum = ctx.run(|| {
                let checked = forms.checked_signatures(&signatures)?;
                CheckedSignature::aggregate(&checked).map_err(|error| named("signatures", error))
            })??;
            forms.write_signature(&sum.into(), place);
        });
    })
}
