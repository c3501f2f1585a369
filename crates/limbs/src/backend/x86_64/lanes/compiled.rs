//! Products and squares of fixed sizes: functions without parameters of types, so that the compiler compiles these long
//! kernels in this crate, once, and not in every crate that multiplies.

use super::operands::{In, Out};
use crate::packed::PackedModulus;

/// The kernels of vectors for `N` limbs.
pub(in super::super) trait Compiled<const N: usize>: Copy {
    /// `result = a b`.
    fn product(self, modulus: &PackedModulus<N>, result: Out<N>, a: In<N>, b: In<N>);

    /// `result = a^(2^times)`.
    fn power(self, modulus: &PackedModulus<N>, times: usize, result: Out<N>, a: In<N>);
}

/// Implements [`Compiled`] by operations.
macro_rules! compiled {
    ($vectors:ident, $n:literal, |$modulus:ident, $times:ident| $multiply:expr, $square:expr) => {
        impl crate::backend::architecture::lanes::compiled::Compiled<$n> for $vectors {
            #[inline(never)]
            fn product(self, $modulus: &PackedModulus<$n>, result: Out<$n>, a: In<$n>, b: In<$n>) {
                self.operate($multiply, Operands::from_parts(result, a, b));
            }

            #[inline(never)]
            fn power(self, $modulus: &PackedModulus<$n>, $times: usize, result: Out<$n>, a: In<$n>) {
                self.operate($square, Operands::from_parts(result, a, a));
            }
        }
    };
}
pub(in super::super) use compiled;
