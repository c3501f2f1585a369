//! The kernels of products for each kind of vectors.

use super::super::lanes::compiled::compiled;
use super::super::lanes::operands::{In, Operands, Out};
use super::super::lanes::packed::Products;
use super::super::vector::{Avx2Fma, Avx512Fma, Vector};
use super::product::{Mul, SquareTimes};
use crate::fault::Fault;
use crate::packed::PackedModulus;

macro_rules! products {
    ($vectors:ident, $fault:ident, $pays_from:literal) => {
        impl Products for $vectors {
            const FAULT: Fault = Fault::$fault;
            const PAYS_FROM: usize = $pays_from;
        }
        compiled! { $vectors, 4, |modulus, times|
            Mul::<5>(modulus.doubles()), SquareTimes::<5>(modulus.doubles(), times)
        }
        compiled! { $vectors, 6, |modulus, times|
            Mul::<8>(modulus.doubles()), SquareTimes::<8>(modulus.doubles(), times)
        }
    };
}
// Sixteen squarings take the time of eight to nine, and of seven, by the kernels for single numbers.
products! { Avx2Fma, Avx2FmaKernel, 9 }
products! { Avx512Fma, Avx512FmaKernel, 8 }
