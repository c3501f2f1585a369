//! Additions and subtractions of unreduced products of four and six limbs for every x86-64 processor.
//!
//! A sum is corrected in its upper half only, since `p R` has a lower half of zeros.

use core::arch::asm;

use crate::Unreduced;

/// `sum += b mod p R` for `sum, b < p R` and `2 p <= R = 2^256`. Constant time.
///
/// Both are below `p R`, so the sum has no carry, and it is at least `p R` exactly if its upper half is at least `p`.
#[inline(always)]
pub(super) fn add_4(sum: &mut Unreduced<4>, b: &Unreduced<4>, p: &[u64; 4]) {
    // SAFETY: both are references.
    unsafe { add_at_4(sum, b, p) }
}

/// `value += value mod p R`, with the bounds of [`add_4`]. Constant time.
#[inline(always)]
pub(super) fn double_4(value: &mut Unreduced<4>, p: &[u64; 4]) {
    let value: *mut Unreduced<4> = value;
    // SAFETY: the pointer comes from a reference.
    unsafe { add_at_4(value, value, p) }
}

/// As [`add_4`], where `b` may be `sum`: each word of `b` is read before the word of the sum is written.
///
/// # Safety
/// `sum` is valid for reads and writes, `b` for reads.
#[inline(always)]
unsafe fn add_at_4(sum: *mut Unreduced<4>, b: *const Unreduced<4>, p: &[u64; 4]) {
    // SAFETY: the assembly reads 64 bytes from `b` and 32 from `p`, reads and writes the 64 bytes of `sum`, whose limbs
    // are contiguous, does not use the stack, and uses instructions that every x86-64 processor has.
    unsafe {
        asm!(
            "mov {r0}, [{sum}]",
            "mov {r1}, [{sum} + 8]",
            "mov {r2}, [{sum} + 16]",
            "mov {r3}, [{sum} + 24]",
            "add {r0}, [{b}]",
            "adc {r1}, [{b} + 8]",
            "adc {r2}, [{b} + 16]",
            "adc {r3}, [{b} + 24]",
            "mov [{sum}], {r0}",
            "mov [{sum} + 8], {r1}",
            "mov [{sum} + 16], {r2}",
            "mov [{sum} + 24], {r3}",
            "mov {r0}, [{sum} + 32]",
            "mov {r1}, [{sum} + 40]",
            "mov {r2}, [{sum} + 48]",
            "mov {r3}, [{sum} + 56]",
            "adc {r0}, [{b} + 32]",
            "adc {r1}, [{b} + 40]",
            "adc {r2}, [{b} + 48]",
            "adc {r3}, [{b} + 56]",
            "mov {s0}, {r0}",
            "sub {s0}, [{p}]",
            "mov {s1}, {r1}",
            "sbb {s1}, [{p} + 8]",
            "mov {s2}, {r2}",
            "sbb {s2}, [{p} + 16]",
            "mov {s3}, {r3}",
            "sbb {s3}, [{p} + 24]",
            "cmovc {s0}, {r0}",
            "cmovc {s1}, {r1}",
            "cmovc {s2}, {r2}",
            "cmovc {s3}, {r3}",
            "mov [{sum} + 32], {s0}",
            "mov [{sum} + 40], {s1}",
            "mov [{sum} + 48], {s2}",
            "mov [{sum} + 56], {s3}",
            sum = in(reg) sum,
            b = in(reg) b,
            p = in(reg) p.as_ptr(),
            r0 = out(reg) _,
            r1 = out(reg) _,
            r2 = out(reg) _,
            r3 = out(reg) _,
            s0 = out(reg) _,
            s1 = out(reg) _,
            s2 = out(reg) _,
            s3 = out(reg) _,
            options(nostack),
        );
    }
}

/// `difference -= b mod p R` for `difference, b < p R`, any odd `p < R = 2^256`. Constant time.
///
/// Adds `p`, masked by the borrow, to the upper half.
#[inline(always)]
pub(super) fn sub_4(difference: &mut Unreduced<4>, b: &Unreduced<4>, p: &[u64; 4]) {
    // SAFETY: as for `add_4`.
    unsafe {
        asm!(
            "mov {r0}, [{sum}]",
            "mov {r1}, [{sum} + 8]",
            "mov {r2}, [{sum} + 16]",
            "mov {r3}, [{sum} + 24]",
            "sub {r0}, [{b}]",
            "sbb {r1}, [{b} + 8]",
            "sbb {r2}, [{b} + 16]",
            "sbb {r3}, [{b} + 24]",
            "mov [{sum}], {r0}",
            "mov [{sum} + 8], {r1}",
            "mov [{sum} + 16], {r2}",
            "mov [{sum} + 24], {r3}",
            "mov {r0}, [{sum} + 32]",
            "mov {r1}, [{sum} + 40]",
            "mov {r2}, [{sum} + 48]",
            "mov {r3}, [{sum} + 56]",
            "sbb {r0}, [{b} + 32]",
            "sbb {r1}, [{b} + 40]",
            "sbb {r2}, [{b} + 48]",
            "sbb {r3}, [{b} + 56]",
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
            "mov [{sum} + 32], {r0}",
            "mov [{sum} + 40], {r1}",
            "mov [{sum} + 48], {r2}",
            "mov [{sum} + 56], {r3}",
            sum = in(reg) core::ptr::from_mut(difference),
            b = in(reg) core::ptr::from_ref(b),
            p = in(reg) p.as_ptr(),
            r0 = out(reg) _,
            r1 = out(reg) _,
            r2 = out(reg) _,
            r3 = out(reg) _,
            s0 = out(reg) _,
            s1 = out(reg) _,
            s2 = out(reg) _,
            s3 = out(reg) _,
            options(nostack),
        );
    }
}

/// As [`add_4`], for six limbs.
#[inline(always)]
pub(super) fn add_6(sum: &mut Unreduced<6>, b: &Unreduced<6>, p: &[u64; 6]) {
    // SAFETY: both are references.
    unsafe { add_at_6(sum, b, p) }
}

/// `value += value mod p R`, with the bounds of [`add_6`]. Constant time.
#[inline(always)]
pub(super) fn double_6(value: &mut Unreduced<6>, p: &[u64; 6]) {
    let value: *mut Unreduced<6> = value;
    // SAFETY: the pointer comes from a reference.
    unsafe { add_at_6(value, value, p) }
}

/// As [`add_6`], where `b` may be `sum`: each word of `b` is read before the word of the sum is written.
///
/// # Safety
/// `sum` is valid for reads and writes, `b` for reads.
#[inline(always)]
unsafe fn add_at_6(sum: *mut Unreduced<6>, b: *const Unreduced<6>, p: &[u64; 6]) {
    // SAFETY: as for `add_4`, with 96 bytes of `sum` and `b` and 48 of `p`.
    unsafe {
        asm!(
            "mov {r0}, [{sum}]",
            "mov {r1}, [{sum} + 8]",
            "mov {r2}, [{sum} + 16]",
            "mov {r3}, [{sum} + 24]",
            "mov {r4}, [{sum} + 32]",
            "mov {r5}, [{sum} + 40]",
            "add {r0}, [{b}]",
            "adc {r1}, [{b} + 8]",
            "adc {r2}, [{b} + 16]",
            "adc {r3}, [{b} + 24]",
            "adc {r4}, [{b} + 32]",
            "adc {r5}, [{b} + 40]",
            "mov [{sum}], {r0}",
            "mov [{sum} + 8], {r1}",
            "mov [{sum} + 16], {r2}",
            "mov [{sum} + 24], {r3}",
            "mov [{sum} + 32], {r4}",
            "mov [{sum} + 40], {r5}",
            "mov {r0}, [{sum} + 48]",
            "mov {r1}, [{sum} + 56]",
            "mov {r2}, [{sum} + 64]",
            "mov {r3}, [{sum} + 72]",
            "mov {r4}, [{sum} + 80]",
            "mov {r5}, [{sum} + 88]",
            "adc {r0}, [{b} + 48]",
            "adc {r1}, [{b} + 56]",
            "adc {r2}, [{b} + 64]",
            "adc {r3}, [{b} + 72]",
            "adc {r4}, [{b} + 80]",
            "adc {r5}, [{b} + 88]",
            // The word r0 waits in memory, and its register holds the last word of the difference.
            "mov [{sum} + 48], {r0}",
            "mov {s0}, {r0}",
            "sub {s0}, [{p}]",
            "mov {s1}, {r1}",
            "sbb {s1}, [{p} + 8]",
            "mov {s2}, {r2}",
            "sbb {s2}, [{p} + 16]",
            "mov {s3}, {r3}",
            "sbb {s3}, [{p} + 24]",
            "mov {b}, {r4}",
            "sbb {b}, [{p} + 32]",
            "mov {r0}, {r5}",
            "sbb {r0}, [{p} + 40]",
            "cmovc {s0}, [{sum} + 48]",
            "cmovc {s1}, {r1}",
            "cmovc {s2}, {r2}",
            "cmovc {s3}, {r3}",
            "cmovc {b}, {r4}",
            "cmovc {r0}, {r5}",
            "mov [{sum} + 48], {s0}",
            "mov [{sum} + 56], {s1}",
            "mov [{sum} + 64], {s2}",
            "mov [{sum} + 72], {s3}",
            "mov [{sum} + 80], {b}",
            "mov [{sum} + 88], {r0}",
            sum = in(reg) sum,
            b = inout(reg) b => _,
            p = in(reg) p.as_ptr(),
            r0 = out(reg) _,
            r1 = out(reg) _,
            r2 = out(reg) _,
            r3 = out(reg) _,
            r4 = out(reg) _,
            r5 = out(reg) _,
            s0 = out(reg) _,
            s1 = out(reg) _,
            s2 = out(reg) _,
            s3 = out(reg) _,
            options(nostack),
        );
    }
}

/// As [`sub_4`], for six limbs.
#[inline(always)]
pub(super) fn sub_6(difference: &mut Unreduced<6>, b: &Unreduced<6>, p: &[u64; 6]) {
    // SAFETY: as for `add_6`.
    unsafe {
        asm!(
            "mov {r0}, [{sum}]",
            "mov {r1}, [{sum} + 8]",
            "mov {r2}, [{sum} + 16]",
            "mov {r3}, [{sum} + 24]",
            "mov {r4}, [{sum} + 32]",
            "mov {r5}, [{sum} + 40]",
            "sub {r0}, [{b}]",
            "sbb {r1}, [{b} + 8]",
            "sbb {r2}, [{b} + 16]",
            "sbb {r3}, [{b} + 24]",
            "sbb {r4}, [{b} + 32]",
            "sbb {r5}, [{b} + 40]",
            "mov [{sum}], {r0}",
            "mov [{sum} + 8], {r1}",
            "mov [{sum} + 16], {r2}",
            "mov [{sum} + 24], {r3}",
            "mov [{sum} + 32], {r4}",
            "mov [{sum} + 40], {r5}",
            "mov {r0}, [{sum} + 48]",
            "mov {r1}, [{sum} + 56]",
            "mov {r2}, [{sum} + 64]",
            "mov {r3}, [{sum} + 72]",
            "mov {r4}, [{sum} + 80]",
            "mov {r5}, [{sum} + 88]",
            "sbb {r0}, [{b} + 48]",
            "sbb {r1}, [{b} + 56]",
            "sbb {r2}, [{b} + 64]",
            "sbb {r3}, [{b} + 72]",
            "sbb {r4}, [{b} + 80]",
            "sbb {r5}, [{b} + 88]",
            "sbb {b}, {b}",
            // The word r0 waits in memory, and its register holds the word 4 of the mask.
            "mov [{sum} + 48], {r0}",
            "mov {s0}, [{p}]",
            "and {s0}, {b}",
            "mov {s1}, [{p} + 8]",
            "and {s1}, {b}",
            "mov {s2}, [{p} + 16]",
            "and {s2}, {b}",
            "mov {s3}, [{p} + 24]",
            "and {s3}, {b}",
            "mov {r0}, [{p} + 32]",
            "and {r0}, {b}",
            "and {b}, [{p} + 40]",
            "add {s0}, [{sum} + 48]",
            "adc {r1}, {s1}",
            "adc {r2}, {s2}",
            "adc {r3}, {s3}",
            "adc {r4}, {r0}",
            "adc {r5}, {b}",
            "mov [{sum} + 48], {s0}",
            "mov [{sum} + 56], {r1}",
            "mov [{sum} + 64], {r2}",
            "mov [{sum} + 72], {r3}",
            "mov [{sum} + 80], {r4}",
            "mov [{sum} + 88], {r5}",
            sum = in(reg) core::ptr::from_mut(difference),
            b = inout(reg) core::ptr::from_ref(b) => _,
            p = in(reg) p.as_ptr(),
            r0 = out(reg) _,
            r1 = out(reg) _,
            r2 = out(reg) _,
            r3 = out(reg) _,
            r4 = out(reg) _,
            r5 = out(reg) _,
            s0 = out(reg) _,
            s1 = out(reg) _,
            s2 = out(reg) _,
            s3 = out(reg) _,
            options(nostack),
        );
    }
}
