//! Batches of signature sets that arrive one after the other.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jni::objects::{JByteArray, JClass, JLongArray, JObject};
use jni::sys::{jboolean, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::bls::{Batch, MinPk};

use super::{decoded_keys, suite};
use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::handles;
use crate::memory::{Buffers, bytes};

/// A batch whose sets have the ids of the caller; none after its end.
struct Sets(Mutex<Option<Batch<MinPk, jlong>>>);

impl Sets {
    /// A set is added as a whole or not at all, so the batch is valid after a panic too.
    fn lock(&self) -> MutexGuard<'_, Option<Batch<MinPk, jlong>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn finished() -> Failure {
    Failure::new(Kind::NotPossible, "the batch is finished, or part of another one")
}

/// Keeps an empty batch.
#[jni_mangle("io.vorpal.internal.Native", "blsBatch")]
pub fn bls_batch<'local>(env: EnvUnowned<'local>, _: JClass<'local>, suite_number: jlong) -> jlong {
    enter(env, |_| {
        let batch = Batch::new(&*suite(suite_number)?);
        let batch = batch.map_err(|error| Failure::new(Kind::NotPossible, error))?;
        Ok(handles::keep(Sets(Mutex::new(Some(batch)))))
    })
}

/// Adds a set. A malformed signature or key makes it an invalid one.
#[jni_mangle("io.vorpal.internal.Native", "blsBatchAdd")]
#[allow(clippy::too_many_arguments, reason = "the arguments of Java")]
pub fn bls_batch_add<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    batch: jlong,
    id: jlong,
    signature: JByteArray<'local>,
    message: JByteArray<'local>,
    keys: JObject<'local>,
    known: jboolean,
) {
    enter(env, |env| {
        let sets = handles::get::<Sets>(batch, "Batch")?;
        let signature = bytes(env, &signature, "signature")?;
        let message = bytes(env, &message, "message")?;
        let keys = decoded_keys(&Buffers::default().input(env, &keys, "keys")?, known)?;
        let keys: Vec<_> = keys.into_iter().collect::<Result<_, _>>().unwrap_or_default();
        sets.lock().as_mut().ok_or_else(finished)?.add_encoded(id, &signature, &keys, &message);
        Ok(())
    });
}

/// Moves the sets of another batch to the end of this one. Both have one suite, as Java checks.
#[jni_mangle("io.vorpal.internal.Native", "blsBatchMerge")]
pub fn bls_batch_merge<'local>(env: EnvUnowned<'local>, _: JClass<'local>, batch: jlong, other: jlong) {
    enter(env, |_| {
        let (sets, other) = (handles::get::<Sets>(batch, "Batch")?, handles::get::<Sets>(other, "Batch")?);
        // Not both locks at once: two threads may merge two batches with each other.
        let mut theirs = Some(other.lock().take().ok_or_else(finished)?);
        let is_open = match sets.lock().as_mut() {
            Some(batch) => {
                theirs.take().into_iter().for_each(|theirs| batch.merge(theirs));
                true
            }
            None => false,
        };
        if is_open {
            return Ok(());
        }
        *other.lock() = theirs;
        Err(finished())
    });
}

/// The number of sets of a batch.
#[jni_mangle("io.vorpal.internal.Native", "blsBatchLength")]
pub fn bls_batch_length<'local>(env: EnvUnowned<'local>, _: JClass<'local>, batch: jlong) -> jlong {
    enter(env, |_| {
        let sets = handles::get::<Sets>(batch, "Batch")?;
        let length = sets.lock().as_ref().map_or(0, Batch::len);
        Ok(jlong::try_from(length).unwrap_or(jlong::MAX))
    })
}

/// The ids of the sets that are not valid, in order of arrival. The batch ends.
#[jni_mangle("io.vorpal.internal.Native", "blsBatchFinish")]
pub fn bls_batch_finish<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    batch: jlong,
) -> JLongArray<'local> {
    enter(env, |env| {
        let taken = handles::get::<Sets>(batch, "Batch")?.lock().take();
        let invalid = taken.ok_or_else(finished)?.finish().invalid;
        let array = JLongArray::new(env, invalid.len())?;
        array.set_region(env, 0, &invalid)?;
        Ok(array)
    })
}
