//! Ethereum's functions that differ from the draft (`ethereum/consensus-specs`, `specs/altair/bls.md`): keys in G1, the
//! tag `VORPAL_BLS_TAG_MIN_PK_POP`.

use vorpal::bls::MinPk;
use vorpal::bls::ethereum::{eth_aggregate_pubkeys, eth_fast_aggregate_verify};

use super::forms::Forms;
use super::named;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// `eth_aggregate_pubkeys` of Ethereum: the sum of `count` keys in G1, in the same form as the keys. `forms` is a sum
/// of `vorpal_bls_form`. Errors are those of `vorpal_bls_aggregate_keys`. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_eth_aggregate_pubkeys(
    ctx: *const vorpal_ctx,
    forms: i32,
    count: usize,
    keys: *const u8,
    sum: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let forms = Forms::<MinPk>::new(forms, "forms")?;
        let keys = forms.keys(&mut buffers, keys, count, "keys")?;
        let place = forms.key_places(&mut buffers, sum, 1, "sum")?;
        let sum = ctx.run(|| {
            eth_aggregate_pubkeys(&forms.valid_keys(&keys)?).map_err(|error| named("keys", error))
        })??;
        forms.write_key(&sum, place);
    })
}

/// `eth_fast_aggregate_verify` of Ethereum: as `vorpal_bls_fast_aggregate_verify` with keys in G1 and the tag
/// `VORPAL_BLS_TAG_MIN_PK_POP`, but infinity is the signature of no keys. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_eth_fast_aggregate_verify(
    ctx: *const vorpal_ctx,
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
    call!([ctx: vorpal_ctx], |buffers| {
        let forms = Forms::<MinPk>::new(forms, "forms")?;
        let keys = forms.keys(&mut buffers, keys, count, "keys")?;
        let message = buffers.input(message, message_len, "message")?;
        let signature = forms.signatures(&mut buffers, signature, 1, "signature")?[0];
        let valid = buffers.place(valid, "valid")?;
        let signature = forms.signature(signature).map_err(|error| named("signature", error))?;
        let is_valid = ctx.run(|| {
            let keys = forms.valid_keys(&keys)?;
            Ok::<_, Failure>(eth_fast_aggregate_verify(&keys, message, signature))
        })??;
        *valid = i32::from(is_valid);
    })
}
