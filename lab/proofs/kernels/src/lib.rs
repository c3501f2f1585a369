//! Wrapper functions around all kernels. `lab/proofs` disassembles the compiled functions and proves them.
//!
//! A wrapper takes pointers to its operands, and the modulus is one of them. So the compiled code does not depend on
//! the modulus, and the proof holds for all moduli. The wrapper only passes the operands on and stores the result, so a
//! proof of the wrapper is a proof of the kernel.

#![cfg_attr(target_arch = "wasm32", no_std)]
#![cfg(any(
    all(any(target_arch = "x86_64", target_arch = "aarch64"), target_pointer_width = "64"),
    target_feature = "relaxed-simd"
))]
#![allow(improper_ctypes_definitions, reason = "a backend has size zero, so it takes no register")]

#[cfg(not(target_arch = "wasm32"))]
pub mod numbers;
#[cfg(target_arch = "x86_64")]
pub mod quads;
#[cfg(target_arch = "x86_64")]
pub mod residues;
pub mod vectors;

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
