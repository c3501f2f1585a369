//! Senders of transactions that arrive one by one: a queue, groups, a cache, results by tokens.

use std::time::Duration;

use vorpal::secp256k1::pool::PoolOptions;
use vorpal_bindings::senders::{Senders, SendersError};
use vorpal_bindings::signatures::{Item, recovered};

use crate::buffer::Plain;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status::{self, *};
use crate::verdict::refuse_items;

/// The most bytes that a block has for each item: a signature.
const LONGEST_ITEM: usize = 65;

/// A pool of threads that recovers the senders of transactions one by one. Its results are taken by
/// `vorpal_sender_pool_take`.
#[derive(Debug)]
pub struct vorpal_sender_pool {
    senders: Senders,
}

impl Handle for vorpal_sender_pool {}

/// The state of a pool of senders, and numbers of signatures since its start.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct vorpal_sender_metrics {
    /// Signatures in the queue, read before the other numbers.
    pub queued: u64,
    /// The most signatures in the queue.
    pub capacity: u64,
    /// Results that nobody has taken.
    pub ready: u64,
    /// Signatures that entered the queue.
    pub submitted: u64,
    /// Signatures that were answered from the queue.
    pub answered: u64,
    /// Signatures that were answered from the cache, those of blocks included.
    pub cached: u64,
    /// Cancelled signatures that were removed from the queue.
    pub cancelled: u64,
    /// Signatures that were refused because the pool was full.
    pub refused: u64,
    /// Groups that were recovered.
    pub groups: u64,
}

// SAFETY: nine integers of one size.
unsafe impl Plain for vorpal_sender_metrics {}
// SAFETY: every pattern of bits is a number of this type.
unsafe impl Plain for f64 {}

impl From<SendersError> for Failure {
    fn from(error: SendersError) -> Self {
        use vorpal::secp256k1::pool::PoolError;
        let status = match error {
            SendersError::Full | SendersError::Options(PoolError::Thread(_)) => VORPAL_ERROR_NOT_POSSIBLE,
            SendersError::Closed => VORPAL_ERROR_CANCELLED,
            SendersError::Forked => VORPAL_ERROR_POISONED,
            _ => VORPAL_ERROR_ARGUMENT,
        };
        Self::new(status, error)
    }
}

/// A number of the pool's own as an integer of 64 bits.
fn number(count: usize) -> u64 {
    count as u64
}

/// Starts a pool of senders.
///
/// A signature waits at most `wait_ns` nanoseconds for others of its group, which has at most `group` signatures, from
/// 1 to 64. `threads` is from 1 to 1024. `queue`, at least `group`, bounds the signatures in work and the results that
/// nobody has taken together. `cache` is the most cached results, of about 250 bytes each; 0 stands for no cache. For
/// `group`, `threads` and `queue`, 0 stands for 16, 1 and 4,096.
///
/// # Safety
/// `out` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_new(
    wait_ns: u64,
    group: usize,
    threads: usize,
    queue: usize,
    cache: usize,
    out: *mut *mut vorpal_sender_pool,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let defaults = PoolOptions::default();
        let or = |given, default| if given == 0 { default } else { given };
        let options = PoolOptions {
            wait: Duration::from_nanos(wait_ns),
            group: or(group, defaults.group),
            threads: or(threads, defaults.threads),
            queue: or(queue, defaults.queue),
            cache,
        };
        give(out, vorpal_sender_pool { senders: Senders::new(options)? });
    })
}

/// Submits a hash of 32 bytes and its signature of 65 bytes `r || s || v`: see `vorpal_secp256k1_recover_batch`.
/// `vorpal_sender_pool_take` delivers the sender with the token, which no other signature may have meanwhile.
///
/// If the pool is full, the call waits at most `wait_ns` nanoseconds for space, then fails with
/// `VORPAL_ERROR_NOT_POSSIBLE`. A closed pool is `VORPAL_ERROR_CANCELLED`. After an error the token has no result.
/// Variable time.
///
/// # Safety
/// `pool` is null or a pool; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_submit(
    pool: *const vorpal_sender_pool,
    token: u64,
    hash: *const u8,
    signature: *const u8,
    wait_ns: u64,
) -> vorpal_status {
    call!([pool: vorpal_sender_pool], |buffers| {
        let hash = buffers.array::<32>(hash, "hash")?;
        let signature = buffers.array::<65>(signature, "signature")?;
        pool.senders.submit(token, hash, signature, Duration::from_nanos(wait_ns))?;
    })
}

/// Takes results, and waits for the first at most `wait_ns` nanoseconds; `UINT64_MAX` is for ever.
///
/// `*count` is the most results before the call, at least 1, and their number after it: 0 if there was none in time.
/// For each, `tokens` receives the token, `senders` the 20 bytes of the address, `items` a `vorpal_item`. A sender is
/// zero unless its item is `VORPAL_ITEM_OK`. Results come in any order. Several threads may take results.
///
/// `VORPAL_ERROR_CANCELLED` means that the pool is closed and there will be no more results.
///
/// # Safety
/// `pool` is null or a pool; `count` is null or may be read and written; each other pointer is null or to memory for
/// `*count` results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_take(
    pool: *const vorpal_sender_pool,
    wait_ns: u64,
    tokens: *mut u64,
    senders: *mut u8,
    items: *mut u8,
    count: *mut usize,
) -> vorpal_status {
    call!([pool: vorpal_sender_pool], |buffers| {
        let count = buffers.place(count, "count")?;
        if *count == 0 {
            return Err(Failure::argument("count is 0; at least 1 is expected"));
        }
        let tokens = buffers.output(tokens, *count, "tokens")?;
        let senders = buffers.output_items::<20>(senders, *count, "senders")?;
        let items = buffers.output(items, *count, "items")?;
        let found = pool.senders.take(*count, Duration::from_nanos(wait_ns))?;
        *count = found.len();
        for (i, one) in found.iter().enumerate() {
            tokens[i] = one.token;
            senders[i] = one.sender.unwrap_or_default();
            items[i] = one.sender.as_ref().map_or_else(Item::of, |_| Item::Ok) as u8;
        }
    })
}

/// Cancels a signature. `*cancelled` becomes 1 if its token will have no result, and may be used again. It becomes 0 if
/// the result is ready, which is delivered then, or if no signature has the token.
///
/// # Safety
/// `pool` is null or a pool; `cancelled` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_cancel(
    pool: *const vorpal_sender_pool,
    token: u64,
    cancelled: *mut i32,
) -> vorpal_status {
    call!([pool: vorpal_sender_pool], |buffers| {
        let place = buffers.place(cancelled, "cancelled")?;
        *place = i32::from(pool.senders.cancel(token)?);
    })
}

/// Recovers the senders of a block on the threads of a context, without the queue: as `vorpal_secp256k1_recover_batch`
/// with addresses alone. Senders in the cache of the pool are not computed again, and the others enter it. A closed
/// pool works too.
///
/// # Safety
/// `ctx` is null or a context, `pool` null or a pool; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_recover_block(
    ctx: *const vorpal_ctx,
    pool: *const vorpal_sender_pool,
    count: usize,
    hashes: *const u8,
    signatures: *const u8,
    addresses: *mut u8,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx, pool: vorpal_sender_pool], |buffers| {
        let hashes = buffers.items::<32>(hashes, count, "hashes")?;
        let signatures = buffers.items::<65>(signatures, count, "signatures")?;
        let addresses = buffers.output_items::<20>(addresses, count, "addresses")?;
        let items = buffers.output(items, count, "items")?;
        let found = ctx.run(|| pool.senders.recover_block(hashes, signatures))??;
        for (i, sender) in found.iter().enumerate() {
            addresses[i] = sender.unwrap_or_default();
            items[i] = recovered(&signatures[i], sender) as u8;
        }
    })
}

/// Writes the state of a pool, and latencies: for each of `count` percentages, a bound in nanoseconds that this
/// percentage of the signatures answered from the queue did not exceed, from submission to result. The bound is at most
/// a sixteenth above the smallest one, and 0 if there were none. Percentages outside 0 to 100 are those limits.
///
/// # Safety
/// `pool` is null or a pool; `metrics` is null or may be written; each other pointer is null or to `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_metrics(
    pool: *const vorpal_sender_pool,
    metrics: *mut vorpal_sender_metrics,
    count: usize,
    percents: *const f64,
    latencies: *mut u64,
) -> vorpal_status {
    call!([pool: vorpal_sender_pool], |buffers| {
        let place = buffers.place(metrics, "metrics")?;
        let percents = buffers.input(percents, count, "percents")?;
        let latencies = buffers.output(latencies, count, "latencies")?;
        let (found, ready) = pool.senders.metrics()?;
        for (latency, percent) in latencies.iter_mut().zip(percents) {
            let bound = found.latencies.percentile(*percent).unwrap_or_default();
            *latency = u64::try_from(bound.as_nanos()).unwrap_or(u64::MAX);
        }
        *place = vorpal_sender_metrics {
            queued: number(found.queued),
            capacity: number(found.capacity),
            ready: number(ready),
            submitted: found.submitted,
            answered: found.answered,
            cached: found.cached,
            cancelled: found.cancelled,
            refused: found.refused,
            groups: found.groups,
        };
    })
}

/// Closes a pool, which other threads may use meanwhile. Nothing more is accepted. Calls that wait for space fail.
/// Results that are ready, or whose group has started, are still delivered; the other tokens get none. Closing twice
/// has no effect.
///
/// # Safety
/// `pool` is null or a pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_close(pool: *const vorpal_sender_pool) -> vorpal_status {
    call!([pool: vorpal_sender_pool], |buffers| {
        pool.senders.close()?;
    })
}

/// Closes and frees a pool, and waits until its threads end; null is ignored. In a forked child, nothing is freed.
///
/// # Safety
/// `pool` is null or a pool that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_sender_pool_free(pool: *mut vorpal_sender_pool) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(pool) };
        Ok(())
    });
}
