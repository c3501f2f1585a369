//! Results of calls and of items of batches.

/// The result of a call. Everything but `VORPAL_OK` comes with a message: see `vorpal_last_error`. A failed call
/// changes neither outputs nor handles, unless its description says otherwise.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_status {
    /// Success.
    VORPAL_OK = 0,
    /// An argument is invalid: a null pointer, overlapping buffers, an unknown constant, a length.
    VORPAL_ERROR_ARGUMENT = 1,
    /// Bytes are not what they should be: not a key, point, scalar, proof. The message names the index.
    VORPAL_ERROR_INPUT = 2,
    /// An option or size is not possible.
    VORPAL_ERROR_NOT_POSSIBLE = 3,
    /// The progress callback cancelled the call.
    VORPAL_ERROR_CANCELLED = 4,
    /// A file or store: missing, damaged, locked, of another version or basis.
    VORPAL_ERROR_STORE = 5,
    /// Something well-formed does not prove what it should: a witness, or a root that was expected.
    VORPAL_ERROR_REFUSED = 6,
    /// The buffer is too small. The length was replaced by the required one.
    VORPAL_ERROR_BUFFER = 7,
    /// An internal error. The handles of the call refuse further work; free them.
    VORPAL_ERROR_PANIC = 8,
    /// A handle refuses work because an earlier call with it ended with `VORPAL_ERROR_PANIC`.
    VORPAL_ERROR_POISONED = 9,
}

/// The result of an item of a batch of signatures. An invalid item does not affect the others.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_item {
    /// Valid, or recovered.
    VORPAL_ITEM_OK = 0,
    /// Well-formed, and not valid for this message and key.
    VORPAL_ITEM_INVALID = 1,
    /// `r` or `s` is out of range.
    VORPAL_ITEM_SIGNATURE = 2,
    /// The byte of the recovery identifier is not 0 to 3 or 27 to 30.
    VORPAL_ITEM_RECOVERY_ID = 3,
    /// No curve point corresponds to `r` and the recovery identifier.
    VORPAL_ITEM_NO_POINT = 4,
    /// The recovered key is the point at infinity.
    VORPAL_ITEM_INFINITY = 5,
    /// The public key is malformed.
    VORPAL_ITEM_KEY = 6,
}
