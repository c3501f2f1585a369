//! The kernels of products for each kind of vectors, by the modulus.

use super::super::lanes::Form;
use super::super::lanes::additions::{Add, Sub};
use super::super::lanes::operands::Operands;
use super::super::lanes::packed::{folds, sized, unsupported};
use super::batch::MulNumbers;
use super::product::{Mul, SquareTimes};
use super::pseudo_mersenne;
use super::signed::MulSigned;
use crate::backend::cast::{cast_all, cast_all_mut};
use crate::packed::{LANES, PackedModulus};

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

/// `result = a b`, where `result` and `a` have [signed words](super::super::lanes::signed).
#[inline(always)]
pub(in super::super) fn multiply_signed<V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    operands: Operands<N>,
) {
    sized!(v, MulSigned(modulus.doubles(), &modulus.constants().modulus), operands);
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

/// `products_i = a_i b_i R^-1 mod p`.
#[inline(always)]
pub(in super::super) fn multiply_numbers<'a, V: Form, const N: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    products: &mut [&mut [u64; N]; LANES],
    a: &[&'a [u64; N]; LANES],
    b: &[&'a [u64; N]; LANES],
) {
    match N {
        4 => {
            let products = cast_all_mut(products);
            v.run(MulNumbers::<N, 4, 5> { modulus, products, a: cast_all(a), b: cast_all(b) });
        }
        6 => {
            let products = cast_all_mut(products);
            v.run(MulNumbers::<N, 6, 8> { modulus, products, a: cast_all(a), b: cast_all(b) });
        }
        _ => unsupported(),
    }
}

/// Implements [`Products`](super::super::lanes::packed::Products) for vectors with multipliers of doubles. The second
/// argument is the planted fault in products. The third is that in products of numbers, or `None` if single products
/// are faster. The fourth is the least count of numbers for which vectors are faster.
macro_rules! multipliers {
    ($vectors:ident, $fault:ident, $batch_fault:expr, $pays_from:literal) => {
        $crate::backend::fma::limbs::form! { $vectors }

        impl $crate::backend::lanes::packed::Products for $vectors {
            const FAULT: $crate::fault::Fault = $crate::fault::Fault::$fault;
            const PAYS_FROM: usize = $pays_from;
            const BATCH_FAULT: Option<$crate::fault::Fault> = $batch_fault;

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
            fn multiply_signed<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
                $crate::backend::fma::packed::multiply_signed(self, modulus, operands);
            }

            #[inline(always)]
            fn multiply_numbers<const N: usize>(
                self,
                modulus: &PackedModulus<N>,
                products: &mut [&mut [u64; N]; $crate::LANES],
                a: &[&[u64; N]; $crate::LANES],
                b: &[&[u64; N]; $crate::LANES],
            ) {
                $crate::backend::fma::packed::multiply_numbers(self, modulus, products, a, b);
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
