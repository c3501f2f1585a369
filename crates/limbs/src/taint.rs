//! Marks for valgrind: memory whose content nothing may branch on or address by. For tests of constant time.
//!
//! Memcheck reports every jump and every address that depends on uninitialised memory. A test declares its secrets
//! uninitialised and runs under it; what it reports is a leak (A. Langley, "Checking that functions are constant time
//! with Valgrind", 2010). Outside valgrind,
//! and on other processors than x86-64, the marks do nothing.

/// Declares the words uninitialised, without changing them.
pub fn secret(words: &mut [u64]) {
    request(MAKE_MEMORY_UNDEFINED, words);
}

/// Declares the words initialised: what is computed from secrets and may be seen.
pub fn public(words: &mut [u64]) {
    request(MAKE_MEMORY_DEFINED, words);
}

// Requests of the tool with the letters M C, numbered as in valgrind's memcheck.h.
const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;
const MAKE_MEMORY_UNDEFINED: u64 = MEMCHECK + 1;
const MAKE_MEMORY_DEFINED: u64 = MEMCHECK + 2;

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
fn request(code: u64, words: &mut [u64]) {
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
            inout("rdx") 0u64 => _,
            options(nostack),
        );
    }
}

#[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64")))]
fn request(_code: u64, _words: &mut [u64]) {}
