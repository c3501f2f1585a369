//! The frame of every function: no panic leaves it, pointers are checked, errors have the codes of c-kzg.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::types::C_KZG_RET::{self, *};

/// Runs a function. Setups do not change after they are loaded, so a panic leaves nothing half done.
pub(crate) fn call(body: impl FnOnce() -> Result<(), C_KZG_RET>) -> C_KZG_RET {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => C_KZG_OK,
        Ok(Err(code)) => code,
        Err(_) => C_KZG_ERROR,
    }
}

/// The code of an error.
pub(crate) fn code(error: vorpal_kzg::Error) -> C_KZG_RET {
    match error {
        vorpal_kzg::Error::Tables(_) => C_KZG_MALLOC,
        _ => C_KZG_BADARGS,
    }
}

/// Checks a place for results, before the work.
pub(crate) fn check_out<T>(out: *mut T) -> Result<(), C_KZG_RET> {
    if out.is_null() || !out.is_aligned() { Err(C_KZG_BADARGS) } else { Ok(()) }
}

/// The value at a pointer.
///
/// # Safety
/// The pointer is null, or to a value that nobody writes to during the lifetime.
pub(crate) unsafe fn one<'a, T>(pointer: *const T) -> Result<&'a T, C_KZG_RET> {
    check_out(pointer.cast_mut())?;
    // SAFETY: neither null nor misaligned; the caller promises the rest.
    Ok(unsafe { &*pointer })
}

/// The values at a pointer, which means nothing for a count of 0.
///
/// # Safety
/// The pointer is null, or to `count` values that nobody writes to during the lifetime.
pub(crate) unsafe fn list<'a, T>(pointer: *const T, count: u64) -> Result<&'a [T], C_KZG_RET> {
    let count = usize::try_from(count).map_err(|_| C_KZG_BADARGS)?;
    if count == 0 {
        return Ok(&[]);
    }
    check_out(pointer.cast_mut())?;
    let bytes = count.checked_mul(size_of::<T>()).and_then(|bytes| isize::try_from(bytes).ok());
    bytes.ok_or(C_KZG_BADARGS)?;
    // SAFETY: neither null nor misaligned, of a possible length; the caller promises the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Writes values to consecutive places.
///
/// # Safety
/// The pointer passed [`check_out`], and there is memory for as many values, which nobody else uses meanwhile. It may
/// overlap arguments of the function whose slices are not used afterwards.
pub(crate) unsafe fn write<T>(out: *mut T, values: impl IntoIterator<Item = T>) {
    for (index, value) in values.into_iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { out.add(index).write(value) };
    }
}
