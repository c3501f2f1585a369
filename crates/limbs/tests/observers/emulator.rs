//! The tracker of `vorpal_trace` for AArch64 detects every kind of leak, propagates secrets through instructions of
//! every kind, and reports nothing where no secret leaks.

use std::arch::asm;
use std::ffi::{c_int, c_void};
use std::hint::black_box;

use vorpal_limbs::taint;
use vorpal_trace::emulator::{Emulator, Trace};

const ROLE: &str = "VORPAL_EMULATOR";

unsafe extern "C" {
    fn memset(to: *mut c_void, byte: c_int, len: usize) -> *mut c_void;
}

/// A data flow from `x0` to `x2`.
type Flow = (&'static str, fn(u64) -> u64);

/// Instructions that copy or compute a value from `x0` to `x2`, with 1024 bytes of zeros at `x1`. They may use `x3` to
/// `x7`, `v0` to `v7` and the flags.
macro_rules! flow {
    ($name:literal, $($line:literal)+) => {
        ($name, |secret: u64| {
            let mut buffer = [0u64; 128];
            let result: u64;
            // SAFETY: all changed registers are declared, and fewer than 1024 bytes of the buffer are used.
            unsafe {
                asm!(
                    $($line,)+
                    inout("x0") secret => _, inout("x1") buffer.as_mut_ptr() => _, out("x2") result,
                    out("x3") _, out("x4") _, out("x5") _, out("x6") _, out("x7") _,
                    out("v0") _, out("v1") _, out("v2") _, out("v3") _,
                    out("v4") _, out("v5") _, out("v6") _, out("v7") _,
                );
            }
            result
        })
    };
}

const FLOWS: &[Flow] = &[
    flow!("mov", "mov x2, x0"),
    flow!("mov of 32 bits", "mov w2, w0"),
    flow!("movk", "mov x2, x0" "movk x2, #7"),
    flow!("a byte", "and x2, x0, #0xff"),
    flow!("add of a constant", "add x2, x0, #1"),
    flow!("and of registers", "mov x3, #-1" "and x2, x3, x0"),
    flow!("eor with a shift", "mov x3, #5" "eor x2, x3, x0, lsl #40"),
    flow!("orn", "mov x3, #5" "orn x2, x3, x0"),
    flow!("add of registers", "mov x3, #5" "add x2, x3, x0, lsr #3"),
    flow!("extended", "mov x3, #5" "add x2, x3, w0, uxtb"),
    flow!("ands and a condition", "ands x3, x0, #1" "cset x2, ne"),
    flow!("a carry", "mov x3, #-1" "adds x3, x3, x0" "adc x2, xzr, xzr"),
    flow!("a borrow", "cmp x0, #7" "sbc x2, xzr, xzr"),
    flow!("a chain of carries", "adds x3, x0, x0" "adcs x3, xzr, xzr" "cset x2, cs"),
    flow!("a selected value", "cmp x1, #0" "csel x2, x0, x1, ne"),
    flow!("a condition", "cmp x0, #3" "mov x3, #1" "csinc x2, x3, x3, hi"),
    flow!("ccmp", "cmp x1, #0" "ccmp x0, #3, #0, ne" "cset x2, eq"),
    flow!("the flags", "cmp x0, #3" "mrs x2, nzcv"),
    flow!("set flags", "lsl x3, x0, #28" "msr nzcv, x3" "cset x2, eq"),
    flow!("mul", "mov x3, #3" "mul x2, x3, x0"),
    flow!("umulh", "mov x3, #-1" "umulh x2, x0, x3"),
    flow!("smulh", "mov x3, #-1" "smulh x2, x3, x0"),
    flow!("madd", "mov x3, #3" "madd x2, x3, x3, x0"),
    flow!("umaddl", "mov x3, #3" "umaddl x2, w3, w0, x3"),
    flow!("extr", "mov x3, #3" "extr x2, x3, x0, #8"),
    flow!("ubfx", "ubfx x2, x0, #8, #16"),
    flow!("bfi", "mov x2, #3" "bfi x2, x0, #8, #16"),
    flow!("bfi keeps", "mov x2, x0" "bfi x2, xzr, #8, #16"),
    flow!("shift by a register", "mov x3, #1" "lsl x2, x3, x0"),
    flow!("rev", "rev x2, x0"),
    flow!("clz", "clz x2, x0"),
    flow!("rbit of 32 bits", "rbit w2, w0"),
    flow!("memory", "str x0, [x1, #8]" "ldr x2, [x1, #8]"),
    flow!("a byte of memory", "str x0, [x1, #8]" "ldrb w2, [x1, #11]"),
    flow!("a signed half", "str x0, [x1, #8]" "ldrsh x2, [x1, #10]"),
    flow!("unaligned", "str x0, [x1, #8]" "ldur x2, [x1, #3]"),
    flow!("a pair", "stp xzr, x0, [x1, #16]" "ldp x3, x2, [x1, #16]"),
    flow!("a pair in the other order", "stp x0, xzr, [x1, #16]" "ldr x2, [x1, #16]"),
    flow!("a signed pair", "str x0, [x1]" "ldpsw x2, x3, [x1]"),
    flow!("writeback", "str x0, [x1, #16]!" "sub x1, x1, #16" "ldr x2, [x1, #16]"),
    flow!("post-index", "str x0, [x1], #16" "ldr x2, [x1, #-16]"),
    flow!("an index", "mov x3, #4" "str x0, [x1, x3, lsl #3]" "ldr x2, [x1, #32]"),
    flow!("the stack", "stp x0, x3, [sp, #-16]!" "ldp x2, x4, [sp], #16"),
    flow!("the stack after a move", "sub sp, sp, #64" "str x0, [sp, #8]" "ldr x2, [sp, #8]" "add sp, sp, #64"),
    flow!("exclusive", "stxr w4, x0, [x1]" "2: ldxr x3, [x1]" "stxr w4, x0, [x1]" "cbnz w4, 2b" "ldaxr x2, [x1]"
        "clrex"),
    flow!("release and acquire", "stlr x0, [x1]" "ldar x2, [x1]"),
    flow!("fmov", "fmov d0, x0" "fmov x2, d0"),
    flow!("the upper half", "fmov v0.d[1], x0" "fmov x2, v0.d[1]"),
    flow!("ins", "movi v0.2d, #0" "ins v0.d[1], x0" "umov x2, v0.d[1]"),
    flow!("ins of a lane", "movi v0.2d, #0" "fmov d1, x0" "mov v0.s[3], v1.s[0]" "umov w2, v0.s[3]"),
    flow!("dup", "dup v0.2d, x0" "mov x2, v0.d[1]"),
    flow!("dup of a lane", "fmov d1, x0" "dup v0.4s, v1.s[1]" "smov x2, v0.s[3]"),
    flow!("a multiply-add of doubles", "dup v0.2d, x0" "movi v1.2d, #0" "fmla v1.2d, v0.2d, v0.2d" "fmov x2, d1"),
    flow!("a summand of doubles", "dup v1.2d, x0" "movi v0.2d, #0" "fmla v1.2d, v0.2d, v0.2d" "fmov x2, d1"),
    flow!("a sum of doubles", "dup v0.2d, x0" "movi v1.2d, #0" "fadd v1.2d, v1.2d, v0.2d" "mov x2, v1.d[1]"),
    flow!("a multiply-add by a lane", "fmov d2, x0" "movi v0.2d, #0" "movi v1.2d, #0" "fmla v1.2d, v0.2d, v2.d[0]"
        "fmov x2, d1"),
    flow!("a sum of two doubles", "fmov d0, x0" "movi v1.2d, #0" "fadd d1, d0, d1" "fmov x2, d1"),
    flow!("a difference of doubles", "dup v0.2d, x0" "movi v1.2d, #0" "fsub v1.2d, v0.2d, v1.2d" "fmov x2, d1"),
    flow!("vector memory", "fmov d0, x0" "stp q1, q0, [x1]" "ldr x2, [x1, #16]"),
    flow!("a loaded vector", "str x0, [x1, #24]" "ldp q1, q0, [x1]" "mov x2, v0.d[1]"),
    flow!("structures", "str x0, [x1, #24]" "ld1 {{v0.2d, v1.2d}}, [x1]" "mov x2, v1.d[1]"),
    flow!("interleaved structures", "str x0, [x1, #24]" "ld2 {{v0.2d, v1.2d}}, [x1]" "mov x2, v1.d[1]"),
    flow!("one structure", "str x0, [x1, #24]" "add x3, x1, #24" "movi v0.2d, #0" "ld1 {{v0.d}}[1], [x3]"
        "mov x2, v0.d[1]"),
    flow!("one structure keeps", "dup v0.2d, x0" "ld1 {{v0.d}}[1], [x1]" "fmov x2, d0"),
    flow!("repeated structure", "str x0, [x1]" "ld1r {{v0.2d}}, [x1]" "mov x2, v0.d[1]"),
    flow!("stored structure", "dup v0.2d, x0" "st1 {{v0.d}}[1], [x1]" "ldr x2, [x1]"),
    flow!("and of vectors", "dup v0.2d, x0" "movi v1.2d, #0xffffffffffffffff" "and v0.16b, v1.16b, v0.16b"
        "fmov x2, d0"),
    flow!("bsl", "dup v0.2d, x0" "movi v1.2d, #0" "movi v2.2d, #0xffffffffffffffff" "bsl v0.16b, v1.16b, v2.16b"
        "fmov x2, d0"),
    flow!("bit keeps", "dup v0.2d, x0" "movi v1.2d, #0" "bit v0.16b, v1.16b, v1.16b" "fmov x2, d0"),
    flow!("add of vectors", "dup v0.2d, x0" "movi v1.2d, #0" "add v2.2d, v1.2d, v0.2d" "fmov x2, d2"),
    flow!("mla keeps", "dup v0.2d, x0" "movi v1.2d, #0" "mla v0.4s, v1.4s, v1.4s" "fmov x2, d0"),
    flow!("umull", "dup v0.2d, x0" "movi v1.2d, #0xffff" "umull v2.2d, v1.2s, v0.2s" "mov x2, v2.d[1]"),
    flow!("umlal2 keeps", "dup v0.2d, x0" "movi v1.2d, #0" "umlal2 v0.2d, v1.4s, v1.4s" "mov x2, v0.d[1]"),
    flow!("umull by a lane", "dup v0.2d, x0" "movi v1.2d, #0xffff" "umull v2.2d, v1.2s, v0.s[3]" "fmov x2, d2"),
    flow!("a comparison", "dup v0.2d, x0" "cmeq v1.2d, v0.2d, #0" "fmov x2, d1"),
    flow!("a comparison of vectors", "dup v0.2d, x0" "movi v1.2d, #0" "cmhi v1.2d, v0.2d, v1.2d" "fmov x2, d1"),
    flow!("ushr", "dup v0.2d, x0" "ushr v1.2d, v0.2d, #3" "mov x2, v1.d[1]"),
    flow!("usra keeps", "dup v0.2d, x0" "movi v1.2d, #0" "usra v0.2d, v1.2d, #3" "mov x2, v0.d[1]"),
    flow!("sli keeps", "dup v0.2d, x0" "movi v1.2d, #0" "sli v0.2d, v1.2d, #3" "mov x2, v0.d[1]"),
    flow!("shll", "dup v0.2d, x0" "ushll2 v1.2d, v0.4s, #3" "mov x2, v1.d[1]"),
    flow!("xtn", "dup v0.2d, x0" "xtn v1.2s, v0.2d" "fmov x2, d1"),
    flow!("xtn2 keeps", "dup v0.2d, x0" "movi v1.2d, #0" "xtn2 v0.4s, v1.2d" "fmov x2, d0"),
    flow!("ext", "dup v0.2d, x0" "movi v1.2d, #0" "ext v2.16b, v1.16b, v0.16b, #8" "mov x2, v2.d[1]"),
    flow!("zip", "dup v0.2d, x0" "movi v1.2d, #0" "zip2 v2.2d, v1.2d, v0.2d" "mov x2, v2.d[1]"),
    flow!("tbl", "dup v0.2d, x0" "movi v1.2d, #0" "tbl v2.16b, {{v0.16b}}, v1.16b" "fmov x2, d2"),
    flow!("tbx keeps", "dup v0.2d, x0" "movi v1.2d, #0" "tbx v0.16b, {{v1.16b}}, v1.16b" "fmov x2, d0"),
    flow!("across lanes", "dup v0.2d, x0" "addv s1, v0.4s" "fmov x2, d1"),
    flow!("cnt", "dup v0.2d, x0" "cnt v1.16b, v0.16b" "fmov x2, d1"),
    flow!("scalar pair", "dup v0.2d, x0" "addp d1, v0.2d" "fmov x2, d1"),
    flow!("sha256", "dup v0.2d, x0" "movi v1.2d, #0" ".arch_extension sha2" "sha256su0 v1.4s, v0.4s"
        "fmov x2, d1"),
];

/// Data flows that end: no bit of the secret remains, so nothing must be reported.
const ENDING_FLOWS: &[Flow] = &[
    flow!("eor", "mov x2, x0" "eor x2, x2, x2"),
    flow!("mov", "mov x2, x0" "mov x2, #3"),
    flow!("overwritten", "str x0, [x1]" "str xzr, [x1]" "ldr x2, [x1]"),
    flow!("the other byte", "strb w0, [x1]" "ldrb w2, [x1, #1]"),
    flow!("the other register of a pair", "stp xzr, x0, [x1]" "ldp x2, x3, [x1]"),
    flow!("the upper bytes", "mov w2, w0" "str x2, [x1]" "ldrb w2, [x1, #5]"),
    flow!("the other lane", "movi v0.2d, #0" "ldr d0, [x1]" "str x0, [x1, #8]" "fmov x2, d0"),
    flow!("flags", "cmp x0, #0" "cmp x1, #0" "cset x2, ne"),
    flow!("vectors", "dup v0.2d, x0" "movi v0.2d, #0" "fmov x2, d0"),
    flow!("eor of vectors", "dup v0.2d, x0" "eor v1.16b, v0.16b, v0.16b" "fmov x2, d1"),
    flow!("the freed stack", "str x0, [sp, #-16]!" "add sp, sp, #16" "ldur x2, [sp, #-16]"),
    flow!("a conversion to the register", "dup v1.2d, x0" "movi v0.2d, #0" "ucvtf v1.2d, v0.2d" "fmov x2, d1"),
    flow!("a product to the register", "dup v1.2d, x0" "movi v0.2d, #0" "fmul v1.2d, v0.2d, v0.2d" "fmov x2, d1"),
    flow!("a root to the register", "dup v1.2d, x0" "movi v0.2d, #0" "fsqrt v1.2d, v0.2d" "fmov x2, d1"),
    ("cleared by the C library", |secret| {
        let mut words = [secret; 256];
        // SAFETY: the address and the length of `words`.
        unsafe { memset(words.as_mut_ptr().cast(), black_box(0), size_of_val(&words)) };
        words.iter().fold(0, |or, word| or | word)
    }),
];

/// A kind of leak, and its report.
type LeakKind = (&'static str, &'static str, fn(u64));

/// Instructions that leak `x0`, with 1024 bytes of zeros at `x1`.
macro_rules! leak {
    ($name:literal, $report:literal, $($line:literal)+) => {
        ($name, $report, |secret: u64| {
            black_box(flow!($name, $($line)+ "mov x2, #0").1(secret));
        })
    };
}

const LEAKS: &[LeakKind] = &[
    leak!("a condition", "conditional jump", "cmp x0, #5" "b.hi 2f" "nop" "2:"),
    leak!("a zero", "conditional jump", "cbz x0, 2f" "nop" "2:"),
    leak!("not a zero", "conditional jump", "cbnz w0, 2f" "nop" "2:"),
    leak!("a bit", "conditional jump", "tbz x0, #40, 2f" "nop" "2:"),
    leak!("a jump", "target of a jump", "mul x0, x0, xzr" "adr x3, 2f" "add x3, x3, x0" "br x3" "2:"),
    leak!("an address", "address in memory", "and x0, x0, #15" "ldr x2, [x1, x0, lsl #3]"),
    leak!("a base", "address in memory", "and x0, x0, #15" "add x3, x1, x0" "ldrb w2, [x3]"),
    leak!("an address to write to", "address in memory", "and x0, x0, #15" "str x0, [x1, x0, lsl #3]"),
    leak!("an address of a pair", "address in memory", "and x0, x0, #15" "add x3, x1, x0" "ldp x2, x3, [x3]"),
    leak!("an address of a vector", "address in memory", "and x0, x0, #15" "add x3, x1, x0" "ld1 {{v0.16b}}, [x3]"),
    leak!("prefetching", "address in memory", "prfm pldl1keep, [x0]"),
    leak!("division", "changes the time", "mov x3, #9" "udiv x2, x3, x0"),
    leak!("signed division", "changes the time", "mov x3, #9" "sdiv x2, x0, x3"),
    leak!("a floating-point product", "changes the time", "fmov d0, x0" "fmul d1, d0, d0"),
    leak!("a floating-point root", "changes the time", "fmov d0, x0" "fsqrt d1, d0"),
    leak!("a floating-point product of vectors", "changes the time", "dup v0.2d, x0" "fmul v1.2d, v0.2d, v0.2d"),
    leak!("a floating-point sum of products", "changes the time", "dup v1.2d, x0" "movi v0.2d, #0"
        "fmla v1.4s, v0.4s, v0.4s"),
    leak!("a floating-point maximum of vectors", "changes the time", "dup v0.2d, x0" "fmax v1.2d, v0.2d, v0.2d"),
    leak!("a sum of neighbours", "changes the time", "dup v0.2d, x0" "faddp v1.2d, v0.2d, v0.2d"),
    leak!("a sum of products by a lane", "changes the time", "dup v1.2d, x0" "movi v0.2d, #0"
        "fmls v1.4s, v0.4s, v0.s[1]"),
    leak!("a floating-point quotient", "changes the time", "fmov d0, x0" "fdiv d1, d0, d0"),
    leak!("a conversion of vectors", "changes the time", "dup v0.2d, x0" "ucvtf v1.2d, v0.2d"),
    leak!("a conversion", "changes the time", "ucvtf d0, x0"),
];

fn secret() -> u64 {
    let mut word = [black_box(0x0123_4567_89ab_cdef)];
    taint::secret(&mut word);
    word[0]
}

fn branch_on(word: u64) {
    // SAFETY: registers only.
    unsafe { asm!("cbz {0}, 2f", "nop", "2:", in(reg) word) }
}

/// The observed process: its task is a letter and an index.
#[test]
fn observed_child() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let (kind, index) = role.split_at(1);
    let index: usize = index.parse().unwrap();
    match kind {
        "w" => branch_on(FLOWS[index].1(secret())),
        "p" => {
            // The record begins with a secret.
            black_box(secret());
            branch_on(FLOWS[index].1(black_box(77)));
        }
        "e" => branch_on(ENDING_FLOWS[index].1(secret())),
        "s" => LEAKS[index].2(secret()),
        "u" => {
            black_box(secret());
            // SAFETY: an instruction without effect on the state, which the tracker does not support.
            unsafe { asm!(".inst 0x4e284800", out("v0") _) }
        }
        "t" => {
            black_box(secret());
            std::thread::spawn(|| black_box(secret())).join().unwrap();
        }
        other => panic!("{other}"),
    }
}

fn trace_child(emulator: &Emulator, role: &str) -> Result<Trace, String> {
    emulator.trace(std::env::current_exe().unwrap(), |command| {
        command
            .args(["--exact", "emulator::observed_child", "--test-threads=1", "--nocapture"])
            .env(ROLE, role);
    })
}

fn leaks(emulator: &Emulator, role: &str) -> Vec<String> {
    let trace = trace_child(emulator, role).unwrap();
    assert!(trace.output.status.success(), "{role}: {:?}", trace.output);
    trace.leaks
}

fn emulator() -> Option<Emulator> {
    let emulator = Emulator::from_environment();
    if let Err(reason) = &emulator {
        vorpal_oracle::data::report_skipped(&format!("the emulator: {reason}"));
    }
    emulator.ok()
}

#[test]
fn secrets_are_followed_through_every_kind_of_instruction() {
    let Some(emulator) = emulator() else { return };
    for (index, (name, _)) in FLOWS.iter().enumerate() {
        let found = leaks(&emulator, &format!("w{index}"));
        assert!(found.len() == 1 && found[0].contains("conditional jump"), "{name}: {found:?}");
        assert_eq!(leaks(&emulator, &format!("p{index}")), [""; 0], "{name}, not secret");
    }
    for (index, (name, _)) in ENDING_FLOWS.iter().enumerate() {
        assert_eq!(leaks(&emulator, &format!("e{index}")), [""; 0], "{name}");
    }
}

#[test]
fn every_kind_of_leak_is_reported() {
    let Some(emulator) = emulator() else { return };
    for (index, (name, report, _)) in LEAKS.iter().enumerate() {
        let found = leaks(&emulator, &format!("s{index}"));
        assert!(!found.is_empty() && found.iter().all(|leak| leak.contains(report)), "{name}: {found:?}");
    }
}

/// What the tracker cannot follow is an error, never an empty report.
#[test]
fn unknown_instructions_and_secrets_of_other_threads_are_errors() {
    let Some(emulator) = emulator() else { return };
    let error = trace_child(&emulator, "u0").unwrap_err();
    assert!(error.contains("not supported: 4e284800"), "{error}");
    let error = trace_child(&emulator, "t0").unwrap_err();
    assert!(error.contains("a second thread has secrets"), "{error}");
}
