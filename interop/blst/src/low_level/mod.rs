//! Functions with the pointers of C, and the names of blst's C library: those that its users call from Rust.
//!
//! # Safety
//! Of every function: inputs point to values, or to as many bytes as the function reads; outputs to memory for a value.
//! An output may be an input. A null pointer for bytes is an empty slice.

#![allow(unsafe_code, reason = "the functions have pointers")]
#![allow(clippy::missing_safety_doc, reason = "the module has it")]

pub(crate) mod keys;
mod pairings;
mod points;
mod scalars;

use core::slice;

pub use pairings::*;
pub use points::*;
pub use scalars::*;

use crate::blst_scalar;
use crate::secret_key::SecretKey;

/// The bytes at a pointer.
///
/// # Safety
/// The pointer is null, or points to that many bytes, which nothing writes while the slice lives.
unsafe fn bytes<'a>(start: *const u8, length: usize) -> &'a [u8] {
    if start.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: the caller guarantees that there are as many bytes.
    unsafe { slice::from_raw_parts(start, length) }
}

/// The bytes of an output.
///
/// # Safety
/// The pointer points to memory for that many bytes, which nothing else reads or writes while the function runs.
unsafe fn put(out: *mut u8, bytes: &[u8]) {
    // SAFETY: the caller guarantees that there is memory for as many bytes; `bytes` is in memory of this crate.
    unsafe { out.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
}

/// A scalar that is a secret key, as one.
pub(crate) fn secret_key_of<V>(scalar: &blst_scalar) -> &SecretKey<V> {
    // SAFETY: `SecretKey` has the representation of its only field with a size, `repr(transparent)`.
    unsafe { &*core::ptr::from_ref(scalar).cast() }
}
