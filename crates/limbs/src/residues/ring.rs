//! Arithmetic in residues: the kernels of a backend, and the bounds of integers around them.

use core::mem::MaybeUninit;

use super::backend::{Factors, ResidueBackend, total};
use super::constants::ResidueRing;
use super::value::Quadratic;
use super::{MOST_PRODUCTS, REDUCED};
use crate::bound::Bound;

/// The result of a kernel, with its bound.
#[inline(always)]
fn written(bound: u64, kernel: impl FnOnce(&mut MaybeUninit<Quadratic>)) -> Quadratic {
    let mut result = MaybeUninit::uninit();
    kernel(&mut result);
    // SAFETY: kernels write all lanes, and the bound is a number of any value in debug builds, and nothing in others.
    unsafe {
        (&raw mut (*result.as_mut_ptr()).bound).write(Bound::new(bound));
        result.assume_init()
    }
}

/// Arithmetic with the kernels of a backend. Operands and results are of the same ring.
#[derive(Clone, Copy, Debug)]
pub struct ResidueArithmetic<'a, K, const N: usize> {
    kernels: K,
    ring: &'a ResidueRing<N>,
}

impl<'a, B: ResidueBackend, const N: usize> ResidueArithmetic<'a, B, N> {
    /// The arithmetic of a ring.
    #[inline(always)]
    pub const fn new(kernels: B, ring: &'a ResidueRing<N>) -> Self {
        Self { kernels, ring }
    }

    /// `results_k = a_k0 b_k0 + .. + a_k(T-1) b_k(T-1)`. `2 K` reductions; two results at a time hide latencies.
    ///
    /// # Panics
    /// In debug builds, if the sums could exceed their bounds.
    #[inline(always)]
    pub fn sums_of_products<const K: usize, const T: usize>(
        &self,
        a: [[&Quadratic; T]; K],
        b: [[&Quadratic; T]; K],
        results: [&mut Quadratic; K],
    ) {
        for k in 0..K {
            self.check_bounds(a[k], b[k]);
        }
        let results = results.map(|result| {
            result.bound = Bound::new(REDUCED);
            // SAFETY: the layout is the same, and the kernel writes only elements.
            unsafe { &mut *core::ptr::from_mut(result).cast() }
        });
        self.kernels.sums_of_products(self.ring, a, b, results);
    }

    /// `a_0 b_0 + .. + a_(T-1) b_(T-1)`. Two reductions.
    ///
    /// # Panics
    /// As [`sums_of_products`](Self::sums_of_products).
    #[inline(always)]
    pub fn sum_of_products<const T: usize>(&self, a: [&Quadratic; T], b: [&Quadratic; T]) -> Quadratic {
        self.check_bounds(a, b);
        written(REDUCED, |result| self.kernels.sums_of_products(self.ring, [a], [b], [result]))
    }

    /// Panics in debug builds if a sum of products could exceed its bound.
    #[inline(always)]
    fn check_bounds<const T: usize>(&self, a: [&Quadratic; T], b: [&Quadratic; T]) {
        const { assert!(2 * T <= MOST_PRODUCTS, "a sum has too many products") };
        if cfg!(debug_assertions) {
            let products = a.iter().zip(b).map(|(a, b)| a.bound.get() * b.bound.get());
            let bound = products.sum::<u64>() * (1 + self.ring.q.max(1));
            assert!(bound <= self.ring.largest, "a sum of products may exceed its bound");
        }
    }

    /// The sum of both elements times `x + y u`, by the factors `F`. A few cycles.
    #[inline(always)]
    pub fn combination<F: Factors>(&self, elements: [&Quadratic; 2]) -> Quadratic {
        const { assert!(total::<F>() > 0 && total::<F>() < 64, "the factors are zero or too large") };
        let bounds = F::FACTORS.iter().zip(elements).map(|([x, y], a)| {
            let [x, y] = [x, y].map(|factor| u64::from(factor.unsigned_abs()));
            (x + self.ring.q.max(1) * y) * a.bound.get()
        });
        written(bounds.sum(), |result| self.kernels.combination::<F, N>(self.ring, elements, result))
    }

    /// `c0 - c1 u`.
    #[inline(always)]
    pub fn conjugate(&self, a: &Quadratic) -> Quadratic {
        written(a.bound.get(), |result| self.kernels.conjugate(self.ring, a, result))
    }

    /// The element with the coefficients `a_i R mod p`, Montgomery form.
    #[inline]
    pub fn load(&self, coefficients: [&[u64; N]; 2]) -> Quadratic {
        let integers = written(1, |result| self.kernels.split(self.ring, coefficients, result));
        self.sum_of_products([&integers], [&self.ring.from_montgomery])
    }

    /// The coefficients in Montgomery form, below `p`.
    ///
    /// # Panics
    /// In debug builds, if the bound of the element is more than a seventh of that of a product: only then is the
    /// reduced integer above `-p`.
    #[inline]
    pub fn store(&self, a: &Quadratic) -> [[u64; N]; 2] {
        debug_assert!(
            7 * a.bound.get() * (1 + self.ring.q.max(1)) <= self.ring.largest,
            "the element may exceed its bound"
        );
        let integers = self.sum_of_products([a], [&self.ring.to_montgomery]);
        [self.ring.integer(&integers.c0[1]), self.ring.integer(&integers.c1[1])]
    }
}
