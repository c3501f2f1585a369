//! The kernels of products for each kind of vectors, by the modulus.

use super::super::lanes::Form;
use super::super::lanes::additions::{Add, Sub};
use super::super::lanes::operands::Operands;
use super::super::lanes::packed::{folds, sized};
use super::product::{Mul, SquareTimes};
use super::pseudo_mersenne;
use crate::packed::PackedModulus;

/// `result = a b`.
#[inline(always)]
pub(in super::super) fn multiply<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    operands: Operands<N>,
) {
    match folds(modulus) {
        Some(prime) => v.operate(Mul::<_, 5>(prime), operands),
        None => sized!(v, Mul<_>(modulus.doubles()), operands),
    }
}

/// `result = a^(2^times)`.
#[inline(always)]
pub(in super::super) fn square<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    operands: Operands<N>,
    times: usize,
) {
    match folds(modulus) {
        Some(prime) => v.operate(SquareTimes::<_, 5>(prime, times), operands),
        None => sized!(v, SquareTimes<_>(modulus.doubles(), times), operands),
    }
}

/// `result = a + b`.
#[inline(always)]
pub(in super::super) fn sum<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    operands: Operands<N>,
) {
    match folds(modulus) {
        Some(prime) => v.operate(pseudo_mersenne::Add(prime), operands),
        None => sized!(v, Add(modulus.constants()), operands),
    }
}

/// `result = a - b`.
#[inline(always)]
pub(in super::super) fn difference<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    operands: Operands<N>,
) {
    match folds(modulus) {
        Some(prime) => v.operate(pseudo_mersenne::Sub(prime), operands),
        None => sized!(v, Sub(modulus.constants()), operands),
    }
}

/// Implements [`Products`](super::super::lanes::packed::Products) for vectors with multipliers of doubles. The second
/// argument is the planted fault, the third is the least count of numbers for which vectors are faster.
macro_rules! multipliers {
    ($vectors:ident, $fault:ident, $pays_from:literal) => {
        $crate::backend::fma::limbs::form! { $vectors }

        impl $crate::backend::lanes::packed::Products for $vectors {
            const FAULT: $crate::fault::Fault = $crate::fault::Fault::$fault;
            const PAYS_FROM: usize = $pays_from;

            #[inline(always)]
            unsafe fn assume_supported() -> Self {
                // SAFETY: guaranteed by the caller.
                unsafe { Self::assume_supported() }
            }

            #[inline(always)]
            fn multiply<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
                $crate::backend::fma::packed::multiply(self, modulus, operands);
            }

            #[inline(always)]
            fn square<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>, times: usize) {
                $crate::backend::fma::packed::square(self, modulus, operands, times);
            }

            #[inline(always)]
            fn sum<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
                $crate::backend::fma::packed::sum(self, modulus, operands);
            }

            #[inline(always)]
            fn difference<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
                $crate::backend::fma::packed::difference(self, modulus, operands);
            }
        }
    };
}
pub(in super::super) use multipliers;
