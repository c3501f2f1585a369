//! x86-64 with 52-bit multipliers: eight products at once with AVX-512 IFMA (Intel's servers since Ice Lake, AMD since
//! Zen 4), four with AVX-IFMA (Intel since Sierra Forest and Arrow Lake).
//!
//! `vpmadd52luq` and `vpmadd52huq` multiply 52-bit limbs, lane by lane, and add the low or the high 52 bits of the
//! product to a 64-bit word (S. Gueron, V. Krasnov, "Accelerating big integer arithmetic using Intel IFMA extensions",
//! 2016). So numbers have `L` limbs of 52 bits, `L = 5` for 256 bits and 8 for 384, and Montgomery's radix becomes
//! `S = 2^(52 L)`. The multipliers read only the low 52 bits of a word.
//!
//! [`PackedMontgomery`](crate::PackedMontgomery) keeps numbers in that form ([`packed`]); batches of single products
//! convert their operands and results ([`batch`]).
//!
//! One source serves both widths ([`Ifma`]). AVX-512VL encodes the instructions of AVX-IFMA differently, so processors
//! with AVX-512 run the kernels of half the width if the environment names `avx-ifma`.

mod batch;
mod montgomery;
mod multipliers;
mod packed;
mod pseudo_mersenne;
mod quads;
mod residues;
mod words;

pub use batch::IfmaModulus;
pub use multipliers::{Avx512Ifma, Avx512VlIfma, AvxIfma};
pub use quads::QuadVectors;
pub use residues::ResidueKernels;

pub(super) use batch::mul_batch;
pub(super) use multipliers::Ifma;
