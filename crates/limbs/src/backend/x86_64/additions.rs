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

/// `a + b mod p` for four limbs, `2 p <= 2^256`; `a, b < p`.
///
/// Selects the sum minus `p` unless that subtraction borrows.
#[inline(always)]
pub(super) fn add_spare_4(a: &[u64; 4], b: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: as for `add_4`.
    unsafe {
        asm!(
            "add {r0}, {b0}",
            "adc {r1}, {b1}",
            "adc {r2}, {b2}",
            "adc {r3}, {b3}",
            "mov {b0}, {r0}",
            "sub {b0}, [{p}]",
            "mov {b1}, {r1}",
            "sbb {b1}, [{p} + 8]",
            "mov {b2}, {r2}",
            "sbb {b2}, [{p} + 16]",
            "mov {b3}, {r3}",
            "sbb {b3}, [{p} + 24]",
            "cmovnc {r0}, {b0}",
            "cmovnc {r1}, {b1}",
            "cmovnc {r2}, {b2}",
            "cmovnc {r3}, {b3}",
            r0 = inout(reg) r0,
            r1 = inout(reg) r1,
            r2 = inout(reg) r2,
            r3 = inout(reg) r3,
            b0 = inout(reg) b[0] => _,
            b1 = inout(reg) b[1] => _,
            b2 = inout(reg) b[2] => _,
            b3 = inout(reg) b[3] => _,
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// `a + b mod p` for six limbs, `2 p <= 2^384`; `a, b < p`.
///
/// Selects the sum minus `p` unless that subtraction borrows. The subtraction of a limb begins when the sum's limb is
/// known. All operands are in registers: through memory, a chain takes twice the time.
#[inline(always)]
pub(super) fn add_6(a: &[u64; 6], b: &[u64; 6], p: &[u64; 6]) -> [u64; 6] {
    let [mut r0, mut r1, mut r2, mut r3, mut r4, mut r5] = *a;
    // SAFETY: as for `add_4`.
    unsafe {
        asm!(
            "add {r0}, {b0}",
            "adc {r1}, {b1}",
            "adc {r2}, {b2}",
            "adc {r3}, {b3}",
            "adc {r4}, {b4}",
            "adc {r5}, {b5}",
            "mov {b0}, {r0}",
            "sub {b0}, [{p}]",
            "mov {b1}, {r1}",
            "sbb {b1}, [{p} + 8]",
            "mov {b2}, {r2}",
            "sbb {b2}, [{p} + 16]",
            "mov {b3}, {r3}",
            "sbb {b3}, [{p} + 24]",
            "mov {b4}, {r4}",
            "sbb {b4}, [{p} + 32]",
            "mov {b5}, {r5}",
            "sbb {b5}, [{p} + 40]",
            "cmovnc {r0}, {b0}",
            "cmovnc {r1}, {b1}",
            "cmovnc {r2}, {b2}",
            "cmovnc {r3}, {b3}",
            "cmovnc {r4}, {b4}",
            "cmovnc {r5}, {b5}",
            r0 = inout(reg) r0,
            r1 = inout(reg) r1,
            r2 = inout(reg) r2,
            r3 = inout(reg) r3,
            r4 = inout(reg) r4,
            r5 = inout(reg) r5,
            b0 = inout(reg) b[0] => _,
            b1 = inout(reg) b[1] => _,
            b2 = inout(reg) b[2] => _,
            b3 = inout(reg) b[3] => _,
            b4 = inout(reg) b[4] => _,
            b5 = inout(reg) b[5] => _,
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3, r4, r5]
}

/// Sums without the dispatch, for their proofs. They need no instruction of this backend.
impl Bmi2Adx {
    /// The sum modulo any `p`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn add_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        add_4(a, b, ring.modulus())
    }

    /// The sum for `2 p <= 2^256`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn add_spare_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        add_spare_4(a, b, ring.modulus())
    }

    /// The sum for `2 p <= 2^384`.
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
    let [mut r0, mut r1, mut r2, mut r3, mut r4, mut r5] = *a;
    // SAFETY: as for `add_4`.
    unsafe {
        asm!(
            "sub {r0}, {b0}",
            "sbb {r1}, {b1}",
            "sbb {r2}, {b2}",
            "sbb {r3}, {b3}",
            "sbb {r4}, {b4}",
            "sbb {r5}, {b5}",
            "sbb {m}, {m}",
            "mov {b0}, {m}",
            "and {b0}, [{p}]",
            "mov {b1}, {m}",
            "and {b1}, [{p} + 8]",
            "mov {b2}, {m}",
            "and {b2}, [{p} + 16]",
            "mov {b3}, {m}",
            "and {b3}, [{p} + 24]",
            "mov {b4}, {m}",
            "and {b4}, [{p} + 32]",
            "mov {b5}, {m}",
            "and {b5}, [{p} + 40]",
            "add {r0}, {b0}",
            "adc {r1}, {b1}",
            "adc {r2}, {b2}",
            "adc {r3}, {b3}",
            "adc {r4}, {b4}",
            "adc {r5}, {b5}",
            r0 = inout(reg) r0,
            r1 = inout(reg) r1,
            r2 = inout(reg) r2,
            r3 = inout(reg) r3,
            r4 = inout(reg) r4,
            r5 = inout(reg) r5,
            b0 = inout(reg) b[0] => _,
            b1 = inout(reg) b[1] => _,
            b2 = inout(reg) b[2] => _,
            b3 = inout(reg) b[3] => _,
            b4 = inout(reg) b[4] => _,
            b5 = inout(reg) b[5] => _,
            m = out(reg) _,
            p = in(reg) p.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3, r4, r5]
}
