//! The rounding mode of vector registers.

use core::arch::asm;

/// Whether floating-point operations of this thread round to nearest, ties to even, as Rust assumes. Bits 13 and 14 of
/// MXCSR are the mode.
pub(super) fn is_to_nearest() -> bool {
    let mut mxcsr = 0u32;
    // SAFETY: with SSE, `stmxcsr` writes the register to the four bytes of `mxcsr`.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut mxcsr, options(nostack, preserves_flags)) };
    mxcsr >> 13 & 3 == 0
}

#[cfg(test)]
mod tests {
    use super::super::{Avx2Fma, Avx512Fma};
    use super::*;
    use crate::backend::architecture::{Avx512Ifma, AvxIfma};

    /// Calls a function of integers with another rounding mode.
    fn with_mode<T>(mode: u32, function: impl Fn() -> T) -> T {
        let mut before = 0u32;
        let set = |mxcsr: u32| {
            // SAFETY: the bits of the register that are set stay as they are, except for the mode.
            unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const mxcsr, options(nostack, preserves_flags)) }
        };
        // SAFETY: as in `is_to_nearest`.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut before, options(nostack, preserves_flags)) };
        set(before & !(3 << 13) | mode << 13);
        let result = function();
        set(before);
        result
    }

    /// Multipliers of doubles need the default mode; 52-bit multipliers do not round.
    #[test]
    fn other_modes_have_no_multipliers_of_doubles() {
        let doubles = || [Avx2Fma::detect().is_some(), Avx512Fma::detect().is_some()];
        let integers = || [AvxIfma::detect().is_some(), Avx512Ifma::detect().is_some()];
        assert!(is_to_nearest());
        let (before, integers_before) = (doubles(), integers());
        for mode in 1..4 {
            assert!(!with_mode(mode, is_to_nearest));
            assert_eq!(with_mode(mode, doubles), [false; 2], "mode {mode}");
            assert_eq!(with_mode(mode, integers), integers_before, "mode {mode}");
        }
        assert_eq!((with_mode(0, doubles), doubles()), (before, before));
    }
}
