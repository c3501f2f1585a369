//! Results of calls and of items of batches.

/// The result of a call. Everything but `VORPAL_OK` comes with a message: see `vorpal_last_error`. A failed call
/// changes neither outputs nor handles, but for verdicts and where its description says otherwise. Calls with `valid`
/// or `items`, but `vorpal_sender_pool_take`, write 0 to `*valid` and `VORPAL_ITEM_INVALID` to all items before
/// anything else. Verifications of a witness write null to the handle.
///
/// Errors of one kind have the same status in all functions. Any call can fail with `VORPAL_ERROR_ARGUMENT` and
/// `VORPAL_ERROR_PANIC`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_status {
    /// Success.
    VORPAL_OK = 0,
    /// The call is wrong, whatever the contents of its buffers are. A pointer is null, misaligned, or to a buffer that
    /// overlaps another one. A constant is unknown. A length, count, number, range or label is not possible. Handles do
    /// not belong together, or a call comes too early. A state of a tree is not kept, or there are too few blocks for a
    /// rollback. The environment variable `VORPAL_BACKEND` has an unknown value.
    VORPAL_ERROR_ARGUMENT = 1,
    /// Contents of a buffer are malformed: no key, point, number, signature, proof, setup, witness or JSON. Cells are
    /// not those of one blob. A precompiled contract fails for its input. Or a witness lacks a key that is asked for.
    /// The message names the input or the part that is wrong, and its index in a list, or the missing key or node.
    VORPAL_ERROR_INPUT = 2,
    /// This machine, curve, algorithm or kind of handle cannot do it: threads, randomness, too little memory for
    /// tables, bases or a setup with or without tables where the others are required, a key table or a pool of senders
    /// that is full.
    VORPAL_ERROR_NOT_POSSIBLE = 3,
    /// The progress callback cancelled the call, or the pool of senders is closed.
    VORPAL_ERROR_CANCELLED = 4,
    /// A file or store: missing, existing, damaged, locked, full, of another version, basis or curve. Or the store was
    /// opened by the process from which this one was forked.
    VORPAL_ERROR_STORE = 5,
    /// Something well-formed does not prove what it should: a witness, or a root that was expected. Or a check of
    /// `vorpal_selftest` is wrong.
    VORPAL_ERROR_REFUSED = 6,
    /// The buffer is too small. The length was replaced by the required one.
    VORPAL_ERROR_BUFFER = 7,
    /// An internal error. A tree, key cache, verifier or batch that the call was to change refuses further work; free
    /// it. Other handles are as before.
    VORPAL_ERROR_PANIC = 8,
    /// A tree, key cache, verifier, batch or key table refuses work, and can only be freed. An earlier call that was to
    /// change it ended with `VORPAL_ERROR_PANIC`, or a call of another thread used it when this process was forked. Or
    /// a pool of senders belongs to the process from which this one was forked.
    VORPAL_ERROR_POISONED = 9,
}

/// The result of an item of a batch, e.g. a signature, key, cell or field element. An invalid item does not affect the
/// others.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "for the header: most are written as numbers of the shared crate")]
pub enum vorpal_item {
    /// Valid, or recovered.
    VORPAL_ITEM_OK = 0,
    /// Well-formed, and not valid: a signature for this message and key, a cell for this commitment, a number without a
    /// root. Or the call failed.
    VORPAL_ITEM_INVALID = 1,
    /// `r` or `s` is out of range, or the BLS signature is malformed.
    VORPAL_ITEM_SIGNATURE = 2,
    /// The byte of the recovery identifier is not 0 to 3 or 27 to 30.
    VORPAL_ITEM_RECOVERY_ID = 3,
    /// No curve point corresponds to `r` and the recovery identifier, or to an encoding.
    VORPAL_ITEM_NO_POINT = 4,
    /// The recovered key is the point at infinity.
    VORPAL_ITEM_INFINITY = 5,
    /// The public key is malformed, one of the keys of a set, or the encoding of an element.
    VORPAL_ITEM_KEY = 6,
}
