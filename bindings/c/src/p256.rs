//! P-256: ECDSA, singly and in batches.

use vorpal::secp256k1::Error;
use vorpal::secp256k1::p256::{PublicKey, SecretKey, Signature, Verification, verify_batch};
use vorpal_bindings::signatures::verdicts;

use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::secp256k1::batch::product;
use crate::secp256k1::check_key_length;
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// The most bytes that a batch has for each item: an encoded key.
const LONGEST_ITEM: usize = 65;

/// The key that bytes encode.
fn key(bytes: &[u8]) -> Result<PublicKey, Failure> {
    check_key_length(bytes.len())?;
    PublicKey::from_sec1_bytes(bytes).map_err(Failure::from)
}

/// The public key on P-256 of a secret key of 32 bytes, big-endian: 65 bytes `04 || x || y`. Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_p256_public_key(secret: *const u8, key: *mut u8) -> vorpal_status {
    call!([], |buffers| {
        let secret = SecretKey::from_be_bytes(buffers.array::<32>(secret, "secret")?)?;
        *buffers.place::<[u8; 65]>(key.cast(), "key")? = secret.public_key().to_uncompressed();
    })
}

/// Signs a hash of 32 bytes on P-256: 64 bytes `r || s`. The nonce is that of RFC 6979, and `s` is as it results, in
/// either half of its range. `entropy` is null or 32 bytes that enter the nonce (RFC 6979, section 3.6). Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_p256_sign(
    secret: *const u8,
    hash: *const u8,
    entropy: *const u8,
    signature: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let secret = SecretKey::from_be_bytes(buffers.array::<32>(secret, "secret")?)?;
        let hash = buffers.array::<32>(hash, "hash")?;
        let entropy = if entropy.is_null() { None } else { Some(buffers.array::<32>(entropy, "entropy")?) };
        let place = buffers.place::<[u8; 64]>(signature.cast(), "signature")?;
        let signature = match entropy {
            None => secret.sign(hash),
            Some(entropy) => secret.sign_with_entropy(hash, entropy),
        };
        *place = signature.to_compact();
    })
}

/// Verifies an ECDSA signature of 64 bytes `r || s` on P-256 under a key of 33 or 65 bytes: `*valid` becomes 1 or 0,
/// and 0 if the call fails. `s` may be in either half of its range, as in FIPS 186-5 and EIP-7951. Variable time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_p256_verify(
    key: *const u8,
    key_len: usize,
    hash: *const u8,
    signature: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([], |buffers| {
        let key = self::key(buffers.input(key, key_len, "key")?)?;
        let hash = buffers.array::<32>(hash, "hash")?;
        let signature = Signature::from_compact(buffers.array::<64>(signature, "signature")?)?;
        *buffers.place(valid, "valid")? = i32::from(key.verify(hash, &signature));
    })
}

/// Verifies `count` ECDSA signatures on P-256.
///
/// `hashes` has 32 bytes for each signature, `signatures` 64 bytes `r || s`, `keys` `key_len` bytes: 33 (compressed) or
/// 65 (`04 || x || y`). `items` receives a `vorpal_item` for each. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_p256_verify_batch(
    ctx: *const vorpal_ctx,
    count: usize,
    hashes: *const u8,
    signatures: *const u8,
    keys: *const u8,
    key_len: usize,
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
        let parsed = (0..count).map(|i| -> Result<Option<Verification>, Error> {
            let signature = Signature::from_compact(&signatures[i])?;
            let key = PublicKey::from_sec1_bytes(&keys[i * key_len..][..key_len])?;
            Ok(Some(Verification { hash: hashes[i], signature, key }))
        });
        ctx.run(|| verdicts(parsed, verify_batch, items))?;
    })
}
