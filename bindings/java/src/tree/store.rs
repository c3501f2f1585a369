//! Trees and tables: where they are, how they are opened.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use jni::objects::{JByteArray, JClass, JString};
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use vorpal::ipa::{Basis, Committer, Profile};
use vorpal::tree::{DiskOptions, DiskStore, MemoryStore, Tree};
use vorpal_bindings::tree::AnyTree;

use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::handles;
use crate::memory::new_array;

/// A tree that several threads read, and one at a time changes.
pub(super) struct Shared(RwLock<AnyTree>);

fn broken<E>(_: PoisonError<E>) -> Failure {
    Failure::new(Kind::Internal, "an earlier call with this tree failed with an internal error")
}

impl Shared {
    pub(super) fn read(&self) -> Result<RwLockReadGuard<'_, AnyTree>, Failure> {
        self.0.read().map_err(broken)
    }

    pub(super) fn write(&self) -> Result<RwLockWriteGuard<'_, AnyTree>, Failure> {
        self.0.write().map_err(broken)
    }
}

/// The tree of a number.
pub(super) fn tree(number: jlong) -> Result<Arc<Shared>, Failure> {
    handles::get(number, "Tree")
}

/// The tables of a number.
pub(super) fn committer(number: jlong) -> Result<Arc<Committer>, Failure> {
    handles::get(number, "Committer")
}

fn keep(tree: AnyTree) -> jlong {
    handles::keep(Shared(RwLock::new(tree)))
}

/// A number of Java that may not be negative.
pub(super) fn unsigned(number: jlong, name: &'static str) -> Result<u64, Failure> {
    u64::try_from(number).map_err(|_| Failure::argument(name, format_args!("{number} is negative")))
}

/// Keeps the tables of a profile.
#[jni_mangle("io.vorpal.internal.Native", "newCommitter")]
pub fn new_committer<'local>(env: EnvUnowned<'local>, _: JClass<'local>, profile: jint) -> jlong {
    enter(env, |_| {
        let profile = match profile {
            0 => Profile::Small,
            1 => Profile::Medium,
            2 => Profile::Large,
            _ => return Err(Failure::argument("profile", format_args!("no number {profile}"))),
        };
        Ok(handles::keep(Committer::with_profile(&Basis::default(), profile)))
    })
}

/// The bytes of the tables.
#[jni_mangle("io.vorpal.internal.Native", "memoryOfCommitter")]
pub fn memory_of_committer<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) -> jlong {
    enter(env, |_| Ok(jlong::try_from(committer(number)?.bytes()).unwrap_or(jlong::MAX)))
}

/// Keeps an empty tree in memory.
#[jni_mangle("io.vorpal.internal.Native", "memoryTree")]
pub fn memory_tree<'local>(env: EnvUnowned<'local>, _: JClass<'local>, window: jlong) -> jlong {
    enter(env, |_| {
        let store = MemoryStore::with_window(unsigned(window, "window")?);
        Ok(keep(AnyTree::Memory(Box::new(Tree::over(store)))))
    })
}

/// Keeps a tree on disk.
#[jni_mangle("io.vorpal.internal.Native", "openTree")]
#[allow(clippy::too_many_arguments, reason = "a native method")]
pub fn open_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    directory: JString<'local>,
    mode: jint,
    window: jlong,
    cache: jlong,
    wait_millis: jlong,
    check: jboolean,
) -> jlong {
    enter(env, |env| {
        let directory = directory.try_to_string(env)?;
        let cache = usize::try_from(unsigned(cache, "cache")?).unwrap_or(usize::MAX);
        let wait = Duration::from_millis(unsigned(wait_millis, "waiting")?);
        let options =
            DiskOptions::default().window(unsigned(window, "window")?).cache(cache).wait(wait).check(check);
        let store = match mode {
            0 => DiskStore::open(directory, options),
            1 => DiskStore::create(directory, options),
            2 => DiskStore::open_or_create(directory, options),
            _ => return Err(Failure::argument("mode", format_args!("no number {mode}"))),
        };
        Ok(keep(AnyTree::Disk(Box::new(Tree::over(store?)))))
    })
}

/// The digest of the basis of all tables: 32 bytes.
#[jni_mangle("io.vorpal.internal.Native", "basisOfCommitter")]
pub fn basis_of_committer<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let committer = committer(number)?;
        new_array(env, committer.basis_digest())
    })
}
