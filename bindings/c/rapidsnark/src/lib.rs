//! The C interface of rapidsnark, implemented by Vorpal: `librapidsnark`, `prover.h` and `verifier.h`.
//!
//! Names, parameters, codes and the JSON of proofs are those of rapidsnark, so that programs and bindings for it link
//! this library.
//! The README lists the differences.
//!
//! * `prover` has the functions that prove, `sizes` those that tell the sizes of buffers, `verifier` the verification.
//! * `call` is the frame of every function; `memory` turns pointers into slices, and checks places for results.
//! * `text` has proofs and public signals in rapidsnark's form of JSON.
//! * `threads` has the threads of the process.

mod call;
mod memory;
mod prover;
mod sizes;
mod text;
mod threads;
mod verifier;
