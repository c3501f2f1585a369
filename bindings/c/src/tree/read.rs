//! Roots, values and history of trees.

use vorpal::tree::{Error, Key, Store, Tree, Value};
use vorpal_bindings::with_tree;

use super::store::vorpal_tree;
use super::write_values;
use crate::banderwagon::vorpal_committer;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::status::vorpal_status;

/// The root of the last commit (32 bytes) and the number of blocks; either pointer may be null.
///
/// # Safety
/// `tree` is null or a tree; `root` is null or to 32 bytes; `blocks` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_head(
    tree: *const vorpal_tree,
    root: *mut u8,
    blocks: *mut u64,
) -> vorpal_status {
    call!([tree: vorpal_tree], |buffers| {
        let root = buffers.optional_output::<32>(root, 1, "root")?;
        let blocks = if blocks.is_null() { None } else { Some(buffers.place(blocks, "blocks")?) };
        let (found, number) = with_tree!(&*tree.read()?, |tree| (tree.root()?, tree.head().blocks));
        if let Some(root) = root {
            root[0] = found;
        }
        if let Some(blocks) = blocks {
            *blocks = number;
        }
    })
}

/// The label of the last block. `*len` is the size of the buffer before the call and the number of bytes after it; with
/// null as `buffer` only the number is written.
///
/// # Safety
/// `tree` is null or a tree; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_label(
    tree: *const vorpal_tree,
    buffer: *mut u8,
    len: *mut usize,
) -> vorpal_status {
    call!([tree: vorpal_tree], |buffers| {
        let label = with_tree!(&*tree.read()?, |tree| tree.head().label.clone());
        buffers.write_sized(label.as_bytes(), buffer, len)?;
    })
}

/// The root of 32 bytes after `blocks` blocks, as far as the store keeps them.
///
/// # Safety
/// `tree` is null or a tree; `root` is null or to 32 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_root_at(
    tree: *const vorpal_tree,
    blocks: u64,
    root: *mut u8,
) -> vorpal_status {
    call!([tree: vorpal_tree], |buffers| {
        let root = buffers.place::<[u8; 32]>(root.cast(), "root")?;
        *root = with_tree!(&*tree.read()?, |tree| tree.at(blocks)?.root()?);
    })
}

/// The values of `count` keys, writes since the last commit included: 32 bytes each, and in `present` a 1 or 0. Absent
/// values are zero.
///
/// # Safety
/// `tree` is null or a tree; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_get(
    tree: *const vorpal_tree,
    count: usize,
    keys: *const u8,
    values: *mut u8,
    present: *mut u8,
) -> vorpal_status {
    call!([tree: vorpal_tree], |buffers| {
        let keys = buffers.items::<32>(keys, count, "keys")?;
        let values = buffers.output_items::<32>(values, count, "values")?;
        let present = buffers.output(present, count, "present")?;
        write_values(with_tree!(&*tree.read()?, |tree| get(tree, keys))?, values, present);
    })
}

/// As `vorpal_tree_get`, after `blocks` blocks, as far as the store keeps them.
///
/// # Safety
/// As for `vorpal_tree_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_get_at(
    tree: *const vorpal_tree,
    blocks: u64,
    count: usize,
    keys: *const u8,
    values: *mut u8,
    present: *mut u8,
) -> vorpal_status {
    call!([tree: vorpal_tree], |buffers| {
        let keys = buffers.items::<32>(keys, count, "keys")?;
        let values = buffers.output_items::<32>(values, count, "values")?;
        let present = buffers.output(present, count, "present")?;
        let found = with_tree!(&*tree.read()?, |tree| get(&tree.at(blocks)?, keys))?;
        write_values(found, values, present);
    })
}

fn get<S: Store>(tree: &Tree<S>, keys: &[[u8; 32]]) -> Result<Vec<Option<Value>>, Error> {
    keys.iter().map(|key| tree.get(&Key::from(*key))).collect()
}

/// Reads the whole tree and checks every node, of earlier states too; writes since the last commit are left out.
/// `nodes` receives the number of nodes of the current state, or is null.
///
/// # Safety
/// `ctx`, `committer`, `tree` are null or such handles; `nodes` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_check(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    tree: *const vorpal_tree,
    nodes: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer, tree: vorpal_tree], |buffers| {
        let nodes = if nodes.is_null() { None } else { Some(buffers.place(nodes, "nodes")?) };
        let checked = tree.read_on(ctx, |tree| with_tree!(tree, |tree| tree.check(&committer.committer)))?;
        if let Some(nodes) = nodes {
            *nodes = checked.nodes;
        }
    })
}
