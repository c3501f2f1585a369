//! Output for debugging, where there is an output.

#![cfg(not(any(
    target_os = "none",
    target_os = "uefi",
    all(target_os = "unknown", target_arch = "wasm32")
)))]

extern crate std;

use std::{print, println};

/// Prints a name and bytes in hexadecimal digits.
pub fn print_bytes(bytes: &[u8], name: &str) {
    print!("{name} ");
    for byte in bytes {
        print!("{byte:02x}");
    }
    println!();
}
