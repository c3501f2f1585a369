//! The C interface of Vorpal: `libvorpal` and `vorpal.h`.
//!
//! Every function checks its arguments, returns a [`vorpal_status`], and stores a message for [`vorpal_last_error`]. No
//! panic leaves the library. The caller owns all buffers; handles belong to the library and have a function that frees
//! them. Batches come first: one call works on flat arrays, on the threads of a context.
//!
//! * `status` and `error` have results and messages; `entry` is the frame of every call.
//! * `buffer` turns pointers into slices after all possible checks; `handle` does the same for handles.
//! * `verdict` makes the outputs of verifications negative before anything else.
//! * `context` has the threads. Functions without a context work on the calling thread: none uses rayon's global pool.
//! * `guarded` has the lock around what calls change, `file` replaces files.
//! * `selftest` tests the library on this processor.
//! * `secp256k1`, `senders`, `p256`, `bls`, `kzg`, `groth16`, `evm`, `banderwagon` and `tree` have the functions of
//!   each area; `field`, `ntt`, `hashing`, `msm` and `pairing` those of arithmetic.
//! * What does not depend on the language is in the crate `vorpal-bindings`, in `bindings/core`.

#![allow(non_camel_case_types, reason = "types have the names that they have in C")]

mod banderwagon;
mod bls;
mod buffer;
mod context;
mod entry;
mod error;
mod evm;
mod field;
mod file;
mod groth16;
mod guarded;
mod handle;
mod hashing;
mod kzg;
mod msm;
mod ntt;
mod p256;
mod pairing;
#[cfg(test)]
mod readme;
mod secp256k1;
mod selftest;
mod senders;
mod status;
mod tree;
mod verdict;
mod version;
