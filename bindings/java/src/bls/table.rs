//! Keys by index.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use jni::objects::{JByteArray, JClass, JLongArray, JObject, JString};
use jni::sys::jlong;
use jni::{Env, EnvUnowned, jni_mangle};
use vorpal::bls::{Error, IndexedSet, KeyTable, MinPk, Signature, TableError};

use super::{KEY, SIGNATURE, encoded, failure, indices_of, invalid, ranges, suite};
use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::handles;
use crate::memory::{Buffers, items, longs, new_array};

type Table = KeyTable<MinPk>;

fn table(number: jlong) -> Result<Arc<Table>, Failure> {
    handles::get(number, "KeyTable")
}

/// An index as a table takes it. No table has the last one of its type.
fn index_of(given: jlong) -> u32 {
    u32::try_from(given).unwrap_or(u32::MAX)
}

/// Indices as a table takes them.
fn indices(env: &Env<'_>, indices: &JLongArray<'_>) -> Result<Vec<u32>, Failure> {
    Ok(longs(env, indices, "indices")?.into_iter().map(index_of).collect())
}

/// The failure of a sum: with the position of the index that the table does not have.
fn failure_of_sum(given: &[jlong], error: Error) -> Failure {
    if let Error::NoSuchKey { index, keys } = error
        && let Some(position) = given.iter().position(|given| u64::from(index_of(*given)) == index)
    {
        let reason =
            format!("number {position}: the table has {keys} keys, none with the index {}", given[position]);
        return Failure { index: Some(position), ..Failure::argument("indices", reason) };
    }
    failure(error, "indices", None)
}

/// Keeps an empty table.
#[jni_mangle("io.vorpal.internal.Native", "blsTable")]
pub fn bls_table<'local>(env: EnvUnowned<'local>, _: JClass<'local>) -> jlong {
    enter(env, |_| Ok(handles::keep(Table::new())))
}

/// Keeps the table of a file.
#[jni_mangle("io.vorpal.internal.Native", "blsLoadTable")]
pub fn bls_load_table<'local>(env: EnvUnowned<'local>, _: JClass<'local>, file: JString<'local>) -> jlong {
    enter(env, |env| {
        let file = file.try_to_string(env)?;
        let opened = File::open(&file).map_err(TableError::from);
        let loaded = opened.and_then(|opened| Table::load(&mut BufReader::new(opened)));
        let failed = |error| Failure::of(Kind::Store, "file", format_args!("{file}: {error}"));
        Ok(handles::keep(loaded.map_err(failed)?))
    })
}

/// Saves a table to a file. An existing file is replaced once the new one is complete and on the disk.
#[jni_mangle("io.vorpal.internal.Native", "blsSaveTable")]
pub fn bls_save_table<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    file: JString<'local>,
) {
    enter(env, |env| {
        let (table, file) = (table(number)?, file.try_to_string(env)?);
        save(&table, Path::new(&file))
            .map_err(|error| Failure::of(Kind::Store, "file", format_args!("{file}: {error}")))
    });
}

fn save(table: &Table, file: &Path) -> io::Result<()> {
    // The temporary name is unique to the call, so no other call writes to this file.
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let mut part = file.as_os_str().to_owned();
    part.push(format!(".{}.{}.part", std::process::id(), CALLS.fetch_add(1, Relaxed)));
    let part = Path::new(&part);
    let mut writer = BufWriter::new(File::create_new(part)?);
    let saved = table.save(&mut writer).and_then(|()| writer.flush());
    let saved = saved.and_then(|()| writer.get_ref().sync_all()).and_then(|()| fs::rename(part, file));
    if saved.is_err() {
        let _ = fs::remove_file(part);
    }
    saved
}

/// Decodes, checks and appends keys. Returns the index of the first one.
#[jni_mangle("io.vorpal.internal.Native", "blsAppendKeys")]
pub fn bls_append_keys<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    keys: JObject<'local>,
) -> jlong {
    enter(env, |env| {
        let table = table(number)?;
        let bytes = Buffers::default().input(env, &keys, "keys")?;
        let appended = table.append_encoded(items::<KEY>(&bytes, "keys")?).map_err(|error| match error {
            TableError::Key { index, reason } => failure(reason, "keys", Some(index)),
            error => Failure::of(Kind::NotPossible, "keys", error),
        });
        Ok(jlong::from(appended?.start))
    })
}

/// The number of keys.
#[jni_mangle("io.vorpal.internal.Native", "blsLengthOfTable")]
pub fn bls_length_of_table<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) -> jlong {
    enter(env, |_| Ok(jlong::try_from(table(number)?.len()).unwrap_or(jlong::MAX)))
}

/// The key with an index, as `bls_key`.
#[jni_mangle("io.vorpal.internal.Native", "blsKeyOfTable")]
pub fn bls_key_of_table<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    index: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let table = table(number)?;
        let found = table.get(index_of(index)).map_err(|error| match error {
            Error::NoSuchKey { keys, .. } => Failure::argument(
                "index",
                format_args!("the table has {keys} keys, none with the index {index}"),
            ),
            error => failure(error, "index", None),
        });
        new_array(env, &encoded(&found?))
    })
}

/// The sum of the keys with some indices, as `bls_key`.
#[jni_mangle("io.vorpal.internal.Native", "blsSumOfTable")]
pub fn bls_sum_of_table<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    list: JLongArray<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let (table, given) = (table(number)?, longs(env, &list, "indices")?);
        let taken: Vec<u32> = given.iter().copied().map(index_of).collect();
        let sum = table.sum(&taken).map_err(|error| failure_of_sum(&given, error));
        new_array(env, &encoded(&sum?))
    })
}

/// The indices of the sets of keys of a table that are not valid.
#[jni_mangle("io.vorpal.internal.Native", "blsInvalidSetsOfTable")]
#[allow(clippy::too_many_arguments, reason = "the arguments of Java")]
pub fn bls_invalid_sets_of_table<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    suite_number: jlong,
    signatures: JObject<'local>,
    messages: JObject<'local>,
    lengths: JLongArray<'local>,
    list: JLongArray<'local>,
    counts: JLongArray<'local>,
) -> JLongArray<'local> {
    enter(env, |env| {
        let (table, suite) = (table(number)?, suite(suite_number)?);
        let mut buffers = Buffers::default();
        let signatures = buffers.input(env, &signatures, "signatures")?;
        let messages = buffers.input(env, &messages, "messages")?;
        let signatures = items::<SIGNATURE>(&signatures, "signatures")?;
        let count = signatures.len();
        let lengths = ranges(env, &lengths, ("messageLengths", "messages"), count, 32, messages.len())?;
        let list = indices(env, &list)?;
        let counts = ranges(env, &counts, ("keyCounts", "indices"), count, 1, list.len())?;
        let found = invalid(signatures, |members| {
            let set = |(set, signature): &(usize, Signature<MinPk>)| IndexedSet {
                signature: *signature,
                indices: &list[counts[*set].clone()],
                message: &messages[lengths[*set].clone()],
            };
            table.verify_sets(&suite, &members.iter().map(set).collect::<Vec<_>>())
        });
        indices_of(env, &found)
    })
}
