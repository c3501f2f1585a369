//! The kernels of products for each kind of vectors.

use super::super::lanes::operands::Operands;
use super::super::lanes::packed::{Products, sized, tables};
use super::super::vector::{Avx2Fma, Avx512Fma, Simd};
use super::product::{Mul, SquareTimes};
use crate::fault::Fault;
use crate::packed::PackedModulus;

macro_rules! products {
    ($vectors:ident, $fault:ident, $pays_from:literal) => {
        impl Products for $vectors {
            const FAULT: Fault = Fault::$fault;
            const PAYS_FROM: usize = $pays_from;

            #[inline(always)]
            unsafe fn assume_supported() -> Self {
                // SAFETY: guaranteed by the caller.
                unsafe { Self::assume_supported() }
            }

            #[inline(always)]
            fn multiply<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
                sized!(self, Mul(modulus.doubles()), operands);
            }

            #[inline(always)]
            fn square<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>, times: usize) {
                sized!(self, SquareTimes(modulus.doubles(), times), operands);
            }
        }
    };
}
// Sixteen squarings take the time of eight to nine, and of seven, by the kernels for single numbers.
products! { Avx2Fma, Avx2FmaKernel, 9 }
products! { Avx512Fma, Avx512FmaKernel, 8 }
tables! { Avx2Fma Avx512Fma }
