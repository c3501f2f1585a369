//! Writes, commits, rollback.

use std::ffi::c_char;

use vorpal::tree::Key;
use vorpal_bindings::tree::entries;
use vorpal_bindings::with_tree;

use super::store::vorpal_tree;
use crate::banderwagon::vorpal_committer;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status::{self, VORPAL_ERROR_REFUSED};

/// Writes `count` values of 32 bytes at keys of 32 bytes (a stem of 31 bytes and a suffix). They count from the next
/// commit on; of several values for a key the last one counts. After an error nothing was written.
///
/// # Safety
/// `ctx` is null or a context, `tree` null or a tree; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_update(
    ctx: *const vorpal_ctx,
    tree: *const vorpal_tree,
    count: usize,
    keys: *const u8,
    values: *const u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, tree: vorpal_tree], |buffers| {
        let keys = buffers.items::<32>(keys, count, "keys")?;
        let values = buffers.items::<32>(values, count, "values")?;
        tree.write_on(ctx, |tree| with_tree!(tree, |tree| tree.update(entries(keys, values))))?;
    })
}

/// Removes the values at `count` keys. After an error nothing was removed.
///
/// # Safety
/// As for `vorpal_tree_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_remove(
    ctx: *const vorpal_ctx,
    tree: *const vorpal_tree,
    count: usize,
    keys: *const u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, tree: vorpal_tree], |buffers| {
        let keys = buffers.items::<32>(keys, count, "keys")?;
        tree.write_on(ctx, |tree| {
            with_tree!(tree, |tree| tree.remove(keys.iter().map(|key| Key::from(*key))))
        })?;
    })
}

/// The root of 32 bytes that the next commit will have. Saves nothing.
///
/// # Safety
/// `ctx`, `committer`, `tree` are null or such handles; `root` is null or to 32 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_next_root(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    tree: *const vorpal_tree,
    root: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer, tree: vorpal_tree], |buffers| {
        let root = buffers.place::<[u8; 32]>(root.cast(), "root")?;
        *root =
            tree.write_on(ctx, |tree| with_tree!(tree, |tree| tree.next_root(&committer.committer)))?;
    })
}

/// Commits all writes as a block with a label of printable text on one line; null stands for an empty label. `root`
/// receives the new root of 32 bytes. On disk the block is durable when the call returns. After `VORPAL_ERROR_STORE` on
/// disk, the file may or may not contain the block: open the tree again, and its head shows which.
///
/// # Safety
/// `ctx`, `committer`, `tree` are null or such handles; `label` is null or a text that ends with a zero byte; `root` is
/// null or to 32 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_commit(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    tree: *const vorpal_tree,
    label: *const c_char,
    root: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer, tree: vorpal_tree], |buffers| {
        let label = if label.is_null() { "" } else { buffers.text(label, "label")? };
        let root = buffers.place::<[u8; 32]>(root.cast(), "root")?;
        *root = tree.write_on(ctx, |tree| {
            with_tree!(tree, |tree| tree.commit_block(&committer.committer, label))
        })?;
    })
}

/// Applies a block: writes, and a commit if the root is the expected one. `expected` is 32 bytes, or null to accept any
/// root. Otherwise the result is `VORPAL_ERROR_REFUSED`, `root` receives the root that the block has, and the tree is
/// as before the call. `VORPAL_ERROR_STORE` on disk means the same as for `vorpal_tree_commit`.
///
/// Writes of earlier calls without a commit are an error if they change the root; otherwise they are part of the block.
///
/// # Safety
/// As for `vorpal_tree_update` and `vorpal_tree_commit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_apply(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    tree: *const vorpal_tree,
    count: usize,
    keys: *const u8,
    values: *const u8,
    label: *const c_char,
    expected: *const u8,
    root: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer, tree: vorpal_tree], |buffers| {
        let keys = buffers.items::<32>(keys, count, "keys")?;
        let values = buffers.items::<32>(values, count, "values")?;
        let label = if label.is_null() { "" } else { buffers.text(label, "label")? };
        let expected = if expected.is_null() { None } else { Some(buffers.array::<32>(expected, "expected")?) };
        let root = buffers.place::<[u8; 32]>(root.cast(), "root")?;
        let applied = tree.write_on(ctx, |tree| {
            tree.apply(&committer.committer, entries(keys, values), label, expected)
        })?;
        *root = applied.root;
        if !applied.is_expected {
            return Err(Failure::new(VORPAL_ERROR_REFUSED, "the block has another root than expected"));
        }
    })
}

/// Drops all writes since the last commit.
///
/// # Safety
/// `ctx` is null or a context, `tree` null or a tree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_discard(
    ctx: *const vorpal_ctx,
    tree: *const vorpal_tree,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, tree: vorpal_tree], |buffers| {
        tree.write_on(ctx, |tree| {
            with_tree!(tree, |tree| tree.discard());
            Ok::<(), Failure>(())
        })?;
    })
}

/// Reverts the last `blocks` blocks and drops all writes since the last commit. More blocks than the tree keeps are
/// `VORPAL_ERROR_ARGUMENT`. After an error nothing was reverted, with the exception that `vorpal_tree_commit` has.
///
/// # Safety
/// `ctx` is null or a context, `tree` null or a tree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_rollback(
    ctx: *const vorpal_ctx,
    tree: *const vorpal_tree,
    blocks: u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, tree: vorpal_tree], |buffers| {
        tree.write_on(ctx, |tree| with_tree!(tree, |tree| tree.rollback(blocks)))?;
    })
}
