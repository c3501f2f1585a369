//! Kernels for particular processors, and the choice between them.
//!
//! Each architecture is a module with the same functions, from `add` to `redc`, and `best`: `x86_64`, and `portable` for
//! all others. A build with `--cfg vorpal_portable` takes `portable` everywhere, so that what other
//! processors run can be tested here.
//!
//! Within an architecture, a backend is one file with a zero-sized type whose values prove that the processor has what
//! the kernels need: `detect() -> Option<Self>`, or its cached answer, is the only way to get one. The choice is made
//! once, on first use, and cached in one atomic byte. `VORPAL_BACKEND=portable` in the environment forces the portable
//! multiplication (feature `std`).

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
mod x86_64;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
use x86_64 as architecture;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
pub use x86_64::{Avx512Ifma, Bmi2Adx, Vectors};

#[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable))))]
mod portable;
#[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable))))]
use portable as architecture;

pub(crate) use architecture::{
    accumulate, add, mul, mul_any, mul_batch, mul_unreduced, redc, square, square_unreduced, sub,
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
}

impl Backend {
    /// The name as written in reports: `portable` or `bmi2+adx`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Bmi2Adx => "bmi2+adx",
        }
    }

    /// The backend in use: the best that the processor offers, unless the environment asks for another.
    pub fn active() -> Self {
        match cached() {
            BMI2_ADX => Self::Bmi2Adx,
            _ => Self::Portable,
        }
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
const AVX512_IFMA: u8 = 3;

static CHOICE: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The same for batches: vectors, or one after the other by [`CHOICE`].
static VECTOR_CHOICE: AtomicU8 = AtomicU8::new(UNKNOWN);

fn cached() -> u8 {
    match CHOICE.load(Relaxed) {
        UNKNOWN => choose(),
        choice => choice,
    }
}

/// Whether `backend` is the choice: one comparison once it has been made.
#[inline(always)]
#[cfg_attr(
    not(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable))),
    allow(dead_code, reason = "nothing to choose from")
)]
fn is_cached(backend: u8) -> bool {
    CHOICE.load(Relaxed) == backend || is_chosen_now(backend)
}

/// Makes the choice if nobody has.
#[cold]
#[inline(never)]
fn is_chosen_now(backend: u8) -> bool {
    cached() == backend
}

/// Whether batches are computed by the vectors of `backend`.
#[inline(always)]
fn is_vector_cached(backend: u8) -> bool {
    match VECTOR_CHOICE.load(Relaxed) {
        UNKNOWN => choose_vectors() == backend,
        choice => choice == backend,
    }
}

/// As [`choose`].
#[cold]
#[inline(never)]
fn choose_vectors() -> u8 {
    let choice = if portable_is_forced() { PORTABLE } else { architecture::best_vectors() };
    VECTOR_CHOICE.store(choice, Relaxed);
    choice
}

/// Every thread that comes here finds the same answer, so a race does no harm.
#[cold]
#[inline(never)]
fn choose() -> u8 {
    let choice = if portable_is_forced() { PORTABLE } else { architecture::best() };
    CHOICE.store(choice, Relaxed);
    choice
}

fn portable_is_forced() -> bool {
    #[cfg(feature = "std")]
    return std::env::var_os(VARIABLE).is_some_and(|value| value == "portable");
    #[cfg(not(feature = "std"))]
    return false;
}
