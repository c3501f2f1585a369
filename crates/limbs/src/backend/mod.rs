//! Kernels for particular processors, and the choice between them.
//!
//! Each architecture is a module with the same functions, from `add` to `sub`, and what it can do best: `best` for
//! single numbers, `computes_batches_by_vectors` for batches. There is `x86_64`, and `portable` for all others. A
//! build with `--cfg vorpal_portable` takes `portable` everywhere, so that what other processors run can be tested
//! here.
//!
//! Within an architecture, a backend is one file or folder with a zero-sized type whose values prove that the
//! processor has what the kernels need: `detect() -> Option<Self>`, or its cached answer, is the only way to get one.
//! A choice is made once, on first use, and cached in an atomic byte: one for single numbers, one for batches.
//! `VORPAL_BACKEND=portable` in the environment forces the portable code for both (feature `std`); `detect` does not
//! ask the environment.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
mod x86_64;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
use x86_64 as architecture;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
pub use x86_64::Bmi2Adx;
#[cfg(all(
    target_arch = "x86_64",
    target_pointer_width = "64",
    target_feature = "sse2",
    not(vorpal_portable)
))]
pub use x86_64::{Avx512Ifma, Vectors};

#[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable))))]
mod portable;
#[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable))))]
use portable as architecture;

mod scalar;
pub use scalar::Scalar;

pub(crate) use architecture::{
    accumulate, add, mul, mul_any, mul_batch, mul_unreduced, redc, square, square_unreduced, sub, vectors,
};

/// The environment variable that overrides the choice: `auto` (or unset) or `portable`.
pub const VARIABLE: &str = "VORPAL_BACKEND";

/// Which kernels this process uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Multiplication in plain Rust.
    Portable,
    /// x86-64 with `mulx` and the two carry chains of `adcx` and `adox`.
    Bmi2Adx,
    /// x86-64 with vectors of eight 52-bit multipliers, for batches.
    Avx512Ifma,
}

impl Backend {
    /// The name as written in reports: `portable`, `bmi2+adx` or `avx512-ifma`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Bmi2Adx => "bmi2+adx",
            Self::Avx512Ifma => "avx512-ifma",
        }
    }

    /// The backend in use: the best that the processor offers, unless the environment asks for another.
    pub fn active() -> Self {
        match CHOICE.get() {
            BMI2_ADX => Self::Bmi2Adx,
            _ => Self::Portable,
        }
    }

    /// The backend in use for [`Blocks`](crate::Blocks) and [`mul_batch`](crate::Montgomery::mul_batch) of four and six
    /// limbs.
    pub fn of_batches() -> Self {
        if architecture::computes_batches_by_vectors() { Self::Avx512Ifma } else { Self::active() }
    }

    /// Checks [`VARIABLE`]: `Err` with the value found if it names no backend. The library itself treats such a
    /// value as `auto`; programs should report it.
    #[cfg(feature = "std")]
    pub fn check_environment() -> Result<(), std::ffi::OsString> {
        match std::env::var_os(VARIABLE) {
            Some(value) if value != "portable" && value != "auto" => Err(value),
            _ => Ok(()),
        }
    }
}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const BMI2_ADX: u8 = 2;

static CHOICE: Choice = Choice { made: AtomicU8::new(UNKNOWN), best: architecture::best };

/// A choice between backends, made on first use.
struct Choice {
    made: AtomicU8,
    best: fn() -> u8,
}

impl Choice {
    #[inline(always)]
    fn get(&self) -> u8 {
        match self.made.load(Relaxed) {
            UNKNOWN => self.make(),
            choice => choice,
        }
    }

    /// Every thread that comes here finds the same answer, so a race does no harm.
    #[cold]
    #[inline(never)]
    fn make(&self) -> u8 {
        let choice = if portable_is_forced() { PORTABLE } else { (self.best)() };
        self.made.store(choice, Relaxed);
        choice
    }
}

fn portable_is_forced() -> bool {
    #[cfg(feature = "std")]
    return std::env::var_os(VARIABLE).is_some_and(|value| value == "portable");
    #[cfg(not(feature = "std"))]
    return false;
}
