//! Additions and subtractions of four and six limbs for every x86-64 processor.
//!
//! The assembly guarantees constant time: the compiler may turn a branchless selection into a branch where it
//! recognises the mask as a boolean. It does not change `cmov` and masks inside `asm!`.

use core::arch::asm;

use super::Bmi2Adx;
use crate::Montgomery;

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

/// `a + b mod p` for six limbs, `2 p <= 2^384`; `a, b < p`.
///
/// As [`add_4`], without a carry of the sum.
#[inline(always)]
pub(super) fn add_6(a: &[u64; 6], b: &[u64; 6], p: &[u64; 6]) -> [u64; 6] {
    let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
    // SAFETY: the assembly reads 48 bytes each from `a`, `b` and `p`, which the references guarantee. It writes no
    // memory, does not use the stack, and uses instructions that every x86-64 processor has.
    unsafe {
        asm!(
            "mov {r0}, [{a}]",
            "mov {r1}, [{a} + 8]",
            "mov {r2}, [{a} + 16]",
            "mov {r3}, [{a} + 24]",
            "mov {r4}, [{a} + 32]",
            "mov {r5}, [{a} + 40]",
            "add {r0}, [{b}]",
            "adc {r1}, [{b} + 8]",
            "adc {r2}, [{b} + 16]",
            "adc {r3}, [{b} + 24]",
            "adc {r4}, [{b} + 32]",
            "adc {r5}, [{b} + 40]",
            "mov {s0}, {r0}",
            "sub {s0}, [{p}]",
            "mov {s1}, {r1}",
            "sbb {s1}, [{p} + 8]",
            "mov {s2}, {r2}",
            "sbb {s2}, [{p} + 16]",
            "mov {s3}, {r3}",
            "sbb {s3}, [{p} + 24]",
            "mov {a}, {r4}",
            "sbb {a}, [{p} + 32]",
            "mov {b}, {r5}",
            "sbb {b}, [{p} + 40]",
            "cmovnc {r0}, {s0}",
            "cmovnc {r1}, {s1}",
            "cmovnc {r2}, {s2}",
            "cmovnc {r3}, {s3}",
            "cmovnc {r4}, {a}",
            "cmovnc {r5}, {b}",
            a = inout(reg) a.as_ptr() => _,
            b = inout(reg) b.as_ptr() => _,
            p = in(reg) p.as_ptr(),
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            r4 = out(reg) r4,
            r5 = out(reg) r5,
            s0 = out(reg) _,
            s1 = out(reg) _,
            s2 = out(reg) _,
            s3 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3, r4, r5]
}

impl Bmi2Adx {
    /// The sum of six limbs without the dispatch, for its proof. Needs no instruction of this backend.
    #[doc(hidden)]
    #[inline(always)]
    pub fn add_spare_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        add_6(a, b, ring.modulus())
    }
}

/// `a - b mod p` for six limbs, any odd `p < 2^384`; `a, b < p`. `0 - b` is `-b`, zero for zero.
///
/// Adds `p` masked by the borrow.
#[inline(always)]
pub(super) fn sub_6(a: &[u64; 6], b: &[u64; 6], p: &[u64; 6]) -> [u64; 6] {
    let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
    // SAFETY: as for `add_6`.
    unsafe {
        asm!(
            "mov {r0}, [{a}]",
            "mov {r1}, [{a} + 8]",
            "mov {r2}, [{a} + 16]",
            "mov {r3}, [{a} + 24]",
            "mov {r4}, [{a} + 32]",
            "mov {r5}, [{a} + 40]",
            "sub {r0}, [{b}]",
            "sbb {r1}, [{b} + 8]",
            "sbb {r2}, [{b} + 16]",
            "sbb {r3}, [{b} + 24]",
            "sbb {r4}, [{b} + 32]",
            "sbb {r5}, [{b} + 40]",
            "sbb {b}, {b}",
            "mov {s0}, [{p}]",
            "and {s0}, {b}",
            "mov {s1}, [{p} + 8]",
            "and {s1}, {b}",
            "mov {s2}, [{p} + 16]",
            "and {s2}, {b}",
            "mov {s3}, [{p} + 24]",
            "and {s3}, {b}",
            "mov {a}, [{p} + 32]",
            "and {a}, {b}",
            "and {b}, [{p} + 40]",
            "add {r0}, {s0}",
            "adc {r1}, {s1}",
            "adc {r2}, {s2}",
            "adc {r3}, {s3}",
            "adc {r4}, {a}",
            "adc {r5}, {b}",
            a = inout(reg) a.as_ptr() => _,
            b = inout(reg) b.as_ptr() => _,
            p = in(reg) p.as_ptr(),
            r0 = out(reg) r0,
            r1 = out(reg) r1,
            r2 = out(reg) r2,
            r3 = out(reg) r3,
            r4 = out(reg) r4,
            r5 = out(reg) r5,
            s0 = out(reg) _,
            s1 = out(reg) _,
            s2 = out(reg) _,
            s3 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3, r4, r5]
}
