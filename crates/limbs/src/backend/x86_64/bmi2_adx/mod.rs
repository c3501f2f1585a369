//! x86-64 with BMI2 (`mulx`: a product that does not change the flags) and ADX (`adcx`, `adox`: two simultaneous carry
//! chains, one in the carry flag and one in the overflow flag). Intel since Broadwell, AMD since Zen.

// Macros of which kernels consist. They must be declared before the modules that use them.
#[macro_use]
mod rows;
#[macro_use]
mod operands;
#[macro_use]
mod full;

mod any_four;
mod four;
mod pseudo_mersenne;
mod six;
mod solinas;
mod sums;
mod unreduced;

use core::sync::atomic::Ordering::Relaxed;

use crate::backend::{BMI2_ADX, SELECTED};

/// Proof that the processor has BMI2 and ADX.
#[derive(Clone, Copy, Debug)]
pub struct Bmi2Adx(());

impl Bmi2Adx {
    /// Returns a proof if the processor has both extensions.
    #[inline]
    pub fn detect() -> Option<Self> {
        // Both extensions use general registers, so no operating system support is needed beyond `cpuid`.
        let highest = core::arch::x86_64::__cpuid(0).eax;
        if highest < 7 {
            return None;
        }
        let features = core::arch::x86_64::__cpuid_count(7, 0).ebx;
        let (bmi2, adx) = (features >> 8 & 1, features >> 19 & 1);
        (bmi2 & adx == 1).then_some(Self(()))
    }

    /// Returns a proof if this backend is in use.
    #[inline(always)]
    pub(super) fn cached() -> Option<Self> {
        // The choice is BMI2_ADX only if `detect` succeeded.
        (SELECTED.made.load(Relaxed) == BMI2_ADX || is_chosen()).then_some(Self(()))
    }
}

/// Makes the choice if it has not been made. As a cold call without arguments it keeps the code of other backends, and
/// the registers for arguments, out of the loops that multiply.
#[cold]
#[inline(never)]
fn is_chosen() -> bool {
    SELECTED.get() == BMI2_ADX
}
