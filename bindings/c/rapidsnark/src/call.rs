//! The frame of every function: no panic leaves it, and failures have a code and a message.

use std::ffi::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The code of success, and of a valid proof.
pub(crate) const OK: c_int = 0;

/// The codes of the functions that prove.
pub(crate) const PROVER_ERROR: c_int = 1;
pub(crate) const PROVER_ERROR_SHORT_BUFFER: c_int = 2;
pub(crate) const PROVER_INVALID_WITNESS_LENGTH: c_int = 3;

/// The codes of the verification.
pub(crate) const VERIFIER_INVALID_PROOF: c_int = 1;
pub(crate) const VERIFIER_ERROR: c_int = 2;

/// Why a function fails.
pub(crate) struct Failure {
    code: Option<c_int>,
    message: String,
}

impl Failure {
    /// A failure with the code that the function has for all others.
    pub(crate) fn new(message: impl ToString) -> Self {
        Self { code: None, message: message.to_string() }
    }

    pub(crate) fn with_code(code: c_int, message: impl ToString) -> Self {
        Self { code: Some(code), message: message.to_string() }
    }
}

/// A place for a message, and its size; a null pointer, or a size of 0, asks for none.
#[derive(Clone, Copy)]
pub(crate) struct Message {
    pub(crate) place: *mut c_char,
    pub(crate) size: usize,
}

impl Message {
    /// A place with a size of C; too large a size is the largest one.
    pub(crate) fn new(place: *mut c_char, size: impl TryInto<usize>) -> Self {
        Self { place, size: size.try_into().unwrap_or(usize::MAX) }
    }

    /// Writes what fits of a text, and a final zero.
    ///
    /// # Safety
    /// The place is null, or has the size and nobody else uses it.
    unsafe fn write(self, text: &str) {
        let Some(most) = self.size.checked_sub(1) else { return };
        if self.place.is_null() {
            return;
        }
        let length = text.floor_char_boundary(most);
        // SAFETY: at most `size` bytes with the zero, and the caller's promise.
        unsafe {
            self.place.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), length);
            self.place.add(length).write(0);
        }
    }
}

/// Runs a function. A prover does not change, so a panic leaves nothing half done. `other` is the code of failures
/// without one, and of panics.
///
/// # Safety
/// The place of the message is null, or has its size and nobody else uses it.
pub(crate) unsafe fn call(
    message: Message,
    other: c_int,
    body: impl FnOnce() -> Result<c_int, Failure>,
) -> c_int {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(code)) => return code,
        Ok(Err(failure)) => failure,
        Err(_) => Failure::new("internal error"),
    };
    // SAFETY: the caller's promise.
    unsafe { message.write(&failure.message) };
    failure.code.unwrap_or(other)
}
