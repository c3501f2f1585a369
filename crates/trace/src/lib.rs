//! Checks that compiled code is constant time, for the tests of Vorpal.
//!
//! [`check()`] runs a test's executable again under observation, by one of
//! three monitors, with the backend that a user's program selects, or with `VORPAL_THOROUGH` with every backend:
//!
//! * under valgrind, which tracks secrets bit by bit, with the backends that it executes: without AVX-512 and AVX-IFMA;
//! * on the processor, instruction by instruction ([`tracer`]): the best backend, those that valgrind does not execute,
//!   and with `VORPAL_THOROUGH` all that the processor has;
//! * in the emulator of AArch64.
//!
//! Each must report nothing for the operations, must run the requested backend, and must find every planted leak.
//! [`timing`] measures execution times instead.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "test support fails by panicking")]

mod check;
pub mod emulator;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "used in part"))]
pub mod memory;
pub mod timing;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod tracer;
mod valgrind;

pub use check::{Check, Leak, check, is_thorough};
