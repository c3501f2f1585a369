//! x86-64 with AVX-512 IFMA: eight products at once, one in each lane of the vectors. Intel since Ice Lake, AMD since
//! Zen 4.
//!
//! `vpmadd52luq` and `vpmadd52huq` multiply 52-bit limbs, lane by lane, and add the low or the high 52 bits of the
//! product to a 64-bit word (S. Gueron, V. Krasnov, "Accelerating big integer arithmetic using Intel IFMA extensions",
//! 2016). So numbers have `L` limbs of 52 bits, `L = 5` for 256 bits and 8 for 384, and Montgomery's radix becomes
//! `S = 2^(52 L)`. The multipliers read only the low 52 bits of a word.
//!
//! [`PackedMontgomery`](crate::PackedMontgomery) keeps numbers in that form ([`packed`]); batches of single products
//! convert their operands and results ([`batch`]).

mod additions;
mod batch;
mod conversions;
mod lanes;
mod montgomery;
mod packed;
mod pseudo_mersenne;
mod quads;
mod residues;
mod words;

pub use batch::Vectors;
pub use quads::QuadVectors;
pub use residues::ResidueKernels;

/// The number of products in a vector.
pub(super) const IN_A_VECTOR: usize = 8;

/// Proof that the processor and the operating system support AVX-512 with VL, DQ, BW, IFMA, VBMI and
/// VBMI2, and AVX2, FMA and F16C: all processors that have IFMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx512Ifma(());

impl Avx512Ifma {
    /// Returns a proof if the processor has the instructions and the operating system saves the registers.
    #[inline]
    pub fn detect() -> Option<Self> {
        use core::arch::x86_64::{__cpuid, __cpuid_count};
        if __cpuid(0).eax < 7 {
            return None;
        }
        let (older, features) = (__cpuid(1).ecx, __cpuid_count(7, 0));
        let keeps_states = older >> 27 & 1 == 1;
        // AVX2, FMA and F16C, which the compiler enables with AVX-512.
        let implied = features.ebx >> 5 & older >> 12 & older >> 29 & 1;
        let (foundation, fused) = (features.ebx >> 16 & 1, features.ebx >> 21 & 1);
        let (quadwords, bytes) = (features.ebx >> 17 & 1, features.ebx >> 30 & 1);
        let short_vectors = features.ebx >> 31;
        let (permutations, shifts) = (features.ecx >> 1 & 1, features.ecx >> 6 & 1);
        let all = foundation & short_vectors & quadwords & bytes & fused & permutations & shifts & implied;
        if !keeps_states || all == 0 {
            return None;
        }
        // SSE, AVX, the mask registers, and both halves of the vectors.
        (super::kept_states() & 0b1110_0110 == 0b1110_0110).then_some(Self(()))
    }

    /// Returns a proof if this backend is in use.
    #[inline(always)]
    pub(super) fn cached() -> Option<Self> {
        // The choice is AVX512_IFMA only if `detect` succeeded.
        (super::VECTORS.get() == super::AVX512_IFMA).then_some(Self(()))
    }
}
