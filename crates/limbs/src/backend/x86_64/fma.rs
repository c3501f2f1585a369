//! Fused multiply-adds of doubles on x86-64: four products at once with AVX2 and FMA, eight with AVX-512F.
//!
//! The instructions of AVX-512 without an operand for rounding round to nearest, ties to even, as those of AVX2 do, by
//! the same register (MXCSR). On Zen 4 with AVX2, sixteen products of four limbs take the time of eight by the kernels
//! for single numbers, and those of six limbs that of nine.

use super::super::fma::packed::multipliers;
use super::super::lanes::operands::Operands;
use super::super::lanes::packed::tables;
use super::vector::{Avx2Fma, Avx512Fma};
use crate::fault::Fault;
use crate::packed::PackedModulus;

// Sixteen squarings take the time of eight to nine, and of seven, by the kernels for single numbers.
multipliers! { Avx2Fma, Avx2FmaKernel, Some(Fault::Avx2FmaBatch), 9 }
multipliers! { Avx512Fma, Avx512FmaKernel, Some(Fault::Avx512FmaBatch), 8 }
tables! { Avx2Fma Avx512Fma }
