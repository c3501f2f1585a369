//! Signature sets: many signatures at once, of which the wrong ones are named.

use vorpal::bls::{Error, PublicKey, Signature, SignatureSet, Suite, Variant, Verdict};

use super::forms::{Forms, LONGEST_ITEM};
use super::lists::{Parts, messages};
use super::suite::vorpal_bls_suite;
use super::with;
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_item::{self, *};
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// The places of a verdict on a batch, of which that of the items may be missing.
pub(super) struct Places<'a> {
    items: Option<&'a mut [[u8; 1]]>,
    valid: &'a mut i32,
}

impl<'a> Places<'a> {
    /// # Safety
    /// `items` is null or to `count` bytes; as for [`Buffers::output`].
    pub(super) unsafe fn new(
        buffers: &mut Buffers,
        count: usize,
        items: *mut u8,
        valid: *mut i32,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let items = unsafe { buffers.optional_output::<1>(items, count, "items") }?;
        // SAFETY: the caller's promise.
        Ok(Self { items, valid: unsafe { buffers.place(valid, "valid") }? })
    }

    /// Writes the results of all items. A batch is valid if it has items and all of them are valid.
    pub(super) fn write(self, results: &[vorpal_item]) {
        if let Some(items) = self.items {
            items.iter_mut().zip(results).for_each(|(item, result)| *item = [*result as u8]);
        }
        let is_valid = !results.is_empty() && results.iter().all(|result| *result == VORPAL_ITEM_OK);
        *self.valid = i32::from(is_valid);
    }
}

/// The results of all sets, given those that are malformed and the verdict on the others, which has their order.
pub(super) fn results(malformed: Vec<Option<vorpal_item>>, verdict: &Verdict) -> Vec<vorpal_item> {
    let mut results: Vec<vorpal_item> = malformed.iter().map(|item| item.unwrap_or(VORPAL_ITEM_OK)).collect();
    let others: Vec<usize> = (0..results.len()).filter(|index| malformed[*index].is_none()).collect();
    verdict.invalid().iter().for_each(|position| results[others[*position]] = VORPAL_ITEM_INVALID);
    results
}

/// The results of sets, whose key lists are parts of `keys`, on the current thread pool.
fn verify<V: Variant>(
    suite: &Suite<V>,
    signatures: &[Result<Signature<V>, Error>],
    keys: &[Result<PublicKey<V>, Error>],
    lists: &Parts<'_>,
    messages: &[&[u8]],
) -> Vec<vorpal_item> {
    let is_malformed = |(index, signature): (usize, &Result<_, _>)| match signature {
        Err(_) => Some(VORPAL_ITEM_SIGNATURE),
        Ok(_) if keys[lists.part(index)].iter().any(Result::is_err) => Some(VORPAL_ITEM_KEY),
        Ok(_) => None,
    };
    let malformed: Vec<_> = signatures.iter().enumerate().map(is_malformed).collect();
    // The keys of the sets that are not malformed, one list after the other.
    let (mut flat, mut ends) = (Vec::with_capacity(keys.len()), Vec::new());
    for index in (0..malformed.len()).filter(|index| malformed[*index].is_none()) {
        flat.extend(keys[lists.part(index)].iter().flatten());
        ends.push((index, flat.len()));
    }
    let mut start = 0;
    let mut sets = Vec::with_capacity(ends.len());
    for (index, end) in ends {
        let Ok(signature) = signatures[index] else { continue };
        sets.push(SignatureSet { signature, keys: &flat[start..end], message: messages[index] });
        start = end;
    }
    results(malformed, &suite.verify_sets(&sets))
}

/// Verifies `count` sets: one signature, keys and a message each, as `vorpal_bls_fast_aggregate_verify` would for each
/// alone. Sets of equal messages share their hash and a Miller loop; all share one final exponentiation.
///
/// `signatures` has a signature for each set. Its keys are those of `keys` from number `key_offsets[i]` to number
/// `key_offsets[i + 1]`: there are `count + 1` ascending offsets. With null as `key_offsets`, each set has one key. The
/// messages are likewise the bytes of `messages` between `message_offsets`; with null as these, each has 32 bytes.
///
/// `items` is null, or receives a `vorpal_item` for each set: `VORPAL_ITEM_OK`, `VORPAL_ITEM_INVALID`,
/// `VORPAL_ITEM_SIGNATURE` if the signature is malformed, `VORPAL_ITEM_KEY` if one of the keys is. A set without keys,
/// or whose keys add up to infinity, is invalid. `*valid` receives 1 if there are sets and all are valid, or 0.
///
/// The products of a batch have private weights of 128 bits: a wrong verdict has a probability of at most `(2 count +
/// k) 2^-128`, with `k` keys in all. A batch with wrong sets takes longer: about `log2(count)` further products for
/// each of them. Whoever sends wrong sets chooses this cost: verify the sets of each peer in a batch of their own.
/// Variable time.
///
/// # Safety
/// `ctx` is null or a context, `suite` null or a suite; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_verify_sets(
    ctx: *const vorpal_ctx,
    suite: *const vorpal_bls_suite,
    forms: i32,
    count: usize,
    signatures: *const u8,
    keys: *const u8,
    key_offsets: *const usize,
    messages: *const u8,
    message_offsets: *const usize,
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
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let lists = Parts::new(&mut buffers, key_offsets, count, 1, "key_offsets")?;
            let keys = forms.keys(&mut buffers, keys, lists.total(), "keys")?;
            let messages = self::messages(&mut buffers, messages, message_offsets, count)?;
            let places = Places::new(&mut buffers, count, items, valid)?;
            let results = ctx.run(|| {
                let (keys, signatures) = (forms.all_keys(&keys), forms.all_signatures(&signatures));
                verify(suite, &signatures, &keys, &lists, &messages)
            })?;
            places.write(&results);
        });
    })
}
