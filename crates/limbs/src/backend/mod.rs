//! Kernels for particular processors, and the choice between them at run time.
//!
//! Each architecture is a module with the same functions, from `add` to `sub`. Its function `best` returns its best
//! backend for single numbers, `best_vectors` the best one for batches. The architectures are `x86_64`, `aarch64`,
//! `wasm32`, and `portable` for all others. A build with `--cfg vorpal_portable` uses `portable` everywhere, so that
//! the code of other processors can be tested on x86-64.
//!
//! Within an architecture, a backend is one file or folder with a zero-sized type. A value of that type proves that the
//! processor has the instructions that the kernels need. Only `detect() -> Option<Self>`, or its cached result, makes
//! such a value. The backend is chosen on first use and cached in an atomic byte: one for single numbers, one for
//! batches. With the feature `std`, the environment variable `VORPAL_BACKEND` limits both choices, but not on
//! WebAssembly. `portable` selects the portable multiplications; additions on x86-64 and AArch64 keep their assembly.
//! `detect` ignores the environment. Tests of constant time (feature `taint`) run under valgrind, which executes more
//! instructions than its `cpuid` reports. Under valgrind only, a backend up to `avx2-fma` that the environment names is
//! used without detection.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

cfg_select! {
    // Operating system kernels on x86-64 have no SSE2: their programs must not use vector registers.
    all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2", not(vorpal_portable)) => {
        mod fma;
        mod lanes;
        mod vector;
        mod x86_64;
        use x86_64 as architecture;
        pub use x86_64::{
            Avx2Fma, Avx512Fma, Avx512Ifma, Avx512VlIfma, AvxIfma, Bmi2Adx, QuadVectors, ResidueKernels, IfmaModulus,
        };
    }
    all(target_arch = "aarch64", target_pointer_width = "64", not(vorpal_portable)) => {
        mod aarch64;
        #[cfg(target_feature = "neon")]
        mod fma;
        #[cfg(target_feature = "neon")]
        mod lanes;
        #[cfg(target_feature = "neon")]
        mod vector;
        use aarch64 as architecture;
        pub use aarch64::Aarch64;
        #[cfg(target_feature = "neon")]
        pub use aarch64::NeonFma;
        mod no_vectors;
        pub use no_vectors::{QuadVectors, ResidueKernels};
    }
    all(target_arch = "wasm32", not(vorpal_portable)) => {
        use wasm32 as architecture;
        #[cfg(target_feature = "relaxed-simd")]
        mod fma;
        #[cfg(target_feature = "relaxed-simd")]
        mod lanes;
        #[cfg(target_feature = "relaxed-simd")]
        mod vector;
        #[cfg(target_feature = "relaxed-simd")]
        pub use wasm32::RelaxedSimd;
        mod no_vectors;
        pub use no_vectors::{QuadVectors, ResidueKernels};
    }
    _ => {
        mod portable;
        use portable as architecture;
        mod no_vectors;
        pub use no_vectors::{QuadVectors, ResidueKernels};
    }
}

// Tests on every processor compare this code.
mod wasm32;
pub use wasm32::Wasm32;

mod cast;

mod scalar;
pub use scalar::Scalar;

mod unreduced;

mod simd128;
pub use simd128::Simd128;

#[cfg(feature = "std")]
mod unknown;
#[cfg(feature = "std")]
pub use unknown::UnknownBackend;

pub(crate) use architecture::{
    accumulate, add, add_unreduced, double_unreduced, mul, mul_any, mul_batch, mul_unreduced, packed_tables,
    product_at, redc, reduce_unreduced, square, square_unreduced, sub, sub_unreduced,
};

/// The environment variable that limits the choice: `auto` (or unset) or the name of a backend. The process uses the
/// best backend that the processor supports and that is not above the named one, in the order of [`Backend`]. So
/// `portable` works on every processor. WebAssembly ignores the variable.
pub const VARIABLE: &str = "VORPAL_BACKEND";

/// The kernels that this process uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Backend {
    /// Portable Rust.
    Portable,
    /// WebAssembly: products of 32-bit words in 64-bit words.
    Wasm32,
    /// WebAssembly with vectors of 32-bit multipliers, for [`PackedMontgomery`](crate::PackedMontgomery) modulo
    /// `2^256 - c`. Chosen when the program is compiled.
    Simd128,
    /// WebAssembly with vectors of two floating-point multipliers (relaxed SIMD), for
    /// [`PackedMontgomery`](crate::PackedMontgomery) of four and six limbs. Used where the engine fuses multiply-adds.
    RelaxedSimd,
    /// AArch64: `mul`, `umulh` and a chain of carries.
    Aarch64,
    /// AArch64 with vectors of two floating-point multipliers, for [`PackedMontgomery`](crate::PackedMontgomery) of
    /// four and six limbs. Chosen where the processor is known to multiply words slowly (Cortex-A76, Neoverse N1), or
    /// where [`VARIABLE`] names it.
    NeonFma,
    /// x86-64 with `mulx` and the two carry chains of `adcx` and `adox`.
    Bmi2Adx,
    /// x86-64 with vectors of four floating-point multipliers, for [`PackedMontgomery`](crate::PackedMontgomery) of
    /// four and six limbs.
    Avx2Fma,
    /// x86-64 with vectors of eight floating-point multipliers: the same.
    Avx512Fma,
    /// x86-64 with vectors of four 52-bit multipliers, for batches of four and six limbs. Processors with AVX-512 IFMA
    /// use it where [`VARIABLE`] names it.
    AvxIfma,
    /// x86-64 with vectors of eight 52-bit multipliers, for batches of four and six limbs.
    Avx512Ifma,
}

impl Backend {
    /// All backends, from the lowest to the highest.
    pub const ALL: [Self; 11] = [
        Self::Portable,
        Self::Wasm32,
        Self::Simd128,
        Self::RelaxedSimd,
        Self::Aarch64,
        Self::NeonFma,
        Self::Bmi2Adx,
        Self::Avx2Fma,
        Self::Avx512Fma,
        Self::AvxIfma,
        Self::Avx512Ifma,
    ];

    /// The backends in this program, from the lowest to the highest, independent of the processor.
    pub const BUILT: &[Self] = architecture::BUILT;

    /// The name as written in reports: `portable`, `wasm32`, `simd128`, `relaxed-simd`, `aarch64`, `neon-fma`,
    /// `bmi2+adx`, `avx2-fma`, `avx512-fma`, `avx-ifma` or `avx512-ifma`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Wasm32 => "wasm32",
            Self::Simd128 => "simd128",
            Self::RelaxedSimd => "relaxed-simd",
            Self::Aarch64 => "aarch64",
            Self::NeonFma => "neon-fma",
            Self::Bmi2Adx => "bmi2+adx",
            Self::Avx2Fma => "avx2-fma",
            Self::Avx512Fma => "avx512-fma",
            Self::AvxIfma => "avx-ifma",
            Self::Avx512Ifma => "avx512-ifma",
        }
    }

    /// The backend in use: the best one that the processor supports and the environment allows.
    pub fn active() -> Self {
        Self::of(SELECTED.get()).unwrap_or(Self::Portable)
    }

    /// The backend in use for [`PackedMontgomery`](crate::PackedMontgomery), and, if it has 52-bit multipliers, for
    /// [`mul_batch`](crate::Montgomery::mul_batch).
    pub fn of_batches() -> Self {
        match Self::of(architecture::best_vectors()) {
            None | Some(Self::Portable) => Self::active(),
            Some(vectors) => vectors,
        }
    }

    fn of(choice: u8) -> Option<Self> {
        let choice = if choice == AVX_IFMA_BY_AVX512 { AVX_IFMA } else { choice };
        Self::ALL.into_iter().find(|backend| backend.code() == choice)
    }

    const fn code(self) -> u8 {
        match self {
            Self::Portable => PORTABLE,
            Self::Wasm32 => WASM32,
            Self::Simd128 => SIMD128,
            Self::RelaxedSimd => RELAXED_SIMD,
            Self::Aarch64 => AARCH64,
            Self::NeonFma => NEON_FMA,
            Self::Bmi2Adx => BMI2_ADX,
            Self::Avx2Fma => AVX2_FMA,
            Self::Avx512Fma => AVX512_FMA,
            Self::AvxIfma => AVX_IFMA,
            Self::Avx512Ifma => AVX512_IFMA,
        }
    }

    #[cfg(feature = "std")]
    fn named(name: &std::ffi::OsStr) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| name == backend.name())
    }
}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const WASM32: u8 = 2;
const SIMD128: u8 = 3;
const RELAXED_SIMD: u8 = 4;
const AARCH64: u8 = 5;
const NEON_FMA: u8 = 6;
const BMI2_ADX: u8 = 7;
const AVX2_FMA: u8 = 8;
const AVX512_FMA: u8 = 9;
const AVX_IFMA: u8 = 10;
const AVX512_IFMA: u8 = 11;
/// [`AVX_IFMA`] in the encoding of AVX-512; not a limit.
#[cfg_attr(any(vorpal_portable, not(target_arch = "x86_64")), allow(dead_code, reason = "unused"))]
const AVX_IFMA_BY_AVX512: u8 = 12;

static SELECTED: Selection = Selection { made: AtomicU8::new(UNKNOWN), best: architecture::best };

/// A choice between backends, which is made on first use and cached.
struct Selection {
    made: AtomicU8,
    /// Returns the best backend up to a limit.
    best: fn(Limit) -> u8,
}

impl Selection {
    #[inline(always)]
    fn get(&self) -> u8 {
        match self.made.load(Relaxed) {
            UNKNOWN => self.make(),
            choice => choice,
        }
    }

    /// Concurrent calls store the same value, so a race is harmless.
    #[cold]
    #[inline(never)]
    fn make(&self) -> u8 {
        let choice = (self.best)(limit());
        self.made.store(choice, Relaxed);
        choice
    }
}

/// The limit that the environment sets.
#[derive(Clone, Copy)]
struct Limit {
    best: u8,
    /// Whether to use the named backend without detection.
    is_vouched_for: bool,
}

impl Limit {
    /// Whether a backend may be used.
    #[cfg_attr(
        any(vorpal_portable, not(any(target_arch = "x86_64", target_arch = "aarch64"))),
        allow(dead_code, reason = "only one backend on this target")
    )]
    fn allows(self, backend: u8, detect: impl FnOnce() -> bool) -> bool {
        self.best >= backend && (self.is_vouched_for || detect())
    }
}

/// Reads the limit from the environment.
fn limit() -> Limit {
    #[cfg(feature = "std")]
    if let Some(backend) = std::env::var_os(VARIABLE).and_then(|name| Backend::named(&name)) {
        #[cfg(feature = "taint")]
        // Valgrind has neither AVX-512 nor AVX-IFMA.
        let is_vouched_for = backend <= Backend::Avx2Fma && crate::valgrind::runs_under_valgrind();
        #[cfg(not(feature = "taint"))]
        let is_vouched_for = false;
        return Limit { best: backend.code(), is_vouched_for };
    }
    Limit { best: AVX512_IFMA, is_vouched_for: false }
}
