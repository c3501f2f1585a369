//! Handles: values of the library that C programs hold by pointers.

use crate::buffer::check_pointer;
use crate::error::Failure;

/// A value behind a handle.
pub(crate) trait Handle: Sized {
    /// The value that a caller's pointer is to. Messages have the name of the argument.
    ///
    /// # Safety
    /// The pointer is null, or came from [`give`] with this type and was not freed.
    unsafe fn of<'a>(pointer: *const Self, name: &str) -> Result<&'a Self, Failure> {
        check_pointer(pointer, name)?;
        // SAFETY: the pointer is neither null nor misaligned, and the caller promises the rest.
        Ok(unsafe { &*pointer })
    }
}

/// Checks that there is a place for a handle, before the work.
pub(crate) fn check_out<T>(out: *mut *mut T) -> Result<(), Failure> {
    check_pointer(out, "out")
}

/// Hands a value to the caller.
///
/// # Safety
/// `out` passed [`check_out`] and may be written.
pub(crate) unsafe fn give<T: Handle>(out: *mut *mut T, value: T) {
    // SAFETY: the caller's promise.
    unsafe { out.write(Box::into_raw(Box::new(value))) };
}

/// Frees a handle. A null pointer is ignored.
///
/// # Safety
/// As for [`Handle::of`]; no other thread uses the handle.
pub(crate) unsafe fn free<T: Handle>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the pointer came from `Box::into_raw` in `give`.
        drop(unsafe { Box::from_raw(pointer) });
    }
}
