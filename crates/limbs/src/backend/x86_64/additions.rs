//! Four-limb additions and subtractions for every x86-64 processor.
//!
//! The assembly guarantees constant time: the compiler may turn a branchless selection into a branch where it
//! recognises the mask as a boolean. It does not change `cmov` and masks inside `asm!`.

use core::arch::asm;

/// `a + b mod p` for four limbs, any odd `p < 2^256`; `a, b < p`.
///
/// Selects the sum minus `p` unless that subtraction borrows, the carry of the sum included.
#[inline(always)]
pub(super) fn add_4(a: &[u64; 4], b: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the assembly reads 32 bytes from `p`, which the reference guarantees. It writes no memory, does not use
    // the stack, and uses instructions that every x86-64 processor has.
    unsafe {
        asm!(
            "xor {c:e}, {c:e}",
            "add {r0}, {s0}",
            "adc {r1}, {s1}",
            "adc {r2}, {s2}",
            "adc {r3}, {s3}",
            "adc {c}, 0",
            "mov {s0}, {r0}",
            "sub {s0}, [{p}]",
            "mov {s1}, {r1}",
            "sbb {s1}, [{p} + 8]",
            "mov {s2}, {r2}",
            "sbb {s2}, [{p} + 16]",
            "mov {s3}, {r3}",
            "sbb {s3}, [{p} + 24]",
            "sbb {c}, 0",
            "cmovnc {r0}, {s0}",
            "cmovnc {r1}, {s1}",
            "cmovnc {r2}, {s2}",
            "cmovnc {r3}, {s3}",
            r0 = inout(reg) r0,
            r1 = inout(reg) r1,
            r2 = inout(reg) r2,
            r3 = inout(reg) r3,
            s0 = inout(reg) b[0] => _,
            s1 = inout(reg) b[1] => _,
            s2 = inout(reg) b[2] => _,
            s3 = inout(reg) b[3] => _,
            c = out(reg) _,
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// `a - b mod p` for four limbs, any odd `p < 2^256`; `a, b < p`. `0 - b` is `-b`, zero for zero.
///
/// Adds `p` masked by the borrow.
#[inline(always)]
pub(super) fn sub_4(a: &[u64; 4], b: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the assembly reads 32 bytes from `p`, which the reference guarantees. It writes no memory, does not use
    // the stack, and uses instructions that every x86-64 processor has.
    unsafe {
        asm!(
            "sub {r0}, {s0}",
            "sbb {r1}, {s1}",
            "sbb {r2}, {s2}",
            "sbb {r3}, {s3}",
            "sbb {s3}, {s3}",
            "mov {s0}, [{p}]",
            "and {s0}, {s3}",
            "mov {s1}, [{p} + 8]",
            "and {s1}, {s3}",
            "mov {s2}, [{p} + 16]",
            "and {s2}, {s3}",
            "and {s3}, [{p} + 24]",
            "add {r0}, {s0}",
            "adc {r1}, {s1}",
            "adc {r2}, {s2}",
            "adc {r3}, {s3}",
            r0 = inout(reg) r0,
            r1 = inout(reg) r1,
            r2 = inout(reg) r2,
            r3 = inout(reg) r3,
            s0 = inout(reg) b[0] => _,
            s1 = inout(reg) b[1] => _,
            s2 = inout(reg) b[2] => _,
            s3 = inout(reg) b[3] => _,
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}
