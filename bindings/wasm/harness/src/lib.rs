//! The sums of the page `harness`: BLS12-377 G1 by arkworks and by Vorpal, both compiled to WebAssembly.
//!
//! JavaScript fills an array of bytes, the input, and calls `read` or `random`. Both libraries then hold the same
//! vectors, each in its own types. `sum` computes the sum of a vector by one of them, and leaves it as the result; the
//! page measures its time. A failed call leaves a message as the result.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

mod files;
mod memory;
mod reference;
mod vectors;

use alloc::string::String;
use alloc::vec::Vec;

use memory::STATE;
use vectors::Vector;

/// What a call leaves on failure.
const FAILED: u32 = u32::MAX;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// A panic is a trap: the page shows it and starts the module anew.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// Reads the input, a file of points of `points` bytes and a file of scalars. Returns the number of vectors.
#[unsafe(no_mangle)]
pub extern "C" fn harness_read(points: usize) -> u32 {
    load(|input| {
        let (points, scalars) = input.split_at_checked(points).ok_or("the input is too short")?;
        files::read(points, scalars)
    })
}

/// Makes a vector of random elements from the input: 48 random bytes for each of `count` scalars, and for two points
/// before them. Returns 1, the number of vectors.
#[unsafe(no_mangle)]
pub extern "C" fn harness_random(count: usize) -> u32 {
    load(|input| Ok(alloc::vec![Vector::random(input, count)?]))
}

/// The number of points of a vector.
#[unsafe(no_mangle)]
pub extern "C" fn harness_points(vector: usize) -> u32 {
    let state = STATE.0.borrow();
    state.vectors.get(vector).and_then(|vector| u32::try_from(vector.len()).ok()).unwrap_or(FAILED)
}

/// The sum of a vector, 48 bytes in the format of arkworks, by arkworks (0) or by Vorpal (1). Returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn harness_sum(library: u32, vector: usize) -> u32 {
    let state = &mut *STATE.0.borrow_mut();
    let found = state.vectors.get(vector).ok_or_else(|| String::from("there is no such vector"));
    let sum = found.and_then(|vector| match library {
        0 => vector.sum_by_arkworks(),
        1 => vector.sum_by_vorpal(),
        _ => Err(String::from("there is no such library")),
    });
    match sum {
        Ok(sum) => {
            state.result = sum;
            0
        }
        Err(message) => {
            state.result = message.into_bytes();
            FAILED
        }
    }
}

/// Replaces the vectors by those that a function makes of the input.
fn load(make: impl FnOnce(&[u8]) -> Result<Vec<Vector>, String>) -> u32 {
    let state = &mut *STATE.0.borrow_mut();
    state.vectors = Vec::new();
    let made = make(&state.input);
    state.input = Vec::new();
    match made {
        Ok(vectors) => {
            state.vectors = vectors;
            u32::try_from(state.vectors.len()).unwrap_or(FAILED)
        }
        Err(message) => {
            state.result = message.into_bytes();
            FAILED
        }
    }
}
