//! Marks secrets, on which no branch and no address may depend, for tests of constant time (`vorpal_trace`).
//!
//! Memcheck reports every jump and every address that depends on uninitialised memory. A test declares its secrets
//! uninitialised and runs under memcheck; every report is a leak (A. Langley, "Checking that functions are constant
//! time with Valgrind", 2010). `vorpal_trace` reads the same marks where valgrind does not support the instructions. On
//! AArch64, the marks are hints, which a plugin of QEMU records. In all other cases, the marks have no effect.

use crate::backend::Backend;
pub use crate::valgrind::{public, secret};

/// An allocator for tests: the system's, where freed memory is public. Allocators read the memory that they free.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct PublicWhenFreed;

// SAFETY: the system's allocator does the work. `realloc` is the default one, which calls `dealloc`.
#[cfg(feature = "std")]
unsafe impl std::alloc::GlobalAlloc for PublicWhenFreed {
    unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        unsafe { std::alloc::System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: std::alloc::Layout) {
        // Allocators round sizes and addresses to multiples of words at least.
        crate::valgrind::freed(memory.cast(), layout.size().div_ceil(8));
        // SAFETY: as the caller promises.
        unsafe { std::alloc::System.dealloc(memory, layout) }
    }
}

/// The names of the backends in this program, from the lowest on, independent of the processor.
pub fn built() -> &'static [&'static str] {
    const NAMES: &[&str] = &{
        let mut names = [""; Backend::BUILT.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = Backend::BUILT[i].name();
            i += 1;
        }
        names
    };
    NAMES
}

/// The names of the backends in use: for single numbers, and for batches.
pub fn in_use() -> [&'static str; 2] {
    [Backend::active(), Backend::of_batches()].map(Backend::name)
}
