//! The width of windows that SALT's tables have by default.

/// The width of windows in bits: 11, or 3 in a zero-knowledge virtual machine, where memory is expensive.
#[cfg(not(all(target_os = "zkvm", target_arch = "riscv32")))]
pub const DEFAULT_PRECOMP_WINDOW_SIZE: usize = 11;

/// The width of windows in bits: 11, or 3 in a zero-knowledge virtual machine, where memory is expensive.
#[cfg(all(target_os = "zkvm", target_arch = "riscv32"))]
pub const DEFAULT_PRECOMP_WINDOW_SIZE: usize = 3;
