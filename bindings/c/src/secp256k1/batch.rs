//! Batches of signatures: one call for all signatures of a block.

use vorpal::secp256k1::{
    Error, PublicKey, Recovery, SchnorrSignature, SchnorrVerification, Signature, Verification,
    XOnlyPublicKey, recover_batch, verify_batch, verify_schnorr_batch,
};
use vorpal_bindings::signatures::{recovered, recovery, verdicts};

use super::check_key_length;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse_items;

/// The most bytes that a batch has for each item: an encoded key.
const LONGEST_ITEM: usize = 65;

/// Recovers the public keys of `count` signatures, as Ethereum's `ecrecover` does: `s` may be in the lower or upper
/// half of its range.
///
/// `hashes` has 32 bytes for each signature, `signatures` 65 bytes `r || s || v`, where `v` is the recovery identifier
/// or this plus 27. For each signature, `keys` receives 65 bytes (`04 || x || y`), `addresses` the 20 bytes of the
/// Ethereum address, `items` a `vorpal_item`; `keys` or `addresses` may be null. Outputs of invalid items are zero.
/// Variable time.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_recover_batch(
    ctx: *const vorpal_ctx,
    count: usize,
    hashes: *const u8,
    signatures: *const u8,
    keys: *mut u8,
    addresses: *mut u8,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx], |buffers| {
        let hashes = buffers.items::<32>(hashes, count, "hashes")?;
        let signatures = buffers.items::<65>(signatures, count, "signatures")?;
        let keys = buffers.optional_output::<65>(keys, count, "keys")?;
        let addresses = buffers.optional_output::<20>(addresses, count, "addresses")?;
        let items = buffers.output(items, count, "items")?;
        let found = ctx.run(|| {
            let recoveries: Vec<Recovery> =
                hashes.iter().zip(signatures).map(|(hash, signature)| recovery(hash, signature)).collect();
            recover_batch(&recoveries)
        })?;
        for ((target, signature), result) in items.iter_mut().zip(signatures).zip(&found) {
            *target = recovered(signature, result) as u8;
        }
        if let Some(keys) = keys {
            write(keys, &found, PublicKey::to_uncompressed);
        }
        if let Some(addresses) = addresses {
            write(addresses, &found, PublicKey::ethereum_address);
        }
    })
}

/// Writes what each result stands for, zeros for errors.
fn write<const N: usize>(
    targets: &mut [[u8; N]],
    results: &[Result<PublicKey, Error>],
    bytes: impl Fn(&PublicKey) -> [u8; N],
) {
    for (target, result) in targets.iter_mut().zip(results) {
        *target = result.as_ref().map_or([0; N], &bytes);
    }
}

/// Verifies `count` ECDSA signatures.
///
/// `hashes` has 32 bytes for each signature, `signatures` 64 bytes `r || s`, `keys` `key_len` bytes: 33 (compressed) or
/// 65 (`04 || x || y`). With `low_s` other than 0, an `s` in the upper half of its range is invalid: see
/// `vorpal_secp256k1_verify`. `items` receives a `vorpal_item` for each. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_verify_batch(
    ctx: *const vorpal_ctx,
    count: usize,
    hashes: *const u8,
    signatures: *const u8,
    keys: *const u8,
    key_len: usize,
    low_s: i32,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx], |buffers| {
        check_key_length(key_len)?;
        let hashes = buffers.items::<32>(hashes, count, "hashes")?;
        let signatures = buffers.items::<64>(signatures, count, "signatures")?;
        let keys = buffers.input(keys, product(count, key_len, "keys")?, "keys")?;
        let items = buffers.output(items, count, "items")?;
        let parsed = (0..count).map(|i| {
            let verification = verification(&hashes[i], &signatures[i], &keys[i * key_len..][..key_len])?;
            Ok((low_s == 0 || verification.signature.is_low()).then_some(verification))
        });
        ctx.run(|| verdicts(parsed, verify_batch, items))?;
    })
}

fn verification(hash: &[u8; 32], signature: &[u8; 64], key: &[u8]) -> Result<Verification, Error> {
    Ok(Verification {
        hash: *hash,
        signature: Signature::from_compact(signature)?,
        key: PublicKey::from_sec1_bytes(key)?,
    })
}

pub(crate) fn product(count: usize, size: usize, name: &str) -> Result<usize, Failure> {
    count
        .checked_mul(size)
        .ok_or_else(|| Failure::argument(format_args!("{name}: {count} times {size} is too much")))
}

/// Verifies `count` Schnorr signatures of BIP 340.
///
/// Message `i` is the part of `messages` from byte `offsets[i]` to byte `offsets[i + 1]`: there are `count + 1`
/// ascending offsets. With null as `offsets`, each message has 32 bytes. `signatures` has 64 bytes for each, `keys` the
/// 32 bytes of the `x` coordinate. `items` receives a `vorpal_item` for each. Variable time.
///
/// From 128 well-formed signatures on, weighted sums verify all, and sums of parts find the invalid ones.
/// With fresh randomness, an invalid signature passes with a probability of at most 17 * 2^-128. Without it, the bound
/// is t times that for an attacker who computes t hashes. The call draws the randomness from the operating system.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_schnorr_verify_batch(
    ctx: *const vorpal_ctx,
    count: usize,
    messages: *const u8,
    offsets: *const usize,
    signatures: *const u8,
    keys: *const u8,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx], |buffers| {
        let offsets = if offsets.is_null() || count == 0 {
            None
        } else {
            let number = count.checked_add(1).ok_or_else(|| Failure::argument("count is too large"))?;
            let offsets = buffers.input(offsets, number, "offsets")?;
            if let Some(i) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
                return Err(Failure::argument(format_args!("offsets: number {} is below number {i}", i + 1)));
            }
            Some(offsets)
        };
        let length = match offsets {
            None => product(count, 32, "messages")?,
            Some(offsets) => offsets[count],
        };
        let messages = buffers.input(messages, length, "messages")?;
        let message = |i: usize| match offsets {
            None => &messages[32 * i..32 * (i + 1)],
            Some(offsets) => &messages[offsets[i]..offsets[i + 1]],
        };
        let signatures = buffers.items::<64>(signatures, count, "signatures")?;
        let keys = buffers.items::<32>(keys, count, "keys")?;
        let items = buffers.output(items, count, "items")?;
        let parsed = (0..count).map(|i| {
            let signature = SchnorrSignature::from_bytes(&signatures[i])?;
            let key = XOnlyPublicKey::from_be_bytes(&keys[i])?;
            Ok(Some(SchnorrVerification { message: message(i), signature, key }))
        });
        ctx.run(|| verdicts(parsed, verify_schnorr_batch, items))?;
    })
}

#[cfg(test)]
mod tests {
    use vorpal_bindings::signatures::Item;

    use crate::status::vorpal_item::*;

    /// All languages state the bound of batches of Schnorr signatures in the words of the library.
    #[test]
    fn the_bound_of_batches_is_that_of_the_library() {
        /// The words without the markers of comments.
        fn words(text: &str) -> String {
            text.split_whitespace().filter(|word| !["*", "///"].contains(word)).collect::<Vec<_>>().join(" ")
        }
        let bound = words(include_str!("../../../../crates/secp256k1/src/schnorr/batch/bound.txt"));
        for (name, text) in [
            ("the header", include_str!("../../include/vorpal.h")),
            ("the help of Python", include_str!("../../../python/src/secp256k1/schnorr.rs")),
            ("the types of JavaScript", include_str!("../../../wasm/js/index.d.ts")),
            ("the README of JavaScript", include_str!("../../../wasm/README.md")),
        ] {
            assert_eq!(words(text).matches(&bound).count(), 1, "{name}: {bound}");
        }
    }

    /// The items of the header are those of the shared crate.
    #[test]
    fn items_have_the_numbers_of_all_languages() {
        let pairs = [
            (VORPAL_ITEM_OK, Item::Ok),
            (VORPAL_ITEM_INVALID, Item::Invalid),
            (VORPAL_ITEM_SIGNATURE, Item::Signature),
            (VORPAL_ITEM_RECOVERY_ID, Item::RecoveryId),
            (VORPAL_ITEM_NO_POINT, Item::NoPoint),
            (VORPAL_ITEM_INFINITY, Item::Infinity),
            (VORPAL_ITEM_KEY, Item::Key),
        ];
        assert_eq!(pairs.map(|(one, _)| one as u8), pairs.map(|(_, other)| other as u8));
    }
}
