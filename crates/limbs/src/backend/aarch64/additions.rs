//! Additions and subtractions of four and six limbs.
//!
//! The assembly guarantees constant time: the compiler may turn a branchless selection into a branch where it
//! recognises the mask as a boolean. It also keeps carries in the flag, which the compiler moves to registers.

use core::arch::asm;

use super::Aarch64;
use crate::Montgomery;

/// The assembly of `a + b`, minus `p` unless that borrows. Without spare bits, the register `$c` holds the carry of the
/// sum.
macro_rules! add {
    (
        $a:ident $b:ident $p:ident [$([$i:literal $r:ident $s:ident])+] [$($w:literal)+] [$($x:literal)+]
        load [$($load:literal)+] carry [$($c:ident)?]
    ) => {{
        let mut sum = *$a;
        let [$($r),+] = &mut sum;
        // SAFETY: the assembly reads the limbs of `p`, which the reference guarantees. It writes no memory, does not
        // use the stack, and uses instructions that every AArch64 processor has.
        unsafe {
            asm!(
                add_words!([$($w)+] [$($x)+]),
                $(concat!("adc {", stringify!($c), "}, xzr, xzr"),)?
                $($load,)+
                difference!([$($w)+] [$($x)+] [$($x)+]),
                $(concat!("sbcs xzr, {", stringify!($c), "}, xzr"),)?
                replace_if_carry!([$($w)+] [$($x)+]),
                $($r = inout(reg) *$r,)+
                $($s = inout(reg) $b[$i] => _,)+
                $($c = out(reg) _,)?
                p = in(reg) $p.as_ptr(),
                options(pure, readonly, nostack),
            );
        }
        sum
    }};
}

/// [`add`] of four limbs.
macro_rules! add_four {
    ($a:ident $b:ident $p:ident $($carry:tt)*) => {
        add!(
            $a $b $p [[0 r0 s0] [1 r1 s1] [2 r2 s2] [3 r3 s3]] ["r0" "r1" "r2" "r3"] ["s0" "s1" "s2" "s3"]
            load ["ldp {s0}, {s1}, [{p}]" "ldp {s2}, {s3}, [{p}, #16]"] carry [$($carry)*]
        )
    };
}

/// [`add`] of six limbs.
macro_rules! add_six {
    ($a:ident $b:ident $p:ident $($carry:tt)*) => {
        add!(
            $a $b $p [[0 r0 s0] [1 r1 s1] [2 r2 s2] [3 r3 s3] [4 r4 s4] [5 r5 s5]]
            ["r0" "r1" "r2" "r3" "r4" "r5"] ["s0" "s1" "s2" "s3" "s4" "s5"]
            load ["ldp {s0}, {s1}, [{p}]" "ldp {s2}, {s3}, [{p}, #16]" "ldp {s4}, {s5}, [{p}, #32]"]
            carry [$($carry)*]
        )
    };
}

/// The assembly of `a - b`, plus `p` if that borrows.
macro_rules! sub {
    (
        $a:ident $b:ident $p:ident [$([$i:literal $r:ident $s:ident])+] [$($w:literal)+] [$($x:literal)+]
        load [$($load:literal)+]
    ) => {{
        let mut difference = *$a;
        let [$($r),+] = &mut difference;
        // SAFETY: as for `add`.
        unsafe {
            asm!(
                difference!([$($w)+] [$($x)+] [$($w)+]),
                $($load,)+
                $(concat!("csel {", $x, "}, {", $x, "}, xzr, cc"),)+
                add_words!([$($w)+] [$($x)+]),
                $($r = inout(reg) *$r,)+
                $($s = inout(reg) $b[$i] => _,)+
                p = in(reg) $p.as_ptr(),
                options(pure, readonly, nostack),
            );
        }
        difference
    }};
}

impl Aarch64 {
    /// `a + b mod p` for four limbs, `2 p <= 2^256`; `a, b < p`.
    #[inline(always)]
    pub fn add_spare_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let p = ring.modulus();
        add_four!(a b p)
    }

    /// `a + b mod p` for four limbs, any odd `p < 2^256`; `a, b < p`.
    #[inline(always)]
    pub fn add_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let p = ring.modulus();
        add_four!(a b p c)
    }

    /// `a + b mod p` for six limbs, `2 p <= 2^384`; `a, b < p`.
    #[inline(always)]
    pub fn add_spare_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        let p = ring.modulus();
        add_six!(a b p)
    }

    /// `a + b mod p` for six limbs, any odd `p < 2^384`; `a, b < p`.
    #[inline(always)]
    pub fn add_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        let p = ring.modulus();
        add_six!(a b p c)
    }

    /// `a - b mod p` for four limbs, any odd `p < 2^256`; `a, b < p`. `0 - b` is `-b`, zero for zero.
    #[inline(always)]
    pub fn sub_4(self, ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let p = ring.modulus();
        sub!(
            a b p [[0 r0 s0] [1 r1 s1] [2 r2 s2] [3 r3 s3]] ["r0" "r1" "r2" "r3"] ["s0" "s1" "s2" "s3"]
            load ["ldp {s0}, {s1}, [{p}]" "ldp {s2}, {s3}, [{p}, #16]"]
        )
    }

    /// As [`sub_4`], for six limbs.
    #[inline(always)]
    pub fn sub_6(self, ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        let p = ring.modulus();
        sub!(
            a b p [[0 r0 s0] [1 r1 s1] [2 r2 s2] [3 r3 s3] [4 r4 s4] [5 r5 s5]]
            ["r0" "r1" "r2" "r3" "r4" "r5"] ["s0" "s1" "s2" "s3" "s4" "s5"]
            load ["ldp {s0}, {s1}, [{p}]" "ldp {s2}, {s3}, [{p}, #16]" "ldp {s4}, {s5}, [{p}, #32]"]
        )
    }
}
