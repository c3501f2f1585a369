//! Additions and subtractions of unreduced products of four and six limbs for every x86-64 processor.
//!
//! A sum is corrected in its upper half only, since `p R` has a lower half of zeros. The result replaces the first
//! operand, so that no copy waits for words just written.

use core::arch::asm;

use crate::Unreduced;

/// Loads words at offsets of the sum.
macro_rules! load {
    ($([$offset:literal $word:literal])+) => {
        concat!($("mov {", $word, "}, [{sum} + ", $offset, "]\n",)+)
    };
}

/// Stores words at offsets of the sum.
macro_rules! store {
    ($([$offset:literal $word:literal])+) => {
        concat!($("mov [{sum} + ", $offset, "], {", $word, "}\n",)+)
    };
}

/// `$first` with the first word at `{b}`, `$next` with the others.
macro_rules! combine {
    ($first:literal $next:literal [$offset:literal $word:literal] $([$offsets:literal $words:literal])*) => {
        concat!(
            $first, " {", $word, "}, [{b} + ", $offset, "]\n",
            $($next, " {", $words, "}, [{b} + ", $offsets, "]\n",)*
        )
    };
}

/// The sum or difference: stores the lower half, leaves the upper half in the registers and its carry in CF.
macro_rules! halves {
    ($first:literal $next:literal ($($lower:tt)+) ($($upper:tt)+)) => {
        concat!(
            load!($($lower)+), combine!($first $next $($lower)+), store!($($lower)+),
            load!($($upper)+), combine!($next $next $($upper)+),
        )
    };
}

/// The words minus those of `p`, in other registers, and the borrow in CF.
macro_rules! minus_p {
    ([$offset:literal $word:literal $to:literal] $([$offsets:literal $words:literal $tos:literal])+) => {
        concat!(
            "mov {", $to, "}, {", $word, "}\nsub {", $to, "}, [{p} + ", $offset, "]\n",
            $("mov {", $tos, "}, {", $words, "}\nsbb {", $tos, "}, [{p} + ", $offsets, "]\n",)+
        )
    };
}

/// Replaces differences by the words they come from, if CF is set.
macro_rules! keep_if_carry {
    ($([$word:literal $difference:literal])+) => {
        concat!($("cmovc {", $difference, "}, {", $word, "}\n",)+)
    };
}

/// The words of `p`, or zeros if the mask is zero. The last word replaces the mask.
macro_rules! masked_p {
    ($mask:literal $([$offset:literal $word:literal])+; $last:literal) => {
        concat!(
            $("mov {", $word, "}, [{p} + ", $offset, "]\nand {", $word, "}, {", $mask, "}\n",)+
            "and {", $mask, "}, [{p} + ", $last, "]\n",
        )
    };
}

/// The assembly, with pointers to the sum, `b` and `p`, and registers for words. `b` may be overwritten.
macro_rules! in_place {
    ($sum:expr, $b:expr, $p:expr, [$($word:ident)+], $($template:expr),+ $(,)?) => {
        asm!(
            $($template,)+
            sum = in(reg) $sum,
            b = inout(reg) $b => _,
            p = in(reg) $p.as_ptr(),
            $($word = out(reg) _,)+
            options(nostack),
        )
    };
}

/// Functions that add to a sum in place, and double, by a function on pointers.
macro_rules! sums {
    ($n:literal: $add:ident $double:ident $at:ident) => {
        /// `sum += b mod p R` for `sum, b < p R` and `2 p <= R`. Constant time.
        #[inline(always)]
        pub(super) fn $add(sum: &mut Unreduced<$n>, b: &Unreduced<$n>, p: &[u64; $n]) {
            // SAFETY: both are references.
            unsafe { $at(sum, b, p) }
        }

        /// `value += value mod p R`, with the same bounds. Constant time.
        #[inline(always)]
        pub(super) fn $double(value: &mut Unreduced<$n>, p: &[u64; $n]) {
            let value: *mut Unreduced<$n> = value;
            // SAFETY: the pointer comes from a reference.
            unsafe { $at(value, value, p) }
        }
    };
}

sums!(4: add_4 double_4 add_at_4);
sums!(6: add_6 double_6 add_at_6);

/// `sum += b mod p R`, where `b` may be `sum`: each word of `b` is read before the word of the sum is written.
///
/// Both are below `p R`, so the sum has no carry, and it is at least `p R` exactly if its upper half is at least `p`.
///
/// # Safety
/// `sum` is valid for reads and writes, `b` for reads.
#[inline(always)]
unsafe fn add_at_4(sum: *mut Unreduced<4>, b: *const Unreduced<4>, p: &[u64; 4]) {
    // SAFETY: the assembly reads 64 bytes from `b` and 32 from `p`, reads and writes the 64 bytes of `sum`, whose limbs
    // are contiguous, does not use the stack, and uses instructions that every x86-64 processor has.
    unsafe {
        in_place!(
            sum,
            b,
            p,
            [r0 r1 r2 r3 s0 s1 s2 s3],
            halves!("add" "adc"
                (["0" "r0"] ["8" "r1"] ["16" "r2"] ["24" "r3"])
                (["32" "r0"] ["40" "r1"] ["48" "r2"] ["56" "r3"])),
            minus_p!(["0" "r0" "s0"] ["8" "r1" "s1"] ["16" "r2" "s2"] ["24" "r3" "s3"]),
            keep_if_carry!(["r0" "s0"] ["r1" "s1"] ["r2" "s2"] ["r3" "s3"]),
            store!(["32" "s0"] ["40" "s1"] ["48" "s2"] ["56" "s3"]),
        );
    }
}

/// As [`add_at_4`], for six limbs.
///
/// # Safety
/// As [`add_at_4`].
#[inline(always)]
unsafe fn add_at_6(sum: *mut Unreduced<6>, b: *const Unreduced<6>, p: &[u64; 6]) {
    // SAFETY: as for `add_at_4`, with 96 bytes of `sum` and `b` and 48 of `p`.
    unsafe {
        in_place!(
            sum,
            b,
            p,
            [r0 r1 r2 r3 r4 r5 s0 s1 s2 s3],
            halves!("add" "adc"
                (["0" "r0"] ["8" "r1"] ["16" "r2"] ["24" "r3"] ["32" "r4"] ["40" "r5"])
                (["48" "r0"] ["56" "r1"] ["64" "r2"] ["72" "r3"] ["80" "r4"] ["88" "r5"])),
            // The word r0 waits in memory, and its register holds the last word of the difference.
            store!(["48" "r0"]),
            minus_p!(["0" "r0" "s0"] ["8" "r1" "s1"] ["16" "r2" "s2"] ["24" "r3" "s3"] ["32" "r4" "b"]
                ["40" "r5" "r0"]),
            "cmovc {s0}, [{sum} + 48]",
            keep_if_carry!(["r1" "s1"] ["r2" "s2"] ["r3" "s3"] ["r4" "b"] ["r5" "r0"]),
            store!(["48" "s0"] ["56" "s1"] ["64" "s2"] ["72" "s3"] ["80" "b"] ["88" "r0"]),
        );
    }
}

/// `difference -= b mod p R` for `difference, b < p R`, any odd `p < R = 2^256`. Constant time.
///
/// Adds `p`, masked by the borrow, to the upper half.
#[inline(always)]
pub(super) fn sub_4(difference: &mut Unreduced<4>, b: &Unreduced<4>, p: &[u64; 4]) {
    // SAFETY: as for `add_at_4`, with references.
    unsafe {
        in_place!(
            core::ptr::from_mut(difference),
            core::ptr::from_ref(b),
            p,
            [r0 r1 r2 r3 s0 s1 s2 s3],
            halves!("sub" "sbb"
                (["0" "r0"] ["8" "r1"] ["16" "r2"] ["24" "r3"])
                (["32" "r0"] ["40" "r1"] ["48" "r2"] ["56" "r3"])),
            "sbb {s3}, {s3}",
            masked_p!("s3" ["0" "s0"] ["8" "s1"] ["16" "s2"]; "24"),
            "add {r0}, {s0}",
            "adc {r1}, {s1}",
            "adc {r2}, {s2}",
            "adc {r3}, {s3}",
            store!(["32" "r0"] ["40" "r1"] ["48" "r2"] ["56" "r3"]),
        );
    }
}

/// As [`sub_4`], for six limbs.
#[inline(always)]
pub(super) fn sub_6(difference: &mut Unreduced<6>, b: &Unreduced<6>, p: &[u64; 6]) {
    // SAFETY: as for `add_at_6`, with references.
    unsafe {
        in_place!(
            core::ptr::from_mut(difference),
            core::ptr::from_ref(b),
            p,
            [r0 r1 r2 r3 r4 r5 s0 s1 s2 s3],
            halves!("sub" "sbb"
                (["0" "r0"] ["8" "r1"] ["16" "r2"] ["24" "r3"] ["32" "r4"] ["40" "r5"])
                (["48" "r0"] ["56" "r1"] ["64" "r2"] ["72" "r3"] ["80" "r4"] ["88" "r5"])),
            "sbb {b}, {b}",
            // The word r0 waits in memory, and its register holds the word 4 of the mask.
            store!(["48" "r0"]),
            masked_p!("b" ["0" "s0"] ["8" "s1"] ["16" "s2"] ["24" "s3"] ["32" "r0"]; "40"),
            "add {s0}, [{sum} + 48]",
            "adc {r1}, {s1}",
            "adc {r2}, {s2}",
            "adc {r3}, {s3}",
            "adc {r4}, {r0}",
            "adc {r5}, {b}",
            store!(["48" "s0"] ["56" "r1"] ["64" "r2"] ["72" "r3"] ["80" "r4"] ["88" "r5"]),
        );
    }
}
