//! The kernels of products, by the modulus.
//!
//! For the primes of [`pseudo_mersenne`] a residue is represented by itself: the radix is `S = 1`. Its products by
//! powers of two are cheaper than those of the [defaults](Products).

use super::super::lanes::additions::{Add, Sub};
use super::super::lanes::operands::Operands;
use super::super::lanes::packed::{Products, folds, load_converted, scale_raw, sized, store_shifted, tables};
use super::super::vector::Simd;
use super::montgomery::{Montgomery, MulSigned};
use super::pseudo_mersenne::{self, Folds};
use super::words::{Mul, SquareTimes};
use super::{Avx512Ifma, Avx512VlIfma, AvxIfma, Ifma};
use crate::backend::cast::{cast_all, cast_all_mut};
use crate::fault::Fault;
use crate::packed::{LANES, Packed, PackedModulus};

tables! { Avx512Ifma Avx512VlIfma AvxIfma }

impl<V: Ifma> Products for V {
    const FAULT: Fault = <V as Ifma>::FAULT;
    const PAYS_FROM: usize = <V as Ifma>::PAYS_FROM;

    #[inline(always)]
    unsafe fn assume_supported() -> Self {
        // SAFETY: guaranteed by the caller.
        unsafe { <V as Ifma>::assume_supported() }
    }

    #[inline(always)]
    fn multiply<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
        match folds(modulus) {
            Some(prime) => self.operate(Mul::<_, 5>(Folds(prime.c)), operands),
            None => sized!(self, Mul<_>(Montgomery(modulus.constants())), operands),
        }
    }

    #[inline(always)]
    fn multiply_signed<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
        sized!(self, MulSigned(modulus.constants()), operands);
    }

    #[inline(always)]
    fn square<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>, times: usize) {
        match folds(modulus) {
            Some(prime) => self.operate(SquareTimes::<_, 5>(Folds(prime.c), times), operands),
            None => sized!(self, SquareTimes<_>(Montgomery(modulus.constants()), times), operands),
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

    #[inline(always)]
    fn load_montgomery<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &mut Packed<N>,
        numbers: &[&[u64; N]; LANES],
    ) {
        match folds(modulus) {
            Some(prime) => {
                self.run(pseudo_mersenne::LoadMontgomery::<N, 4>(prime, cast_all(numbers), packed));
            }
            None => load_converted(self, modulus, packed, numbers),
        }
    }

    #[inline(always)]
    fn store_montgomery<const N: usize>(
        self,
        modulus: &PackedModulus<N>,
        packed: &Packed<N>,
        numbers: &mut [&mut [u64; N]; LANES],
    ) {
        match folds(modulus) {
            Some(prime) => {
                let (c, numbers) = (modulus.constants(), cast_all_mut(numbers));
                self.run(pseudo_mersenne::StoreMontgomery::<N, 4>(prime, c, packed, numbers));
            }
            None => store_shifted(self, modulus, packed, numbers),
        }
    }

    #[inline(always)]
    fn scale<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        match folds(modulus) {
            Some(prime) => self.run(pseudo_mersenne::ScaleRaw::<N>(prime, a)),
            None => scale_raw(self, modulus, a),
        }
    }
}
