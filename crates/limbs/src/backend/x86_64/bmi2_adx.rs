//! x86-64 with BMI2 (`mulx`: a product that leaves the flags alone) and ADX (`adcx`, `adox`: two carry chains at
//! once, one in the carry flag and one in the overflow flag). Intel since Broadwell, AMD since Zen.

use core::arch::asm;

use crate::backend::{BMI2_ADX, cached};

/// Proof that the processor has BMI2 and ADX.
#[derive(Clone, Copy, Debug)]
pub struct Bmi2Adx(());

impl Bmi2Adx {
    /// A proof, if the processor can do it.
    #[inline]
    pub fn detect() -> Option<Self> {
        // Both extensions work on general registers: no operating system support is needed beyond `cpuid`.
        let highest = core::arch::x86_64::__cpuid(0).eax;
        if highest < 7 {
            return None;
        }
        let features = core::arch::x86_64::__cpuid_count(7, 0).ebx;
        let (bmi2, adx) = (features >> 8 & 1, features >> 19 & 1);
        (bmi2 & adx == 1).then_some(Self(()))
    }

    /// A proof, if this backend is the one in use.
    #[inline(always)]
    pub(super) fn cached() -> Option<Self> {
        // The choice is BMI2_ADX only after `detect` succeeded.
        (cached() == BMI2_ADX).then_some(Self(()))
    }
}

/// One product of `rdx` with the limb at `$offset` of the operand `$x`: its low half goes to `$low` in the chain of
/// CF, its high half to `$high` in the chain of OF.
#[rustfmt::skip]
macro_rules! product {
    ($x:literal, $offset:literal, $low:literal, $high:literal) => {
        concat!(
            "mulx {hi}, {lo}, [{", $x, "} + ", $offset, "]\n",
            "adcx {", $low, "}, {lo}\n",
            "adox {", $high, "}, {hi}\n",
        )
    };
}

/// The four products of `rdx` with the operand `$x`, added to `$t0..$t4` with both flags clear before; the last carry
/// of either chain is still in its flag after.
#[rustfmt::skip]
macro_rules! products {
    ($x:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            product!($x, "0", $t0, $t1),
            product!($x, "8", $t1, $t2),
            product!($x, "16", $t2, $t3),
            product!($x, "24", $t3, $t4),
        )
    };
}

/// The last carries: that of the low halves goes to `$t4`, and what leaves `$t4` to `$t5`. `$zero` is a register that
/// holds zero. `$t5` was zero and is at most 1 after, because the sum is below `2^321`; so both flags are clear in
/// the end.
#[rustfmt::skip]
macro_rules! last_carries {
    ($t4:literal, $t5:literal, $zero:literal) => {
        concat!(
            "adcx {", $t4, "}, {", $zero, "}\n",
            "adox {", $t5, "}, {", $zero, "}\n",
            "adcx {", $t5, "}, {", $zero, "}\n",
        )
    };
}

/// Adds `m p` with `m = -t0 / p mod 2^64`: `$t0` becomes zero, and serves as the zero of the last carries. The
/// division by `2^64` is in the names: the sum continues in `$t1..$t5`.
#[rustfmt::skip]
macro_rules! reduce {
    ($t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal) => {
        concat!(
            "mov rdx, {", $t0, "}\n",
            "imul rdx, {inverse}\n",
            "xor {lo:e}, {lo:e}\n", // clears the flags, which imul has set
            products!("p", $t0, $t1, $t2, $t3, $t4),
            last_carries!($t4, $t5, $t0),
        )
    };
}

/// One round after the first: the sum in `$t0..$t4`, below `2 p`, becomes `(sum + a b_i + m p) / 2^64` in `$t1..$t5`,
/// with `$t5 = 0` before and `$t0 = 0` after. Both flags are clear before and after.
#[rustfmt::skip]
macro_rules! round {
    ($b:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal) => {
        concat!(
            "mov rdx, [{b} + ", $b, "]\n",
            products!("a", $t0, $t1, $t2, $t3, $t4),
            "mov {lo:e}, 0\n", // leaves the flags alone
            last_carries!($t4, $t5, "lo"),
            reduce!($t0, $t1, $t2, $t3, $t4, $t5),
        )
    };
}

impl Bmi2Adx {
    /// `a b R^-1 mod p` with `R = 2^256` for four limbs, any odd `p < R`; `a < p`, `b` any four limbs; result below
    /// `p`. `negated_inverse` is `-p^-1 mod 2^64`. Same time whatever the values.
    ///
    /// The same rounds as [`Montgomery::mul_portable`](crate::Montgomery::mul_portable), where the bound is
    /// proved: 36 word multiplications, no branch, no memory but the operands.
    #[inline(always)]
    pub fn mul_4(self, a: &[u64; 4], b: &[u64; 4], p: &[u64; 4], negated_inverse: u64) -> [u64; 4] {
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: `self` proves that BMI2 and ADX are there. The block reads 32 bytes behind each of `a`, `b` and
        // `p`, which the references guarantee, writes no memory and leaves the stack alone.
        unsafe {
            asm!(
                // Round 0 starts from nothing, so the product itself is the sum: five words, no sixth.
                "mov rdx, [{b}]",
                "mulx {t1}, {t0}, [{a}]",
                "mulx {t2}, {lo}, [{a} + 8]",
                "add {t1}, {lo}",
                "mulx {t3}, {lo}, [{a} + 16]",
                "adc {t2}, {lo}",
                "mulx {t4}, {lo}, [{a} + 24]",
                "adc {t3}, {lo}",
                "adc {t4}, 0",
                "xor {t5:e}, {t5:e}",
                reduce!("t0", "t1", "t2", "t3", "t4", "t5"),
                // The lowest word, now zero, is the top word of the next round: the names rotate.
                round!("8", "t1", "t2", "t3", "t4", "t5", "t0"),
                round!("16", "t2", "t3", "t4", "t5", "t0", "t1"),
                round!("24", "t3", "t4", "t5", "t0", "t1", "t2"),
                // The result is t4, t5, t0, t1 with the top bit in t2; less p, it goes to lo, hi, rdx, t3.
                "mov {lo}, {t4}",
                "sub {lo}, [{p}]",
                "mov {hi}, {t5}",
                "sbb {hi}, [{p} + 8]",
                "mov rdx, {t0}",
                "sbb rdx, [{p} + 16]",
                "mov {t3}, {t1}",
                "sbb {t3}, [{p} + 24]",
                "sbb {t2}, 0",
                "cmovnc {t4}, {lo}",
                "cmovnc {t5}, {hi}",
                "cmovnc {t0}, rdx",
                "cmovnc {t1}, {t3}",
                a = in(reg) a.as_ptr(),
                b = in(reg) b.as_ptr(),
                p = in(reg) p.as_ptr(),
                inverse = in(reg) negated_inverse,
                t0 = out(reg) r2,
                t1 = out(reg) r3,
                t2 = out(reg) _,
                t3 = out(reg) _,
                t4 = out(reg) r0,
                t5 = out(reg) r1,
                lo = out(reg) _,
                hi = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }
}
