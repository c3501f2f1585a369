//! Marks of secrets, which nothing may branch on or address by. For tests of constant time (`vorpal_trace`).
//!
//! Memcheck reports every jump and every address that depends on uninitialised memory. A test declares its secrets
//! uninitialised and runs under it; what it reports is a leak (A. Langley, "Checking that functions are constant time
//! with Valgrind", 2010). `vorpal_trace` sees the same marks where valgrind does not know the instructions. Otherwise,
//! and on other processors than x86-64, they do nothing.

use crate::backend::Backend;

/// Declares the words secret, without changing them.
pub fn secret(words: &mut [u64]) {
    request(MAKE_MEMORY_UNDEFINED, words);
}

/// Declares the words public: what is computed from secrets and may be seen.
pub fn public(words: &mut [u64]) {
    request(MAKE_MEMORY_DEFINED, words);
}

/// The names of the backends that this program has, from the lowest on, whatever the processor.
pub fn built() -> &'static [&'static str] {
    const NAMES: [&str; 4] = [
        Backend::Portable.name(),
        Backend::Bmi2Adx.name(),
        Backend::Avx2Fma.name(),
        Backend::Avx512Ifma.name(),
    ];
    let has_all = cfg!(all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        target_feature = "sse2",
        not(vorpal_portable)
    ));
    if has_all { &NAMES } else { &NAMES[..1] }
}

/// The names of the backends in use: for single numbers, and for batches.
pub fn in_use() -> [&'static str; 2] {
    [Backend::active(), Backend::of_batches()].map(Backend::name)
}

/// Whether this process runs under valgrind, whose `cpuid` says less than it can do: it executes `adcx` and `adox`, and
/// does not report them. There the name of a backend in the environment is taken at its word.
#[cfg_attr(not(feature = "std"), allow(dead_code, reason = "without an environment nobody asks"))]
pub(crate) fn runs_under_valgrind() -> bool {
    request(RUNNING_ON_VALGRIND, &mut []) != 0
}

// Requests of the tool with the letters M C, numbered as in valgrind's memcheck.h; and one of valgrind itself.
const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;
const MAKE_MEMORY_UNDEFINED: u64 = MEMCHECK + 1;
const MAKE_MEMORY_DEFINED: u64 = MEMCHECK + 2;
const RUNNING_ON_VALGRIND: u64 = 0x1001;

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
/// The answer; zero where nobody answers.
fn request(code: u64, words: &mut [u64]) -> u64 {
    let mut answer = 0u64;
    let arguments: [u64; 6] = [code, words.as_mut_ptr() as u64, size_of_val(words) as u64, 0, 0, 0];
    // SAFETY: outside valgrind the four rotations add up to 128 bits, which leaves rdi as it was, and the exchange
    // does nothing. Inside, valgrind reads the six words behind rax, which are there, and puts an answer into rdx.
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
