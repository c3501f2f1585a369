//! The tracer of `vorpal_trace` detects every kind of leak, propagates secrets through instructions of every kind, and
//! reports nothing where no secret leaks.

use std::arch::asm;
use std::hint::black_box;
use std::process::Command;

use vorpal_limbs::backend::{Avx512Ifma, Bmi2Adx};
use vorpal_limbs::taint;
use vorpal_trace::tracer::{Options, Trace, is_permitted, marked, trace};

const ROLE: &str = "VORPAL_TRACER";

/// A data flow from `rdi` to `rax`, and whether the processor needs AVX-512.
type Flow = (&'static str, bool, fn(u64) -> u64);

/// Instructions that copy or compute a value from `rdi` to `rax`, with 1024 bytes of zeros at `rsi`.
macro_rules! flow {
    ($name:literal, $wide:literal, $($line:literal)+) => {
        ($name, $wide, |secret: u64| {
            let mut buffer = [0u64; 128];
            let result: u64;
            // SAFETY: all changed registers are declared, and fewer than 1024 bytes of the buffer are used.
            unsafe {
                asm!(
                    $($line,)+
                    inout("rdi") secret => _,
                    inout("rsi") buffer.as_mut_ptr() => _,
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

const FLOWS: [Flow; 44] = [
    flow!("mov", false, "mov rax, rdi"),
    flow!("a byte", false, "xor eax, eax" "mov al, dil" "mov ah, al" "shr ax, 8"),
    flow!("memory", false, "mov [rsi + 8], rdi" "mov rax, [rsi + 8]"),
    flow!("a byte of memory", false, "mov [rsi + 8], rdi" "movzx eax, byte ptr [rsi + 11]"),
    flow!("the stack", false, "push rdi" "pop rax"),
    flow!("sums", false, "mov rax, 5" "add rax, rdi"),
    flow!("a carry", false, "mov rax, -1" "add rax, rdi" "mov eax, 0" "adc rax, 0"),
    flow!("a borrow", false, "cmp rdi, 7" "sbb rax, rax"),
    flow!("a flag", false, "xor eax, eax" "test rdi, rdi" "sete al"),
    flow!("a condition", false, "mov eax, 1" "mov ecx, 2" "bt rdi, 3" "cmovc rax, rcx"),
    flow!("a selected value", false, "xor eax, eax" "mov ecx, 1" "test ecx, ecx" "cmovne rax, rdi"),
    flow!("adx", false, "xor eax, eax" "mov rcx, -1" "adcx rcx, rdi" "mov ecx, 0" "adcx rax, rcx" "adox rax, rcx"),
    flow!("mul", false, "mov rax, 3" "mul rdi" "mov rax, rdx"),
    flow!("mulx", false, "mov rdx, 3" "mulx rax, rcx, rdi"),
    flow!("a shift", false, "mov eax, 1" "mov rcx, rdi" "shl rax, cl"),
    flow!("shld", false, "xor eax, eax" "shld rax, rdi, 3"),
    flow!("a count", false, "popcnt rax, rdi"),
    flow!("index of a bit", false, "bsr rax, rdi"),
    flow!("index of a bit in memory", false, "mov [rsi], rdi" "bsr rax, [rsi]"),
    flow!("no bit in memory", false, "mov rax, rdi" "mov qword ptr [rsi], 0" "bsf rax, [rsi]"),
    flow!("no bit", false, "mov rax, rdi" "xor ecx, ecx" "cmp ecx, 1" "bsf rax, rcx"),
    flow!("bswap", false, "mov rax, rdi" "bswap rax"),
    flow!("lea", false, "lea rax, [rdi + rdi * 4 + 9]"),
    flow!("sign", false, "movsxd rax, edi" "shr rax, 40"),
    flow!("and", false, "mov rax, rdi" "and eax, 0xff00" "shr eax, 8"),
    flow!("xchg", false, "mov rax, 1" "xchg rax, rdi"),
    flow!("rbx over a request", false, "mov r8, rbx" "mov rbx, rdi" "xchg rbx, rbx" "mov rax, rbx" "mov rbx, r8"),
    flow!("sse", false, "movq xmm0, rdi" "movdqa xmm1, xmm0" "paddq xmm1, xmm0" "movq rax, xmm1"),
    flow!("upper lane", false, "movq xmm0, rdi" "pslldq xmm0, 8" "pextrq rax, xmm0, 1"),
    flow!("insert", false, "pxor xmm0, xmm0" "pinsrq xmm0, rdi, 1" "punpckhqdq xmm0, xmm0" "movq rax, xmm0"),
    flow!("vector mask", false, "movq xmm0, rdi" "pmovmskb eax, xmm0"),
    flow!("rep movs", false, "mov [rsi], rdi" "lea rdi, [rsi + 64]" "mov ecx, 8" "rep movsb" "mov rax, [rsi + 56]"),
    flow!("rep stos", false, "mov rax, rdi" "lea rdi, [rsi + 64]" "mov ecx, 3" "rep stosq" "mov rax, [rsi + 80]"),
    flow!("avx", false, "vmovq xmm0, rdi" "vpbroadcastq ymm1, xmm0" "vextracti128 xmm2, ymm1, 1" "vmovq rax, xmm2"),
    flow!("fma", false, "vmovq xmm0, rdi" "vpxor xmm1, xmm1, xmm1" "vfmadd231pd ymm1, ymm0, ymm0" "vmovq rax, xmm1"),
    flow!("unaligned", false, "vmovq xmm0, rdi" "vmovdqu [rsi + 61], ymm0" "mov rax, [rsi + 60]"),
    flow!("avx-512", true,
        "vpbroadcastq zmm0, rdi" "vpmadd52luq zmm1, zmm0, zmm0" "vmovdqu64 [rsi], zmm1" "mov rax, [rsi + 56]"),
    flow!("permuted", true, "vpbroadcastq zmm0, rdi" "valignq zmm16, zmm0, zmm0, 3" "vmovq rax, xmm16"),
    flow!("merged", true, "vpxor xmm1, xmm1, xmm1" "vpbroadcastq zmm0, rdi" "mov ecx, 2" "kmovw k1, ecx"
        "vmovdqa64 zmm1{{k1}}, zmm0" "vmovdqu64 [rsi], zmm1" "mov rax, [rsi + 8]"),
    flow!(
        "masked move keeps a register",
        true,
        "vpbroadcastq zmm1, rdi"
        "vpxor xmm0, xmm0, xmm0"
        "mov ecx, 2"
        "kmovw k1, ecx"
        "vmovdqa64 zmm1{{k1}}, zmm0"
        "vmovq rax, xmm1"
    ),
    flow!("masked in memory", true, "vpbroadcastq zmm0, rdi" "mov ecx, 2" "kmovw k1, ecx"
        "vmovdqu64 [rsi]{{k1}}, zmm0" "mov rax, [rsi + 8]"),
    flow!("masked store keeps memory", true, "mov [rsi], rdi" "vpxor xmm0, xmm0, xmm0" "mov ecx, 2" "kmovw k1, ecx"
        "vmovdqu64 [rsi]{{k1}}, zmm0" "mov rax, [rsi]"),
    flow!("secret mask", true, "vpxor xmm1, xmm1, xmm1" "kmovw k1, edi" "vpternlogd zmm0, zmm0, zmm0, 255"
        "vmovdqa64 zmm1{{k1}}{{z}}, zmm0" "vmovq rax, xmm1"),
    flow!("comparison", true,
        "vpbroadcastq zmm0, rdi" "vpxor xmm1, xmm1, xmm1" "vpcmpuq k2, zmm0, zmm1, 6" "kmovw eax, k2"),
];

/// Data flows that end: no bit of the secret remains, so nothing must be reported. The same type as [`FLOWS`].
const ENDING_FLOWS: [Flow; 11] = [
    flow!("xor", false, "mov rax, rdi" "xor eax, eax"),
    flow!("mov", false, "mov rax, rdi" "mov eax, 3"),
    flow!("overwritten", false, "mov [rsi], rdi" "mov qword ptr [rsi], 3" "mov rax, [rsi]"),
    flow!("the other byte", false, "mov [rsi], dil" "movzx eax, byte ptr [rsi + 1]"),
    flow!("the other lane", false, "movq xmm0, rdi" "paddq xmm0, xmm0" "movdqu [rsi], xmm0" "mov rax, [rsi + 8]"),
    flow!("flags", false, "test rdi, rdi" "cmp rsi, 0" "setne al" "movzx eax, al"),
    flow!("masked bytes", false, "mov rax, rdi" "and eax, 0xff" "mov [rsi], eax" "movzx eax, byte ptr [rsi + 1]"),
    flow!("a public bit", false, "mov rax, rdi" "mov ecx, 5" "cmp ecx, ecx" "bsr rax, rcx"),
    flow!("a public bit in memory", false, "mov rax, rdi" "mov qword ptr [rsi], 5" "bsr rax, [rsi]"),
    flow!("not selected", false, "mov eax, 3" "xor ecx, ecx" "test ecx, ecx" "cmovne rax, rdi"),
    flow!("upper half", false, "vmovq xmm0, rdi" "vmovdqu [rsi], ymm0" "mov rax, [rsi + 16]"),
];

/// A kind of leak, and its report.
type LeakKind = (&'static str, &'static str, fn(u64));

const LEAKS: [LeakKind; 9] = [
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
        // SAFETY: prefetching never faults.
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
        let mut buffer = [0u8; 16];
        // SAFETY: writes fewer than sixteen bytes of the buffer.
        unsafe {
            asm!("rep stosb", inout("rcx") secret & 15 => _, inout("rdi") buffer.as_mut_ptr() => _, in("al") 0u8);
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

/// The traced process: its task is a letter and an index.
#[test]
fn traced_child() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let (kind, index) = role.split_at(1);
    let index: usize = index.parse().unwrap();
    match kind {
        "w" => marked(|| branch_on(FLOWS[index].2(secret()))),
        "p" => marked(|| branch_on(FLOWS[index].2(black_box(77)))),
        "e" => marked(|| branch_on(ENDING_FLOWS[index].2(secret()))),
        "s" => marked(|| LEAKS[index].2(secret())),
        // A loop of two instructions, calls, freed memory, and a leak at the end.
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
            // The allocator reads freed memory: the second word of small pieces.
            drop(black_box(Box::new([last; 8])));
            branch_on(black_box(last));
        }),
        "t" => marked(|| std::thread::spawn(|| ()).join().unwrap()),
        other => panic!("{other}"),
    }
}

fn try_to_trace_child(role: &str, single_steps: bool) -> Result<Trace, String> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "tracer::traced_child", "--test-threads=1", "--nocapture"]).env(ROLE, role);
    trace(&mut command, Options { leaks: 20, single_steps })
}

fn trace_child(role: &str, single_steps: bool) -> Trace {
    try_to_trace_child(role, single_steps).unwrap()
}

fn can_trace() -> bool {
    let permitted = is_permitted();
    if let Err(reason) = &permitted {
        vorpal_oracle::data::report_skipped(&format!("the tracer: {reason}"));
    }
    permitted.is_ok()
}

/// Whether the processor supports the instructions of a data flow.
fn is_supported((_, is_wide, _): &Flow) -> bool {
    Bmi2Adx::detect().is_some() && (!is_wide || Avx512Ifma::detect().is_some())
}

#[test]
fn secrets_are_followed_through_every_kind_of_instruction() {
    if !can_trace() {
        return;
    }
    for (index, flow) in FLOWS.iter().enumerate().filter(|(_, flow)| is_supported(flow)) {
        let leaks = trace_child(&format!("w{index}"), false).leaks;
        assert!(leaks.len() == 1 && leaks[0].contains("conditional jump"), "{}: {leaks:?}", flow.0);
        assert_eq!(trace_child(&format!("p{index}"), false).leaks, [""; 0], "{}, not secret", flow.0);
    }
    for (index, flow) in ENDING_FLOWS.iter().enumerate().filter(|(_, flow)| is_supported(flow)) {
        assert_eq!(trace_child(&format!("e{index}"), false).leaks, [""; 0], "{}", flow.0);
    }
}

#[test]
fn every_kind_of_leak_is_reported() {
    if !can_trace() {
        return;
    }
    for (index, (name, report, _)) in LEAKS.iter().enumerate() {
        let leaks = trace_child(&format!("s{index}"), false).leaks;
        assert!(!leaks.is_empty() && leaks.iter().all(|leak| leak.contains(report)), "{name}: {leaks:?}");
    }
}

/// The tracer ends the process, which waits for nothing, and returns.
#[test]
fn a_second_thread_is_an_error() {
    if can_trace() {
        let error = try_to_trace_child("t0", false).err();
        assert!(error.as_ref().is_some_and(|error| error.contains("starts a thread")), "{error:?}");
    }
}

/// With breakpoints the process stops only at decisions; the results are the same as with single steps.
#[test]
fn breakpoints_agree_with_single_steps() {
    if !can_trace() {
        return;
    }
    let [breakpoints, steps] = [false, true].map(|single_steps| trace_child("l300", single_steps));
    assert_eq!(breakpoints.instructions, steps.instructions);
    assert_eq!(steps.stops, steps.instructions + 1);
    assert!(breakpoints.stops * 2 < steps.stops, "{} of {}", breakpoints.stops, steps.stops);
    let names = |trace: &Trace| {
        trace.leaks.iter().map(|leak| leak.split(": ").next().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&breakpoints), ["a conditional jump depends on a secret"]);
    assert_eq!(names(&steps), names(&breakpoints));
}
