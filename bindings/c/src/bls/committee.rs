//! Committees: the sum of the keys of all members is known, and absent ones are subtracted.

use vorpal::bls::{Committee, MinPk, MinSig};

use super::forms::Forms;
use super::suite::vorpal_bls_suite;
use super::vorpal_bls_variant::{self, *};
use super::{Any, both, named, with};
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// The keys of a committee, in order, and their sum, such as Ethereum's sync committee. Several threads may use a
/// committee at the same time.
#[derive(Debug)]
pub struct vorpal_bls_committee {
    committee: Any<Committee<MinPk>, Committee<MinSig>>,
}

impl Handle for vorpal_bls_committee {}

/// Creates the committee of `count` keys of a `vorpal_bls_variant`. `forms` is a sum of `vorpal_bls_form`. A key may
/// occur several times. A malformed key is `VORPAL_ERROR_INPUT`, and the message has its index. Variable time.
///
/// # Safety
/// `ctx` is null or a context; `keys` is null or to memory of the stated length; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_committee_new(
    ctx: *const vorpal_ctx,
    variant: i32,
    forms: i32,
    count: usize,
    keys: *const u8,
    out: *mut *mut vorpal_bls_committee,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let committee = match vorpal_bls_variant::of(variant)? {
            VORPAL_BLS_MIN_PK => {
                let forms = Forms::<MinPk>::new(forms, "forms")?;
                let keys = forms.keys(&mut buffers, keys, count, "keys")?;
                Any::MinPk(ctx.run(|| Ok::<_, Failure>(Committee::new(&forms.valid_keys(&keys)?)))??)
            }
            VORPAL_BLS_MIN_SIG => {
                let forms = Forms::<MinSig>::new(forms, "forms")?;
                let keys = forms.keys(&mut buffers, keys, count, "keys")?;
                Any::MinSig(ctx.run(|| Ok::<_, Failure>(Committee::new(&forms.valid_keys(&keys)?)))??)
            }
        };
        give(out, vorpal_bls_committee { committee });
    })
}

/// The flags of members: bit `i` is bit `i % 8` of byte `i / 8`, as in Ethereum's `sync_committee_bits`.
///
/// # Safety
/// As for [`Buffers::input`].
unsafe fn flags(
    buffers: &mut Buffers,
    bits: *const u8,
    bits_len: usize,
    members: usize,
) -> Result<Vec<bool>, Failure> {
    let expected = members.div_ceil(8);
    if bits_len != expected {
        let message = format_args!("bits_len is {bits_len}, not {expected} for {members} members");
        return Err(Failure::argument(message));
    }
    // SAFETY: the caller's promise.
    let bits = unsafe { buffers.input(bits, bits_len, "bits") }?;
    let flag = |index: usize| bits[index / 8] >> (index % 8) & 1 == 1;
    match (members..8 * bits_len).find(|index| flag(*index)) {
        Some(index) => {
            Err(Failure::argument(format_args!("bits: bit {index} is 1; there are {members} members")))
        }
        None => Ok((0..members).map(flag).collect()),
    }
}

/// The sum of the keys of the members that are present, in the form `forms`. It takes as many additions as there are
/// present or absent members, whichever are fewer.
///
/// `bits` has a bit for each member, in `bits_len` bytes: bit `i` is bit `i % 8` of byte `i / 8`, as in Ethereum's
/// `sync_committee_bits`. Another length, and unused bits that are not zero, are `VORPAL_ERROR_ARGUMENT`, and so is a
/// committee of which no member is present. A sum that is infinity is `VORPAL_ERROR_INPUT`. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `committee` null or a committee; each other pointer is null or to memory of the stated
/// length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_committee_sum(
    ctx: *const vorpal_ctx,
    committee: *const vorpal_bls_committee,
    bits: *const u8,
    bits_len: usize,
    forms: i32,
    sum: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committee: vorpal_bls_committee], |buffers| {
        with!(&committee.committee, committee => {
            let forms = Forms::of(committee, forms)?;
            let present = flags(&mut buffers, bits, bits_len, committee.len())?;
            let place = forms.key_places(&mut buffers, sum, 1, "sum")?;
            let sum = ctx.run(|| committee.sum(&present))?.map_err(|error| named("bits", error))?;
            forms.write_key(&sum, place);
        });
    })
}

/// Whether this is the signature of a message by the members that are present: `vorpal_bls_fast_aggregate_verify` of
/// their keys. `bits` is that of `vorpal_bls_committee_sum`. `*valid` receives 1 or 0: 0 if no member is present, whose
/// signature Ethereum has in `vorpal_bls_eth_fast_aggregate_verify`. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `committee` null or a committee, `suite` null or a suite; each other pointer is null or
/// to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_committee_verify(
    ctx: *const vorpal_ctx,
    committee: *const vorpal_bls_committee,
    suite: *const vorpal_bls_suite,
    forms: i32,
    bits: *const u8,
    bits_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, committee: vorpal_bls_committee, suite: vorpal_bls_suite], |buffers| {
        both!(&committee.committee, &suite.suite, (committee, suite) => {
            let forms = Forms::of(suite, forms)?;
            let present = flags(&mut buffers, bits, bits_len, committee.len())?;
            let message = buffers.input(message, message_len, "message")?;
            let signature = forms.signatures(&mut buffers, signature, 1, "signature")?[0];
            let valid = buffers.place(valid, "valid")?;
            let signature = forms.signature(signature).map_err(|error| named("signature", error))?;
            *valid = i32::from(ctx.run(|| committee.verify(suite, &present, message, signature))?);
        });
    })
}

/// Frees a committee; null is ignored.
///
/// # Safety
/// `committee` is null or a committee that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_committee_free(committee: *mut vorpal_bls_committee) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(committee) };
        Ok(())
    });
}
