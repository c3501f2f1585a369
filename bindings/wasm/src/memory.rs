//! The input and the result of a call, in linear memory.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt::Display;

/// The arrays of the current call.
struct Arrays {
    input: Vec<u8>,
    result: Vec<u8>,
}

/// What the only thread has.
pub(crate) struct OneThread<T>(pub(crate) RefCell<T>);

// SAFETY: an instance of the module has one thread, since the module is built without atomics.
#[cfg(not(target_feature = "atomics"))]
unsafe impl<T> Sync for OneThread<T> {}

static ARRAYS: OneThread<Arrays> = OneThread(RefCell::new(Arrays { input: Vec::new(), result: Vec::new() }));

/// An error, whose message names the argument, and the index of the element if one is wrong.
pub(crate) struct Failure(String);

impl<D: Display> From<D> for Failure {
    fn from(message: D) -> Self {
        Self(message.to_string())
    }
}

/// The error of an argument.
pub(crate) fn of(name: &str, error: impl Display) -> String {
    format!("{name}: {error}")
}

/// The input does not have the layout that the wrapper writes.
#[cfg(feature = "public")]
pub(crate) const LAYOUT: &str = "the input does not have the layout of this call";

/// Runs a function on the input. Returns 0, or 1 with the message of the error as the result.
pub(crate) fn call(work: impl FnOnce(&[u8]) -> Result<Vec<u8>, Failure>) -> u32 {
    let arrays = &mut *ARRAYS.0.borrow_mut();
    let (result, status) = match work(&arrays.input) {
        Ok(result) => (result, 0),
        Err(Failure(message)) => (message.into_bytes(), 1),
    };
    arrays.result = result;
    status
}

/// Reserves `length` bytes for the input and returns their address, or null if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_input(length: usize) -> *mut u8 {
    let arrays = &mut *ARRAYS.0.borrow_mut();
    arrays.input = Vec::new();
    if arrays.input.try_reserve_exact(length).is_err() {
        return core::ptr::null_mut();
    }
    arrays.input.resize(length, 0);
    arrays.input.as_mut_ptr()
}

/// The address of the result of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_result() -> *const u8 {
    ARRAYS.0.borrow().result.as_ptr()
}

/// The length of the result of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_result_length() -> usize {
    ARRAYS.0.borrow().result.len()
}

/// Frees both arrays.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_release() {
    *ARRAYS.0.borrow_mut() = Arrays { input: Vec::new(), result: Vec::new() };
}

/// Splits the input into parts of `size_i` bytes for each of `count` elements.
#[cfg(feature = "public")]
pub(crate) fn parts<const N: usize>(
    input: &[u8],
    count: usize,
    sizes: [usize; N],
) -> Result<[&[u8]; N], Failure> {
    let (mut parts, mut rest) = ([&input[..0]; N], input);
    for (part, size) in parts.iter_mut().zip(sizes) {
        let length = count.checked_mul(size).ok_or(LAYOUT)?;
        (*part, rest) = rest.split_at_checked(length).ok_or(LAYOUT)?;
    }
    if rest.is_empty() { Ok(parts) } else { Err(LAYOUT.into()) }
}

/// The elements of `N` bytes of a part.
#[cfg(feature = "public")]
pub(crate) fn elements<const N: usize>(part: &[u8]) -> &[[u8; N]] {
    part.as_chunks().0
}
