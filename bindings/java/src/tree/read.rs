//! Roots, values and history of trees.

use jni::objects::{JByteArray, JClass, JObject, JString};
use jni::sys::jlong;
use jni::{EnvUnowned, jni_mangle};
use vorpal::tree::{Error, Key, Store, Tree, Value};
use vorpal_bindings::with_tree;

use super::encoded;
use super::store::{committer, tree, unsigned};
use crate::entry::enter;
use crate::memory::{Buffers, items, new_array};

/// The root after so many blocks; a negative number stands for the last commit.
#[jni_mangle("io.vorpal.internal.Native", "rootOfTree")]
pub fn root_of_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    blocks: jlong,
) -> JByteArray<'local> {
    enter(env, |env| {
        let tree = tree(number)?;
        let root = with_tree!(&*tree.read()?, |tree| match u64::try_from(blocks) {
            Ok(blocks) => tree.at(blocks)?.root()?,
            Err(_) => tree.root()?,
        });
        new_array(env, &root)
    })
}

/// The number of blocks.
#[jni_mangle("io.vorpal.internal.Native", "blocksOfTree")]
pub fn blocks_of_tree<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) -> jlong {
    enter(env, |_| {
        let tree = tree(number)?;
        let blocks = with_tree!(&*tree.read()?, |tree| tree.head().blocks);
        Ok(jlong::try_from(blocks).unwrap_or(jlong::MAX))
    })
}

/// The label of the last block.
#[jni_mangle("io.vorpal.internal.Native", "labelOfTree")]
pub fn label_of_tree<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong) -> JString<'local> {
    enter(env, |env| {
        let tree = tree(number)?;
        let label = with_tree!(&*tree.read()?, |tree| tree.head().label.clone());
        Ok(env.new_string(label)?)
    })
}

/// The values of keys, writes since the last commit included: 33 bytes each.
#[jni_mangle("io.vorpal.internal.Native", "valuesOfTree")]
pub fn values_of_tree<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    keys: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let tree = tree(number)?;
        let bytes = Buffers::default().input(env, &keys, "keys")?;
        let keys = items::<32>(&bytes, "keys")?;
        let found = with_tree!(&*tree.read()?, |tree| get(tree, keys)?);
        new_array(env, &encoded(&found))
    })
}

/// As [`values_of_tree`], after so many blocks.
#[jni_mangle("io.vorpal.internal.Native", "valuesOfTreeAt")]
pub fn values_of_tree_at<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    blocks: jlong,
    keys: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let (tree, blocks) = (tree(number)?, unsigned(blocks, "blocks")?);
        let bytes = Buffers::default().input(env, &keys, "keys")?;
        let keys = items::<32>(&bytes, "keys")?;
        let found = with_tree!(&*tree.read()?, |tree| get(&tree.at(blocks)?, keys)?);
        new_array(env, &encoded(&found))
    })
}

/// Reads the whole tree and checks every node. Returns the number of nodes of the current state.
#[jni_mangle("io.vorpal.internal.Native", "checkTree")]
pub fn check_tree<'local>(env: EnvUnowned<'local>, _: JClass<'local>, number: jlong, tables: jlong) -> jlong {
    enter(env, |_| {
        let (tree, committer) = (tree(number)?, committer(tables)?);
        let nodes = with_tree!(&*tree.read()?, |tree| tree.check(&committer)?.nodes);
        Ok(jlong::try_from(nodes).unwrap_or(jlong::MAX))
    })
}

fn get<S: Store>(tree: &Tree<S>, keys: &[[u8; 32]]) -> Result<Vec<Option<Value>>, Error> {
    keys.iter().map(|key| tree.get(&Key::from(*key))).collect()
}
