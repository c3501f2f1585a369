//! Arrays in linear memory.

use alloc::alloc::{Layout, alloc, dealloc};
use core::slice::{from_raw_parts, from_raw_parts_mut};

/// Arrays are aligned to words.
fn layout(length: usize) -> Option<Layout> {
    Layout::from_size_align(length.max(1), 8).ok()
}

/// Allocates an array of bytes. Returns null if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_alloc(length: usize) -> *mut u8 {
    let Some(layout) = layout(length) else { return core::ptr::null_mut() };
    // SAFETY: the size is not zero.
    unsafe { alloc(layout) }
}

/// Frees an array.
///
/// # Safety
/// `vorpal_alloc` returned the address for this length, and the array is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_free(array: *mut u8, length: usize) {
    if let Some(layout) = layout(length) {
        // SAFETY: guaranteed by the caller.
        unsafe { dealloc(array, layout) }
    }
}

/// The arrays of a call: `N` bytes for each of `count` elements.
///
/// # Safety
/// The array has `N count` bytes, which nothing changes during the call.
pub(crate) unsafe fn input<'a, const N: usize>(array: *const u8, count: usize) -> &'a [[u8; N]] {
    // SAFETY: guaranteed by the caller; arrays of bytes have no alignment.
    unsafe { from_raw_parts(array.cast(), count) }
}

/// As [`input`], to write to.
///
/// # Safety
/// As for [`input`], and nothing reads the array during the call.
pub(crate) unsafe fn output<'a, const N: usize>(array: *mut u8, count: usize) -> &'a mut [[u8; N]] {
    // SAFETY: guaranteed by the caller.
    unsafe { from_raw_parts_mut(array.cast(), count) }
}
