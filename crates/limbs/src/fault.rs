//! Deliberate leaks on paths of secrets, which verify that the tests of constant time detect leaks.
//!
//! And wrong results, which verify that a comparison of kernels finds them ([`Wrong`]).
//!
//! They exist only with the feature `taint`, and are inactive until a test activates one; an inactive fault reads one
//! byte. A build with `--cfg vorpal_unplanted` omits them, so that it tests exactly the code of a release.

/// A location where a secret can be made to select the word of a table that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// The dispatch to the portable kernels of single numbers.
    PortableDispatch = 1,
    /// The portable kernels of single numbers.
    PortableKernel,
    /// The dispatch to the kernels of AArch64.
    Aarch64Dispatch,
    /// The kernels of AArch64.
    Aarch64Kernel,
    /// The dispatch to the kernels of BMI2 and ADX.
    Bmi2AdxDispatch,
    /// The kernels of BMI2 and ADX.
    Bmi2AdxKernel,
    /// The dispatch of packed values to their backend.
    PackedDispatch,
    /// The product of packed values by AVX2 and FMA.
    Avx2FmaKernel,
    /// The product of packed values by relaxed SIMD of WebAssembly.
    RelaxedSimdKernel,
    /// The product of packed values by NEON.
    NeonFmaKernel,
    /// The product of packed values by AVX-512F.
    Avx512FmaKernel,
    /// The product of packed values by AVX-IFMA.
    AvxIfmaKernel,
    /// The product of packed values by AVX-512 IFMA.
    Avx512IfmaKernel,
    /// The sums of products in residues.
    ResidueKernel,
    /// The arithmetic of quads.
    Quads,
    /// The dispatch to batches of products in vectors.
    BatchDispatch,
    /// The batches of products by AVX2 and FMA.
    Avx2FmaBatch,
    /// The batches of products by AVX-512F.
    Avx512FmaBatch,
    /// The batches of products by AVX-IFMA.
    AvxIfmaBatch,
    /// The batches of products by AVX-512 IFMA.
    Avx512IfmaBatch,
    /// The look-up that reads a whole table.
    Lookup,
}

/// A kind of results that can be made wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Wrong {
    /// The products of single numbers by the backend in use.
    SingleProduct = 1,
    /// The products of packed values by every backend.
    PackedProduct,
}

/// Makes results of a kind wrong, and all others right, in this process.
#[cfg(feature = "taint")]
pub fn spoil(wrong: Option<Wrong>) {
    #[cfg(not(vorpal_unplanted))]
    active::WRONG.store(wrong.map_or(0, |wrong| wrong as u8), core::sync::atomic::Ordering::Relaxed);
    let _ = wrong;
}

/// Changes a word of a result if results of its kind are to be wrong. Empty without the feature `taint`.
#[inline(always)]
pub(crate) fn spoil_if_active(wrong: Wrong, word: &mut u64) {
    #[cfg(all(feature = "taint", not(vorpal_unplanted)))]
    if active::WRONG.load(core::sync::atomic::Ordering::Relaxed) == wrong as u8 {
        *word ^= 1;
    }
    let _ = (wrong, word);
}

/// Whether this build contains faults.
pub const PLANTED: bool = cfg!(all(feature = "taint", not(vorpal_unplanted)));

/// Activates a fault, and deactivates all others, in this process.
#[cfg(feature = "taint")]
pub fn wake(fault: Fault) {
    #[cfg(not(vorpal_unplanted))]
    active::ACTIVE.store(fault as u8, core::sync::atomic::Ordering::Relaxed);
    let _ = fault;
}

/// Marks the location of a fault on the path of a secret. Empty without the feature `taint`.
#[doc(hidden)]
#[inline(always)]
pub fn leak_if_active(fault: Fault, secret: u64) {
    #[cfg(all(feature = "taint", not(vorpal_unplanted)))]
    if active::ACTIVE.load(core::sync::atomic::Ordering::Relaxed) == fault as u8 {
        active::leak(secret);
    }
    let _ = (fault, secret);
}

#[cfg(all(feature = "taint", not(vorpal_unplanted)))]
mod active {
    use core::hint::black_box;
    use core::sync::atomic::AtomicU8;

    pub(super) static ACTIVE: AtomicU8 = AtomicU8::new(0);
    pub(super) static WRONG: AtomicU8 = AtomicU8::new(0);
    static TABLE: [u64; 16] = [1; 16];

    /// Reads a word of a table at an index that depends on the secret.
    #[cold]
    #[inline(never)]
    pub(super) fn leak(secret: u64) {
        black_box(black_box(&TABLE)[(secret & 15) as usize]);
    }
}
