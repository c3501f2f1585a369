//! The parameters of a prime field for arkworks, with Vorpal's kernels.

use core::marker::PhantomData;

use vorpal_fields::{Acc, Fe, Modulus};

use super::super::ark_ff::{BigInt, Fp, MontConfig};
use super::super::prime::Prime;
use super::Element;
use crate::convert::Counterpart;

/// The constants of a field that arkworks has and Vorpal does not. Usually an empty implementation.
pub trait Constants<const N: usize>: Modulus<N> {
    /// The generator whose powers are arkworks' roots of unity. It is not a square.
    const ARK_GENERATOR: u64 = <Self as Modulus<N>>::GENERATOR;

    /// `(b, k)` if domains of mixed radix may have a factor `b^i` with `i <= k`. `b^k` divides `p - 1`; otherwise a use
    /// does not build.
    const SMALL_SUBGROUP: Option<(u32, u32)> = None;
}

/// The `MontConfig` of the prime `M`.
pub struct Config<M>(PhantomData<fn() -> M>);

impl<M: Constants<N>, const N: usize> Prime<N> for Config<M> {
    type Modulus = M;
}

impl<M: Constants<N>, const N: usize> MontConfig<N> for Config<M> {
    const MODULUS: BigInt<N> = BigInt(M::P);
    const R: BigInt<N> = BigInt(Fe::<M, N>::ONE.to_montgomery());
    const GENERATOR: Element<M, N> = from_vorpal(generator::<M, N>());
    /// `GENERATOR^t` with `p - 1 = 2^s t` and odd `t`.
    const TWO_ADIC_ROOT_OF_UNITY: Element<M, N> =
        from_vorpal(generator::<M, N>().pow_portable(&Fe::<M, N>::ODD_FACTOR));
    const SMALL_SUBGROUP_BASE: Option<u32> = match M::SMALL_SUBGROUP {
        Some((base, _)) => Some(base),
        None => None,
    };
    const SMALL_SUBGROUP_BASE_ADICITY: Option<u32> = match M::SMALL_SUBGROUP {
        Some((_, power)) => Some(power),
        None => None,
    };
    /// `GENERATOR^(t / b^k)`.
    const LARGE_SUBGROUP_ROOT_OF_UNITY: Option<Element<M, N>> = match M::SMALL_SUBGROUP {
        Some((base, power)) => {
            let mut exponent = Fe::<M, N>::ODD_FACTOR;
            let mut i = 0;
            while i < power {
                let (quotient, rest) = divided(&exponent, base);
                assert!(rest == 0, "the small subgroup's order divides p - 1");
                exponent = quotient;
                i += 1;
            }
            Some(from_vorpal(generator::<M, N>().pow_portable(&exponent)))
        }
        None => None,
    };

    #[inline(always)]
    fn mul_assign(a: &mut Element<M, N>, b: &Element<M, N>) {
        *a = Fp::from_vorpal(&(b.to_vorpal() * a.to_vorpal()));
    }

    #[inline(always)]
    fn square_in_place(a: &mut Element<M, N>) {
        *a = Fp::from_vorpal(&a.to_vorpal().square());
    }

    fn inverse(a: &Element<M, N>) -> Option<Element<M, N>> {
        a.to_vorpal().invert_vartime().as_ref().map(Fp::from_vorpal)
    }

    #[inline]
    fn from_bigint(integer: BigInt<N>) -> Option<Element<M, N>> {
        Fe::from_limbs(&integer.0).as_ref().map(Fp::from_vorpal)
    }

    #[inline]
    fn into_bigint(a: Element<M, N>) -> BigInt<N> {
        BigInt(a.to_vorpal().to_limbs())
    }

    /// One reduction for all products. The lengths of products in extensions have their own capacities, whose
    /// reductions are cheaper.
    #[inline(always)]
    fn sum_of_products<const LEN: usize>(
        a: &[Element<M, N>; LEN],
        b: &[Element<M, N>; LEN],
    ) -> Element<M, N> {
        let sum = match LEN {
            2 => sum_of::<M, N, 2, 2>(a, b),
            3 => sum_of::<M, N, 3, 3>(a, b),
            4 => sum_of::<M, N, 4, 4>(a, b),
            6 => sum_of::<M, N, 6, 6>(a, b),
            _ => a.iter().zip(b).map(|(a, b)| (a.to_vorpal(), b.to_vorpal())).collect::<Acc<M, N>>().reduce(),
        };
        Fp::from_vorpal(&sum)
    }
}

/// The generator as an element of Vorpal.
const fn generator<M: Constants<N>, const N: usize>() -> Fe<M, N> {
    Fe::small(M::ARK_GENERATOR)
}

/// An integer divided by a small one, and the rest.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the rest is below the divisor, so quotients are below 2^64"
)]
const fn divided<const N: usize>(integer: &[u64; N], divisor: u32) -> ([u64; N], u128) {
    let (mut quotient, mut rest) = ([0; N], 0u128);
    let mut i = N;
    while i > 0 {
        i -= 1;
        let dividend = rest << 64 | integer[i] as u128;
        quotient[i] = (dividend / divisor as u128) as u64;
        rest = dividend % divisor as u128;
    }
    (quotient, rest)
}

/// A constant as an element of arkworks.
const fn from_vorpal<M: Constants<N>, const N: usize>(value: Fe<M, N>) -> Element<M, N> {
    Fp::new_unchecked(BigInt(value.to_montgomery()))
}

/// The sum of the first `LEN` products, reduced from a capacity of `TERMS >= LEN`.
#[inline(always)]
fn sum_of<M: Constants<N>, const N: usize, const LEN: usize, const TERMS: u64>(
    a: &[Element<M, N>],
    b: &[Element<M, N>],
) -> Fe<M, N> {
    let a: [_; LEN] = core::array::from_fn(|i| a[i].to_vorpal());
    let b: [_; LEN] = core::array::from_fn(|i| b[i].to_vorpal());
    Acc::<M, N, TERMS>::of_products(&a, &b).reduce()
}
