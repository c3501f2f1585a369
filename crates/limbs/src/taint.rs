//! Marks secrets, on which no branch and no address may depend, for tests of constant time (`vorpal_trace`).
//!
//! Memcheck reports every jump and every address that depends on uninitialised memory. A test declares its secrets
//! uninitialised and runs under memcheck; every report is a leak (A. Langley, "Checking that functions are constant
//! time with Valgrind", 2010). `vorpal_trace` reads the same marks where valgrind does not support the instructions. On
//! AArch64, the marks are hints, which a plugin of QEMU records. In all other cases, the marks have no effect.

use crate::backend::Backend;

/// Declares the words secret. Their values do not change.
pub fn secret(words: &mut [u64]) {
    request(MAKE_MEMORY_UNDEFINED, words.as_mut_ptr(), words.len());
}

/// Declares the words public: results of secrets that may be revealed.
pub fn public(words: &mut [u64]) {
    request(MAKE_MEMORY_DEFINED, words.as_mut_ptr(), words.len());
}

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
        request(MAKE_MEMORY_DEFINED, memory.cast(), layout.size().div_ceil(8));
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

/// Whether this process runs under valgrind, which executes `adcx` and `adox` but does not report them in `cpuid`.
/// Under valgrind, a backend named in the environment is used without detection.
#[cfg_attr(not(feature = "std"), allow(dead_code, reason = "unused without an environment"))]
pub(crate) fn runs_under_valgrind() -> bool {
    request(RUNNING_ON_VALGRIND, core::ptr::null_mut(), 0) != 0
}

// Memcheck's client requests, with the letters M and C, numbered as in valgrind's memcheck.h; and one of valgrind
// itself.
const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;
const MAKE_MEMORY_UNDEFINED: u64 = MEMCHECK + 1;
const MAKE_MEMORY_DEFINED: u64 = MEMCHECK + 2;
const RUNNING_ON_VALGRIND: u64 = 0x1001;

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
/// Sends a client request and returns the answer; zero outside valgrind.
fn request(code: u64, words: *mut u64, count: usize) -> u64 {
    let mut answer = 0u64;
    let arguments: [u64; 6] = [code, words as u64, 8 * count as u64, 0, 0, 0];
    // SAFETY: outside valgrind the four rotations add up to 128 bits, so rdi is unchanged, and the exchange has no
    // effect. Under valgrind, it reads the six words at rax, which are valid, and writes the answer to rdx.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") &raw const arguments,
            inout("rdx") answer,
            options(nostack),
        );
    }
    answer
}

#[cfg(all(target_arch = "aarch64", target_pointer_width = "64"))]
/// Loads the words between two hints, which have no effect on the processor. Returns zero.
fn request(code: u64, words: *mut u64, count: usize) -> u64 {
    if count == 0 {
        return 0;
    }
    macro_rules! mark {
        ($hint:literal) => {
            // SAFETY: loads the words, which the caller may read. The unallocated hints do nothing.
            unsafe {
                core::arch::asm!(
                    concat!("hint #", $hint),
                    "2: ldr {word}, [{at}], #8",
                    "subs {count}, {count}, #1",
                    "b.ne 2b",
                    "hint #103",
                    at = inout(reg) words => _,
                    count = inout(reg) count => _,
                    word = out(reg) _,
                    options(nostack),
                )
            }
        };
    }
    match code {
        MAKE_MEMORY_UNDEFINED => mark!(101),
        MAKE_MEMORY_DEFINED => mark!(102),
        _ => {}
    }
    0
}

#[cfg(not(any(
    all(target_arch = "x86_64", target_pointer_width = "64"),
    all(target_arch = "aarch64", target_pointer_width = "64")
)))]
fn request(_code: u64, _words: *mut u64, _count: usize) -> u64 {
    0
}
