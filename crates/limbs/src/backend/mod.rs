//! Kernels for particular processors, and the choice between them.
//!
//! A backend is one file with a zero-sized type whose values prove that the processor has what the kernels need:
//! `detect() -> Option<Self>`, or its cached answer, is the only way to get one. What every processor of an
//! architecture can do needs no proof and no choice: `x86_64` holds the four-limb additions. The choice is made once,
//! on first use, and cached in one atomic byte. `VORPAL_BACKEND=portable` in the environment forces the portable
//! multiplication (feature `std`).

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::Montgomery;

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
mod bmi2_adx;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
mod x86_64;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
pub use bmi2_adx::Bmi2Adx;

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
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
    if Bmi2Adx::detect().is_some() {
        return BMI2_ADX;
    }
    PORTABLE
}

/// `a b R^-1 mod p` by the backend in use. `a < p`; `b` may be any `N` limbs.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
    if let Some((a, b, p)) = four_limbs(ring, a, b)
        && let Some(backend) = Bmi2Adx::cached()
    {
        return from_four(backend.mul_4(a, b, p, ring.negated_inverse()));
    }
    mul_outlined(ring, a, b)
}

/// Keeps the portable code out of every place that multiplies; where it is the only kernel, it may be inlined.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn mul_outlined<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.mul_portable(a, b)
}

/// `a + b mod p`.
#[inline(always)]
pub(crate) fn add<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
    if let Some((a, b, p)) = four_limbs(ring, a, b) {
        return from_four(x86_64::add_4(a, b, p));
    }
    ring.add_portable(a, b)
}

/// `a - b mod p`.
#[inline(always)]
pub(crate) fn sub<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
    if let Some((a, b, p)) = four_limbs(ring, a, b) {
        return from_four(x86_64::sub_4(a, b, p));
    }
    ring.sub_portable(a, b)
}

/// The operands and the modulus if they have four limbs. The compiler knows: nothing is tested at run time.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
#[inline(always)]
fn four_limbs<'a, const N: usize>(
    ring: &'a Montgomery<N>,
    a: &'a [u64; N],
    b: &'a [u64; N],
) -> Option<(&'a [u64; 4], &'a [u64; 4], &'a [u64; 4])> {
    let four = |limbs: &'a [u64; N]| limbs.as_slice().try_into().ok();
    Some((four(a)?, four(b)?, four(ring.modulus())?))
}

/// The way back: `N` is four.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
#[inline(always)]
fn from_four<const N: usize>(limbs: [u64; 4]) -> [u64; N] {
    let mut same = [0; N];
    same.copy_from_slice(&limbs);
    same
}
