//! x86-64 with BMI2 (`mulx`: a product that leaves the flags alone) and ADX (`adcx`, `adox`: two carry chains at
//! once, one in the carry flag and one in the overflow flag). Intel since Broadwell, AMD since Zen.

// What kernels are made of; macros are known below the place where they are declared.
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
mod sums;

use core::sync::atomic::Ordering::Relaxed;

use crate::backend::{BMI2_ADX, CHOICE};

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
        (CHOICE.made.load(Relaxed) == BMI2_ADX || is_chosen()).then_some(Self(()))
    }
}

/// Makes the choice if nobody has. A cold call keeps what other backends do out of the way, and one without arguments
/// takes no register from the loops that multiply.
#[cold]
#[inline(never)]
fn is_chosen() -> bool {
    CHOICE.get() == BMI2_ADX
}
