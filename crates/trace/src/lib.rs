//! Whether compiled code does the same whatever the secrets, for Vorpal's tests of constant time.
//!
//! [`check`] runs a test's executable again and watches it, with every backend of the engine:
//!
//! * under valgrind, which knows every bit of every secret, with all backends but AVX-512, which it does not execute;
//! * on the processor itself, with the backend that ships, instruction by instruction ([`tracer`]).
//!
//! Both must be silent, both must have run the backend they were asked for, and both must find the leaks that are planted.
//! [`timing`] asks the clock instead.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "test support stops at the first surprise")]

mod check;
pub mod timing;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod tracer;
mod valgrind;

pub use check::{Check, Leak, check};
