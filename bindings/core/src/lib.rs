//! The parts of an interface that do not depend on its language: for C and so for Go, for Python and for Java. An
//! interface turns arguments into slices and numbers, and results back; the work on slices is here.
//!
//! * `error` has the kinds of errors.
//! * `signatures` has the results of items of batches, and the signatures of 65 bytes.
//! * `mixed` verifies lists with signatures on both curves, from flat arrays.
//! * `senders` has the pool of senders for callers in other languages: results by tokens instead of callbacks.
//! * `pool` runs work on a pool of threads.
//! * `sums` has the sums of points on each curve.
//! * `tree` has trees in memory or on disk as one type, and the application of blocks.

#![forbid(unsafe_code)]

pub mod error;
pub mod mixed;
pub mod pool;
pub mod senders;
pub mod signatures;
pub mod sums;
pub mod tree;
