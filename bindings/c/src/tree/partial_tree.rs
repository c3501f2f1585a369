//! The parts of trees that verified witnesses contain.

use vorpal::tree::{Key, PartialTree};

use super::write_values;
use crate::entry::{call, enter};
use crate::handle::{Handle, free};
use crate::status::vorpal_status;

/// A part of a tree. It does not change.
#[derive(Debug)]
pub struct vorpal_partial_tree {
    tree: PartialTree,
}

impl Handle for vorpal_partial_tree {}

impl vorpal_partial_tree {
    pub(super) fn new(tree: PartialTree) -> Self {
        Self { tree }
    }

    pub(super) fn tree(&self) -> &PartialTree {
        &self.tree
    }
}

/// The proved values of `count` keys: 32 bytes each, and in `present` a 1 or 0. Absent values are zero. A key that the
/// witness does not contain is `VORPAL_ERROR_INPUT`. A key that it shows as absent without proving it is
/// `VORPAL_ERROR_REFUSED`: see `vorpal_partial_tree_unbound`.
///
/// # Safety
/// `tree` is null or a partial tree; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_tree_get(
    tree: *const vorpal_partial_tree,
    count: usize,
    keys: *const u8,
    values: *mut u8,
    present: *mut u8,
) -> vorpal_status {
    call!([tree: vorpal_partial_tree], |buffers| {
        let keys = buffers.items::<32>(keys, count, "keys")?;
        let values = buffers.output_items::<32>(values, count, "values")?;
        let present = buffers.output(present, count, "present")?;
        let found: Result<Vec<_>, _> = keys.iter().map(|key| tree.tree.get(&Key::from(*key))).collect();
        write_values(found?, values, present);
    })
}

/// The number of nodes that the witness presents as branches without proving that they are not leaves. It is 0 after a
/// verification that demands `VORPAL_WITNESS_BOUND`. Below such a node no absence is proved.
///
/// # Safety
/// `tree` is null or a partial tree; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_tree_unbound(
    tree: *const vorpal_partial_tree,
    out: *mut usize,
) -> vorpal_status {
    call!([tree: vorpal_partial_tree], |buffers| {
        *buffers.place(out, "out")? = tree.tree.unbound().len();
    })
}

/// Frees a partial tree; null is ignored.
///
/// # Safety
/// `tree` is null or a partial tree that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_partial_tree_free(tree: *mut vorpal_partial_tree) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(tree) };
        Ok(())
    });
}
