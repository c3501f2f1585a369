//! Writes, commits, rollback.

use jni::objects::{JByteArray, JClass, JObject, JString};
use jni::sys::jlong;
use jni::{EnvUnowned, jni_mangle};
use vorpal::tree::Key;
use vorpal_bindings::tree::entries;
use vorpal_bindings::with_tree;

use super::store::{committer, tree, unsigned};
use crate::entry::enter;
use crate::memory::{Buffers, items, items_like, new_array};

/// Writes values of 32 bytes at keys of 32 bytes.
#[jni_mangle("io.vorpal.internal.Native", "updateTree")]
pub fn update_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    keys: JObject<'local>,
    values: JObject<'local>,
) {
    enter(env, |env| {
        let (tree, mut buffers) = (tree(number)?, Buffers::default());
        let keys = buffers.input(env, &keys, "keys")?;
        let values = buffers.input(env, &values, "values")?;
        let keys = items::<32>(&keys, "keys")?;
        let values = items_like::<32>(&values, "values", keys.len(), "keys")?;
        let mut tree = tree.write()?;
        with_tree!(&mut *tree, |tree| tree.update(entries(keys, values))?);
        Ok(())
    });
}

/// Removes the values at keys.
#[jni_mangle("io.vorpal.internal.Native", "removeFromTree")]
pub fn remove_from_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    keys: JObject<'local>,
) {
    enter(env, |env| {
        let tree = tree(number)?;
        let bytes = Buffers::default().input(env, &keys, "keys")?;
        let keys = items::<32>(&bytes, "keys")?;
        let mut tree = tree.write()?;
        with_tree!(&mut *tree, |tree| tree.remove(keys.iter().map(|key| Key::from(*key)))?);
        Ok(())
    });
}

/// The root of the next commit.
#[jni_mangle("io.vorpal.internal.Native", "nextRootOfTree")]
pub fn next_root_of_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    tables: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let (tree, committer) = (tree(number)?, committer(tables)?);
        let root = with_tree!(&mut *tree.write()?, |tree| tree.next_root(&committer)?);
        new_array(env, &root)
    })
}

/// Commits all writes as a block. Returns the root.
#[jni_mangle("io.vorpal.internal.Native", "commitTree")]
pub fn commit_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    tables: jlong,
    label: JString<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let (tree, committer) = (tree(number)?, committer(tables)?);
        let label = label.try_to_string(env)?;
        let root = with_tree!(&mut *tree.write()?, |tree| tree.commit_block(&committer, &label)?);
        new_array(env, &root)
    })
}

/// Drops all writes since the last commit.
#[jni_mangle("io.vorpal.internal.Native", "discardTree")]
pub fn discard_tree<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) {
    enter(env, |_| {
        let tree = tree(number)?;
        with_tree!(&mut *tree.write()?, |tree| tree.discard());
        Ok(())
    });
}

/// Reverts the last blocks.
#[jni_mangle("io.vorpal.internal.Native", "rollbackTree")]
pub fn rollback_tree<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong, blocks: jlong) {
    enter(env, |_| {
        let (tree, blocks) = (tree(number)?, unsigned(blocks, "blocks")?);
        with_tree!(&mut *tree.write()?, |tree| tree.rollback(blocks)?);
        Ok(())
    });
}
