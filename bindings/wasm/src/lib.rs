//! Vorpal's functions for JavaScript, over the linear memory of a WebAssembly module.
//!
//! `index.js` wraps them; it checks lengths, copies arrays to memory and reads results. Arrays are passed as addresses.
//! * `memory` has the allocation of arrays, and is the only file with `unsafe` functions.
//! * `signatures` has recovery and verification in batches.
//! * `sums` has multi-scalar multiplication.
//!
//! All functions take variable time. There are none with secrets: JavaScript cannot promise constant time.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

mod memory;
mod signatures;
mod sums;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// A panic ends the module: JavaScript sees a `RuntimeError`, and `index.js` refuses later calls.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
