//! The tracer of `vorpal_trace` sees every way in which a secret can show, follows secrets through instructions of
//! every kind, and is silent where they do not pass.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::arch::asm;
use std::hint::black_box;
use std::process::Command;

use vorpal_limbs::backend::{Avx512Ifma, Bmi2Adx};
use vorpal_limbs::taint;
use vorpal_trace::tracer::{Options, Trace, is_permitted, marked, trace};

const ROLE: &str = "VORPAL_TRACER";

/// A way from `rdi` to `rax`, and whether the processor has to have AVX-512.
type Way = (&'static str, bool, fn(u64) -> u64);

/// Instructions that carry what stands in `rdi` to `rax`, with 1024 bytes of zeros behind `rsi`.
macro_rules! way {
    ($name:literal, $wide:literal, $($line:literal)+) => {
        ($name, $wide, |secret: u64| {
            let mut room = [0u64; 128];
            let result: u64;
            // SAFETY: registers that are named as changed, and the room, of which fewer than 1024 bytes are used.
            unsafe {
                asm!(
                    $($line,)+
                    inout("rdi") secret => _,
                    inout("rsi") room.as_mut_ptr() => _,
                    out("rax") result,
                    out("rcx") _, out("rdx") _, out("r8") _, out("r9") _,
                    out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm16") _,
                    out("k1") _, out("k2") _,
                );
            }
            result
        })
    };
}

const WAYS: [Way; 43] = [
    way!("mov", false, "mov rax, rdi"),
    way!("a byte", false, "xor eax, eax" "mov al, dil" "mov ah, al" "shr ax, 8"),
    way!("memory", false, "mov [rsi + 8], rdi" "mov rax, [rsi + 8]"),
    way!("a byte of memory", false, "mov [rsi + 8], rdi" "movzx eax, byte ptr [rsi + 11]"),
    way!("the stack", false, "push rdi" "pop rax"),
    way!("sums", false, "mov rax, 5" "add rax, rdi"),
    way!("a carry", false, "mov rax, -1" "add rax, rdi" "mov eax, 0" "adc rax, 0"),
    way!("a borrow", false, "cmp rdi, 7" "sbb rax, rax"),
    way!("a flag", false, "xor eax, eax" "test rdi, rdi" "sete al"),
    way!("a condition", false, "mov eax, 1" "mov ecx, 2" "bt rdi, 3" "cmovc rax, rcx"),
    way!("a chosen value", false, "xor eax, eax" "mov ecx, 1" "test ecx, ecx" "cmovne rax, rdi"),
    way!("adx", false, "xor eax, eax" "mov rcx, -1" "adcx rcx, rdi" "mov ecx, 0" "adcx rax, rcx" "adox rax, rcx"),
    way!("mul", false, "mov rax, 3" "mul rdi" "mov rax, rdx"),
    way!("mulx", false, "mov rdx, 3" "mulx rax, rcx, rdi"),
    way!("a shift", false, "mov eax, 1" "mov rcx, rdi" "shl rax, cl"),
    way!("shld", false, "xor eax, eax" "shld rax, rdi, 3"),
    way!("a count", false, "popcnt rax, rdi"),
    way!("the place of a bit", false, "bsr rax, rdi"),
    way!("the place of a bit in memory", false, "mov [rsi], rdi" "bsr rax, [rsi]"),
    way!("no bit in memory", false, "mov rax, rdi" "mov qword ptr [rsi], 0" "bsf rax, [rsi]"),
    way!("no bit", false, "mov rax, rdi" "xor ecx, ecx" "cmp ecx, 1" "bsf rax, rcx"),
    way!("bswap", false, "mov rax, rdi" "bswap rax"),
    way!("lea", false, "lea rax, [rdi + rdi * 4 + 9]"),
    way!("sign", false, "movsxd rax, edi" "shr rax, 40"),
    way!("and", false, "mov rax, rdi" "and eax, 0xff00" "shr eax, 8"),
    way!("xchg", false, "mov rax, 1" "xchg rax, rdi"),
    way!("sse", false, "movq xmm0, rdi" "movdqa xmm1, xmm0" "paddq xmm1, xmm0" "movq rax, xmm1"),
    way!("upper lane", false, "movq xmm0, rdi" "pslldq xmm0, 8" "pextrq rax, xmm0, 1"),
    way!("insert", false, "pxor xmm0, xmm0" "pinsrq xmm0, rdi, 1" "punpckhqdq xmm0, xmm0" "movq rax, xmm0"),
    way!("vector mask", false, "movq xmm0, rdi" "pmovmskb eax, xmm0"),
    way!("rep movs", false, "mov [rsi], rdi" "lea rdi, [rsi + 64]" "mov ecx, 8" "rep movsb" "mov rax, [rsi + 56]"),
    way!("rep stos", false, "mov rax, rdi" "lea rdi, [rsi + 64]" "mov ecx, 3" "rep stosq" "mov rax, [rsi + 80]"),
    way!("avx", false, "vmovq xmm0, rdi" "vpbroadcastq ymm1, xmm0" "vextracti128 xmm2, ymm1, 1" "vmovq rax, xmm2"),
    way!("fma", false, "vmovq xmm0, rdi" "vpxor xmm1, xmm1, xmm1" "vfmadd231pd ymm1, ymm0, ymm0" "vmovq rax, xmm1"),
    way!("unaligned", false, "vmovq xmm0, rdi" "vmovdqu [rsi + 61], ymm0" "mov rax, [rsi + 60]"),
    way!("avx-512", true,
        "vpbroadcastq zmm0, rdi" "vpmadd52luq zmm1, zmm0, zmm0" "vmovdqu64 [rsi], zmm1" "mov rax, [rsi + 56]"),
    way!("permuted", true, "vpbroadcastq zmm0, rdi" "valignq zmm16, zmm0, zmm0, 3" "vmovq rax, xmm16"),
    way!("merged", true, "vpxor xmm1, xmm1, xmm1" "vpbroadcastq zmm0, rdi" "mov ecx, 2" "kmovw k1, ecx"
        "vmovdqa64 zmm1{{k1}}, zmm0" "vmovdqu64 [rsi], zmm1" "mov rax, [rsi + 8]"),
    way!(
        "left in a register",
        true,
        "vpbroadcastq zmm1, rdi"
        "vpxor xmm0, xmm0, xmm0"
        "mov ecx, 2"
        "kmovw k1, ecx"
        "vmovdqa64 zmm1{{k1}}, zmm0"
        "vmovq rax, xmm1"
    ),
    way!("masked in memory", true, "vpbroadcastq zmm0, rdi" "mov ecx, 2" "kmovw k1, ecx"
        "vmovdqu64 [rsi]{{k1}}, zmm0" "mov rax, [rsi + 8]"),
    way!("left in memory", true, "mov [rsi], rdi" "vpxor xmm0, xmm0, xmm0" "mov ecx, 2" "kmovw k1, ecx"
        "vmovdqu64 [rsi]{{k1}}, zmm0" "mov rax, [rsi]"),
    way!("secret mask", true, "vpxor xmm1, xmm1, xmm1" "kmovw k1, edi" "vpternlogd zmm0, zmm0, zmm0, 255"
        "vmovdqa64 zmm1{{k1}}{{z}}, zmm0" "vmovq rax, xmm1"),
    way!("comparison", true,
        "vpbroadcastq zmm0, rdi" "vpxor xmm1, xmm1, xmm1" "vpcmpuq k2, zmm0, zmm1, 6" "kmovw eax, k2"),
];

/// What ends a way, so that nothing of the secret remains: the same as [`WAYS`], and silent.
const ENDS: [Way; 11] = [
    way!("xor", false, "mov rax, rdi" "xor eax, eax"),
    way!("mov", false, "mov rax, rdi" "mov eax, 3"),
    way!("overwritten", false, "mov [rsi], rdi" "mov qword ptr [rsi], 3" "mov rax, [rsi]"),
    way!("the other byte", false, "mov [rsi], dil" "movzx eax, byte ptr [rsi + 1]"),
    way!("the other lane", false, "movq xmm0, rdi" "paddq xmm0, xmm0" "movdqu [rsi], xmm0" "mov rax, [rsi + 8]"),
    way!("flags", false, "test rdi, rdi" "cmp rsi, 0" "setne al" "movzx eax, al"),
    way!("masked bytes", false, "mov rax, rdi" "and eax, 0xff" "mov [rsi], eax" "movzx eax, byte ptr [rsi + 1]"),
    way!("a public bit", false, "mov rax, rdi" "mov ecx, 5" "cmp ecx, ecx" "bsr rax, rcx"),
    way!("a public bit in memory", false, "mov rax, rdi" "mov qword ptr [rsi], 5" "bsr rax, [rsi]"),
    way!("not chosen", false, "mov eax, 3" "xor ecx, ecx" "test ecx, ecx" "cmovne rax, rdi"),
    way!("upper half", false, "vmovq xmm0, rdi" "vmovdqu [rsi], ymm0" "mov rax, [rsi + 16]"),
];

/// A way for a secret to show, and how it is reported.
type Sight = (&'static str, &'static str, fn(u64));

const SIGHTS: [Sight; 9] = [
    ("a jump", "conditional jump", |secret| {
        // SAFETY: registers only.
        unsafe { asm!("test {0}, {0}", "jz 2f", "nop", "2:", in(reg) secret) }
    }),
    ("a call", "target of a jump, call or return", |secret| {
        // SAFETY: the target is the next instruction, whatever the secret.
        unsafe {
            asm!("imul {0}, {0}, 0", "lea {1}, [rip + 2f]", "add {1}, {0}", "jmp {1}", "2:",
                inout(reg) secret | 1 => _, out(reg) _);
        }
    }),
    ("an address", "address in memory", |secret| {
        let table = [0u64; 16];
        // SAFETY: reads a word of the table.
        unsafe { asm!("mov {0}, [{1} + 8 * {0}]", inout(reg) secret & 15 => _, in(reg) table.as_ptr()) }
    }),
    ("an address to write to", "address in memory", |secret| {
        let mut table = [0u64; 16];
        // SAFETY: writes a word of the table.
        unsafe { asm!("mov [{1} + 8 * {0}], {0}", in(reg) secret & 15, in(reg) table.as_mut_ptr()) }
    }),
    ("prefetching", "address in memory", |secret| {
        // SAFETY: to prefetch from nowhere does nothing.
        unsafe { asm!("prefetcht0 [{0}]", in(reg) secret) }
    }),
    ("a bit of a table", "address in memory", |secret| {
        let table = [0u64; 16];
        // SAFETY: reads a bit of the table.
        unsafe { asm!("bt [{1}], {0}", in(reg) secret & 1023, in(reg) table.as_ptr()) }
    }),
    ("division", "whose time depends", |secret| {
        // SAFETY: the divisor is not zero, and the quotient fits.
        unsafe { asm!("div {0}", in(reg) secret | 1, inout("rax") 9u64 => _, inout("rdx") 0u64 => _) }
    }),
    ("a repetition", "number of repetitions", |secret| {
        let mut room = [0u8; 16];
        // SAFETY: writes fewer than sixteen bytes of the room.
        unsafe {
            asm!("rep stosb", inout("rcx") secret & 15 => _, inout("rdi") room.as_mut_ptr() => _, in("al") 0u8);
        }
    }),
    ("a loop", "conditional jump", |secret| {
        // SAFETY: registers only.
        unsafe { asm!("2:", "loop 2b", inout("rcx") (secret & 15) + 1 => _) }
    }),
];

fn secret() -> u64 {
    let mut word = [black_box(0x0123_4567_89ab_cdef)];
    taint::secret(&mut word);
    word[0]
}

fn branch_on(word: u64) {
    // SAFETY: registers only.
    unsafe { asm!("test {0}, {0}", "jz 2f", "nop", "2:", in(reg) word) }
}

/// What the process that is watched does: a letter and an index.
#[test]
fn is_watched() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let (kind, index) = role.split_at(1);
    let index: usize = index.parse().unwrap();
    match kind {
        "w" => marked(|| branch_on(WAYS[index].2(secret()))),
        "p" => marked(|| branch_on(WAYS[index].2(black_box(77)))),
        "e" => marked(|| branch_on(ENDS[index].2(secret()))),
        "s" => marked(|| SIGHTS[index].2(secret())),
        // A loop of two instructions, calls, memory that is freed, and a leak in the end.
        "l" => marked(|| {
            let mut words = vec![black_box(3); index];
            words[0] = secret();
            for i in 1..index {
                words[i] = words[i - 1].wrapping_mul(words[i]).rotate_left(7);
            }
            // SAFETY: registers only.
            unsafe { asm!("2:", "dec {0}", "jnz 2b", inout(reg) index => _) }
            let last = words[index - 1];
            drop(words);
            // The allocator reads what it is given back: of small pieces the second word.
            drop(black_box(Box::new([last; 8])));
            branch_on(black_box(last));
        }),
        other => panic!("{other}"),
    }
}

fn watch(role: &str, single_steps: bool) -> Trace {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "is_watched", "--test-threads=1", "--nocapture"]).env(ROLE, role);
    trace(&mut command, Options { leaks: 20, single_steps }).unwrap()
}

fn can_watch() -> bool {
    let permitted = is_permitted();
    if let Err(reason) = &permitted {
        vorpal_oracle::data::say_skipped(&format!("the tracer: {reason}"));
    }
    permitted.is_ok()
}

/// Whether the processor can go this way.
fn can_go((_, is_wide, _): &Way) -> bool {
    Bmi2Adx::detect().is_some() && (!is_wide || Avx512Ifma::detect().is_some())
}

#[test]
fn secrets_are_followed_through_every_kind_of_instruction() {
    if !can_watch() {
        return;
    }
    for (index, way) in WAYS.iter().enumerate().filter(|(_, way)| can_go(way)) {
        let leaks = watch(&format!("w{index}"), false).leaks;
        assert!(leaks.len() == 1 && leaks[0].contains("conditional jump"), "{}: {leaks:?}", way.0);
        assert_eq!(watch(&format!("p{index}"), false).leaks, [""; 0], "{}, not secret", way.0);
    }
    for (index, way) in ENDS.iter().enumerate().filter(|(_, way)| can_go(way)) {
        assert_eq!(watch(&format!("e{index}"), false).leaks, [""; 0], "{}", way.0);
    }
}

#[test]
fn secrets_are_seen_wherever_they_show() {
    if !can_watch() {
        return;
    }
    for (index, (name, report, _)) in SIGHTS.iter().enumerate() {
        let leaks = watch(&format!("s{index}"), false).leaks;
        assert!(!leaks.is_empty() && leaks.iter().all(|leak| leak.contains(report)), "{name}: {leaks:?}");
    }
}

/// With breakpoints the process is stopped where something is decided only; that changes nothing else.
#[test]
fn stretches_are_what_single_steps_are() {
    if !can_watch() {
        return;
    }
    let [stretches, steps] = [false, true].map(|single_steps| watch("l300", single_steps));
    assert_eq!(stretches.instructions, steps.instructions);
    assert_eq!(steps.stops, steps.instructions + 1);
    assert!(stretches.stops * 2 < steps.stops, "{} of {}", stretches.stops, steps.stops);
    let names = |trace: &Trace| {
        trace.leaks.iter().map(|leak| leak.split(": ").next().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&stretches), ["a conditional jump depends on a secret"]);
    assert_eq!(names(&steps), names(&stretches));
}
