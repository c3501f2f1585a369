//! The marks of secrets: requests to valgrind, or hints to an emulator.

/// Declares the words secret. Their values do not change.
pub fn secret(words: &mut [u64]) {
    request(MAKE_MEMORY_UNDEFINED, words.as_mut_ptr(), words.len());
}

/// Declares the words public: results of secrets that may be revealed.
pub fn public(words: &mut [u64]) {
    request(MAKE_MEMORY_DEFINED, words.as_mut_ptr(), words.len());
}

/// Declares memory public that is about to be freed.
#[cfg(feature = "std")]
pub(crate) fn freed(words: *mut u64, count: usize) {
    request(MAKE_MEMORY_DEFINED, words, count);
}

/// Whether this process runs under valgrind, which executes `adcx` and `adox` but does not report them in `cpuid`.
/// Under valgrind, a backend up to `avx2-fma` that the environment names is used without detection.
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
