//! The kernels of products, by the modulus.
//!
//! For the primes of [`pseudo_mersenne`] a residue is represented by itself: the radix is `S = 1`. The compiler
//! resolves the choice for constant moduli.

use super::super::lanes::additions::{Add, Sub};
use super::super::lanes::compiled::{Compiled, compiled};
use super::super::lanes::operands::{In, Operands, Out};
use super::super::lanes::packed::{
    Products, load_converted, multiply, scale_raw, sized, square, store_shifted,
};
use super::super::vector::Vector;
use super::montgomery::Montgomery;
use super::pseudo_mersenne::{self, Folds};
use super::words::{Mul, SquareTimes};
use super::{Avx512Ifma, Avx512VlIfma, AvxIfma, Ifma};
use crate::backend::architecture::{cast_all, cast_all_mut};
use crate::fault::Fault;
use crate::packed::{LANES, Limbs52, Packed, PackedModulus};

/// As [`Compiled`], for primes `2^256 - c`.
pub(super) trait CompiledFolds: Copy {
    /// `result = a b`.
    fn multiply_folding(self, c: u64, result: Out<4>, a: In<4>, b: In<4>);

    /// `result = a^(2^times)`.
    fn square_folding(self, c: u64, times: usize, result: Out<4>, a: In<4>);
}

macro_rules! products {
    ($($vectors:ident)+) => {$(
        compiled! { $vectors, 4, |modulus, times|
            Mul::<_, 5>(Montgomery(modulus.constants())),
            SquareTimes::<_, 5>(Montgomery(modulus.constants()), times)
        }
        compiled! { $vectors, 6, |modulus, times|
            Mul::<_, 8>(Montgomery(modulus.constants())),
            SquareTimes::<_, 8>(Montgomery(modulus.constants()), times)
        }

        impl CompiledFolds for $vectors {
            #[inline(never)]
            fn multiply_folding(self, c: u64, result: Out<4>, a: In<4>, b: In<4>) {
                self.operate(Mul::<_, 5>(Folds(c)), Operands::from_parts(result, a, b));
            }

            #[inline(never)]
            fn square_folding(self, c: u64, times: usize, result: Out<4>, a: In<4>) {
                self.operate(SquareTimes::<_, 5>(Folds(c), times), Operands::from_parts(result, a, a));
            }
        }
    )+};
}
products! { Avx512Ifma Avx512VlIfma AvxIfma }

impl<V: Ifma + Compiled<4> + Compiled<6> + CompiledFolds> Products for V {
    const FAULT: Fault = <V as Ifma>::FAULT;
    const PAYS_FROM: usize = <V as Ifma>::PAYS_FROM;

    #[inline(always)]
    fn multiply<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
        match modulus.pseudo_mersenne() {
            Some(prime) => {
                let (result, a, b) = operands.sized().into_parts();
                self.multiply_folding(prime.c, result, a, b);
            }
            None => multiply(self, modulus, operands),
        }
    }

    #[inline(always)]
    fn square<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>, times: usize) {
        match modulus.pseudo_mersenne() {
            Some(prime) => {
                let (result, a, _) = operands.sized().into_parts();
                self.square_folding(prime.c, times, result, a);
            }
            None => square(self, modulus, operands, times),
        }
    }

    #[inline(always)]
    fn sum<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
        match modulus.pseudo_mersenne() {
            Some(prime) => self.operate(pseudo_mersenne::Add(prime), operands),
            None => sized!(self, Add(modulus.constants()), operands),
        }
    }

    #[inline(always)]
    fn difference<const N: usize>(self, modulus: &PackedModulus<N>, operands: Operands<N>) {
        match modulus.pseudo_mersenne() {
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
        match modulus.pseudo_mersenne() {
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
        match modulus.pseudo_mersenne() {
            Some(prime) => {
                let (c, numbers) = (modulus.constants(), cast_all_mut(numbers));
                self.run(pseudo_mersenne::StoreMontgomery::<N, 4>(prime, c, packed, numbers));
            }
            None => store_shifted(self, modulus, packed, numbers),
        }
    }

    #[inline(always)]
    fn scale<const N: usize>(self, modulus: &PackedModulus<N>, a: &mut Packed<N>) {
        match modulus.pseudo_mersenne() {
            Some(prime) => self.run(pseudo_mersenne::ScaleRaw::<N>(prime, a)),
            None => scale_raw(self, modulus, a),
        }
    }

    #[inline(always)]
    fn one<const N: usize>(modulus: &PackedModulus<N>) -> &Limbs52 {
        const ONE: Limbs52 = [1, 0, 0, 0, 0, 0, 0, 0];
        if modulus.pseudo_mersenne().is_some() { &ONE } else { &modulus.constants().one }
    }

    #[inline(always)]
    fn unscale<const N: usize>(modulus: &PackedModulus<N>) -> &Limbs52 {
        modulus.pseudo_mersenne().map_or(&modulus.constants().unscale, |prime| &prime.unscale)
    }
}
