//! Leaks planted on purpose, in the places where secrets pass, for tests of constant time to find.
//!
//! They exist with the feature `taint` only, and sleep until a test wakes one: until then each place reads one byte. A
//! build with `--cfg vorpal_unplanted` is without them even so, and checks the code that ships to the last instruction.

/// A place where a secret can be made to decide which word of a table is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// On the way to the portable kernels of single numbers.
    PortableDispatch = 1,
    /// Beside them.
    PortableKernel,
    /// In the branch that leads to the kernels of BMI2 and ADX.
    Bmi2AdxDispatch,
    /// In those kernels.
    Bmi2AdxKernel,
    /// Where packed values choose their backend.
    PackedDispatch,
    /// In the product of packed values by AVX2 and FMA.
    Avx2FmaKernel,
    /// In the product of packed values by AVX-512 IFMA.
    Avx512IfmaKernel,
    /// In the branch that leads to batches of products by AVX-512 IFMA.
    BatchDispatch,
    /// In those batches.
    Avx512IfmaBatch,
    /// Where tables are read in full.
    Lookup,
}

/// Whether faults can be woken in this build.
pub const PLANTED: bool = cfg!(all(feature = "taint", not(vorpal_unplanted)));

/// Wakes a fault, and no other, in this process.
#[cfg(feature = "taint")]
pub fn wake(fault: Fault) {
    #[cfg(not(vorpal_unplanted))]
    awake::AWAKE.store(fault as u8, core::sync::atomic::Ordering::Relaxed);
    let _ = fault;
}

/// The place of a fault, which a secret passes. Nothing at all without the feature `taint`.
#[doc(hidden)]
#[inline(always)]
pub fn place(fault: Fault, secret: u64) {
    #[cfg(all(feature = "taint", not(vorpal_unplanted)))]
    if awake::AWAKE.load(core::sync::atomic::Ordering::Relaxed) == fault as u8 {
        awake::leak(secret);
    }
    let _ = (fault, secret);
}

#[cfg(all(feature = "taint", not(vorpal_unplanted)))]
mod awake {
    use core::hint::black_box;
    use core::sync::atomic::AtomicU8;

    pub(super) static AWAKE: AtomicU8 = AtomicU8::new(0);
    static TABLE: [u64; 16] = [1; 16];

    /// Reads a word that the secret chooses.
    #[cold]
    #[inline(never)]
    pub(super) fn leak(secret: u64) {
        black_box(black_box(&TABLE)[(secret & 15) as usize]);
    }
}
