//! Inverses and square roots of many elements.

use super::operations::operations;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse_items;

/// The most bytes that a batch has for each item: six limbs.
const LONGEST_ITEM: usize = 48;

/// The number of limbs of `count` elements.
fn length(count: usize, limbs: usize) -> Result<usize, Failure> {
    let length = count.checked_mul(limbs);
    length.ok_or_else(|| Failure::argument(format_args!("values: {count} elements are too many")))
}

/// Replaces `count` elements of a field by their inverses; zeros remain zero. One inversion serves all of them.
///
/// `field` is a `vorpal_field`. `values` has elements in Montgomery form, limbs of 64 bits, least significant first, as
/// gnark-crypto and arkworks store them. A number that is not below the modulus is an error of the whole call, whose
/// message has the index; then nothing changes. Constant time in the values.
///
/// # Safety
/// `ctx` is null or a context; `values` is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_field_invert_batch(
    ctx: *const vorpal_ctx,
    field: i32,
    count: usize,
    values: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        let operations = operations(field)?;
        let values = buffers.output(values, length(count, operations.limbs())?, "values")?;
        ctx.run(|| operations.invert(values))??;
    })
}

/// Replaces `count` elements of a field by one of their two square roots, and by zero where there is none. `items`
/// receives `VORPAL_ITEM_OK` for each that has a root, and `VORPAL_ITEM_INVALID` for the others. `field` and `values`
/// are those of `vorpal_field_invert_batch`. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_field_sqrt_batch_vartime(
    ctx: *const vorpal_ctx,
    field: i32,
    count: usize,
    values: *mut u64,
    items: *mut u8,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx], |buffers| {
        let operations = operations(field)?;
        let values = buffers.output(values, length(count, operations.limbs())?, "values")?;
        let items = buffers.output(items, count, "items")?;
        ctx.run(|| operations.sqrt(values, items))??;
    })
}
