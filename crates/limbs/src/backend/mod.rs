//! Kernels for particular processors, and the choice between them.
//!
//! A backend is one file with a zero-sized type whose values prove that the processor has what the kernels need:
//! `detect() -> Option<Self>` is the only way to get one. The choice is made once, on first use, and cached in
//! one atomic byte. `VORPAL_BACKEND=portable` in the environment forces the portable kernels (feature `std`).

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::Montgomery;

#[cfg(target_arch = "x86_64")]
mod bmi2_adx;
#[cfg(target_arch = "x86_64")]
pub use bmi2_adx::Bmi2Adx;

/// The environment variable that overrides the choice: `auto` (or unset) or `portable`.
pub const VARIABLE: &str = "VORPAL_BACKEND";

/// Which kernels this process uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust.
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

static CHOICE: AtomicU8 = AtomicU8::new(UNKNOWN);

#[inline(always)]
fn cached() -> u8 {
    match CHOICE.load(Relaxed) {
        UNKNOWN => choose(),
        choice => choice,
    }
}

/// Every thread that comes here finds the same answer, so a race does no harm.
#[cold]
#[inline(never)]
fn choose() -> u8 {
    let choice = if portable_is_forced() { PORTABLE } else { best() };
    CHOICE.store(choice, Relaxed);
    choice
}

fn portable_is_forced() -> bool {
    #[cfg(feature = "std")]
    return std::env::var_os(VARIABLE).is_some_and(|value| value == "portable");
    #[cfg(not(feature = "std"))]
    return false;
}

fn best() -> u8 {
    #[cfg(target_arch = "x86_64")]
    if Bmi2Adx::detect().is_some() {
        return BMI2_ADX;
    }
    PORTABLE
}

/// `a b R^-1 mod p` by the backend in use. `a < p`; `b` may be any `N` limbs.
///
/// The tests on `N` are decided by the compiler: `try_from` on a slice of known length is a constant.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(target_arch = "x86_64")]
    if let (Ok(a), Ok(b), Ok(p)) = (
        <&[u64; 4]>::try_from(a.as_slice()),
        <&[u64; 4]>::try_from(b.as_slice()),
        <&[u64; 4]>::try_from(ring.modulus().as_slice()),
    ) && let Some(backend) = Bmi2Adx::cached()
    {
        let mut product = [0; N];
        product.copy_from_slice(&backend.mul_4(a, b, p, ring.negated_inverse()));
        return product;
    }
    mul_outlined(ring, a, b)
}

/// Keeps the portable code out of every place that multiplies; where it is the only kernel, it may be inlined.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn mul_outlined<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.mul_portable(a, b)
}
