//! Senders of transactions that arrive one by one. A Java thread takes the results of a pool, so that no thread of the
//! library enters the virtual machine.

use std::sync::Arc;
use std::time::Duration;

use jni::objects::{JByteArray, JClass, JDoubleArray, JLongArray, JObject};
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::secp256k1::pool::{PoolError, PoolOptions};
use vorpal_bindings::senders::{Senders, SendersError};
use vorpal_bindings::signatures::{Item, recovered};

use crate::entry::{enter, enter_frame};
use crate::error::{Failure, Kind};
use crate::handles;
use crate::memory::{Buffers, doubles, fixed, items, items_like, new_array, new_longs};

/// The most results that a call takes.
const RESULTS: usize = 256;

/// The bytes of a result: token, sender, item.
const RESULT: usize = 8 + 20 + 1;

/// The pool of a `SenderPool`. Its end closes the pool, which the thread that takes results keeps until it hears so.
struct Owner(Arc<Senders>);

impl Drop for Owner {
    fn drop(&mut self) {
        // The only error is that of a forked child, which has no threads.
        let _ = self.0.close();
    }
}

/// The pool of the thread that takes results. If the thread ends early, nobody would complete the futures: its end
/// closes the pool too.
struct Taker(Arc<Senders>);

impl Drop for Taker {
    fn drop(&mut self) {
        let _ = self.0.close();
    }
}

/// The pool of a number. The number may be closed meanwhile: then a call that waits ends.
fn senders(number: jlong) -> Result<Arc<Senders>, Failure> {
    Ok(Arc::clone(&handles::get::<Owner>(number, "SenderPool")?.0))
}

impl From<SendersError> for Failure {
    fn from(error: SendersError) -> Self {
        match error {
            SendersError::Options(error @ PoolError::Option { .. }) => Self::argument("options", error),
            SendersError::Closed => Self::new(Kind::Closed, "the SenderPool is closed"),
            _ => Self::new(Kind::NotPossible, error),
        }
    }
}

fn size(number: jint, name: &'static str) -> Result<usize, Failure> {
    usize::try_from(number).map_err(|_| Failure::argument(name, format_args!("{number} is negative")))
}

fn nanoseconds(number: jlong, name: &'static str) -> Result<Duration, Failure> {
    let number = u64::try_from(number);
    Ok(Duration::from_nanos(number.map_err(|_| Failure::argument(name, "the time is negative"))?))
}

/// Keeps a new pool.
#[jni_mangle("io.vorpal.internal.Native", "newSenders")]
pub fn new_senders<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    delay: jlong,
    group: jint,
    threads: jint,
    queue: jint,
    cache: jint,
) -> jlong {
    enter(env, |_| {
        let options = PoolOptions {
            wait: nanoseconds(delay, "delay")?,
            group: size(group, "group")?,
            threads: size(threads, "threads")?,
            queue: size(queue, "queue")?,
            cache: size(cache, "cache")?,
        };
        Ok(handles::keep(Owner(Arc::new(Senders::new(options)?))))
    })
}

/// The number by which a thread takes the results of a pool, after the number of the pool is closed too.
#[jni_mangle("io.vorpal.internal.Native", "takerOfSenders")]
pub fn taker_of_senders<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) -> jlong {
    enter(env, |_| Ok(handles::keep(Taker(senders(number)?))))
}

/// Submits a signature. Returns whether there was space in time.
#[jni_mangle("io.vorpal.internal.Native", "submitSender")]
pub fn submit_sender<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    token: jlong,
    hash: JByteArray<'local>,
    signature: JByteArray<'local>,
    wait: jlong,
) -> jboolean {
    enter_frame(env, |env| {
        let (hash, signature) = (fixed(env, &hash, "hash")?, fixed(env, &signature, "signature")?);
        let senders = senders(number)?;
        match senders.submit(token.cast_unsigned(), &hash, &signature, nanoseconds(wait, "wait")?) {
            Err(SendersError::Full) => Ok(false),
            result => Ok(result.map(|()| true)?),
        }
    })
}

/// Waits for results: token, sender and item of each. Null if the pool is closed and there are no more.
#[jni_mangle("io.vorpal.internal.Native", "takeSenders")]
pub fn take_senders<'local>(env: EnvUnowned<'local>, _: JClass<'local>, taker: jlong) -> JByteArray<'local> {
    enter(env, |env| {
        let taker = handles::get::<Taker>(taker, "SenderPool")?;
        let found = match taker.0.take(RESULTS, Duration::MAX) {
            Err(SendersError::Closed) => return Ok(JByteArray::default()),
            found => found?,
        };
        let mut bytes = Vec::with_capacity(RESULT * found.len());
        for one in &found {
            let item = one.sender.as_ref().map_or_else(Item::of, |_| Item::Ok);
            bytes.extend_from_slice(&one.token.to_be_bytes());
            bytes.extend_from_slice(&one.sender.unwrap_or_default());
            bytes.push(item as u8);
        }
        new_array(env, &bytes)
    })
}

/// Cancels a signature. Returns whether its token has no result.
#[jni_mangle("io.vorpal.internal.Native", "cancelSender")]
pub fn cancel_sender<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    token: jlong,
) -> jboolean {
    enter(env, |_| Ok(senders(number)?.cancel(token.cast_unsigned())?))
}

/// Recovers the senders of a block into `out`, with the cache of the pool. Returns the results of the items.
#[jni_mangle("io.vorpal.internal.Native", "recoverBlockOfSenders")]
pub fn recover_block_of_senders<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    hashes: JObject<'local>,
    signatures: JObject<'local>,
    out: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let (senders, mut buffers) = (senders(number)?, Buffers::default());
        let hash_bytes = buffers.input(env, &hashes, "hashes")?;
        let signature_bytes = buffers.input(env, &signatures, "signatures")?;
        let hashes = items::<32>(&hash_bytes, "hashes")?;
        let signatures = items_like::<65>(&signature_bytes, "signatures", hashes.len(), "hashes")?;
        let mut target = buffers.output(env, &out, "addresses", 20 * hashes.len())?;
        let found = senders.recover_block(hashes, signatures)?;
        for (place, sender) in target.as_chunks_mut::<20>().0.iter_mut().zip(&found) {
            *place = sender.unwrap_or_default();
        }
        let results: Vec<u8> = signatures
            .iter()
            .zip(&found)
            .map(|(signature, sender)| recovered(signature, sender) as u8)
            .collect();
        target.finish(env, &out)?;
        new_array(env, &results)
    })
}

/// The numbers of a pool, then latencies in nanoseconds, or -1 if there are none.
#[jni_mangle("io.vorpal.internal.Native", "metricsOfSenders")]
pub fn metrics_of_senders<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    percents: JDoubleArray<'local>,
) -> JLongArray<'local> {
    enter(env, |env| {
        let percents = doubles(env, &percents, "percents")?;
        let (found, ready) = senders(number)?.metrics()?;
        let sizes =
            [found.queued, found.capacity, ready].map(|size| jlong::try_from(size).unwrap_or(jlong::MAX));
        let counts =
            [found.submitted, found.answered, found.cached, found.cancelled, found.refused, found.groups];
        let counts = counts.map(|count| jlong::try_from(count).unwrap_or(jlong::MAX));
        let latencies = percents.iter().map(|percent| match found.latencies.percentile(*percent) {
            None => -1,
            Some(bound) => jlong::try_from(bound.as_nanos()).unwrap_or(jlong::MAX),
        });
        let numbers: Vec<jlong> = sizes.into_iter().chain(counts).chain(latencies).collect();
        new_longs(env, &numbers)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of a pool: that of its object, and that of the thread that takes results.
    fn pool() -> (jlong, jlong) {
        let options = PoolOptions { queue: 16, threads: 1, ..PoolOptions::default() };
        let owner = handles::keep(Owner(Arc::new(Senders::new(options).unwrap())));
        (owner, handles::keep(Taker(senders(owner).unwrap())))
    }

    fn take(taker: jlong) -> Result<usize, SendersError> {
        handles::get::<Taker>(taker, "SenderPool").unwrap().0.take(1, Duration::ZERO).map(|found| found.len())
    }

    fn submit(owner: jlong) -> Result<(), SendersError> {
        senders(owner).unwrap().submit(1, &[1; 32], &[0; 65], Duration::ZERO)
    }

    #[test]
    fn the_end_of_the_object_ends_the_thread_that_takes_results() {
        let (owner, taker) = pool();
        assert_eq!(take(taker), Ok(0));
        handles::close(owner);
        assert_eq!(take(taker), Err(SendersError::Closed));
        handles::close(taker);
    }

    #[test]
    fn the_end_of_the_thread_that_takes_results_closes_the_pool() {
        let (owner, taker) = pool();
        assert_eq!(submit(owner), Ok(()));
        handles::close(taker);
        assert_eq!(submit(owner), Err(SendersError::Closed));
        handles::close(owner);
    }
}
