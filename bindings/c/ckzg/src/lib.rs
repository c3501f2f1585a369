//! The C interface of c-kzg 2.1.8, implemented by Vorpal: `libckzg` and `ckzg.h`.
//!
//! Names, structures and results are those of c-kzg, so that programs and bindings for c-kzg link this library. The
//! README lists the differences. Everything runs on the calling thread.
//!
//! * `types` has the structures; `call` is the frame of every function and turns pointers into slices.
//! * `settings` loads and frees setups, `file` reads those in files.
//! * `eip4844` and `eip7594` have the functions of the specification.
//! * `internal` has functions that c-kzg exposes for tests, which its Go package calls.

#![allow(non_camel_case_types, non_snake_case, clippy::upper_case_acronyms, reason = "the names of c-kzg")]

mod call;
mod eip4844;
mod eip7594;
mod file;
mod internal;
mod settings;
mod types;
