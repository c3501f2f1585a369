//! Marks secrets, on which no branch and no address may depend, for tests of constant time (`vorpal_trace`).
//!
//! Memcheck reports every jump and every address that depends on uninitialised memory. A test declares its secrets
//! uninitialised and runs under memcheck; every report is a leak (A. Langley, "Checking that functions are constant
//! time with Valgrind", 2010). `vorpal_trace` reads the same marks where valgrind does not support the instructions. In
//! all other cases, and on processors other than x86-64, the marks have no effect.

use crate::backend::Backend;

/// Declares the words secret. Their values do not change.
pub fn secret(words: &mut [u64]) {
    request(MAKE_MEMORY_UNDEFINED, words);
}

/// Declares the words public: results of secrets that may be revealed.
pub fn public(words: &mut [u64]) {
    request(MAKE_MEMORY_DEFINED, words);
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
    request(RUNNING_ON_VALGRIND, &mut []) != 0
}

// Memcheck's client requests, with the letters M and C, numbered as in valgrind's memcheck.h; and one of valgrind
// itself.
const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;
const MAKE_MEMORY_UNDEFINED: u64 = MEMCHECK + 1;
const MAKE_MEMORY_DEFINED: u64 = MEMCHECK + 2;
const RUNNING_ON_VALGRIND: u64 = 0x1001;

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
/// Sends a client request and returns the answer; zero outside valgrind.
fn request(code: u64, words: &mut [u64]) -> u64 {
    let mut answer = 0u64;
    let arguments: [u64; 6] = [code, words.as_mut_ptr() as u64, size_of_val(words) as u64, 0, 0, 0];
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

#[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64")))]
fn request(_code: u64, _words: &mut [u64]) -> u64 {
    0
}
