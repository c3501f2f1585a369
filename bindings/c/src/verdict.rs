//! Outputs of verifications. They are negative before anything else happens: a caller who ignores the status of a call
//! that fails reads no old memory as a verdict.

use crate::buffer::check_pointer;
use crate::status::vorpal_item::VORPAL_ITEM_INVALID;

/// Makes a verdict 0.
///
/// # Safety
/// The pointer is null, or to a value that nobody else uses meanwhile.
pub(crate) unsafe fn refuse(valid: *mut i32) {
    if check_pointer(valid, "valid").is_ok() {
        // SAFETY: the pointer is neither null nor misaligned, and the caller promises the rest.
        unsafe { valid.write(0) };
    }
}

/// Makes the results of all items `VORPAL_ITEM_INVALID`. `longest` is the most bytes that the batch has for each item.
///
/// # Safety
/// The pointer is null, or to so many bytes that nobody else uses meanwhile.
pub(crate) unsafe fn refuse_items(items: *mut u8, count: usize, longest: usize) {
    // A count for which there is no object of such items is an error, and nothing is written.
    let is_possible = count.checked_mul(longest).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if !items.is_null() && is_possible {
        // SAFETY: the pointer is not null, and the caller promises the rest.
        unsafe { items.write_bytes(VORPAL_ITEM_INVALID as u8, count) };
    }
}

/// Makes the handle of what a verification proves null.
///
/// # Safety
/// The pointer is null, or to a place for a handle that nobody else uses meanwhile.
pub(crate) unsafe fn refuse_handle<T>(out: *mut *mut T) {
    if check_pointer(out, "out").is_ok() {
        // SAFETY: the pointer is neither null nor misaligned, and the caller promises the rest.
        unsafe { out.write(std::ptr::null_mut()) };
    }
}
