//! The C interface of Vorpal: `libvorpal` and `vorpal.h`.
//!
//! Every function checks its arguments, returns a [`vorpal_status`], and stores a message for [`vorpal_last_error`]. No
//! panic leaves the library. The caller owns all buffers; handles belong to the library and have a function that frees
//! them. Batches come first: one call works on flat arrays, on the threads of a context.
//!
//! * [`status`], [`error`]: results and messages; [`entry`]: what each call does before and after its work;
//! * [`buffer`]: the checked way from pointers to slices, and the only place where foreign memory is read and written;
//! * [`context`]: threads;
//! * [`secp256k1`], [`msm`], [`banderwagon`], [`tree`]: the functions of each area.

#![allow(non_camel_case_types, reason = "types have the names that they have in C")]

mod banderwagon;
mod buffer;
mod context;
mod entry;
mod error;
mod handle;
mod msm;
mod secp256k1;
mod status;
mod tree;
mod version;
