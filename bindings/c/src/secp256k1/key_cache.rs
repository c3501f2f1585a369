//! Tables for keys that verify many signatures.

use vorpal::secp256k1::{KeyCache, Signature};

use super::key;
use crate::entry::{call, enter};
use crate::guarded::Guarded;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// Tables of keys that occur often. Calls of several threads with one cache run one after the other.
#[derive(Debug)]
pub struct vorpal_key_cache {
    cache: Guarded<KeyCache>,
}

impl Handle for vorpal_key_cache {}

/// Creates a cache that uses at most so many bytes.
///
/// # Safety
/// `out` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_key_cache_new(
    bytes: usize,
    out: *mut *mut vorpal_key_cache,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        give(out, vorpal_key_cache { cache: Guarded::new(KeyCache::new(bytes)) });
    })
}

/// As `vorpal_secp256k1_verify`, with a table for the key if it has occurred often.
///
/// # Safety
/// `cache` is null or a cache; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_key_cache_verify(
    cache: *const vorpal_key_cache,
    key: *const u8,
    key_len: usize,
    hash: *const u8,
    signature: *const u8,
    low_s: i32,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([cache: vorpal_key_cache], |buffers| {
        let public = self::key(buffers.input(key, key_len, "key")?)?;
        let hash = buffers.array::<32>(hash, "hash")?;
        let signature = Signature::from_compact(buffers.array::<64>(signature, "signature")?)?;
        let valid = buffers.place(valid, "valid")?;
        let mut cache = cache.cache.write()?;
        let is_valid = if low_s != 0 {
            cache.verify_low(&public, hash, &signature)
        } else {
            cache.verify(&public, hash, &signature)
        };
        *valid = i32::from(is_valid);
    })
}

/// Writes the number of keys that have tables.
///
/// # Safety
/// `cache` is null or a cache; `out` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_key_cache_tables(
    cache: *const vorpal_key_cache,
    out: *mut usize,
) -> vorpal_status {
    call!([cache: vorpal_key_cache], |buffers| {
        let tables = cache.cache.read()?.tables();
        *buffers.place(out, "out")? = tables;
    })
}

/// Frees a cache; null is ignored.
///
/// # Safety
/// `cache` is null or a cache that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_key_cache_free(cache: *mut vorpal_key_cache) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(cache) };
        Ok(())
    });
}
