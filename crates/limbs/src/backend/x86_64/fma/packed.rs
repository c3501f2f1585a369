//! The kernels of products for each kind of vectors, by the modulus.

use super::super::lanes::additions::{Add, Sub};
use super::super::lanes::operands::Operands;
use super::super::lanes::packed::{Products, folds, sized, tables};
use super::super::vector::{Avx2Fma, Avx512Fma, Simd};
use super::product::{Mul, SquareTimes};
use super::pseudo_mersenne;
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
                match folds(modulus) {
                    Some(prime) => self.operate(Mul::<_, 5>(prime), operands),
                    None => sized!(self, Mul<_>(modulus.doubles()), operands),
                }
            }

            #[inline(always)]
            fn square<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>, times: usize) {
                match folds(modulus) {
                    Some(prime) => self.operate(SquareTimes::<_, 5>(prime, times), operands),
                    None => sized!(self, SquareTimes<_>(modulus.doubles(), times), operands),
                }
            }

            #[inline(always)]
            fn sum<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
                match folds(modulus) {
                    Some(prime) => self.operate(pseudo_mersenne::Add(prime), operands),
                    None => sized!(self, Add(modulus.constants()), operands),
                }
            }

            #[inline(always)]
            fn difference<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
                match folds(modulus) {
                    Some(prime) => self.operate(pseudo_mersenne::Sub(prime), operands),
                    None => sized!(self, Sub(modulus.constants()), operands),
                }
            }
        }
    };
}
// Sixteen squarings take the time of eight to nine, and of seven, by the kernels for single numbers.
products! { Avx2Fma, Avx2FmaKernel, 9 }
products! { Avx512Fma, Avx512FmaKernel, 8 }
tables! { Avx2Fma Avx512Fma }
