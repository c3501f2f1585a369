//! The surroundings of an operation on secrets: data-independent timing, and wiping of the stack.
//!
//! The limbs, halves and digits of scalars, nonces, hash states and values spilled by the compiler are locals of many
//! functions. All of them are in the part of the stack below the frame of the caller. This module overwrites that part
//! after the operation.

use core::hint::black_box;

use crate::DataIndependentTiming;

/// The number of bytes to overwrite: more than an operation on secrets uses. The tests search further.
pub const BYTES: usize = 16 << 10;
/// The same for operations with tables of multiples of a point.
pub const BYTES_WITH_TABLES: usize = 32 << 10;

/// Runs `f` with data-independent timing, if the processor has such a mode, then overwrites the stack that `f` used
/// with zeros, up to 16 KiB. Returns the result of `f`.
///
/// Registers and the result of `f` are not wiped. The language does not guarantee where locals are stored, so the
/// program of tests `stack` reads the stack after operations.
pub fn wiped<R>(f: impl FnOnce() -> R) -> R {
    wiped_below::<BYTES, R>(f)
}

/// As [`wiped`], up to 32 KiB, for operations with tables of multiples of a point.
pub fn wiped_with_tables<R>(f: impl FnOnce() -> R) -> R {
    wiped_below::<BYTES_WITH_TABLES, R>(f)
}

#[inline(never)]
fn wiped_below<const DEPTH: usize, R>(f: impl FnOnce() -> R) -> R {
    let _timing = DataIndependentTiming::enable();
    let result = in_new_frame(f);
    wipe::<DEPTH>();
    result
}

/// Runs `f` in a separate stack frame below the caller's.
#[inline(never)]
fn in_new_frame<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// Overwrites the stack below the caller's frame.
#[inline(never)]
pub fn wipe<const DEPTH: usize>() {
    // A mutable variable, as a constant would not be on the stack.
    black_box(&mut [0u8; DEPTH]);
}
