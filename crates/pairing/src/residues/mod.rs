//! Pairings in residue number systems, for processors with AVX-512 IFMA.
//!
//! One pairing has no sixteen independent products for the lanes of a packed value. In residues the lanes are those of
//! one number, a product has no carries, and a sum of many products has one reduction
//! ([`vorpal_limbs::residues`]). So `Fp12` is `Fp2[w] / (w^6 - xi)` here, without towers: every coefficient of a
//! product is a sum of six products of `Fp2`, by the definition. Karatsuba's method would save products, which are
//! cheap, and cost additions.
//!
//! Formulas and results are those of the other modules; tests compare the values.

mod compressed;
mod element;
#[cfg(test)]
mod exceptional_tests;
mod lines;
pub(crate) mod membership;
#[cfg(test)]
mod membership_tests;
mod miller;
mod power;
mod projection;
#[cfg(test)]
mod tests;

use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{Fe, Modulus};
use vorpal_limbs::Montgomery;
use vorpal_limbs::residues::{
    Factors, Quadratic, REDUCED, ResidueArithmetic, ResidueBackend, ResidueKernels, ResidueRing, Terms,
};

use crate::{Engine, Twist};
pub(crate) use element::Element;

/// Arithmetic of a curve's tower in residues.
pub(crate) struct Residues<E: Engine<N>, const N: usize, K = ResidueKernels> {
    arithmetic: ResidueArithmetic<'static, K, N>,
    /// The number 1.
    one: Quadratic,
    /// The numbers 2 and -2.
    two: Quadratic,
    minus_two: Quadratic,
    engine: PhantomData<fn() -> E>,
}

/// The factors `A` and `B`.
struct Small<const A: i8, const B: i8>;

impl<const A: i8, const B: i8> Factors for Small<A, B> {
    const FACTORS: [[i8; 2]; 2] = [[A, 0], [B, 0]];
}

/// The factor `K xi`, and zero.
struct Xi<M, const N: usize, const K: i8>(PhantomData<M>);

impl<M: TowerModulus<N>, const N: usize, const K: i8> Factors for Xi<M, N, K> {
    #[allow(clippy::cast_possible_truncation, reason = "the coefficients of a small xi are at most nine")]
    const FACTORS: [[i8; 2]; 2] = match M::XI {
        [a, b] if is_small(M::XI) => [[K * a as i8, K * b as i8], [0, 0]],
        // Never used, as `Residues::RING` is none.
        _ => [[1, 0], [0, 0]],
    };
}

/// The factor `3 b'` of the curve of G2, times `xi` for a D-twist, and zero.
struct ThreeB<E, const N: usize>(PhantomData<E>);

impl<E: Engine<N>, const N: usize> Factors for ThreeB<E, N> {
    const FACTORS: [[i8; 2]; 2] = match small_three_b::<E, N>() {
        Some(factor) => [factor, [0, 0]],
        // Never used.
        None => [[1, 0], [0, 0]],
    };
}

/// `3 b'` of the curve of G2 for an M-twist, and `3 b' xi = 3 b` for a D-twist, if both coefficients are small.
const fn small_three_b<E: Engine<N>, const N: usize>() -> Option<[i8; 2]> {
    let b = match E::TWIST {
        Twist::D => [small_triple(&E::G1::B), Some(0)],
        Twist::M => [small_triple(&E::G2::B.c0), small_triple(&E::G2::B.c1)],
    };
    match b {
        [Some(c0), Some(c1)] => Some([c0, c1]),
        _ => None,
    }
}

/// `3 a`, if that is at most 18.
#[allow(clippy::cast_possible_truncation, reason = "a number of at most 6")]
const fn small_triple<M: Modulus<N>, const N: usize>(a: &Fe<M, N>) -> Option<i8> {
    let limbs = a.constant_limbs();
    let mut limb = 1;
    while limb < N {
        if limbs[limb] != 0 {
            return None;
        }
        limb += 1;
    }
    if limbs[0] <= 6 { Some(3 * limbs[0] as i8) } else { None }
}

/// Whether combinations take three times this `xi`.
const fn is_small([a, b]: [u64; 2]) -> bool {
    a <= 9 && b <= 9
}

/// The largest bound `K` of a sum of products in this module ([`ResidueRing::new`]), for reduced numbers below `r p`.
/// With `q' = max(q, 1)`, `xi` times such a number has the bound `x r = (a + q' b) r`. Bounds of sums of products of
/// `Fp2` are
///
/// ```text
/// products                                   r^2 + 5 x r^2
/// coefficients of cyclotomic squares         6 x r^2 + 2 r^2
/// B (B + 6 E) - 3 E^2 of a doubling          10 r^2
/// 3 xi x X^2 of its line                     3 x r^2
/// 3 b Z^2 in G1, if 3 b is small             18 r^2
/// 3 b' Z^2, if 3 b' = c + d u is small       (c + q' d) r^2
/// ```
///
/// and smaller ones; each is `1 + q'` sums of products of `Fp`. Debug builds compute every bound.
const fn largest_bound(q: u64, [a, b]: [u64; 2], [c, d]: [i8; 2]) -> u64 {
    let (square, q) = (REDUCED * REDUCED, if q == 0 { 1 } else { q });
    let cyclotomic = (6 * (a + q * b) + 2) * square;
    let three_b = c.unsigned_abs() as u64 + q * d.unsigned_abs() as u64;
    let doubling = if three_b > 18 { three_b } else { 18 } * square;
    (1 + q) * if cyclotomic > doubling { cyclotomic } else { doubling }
}

impl<E: Engine<N>, const N: usize> Residues<E, N> {
    /// The arithmetic, if this process uses AVX-512 IFMA and residues support the tower.
    pub(crate) fn active() -> Option<Self> {
        Self::new(ResidueKernels::active()?)
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The constants, if `p`, `q`, `xi` and `b` are small enough for all sums of this module.
    const RING: &'static Option<ResidueRing<N>> = &const {
        let (q, xi) = (E::Modulus::Q, E::Modulus::XI);
        match small_three_b::<E, N>() {
            Some(three_b) if is_small([q, 0]) && is_small(xi) => ResidueRing::new(
                &Montgomery::new(<E::Modulus as Modulus<N>>::P),
                q,
                largest_bound(q, xi, three_b),
            ),
            _ => None,
        }
    };

    /// The arithmetic with the kernels of a backend; `None` for towers that residues do not support.
    fn new(kernels: K) -> Option<Self> {
        let arithmetic = ResidueArithmetic::new(kernels, Self::RING.as_ref()?);
        let one = Fe::<E::Modulus, N>::ONE.to_montgomery();
        let [one] = arithmetic.load([[&one, &[0; N]]]);
        let two = arithmetic.combination::<Small<2, 0>>([&one; 2]);
        let minus_two = arithmetic.combination::<Small<-2, 0>>([&one; 2]);
        Some(Self { arithmetic, one, two, minus_two, engine: PhantomData })
    }

    /// The residues of an element.
    fn load(&self, a: &Fp2<E::Modulus, N>) -> Quadratic {
        let [a] = self.load_all([a]);
        a
    }

    /// The residues of elements.
    fn load_all<const R: usize>(&self, elements: [&Fp2<E::Modulus, N>; R]) -> [Quadratic; R] {
        let limbs = elements.map(|a| [a.c0.to_montgomery(), a.c1.to_montgomery()]);
        self.arithmetic.load(limbs.each_ref().map(<[_; 2]>::each_ref))
    }

    /// The element with these residues.
    fn store(&self, a: &Quadratic) -> Fp2<E::Modulus, N> {
        let [a] = self.store_all([a]);
        a
    }

    /// The elements with these residues.
    fn store_all<const R: usize>(&self, elements: [&Quadratic; R]) -> [Fp2<E::Modulus, N>; R] {
        self.arithmetic.store(elements).map(|limbs| {
            let [c0, c1] = limbs.map(Fe::from_montgomery_unchecked);
            Fp2::new(c0, c1)
        })
    }

    /// `2 a`.
    fn double(&self, a: &Quadratic) -> Quadratic {
        self.times::<Small<2, 0>>(a)
    }

    /// `3 a`.
    fn triple(&self, a: &Quadratic) -> Quadratic {
        self.times::<Small<3, 0>>(a)
    }

    /// `3 xi a`.
    fn triple_xi(&self, a: &Quadratic) -> Quadratic {
        self.times::<Xi<E::Modulus, N, 3>>(a)
    }

    /// `xi a`.
    fn times_xi(&self, a: &Quadratic) -> Quadratic {
        self.times::<Xi<E::Modulus, N, 1>>(a)
    }

    /// `a` times the first factor.
    fn times<F: Factors>(&self, a: &Quadratic) -> Quadratic {
        self.combined::<F>(a, a)
    }

    /// `a` times the first factor plus `b` times the second.
    fn combined<F: Factors>(&self, a: &Quadratic, b: &Quadratic) -> Quadratic {
        self.arithmetic.combination::<F>([a, b])
    }

    /// Sums of products. Several at a time hide latencies.
    #[inline(always)]
    fn sums<const R: usize>(&self, sums: [Terms<'_>; R]) -> [Quadratic; R] {
        self.arithmetic.sums_of_products(sums)
    }

    /// One sum of products.
    fn sum(&self, sum: Terms<'_>) -> Quadratic {
        self.arithmetic.sum_of_products(sum)
    }
}
