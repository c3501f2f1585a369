//! The WebAssembly modules behind the package for JavaScript. `js/` wraps their functions. By the feature `public` a
//! module has the functions without secrets, by `prover` those of proofs of circuits. Most programs need no prover, so
//! the package has a module of each.
//!
//! A call works on one array of bytes in linear memory, the input, and leaves another one, the result. JavaScript
//! reserves the input, writes its arguments one after the other, calls a function, and copies the result.
//!
//! * `memory` has the two arrays, and the entry of all functions.
//! * `signatures` and `schnorr` have recovery and verification in batches, `item` the status of an element.
//! * `bls` has sets of BLS signatures, and sums of keys and signatures.
//! * `groth16` has verification of proofs of circuits, and `prover` the proofs.
//! * `kzg` has commitments and proofs of blobs, and verification of blobs and cells.
//! * `sums` has multi-scalar multiplication, `bounds` the bounds of Montgomery multiplications.
//! * `packed` has the name of the backend, and its operations for tests.
//!
//! All functions take variable time, since a compiler of WebAssembly does not promise constant time. The witness of a
//! proof and its blinding factors are the only secrets.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(feature = "public")]
mod bls;
#[cfg(feature = "public")]
mod bounds;
#[cfg(feature = "public")]
mod groth16;
#[cfg(feature = "public")]
mod item;
#[cfg(feature = "public")]
mod kzg;
mod memory;
#[cfg(feature = "public")]
mod packed;
#[cfg(feature = "prover")]
mod prover;
#[cfg(feature = "public")]
mod schnorr;
#[cfg(feature = "public")]
mod signatures;
#[cfg(feature = "public")]
mod sums;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// A panic is a trap: JavaScript sees a `RuntimeError` and uses a new instance of the module for the next call.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
