//! Lists with signatures on both curves: one call for all of them.

use vorpal_bindings::mixed::{Claim, List, claims};

use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse_items;

/// What an entry of a list claims: see `vorpal_ecdsa_verify_mixed_batch`.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "for the header: the calls read numbers")]
pub enum vorpal_claim {
    /// A signature on secp256k1 under a key. `s` may be in either half of its range.
    VORPAL_CLAIM_SECP256K1 = 0,
    /// A signature on P-256 under a key. `s` may be in either half of its range.
    VORPAL_CLAIM_P256 = 1,
    /// A signature on secp256k1 of an Ethereum address: that of the key which the signature recovers. The recovery
    /// identifier is 0 or 1, and `s` in the lower half of its range.
    VORPAL_CLAIM_SECP256K1_SIGNER = 2,
    /// A signature on P-256 under a key with an address: the last 20 bytes of Keccak-256 of `prefix || x || y`.
    VORPAL_CLAIM_P256_SIGNER = 3,
}

/// The most bytes that a list has for each claim: a signature or a key.
const LONGEST_ITEM: usize = 65;

/// Verifies a list with ECDSA signatures on secp256k1 and P-256, such as those of a transaction of type 6 (EIP-8141, a
/// draft), or of a block of them.
///
/// `claims` has a `vorpal_claim` for each of `count` entries, `hashes` 32 bytes, `signatures` 65 bytes `r || s || v`,
/// where `v`, the recovery identifier or this plus 27, counts for `VORPAL_CLAIM_SECP256K1_SIGNER` alone. `keys` has 65
/// bytes `04 || x || y` for each, and may be null if all claims are that one. `addresses` has 20 bytes for each, and
/// may be null if no claim has an address. The bytes of entries whose claims do not use them are not read. `prefix` is
/// the prefix of addresses on P-256, since drafts of EIP-8141 differ in it. `items` receives a `vorpal_item` for each.
/// There is no error probability. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ecdsa_verify_mixed_batch(
    ctx: *const vorpal_ctx,
    count: usize,
    claims: *const u8,
    hashes: *const u8,
    signatures: *const u8,
    keys: *const u8,
    addresses: *const u8,
    prefix: *const u8,
    prefix_len: usize,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx], |buffers| {
        let numbers = buffers.input(claims, count, "claims")?;
        let claims = self::claims(numbers).map_err(|i| {
            Failure::argument(format_args!("claims: number {i} is {}, not a vorpal_claim", numbers[i]))
        })?;
        let of = |is_used: bool| if is_used { count } else { 0 };
        let list = List {
            claims: &claims,
            hashes: buffers.items::<32>(hashes, count, "hashes")?,
            signatures: buffers.items::<65>(signatures, count, "signatures")?,
            keys: buffers.items::<65>(keys, of(claims.iter().any(|one| one.has_key())), "keys")?,
            addresses: buffers.items::<20>(
                addresses,
                of(claims.iter().copied().any(Claim::has_address)),
                "addresses",
            )?,
            prefix: buffers.input(prefix, prefix_len, "prefix")?,
        };
        let items = buffers.output(items, count, "items")?;
        ctx.run(|| list.verify(items))?;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the header are those of the shared crate.
    #[test]
    fn numbers_are_those_of_all_languages() {
        use vorpal_claim::*;
        let here = [
            (VORPAL_CLAIM_SECP256K1, Claim::Secp256k1),
            (VORPAL_CLAIM_P256, Claim::P256),
            (VORPAL_CLAIM_SECP256K1_SIGNER, Claim::Secp256k1Signer),
            (VORPAL_CLAIM_P256_SIGNER, Claim::P256Signer),
        ];
        for (one, other) in here {
            assert_eq!(one as u8, other as u8);
            assert_eq!(Claim::of(one as u8), Some(other));
        }
        assert_eq!(Claim::of(4), None);
    }
}
