//! The observers of tests of constant time find every kind of leak, and nothing where no secret leaks.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[cfg(target_arch = "aarch64")]
mod emulator;
mod memory;
#[cfg(target_arch = "x86_64")]
mod tracer;
