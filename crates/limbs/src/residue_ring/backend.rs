//! The interface of a backend for residues.

use core::fmt::Debug;
use core::mem::MaybeUninit;

use super::constants::ResidueRing;
use super::value::Quadratic;
use crate::packed::Sealed;

/// The terms of a sum: products of two elements each.
pub type Terms<'a> = &'a [[&'a Quadratic; 2]];

/// What the product of two elements is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductKind {
    /// That of the extension: `(a0 + a1 u) (b0 + b1 u)` with `u^2 = -q`.
    Extension,
    /// That of each coefficient: `a0 b0` and `a1 b1`. An element is a pair of numbers.
    Pairs,
}

/// Small integers `x`, `y` for each of two elements, which are multiplied by `x + y u`.
pub trait Factors {
    /// `[x, y]` for each element.
    const FACTORS: [[i8; 2]; 2];
}

/// The sum of the magnitudes of all factors, where `u` counts `weight` times.
pub(crate) const fn total<F: Factors>(weight: u64) -> u64 {
    let [[a, b], [c, d]] = F::FACTORS;
    a.unsigned_abs() as u64
        + c.unsigned_abs() as u64
        + weight * (b.unsigned_abs() as u64 + d.unsigned_abs() as u64)
}

/// The kernels of a backend. Lanes of operands and results are at most `MULTIPLES` times their modulus; bounds of
/// integers are the caller's. Constant time. Kernels write every lane of their results, and read nothing of them.
pub trait ResidueBackend: Copy + Debug + Send + Sync + Sealed + 'static {
    /// `results_k = sums_k / M`, for as many sums as results and at most `AT_ONCE`.
    fn sums_of_products<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        product: ProductKind,
        sums: &[Terms<'_>],
        results: &mut [&mut MaybeUninit<Quadratic>],
    );

    /// The sum of both elements times their factors.
    fn combination<F: Factors, const N: usize>(
        self,
        ring: &ResidueRing<N>,
        elements: [&Quadratic; 2],
    ) -> Quadratic;

    /// `c0 - c1 u`.
    fn conjugate<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        a: &Quadratic,
        result: &mut MaybeUninit<Quadratic>,
    );

    /// The residues of integers below `p`.
    fn split<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        numbers: [&[u64; N]; 2],
        result: &mut MaybeUninit<Quadratic>,
    );
}
