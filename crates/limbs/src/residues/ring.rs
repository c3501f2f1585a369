//! Arithmetic in residues: the kernels of a backend, and the bounds of integers around them.

use core::mem::MaybeUninit;

use crate::bound::Bound;
use crate::residue_ring::backend::{Factors, ProductKind, ResidueBackend, Terms, total};
use crate::residue_ring::constants::ResidueRing;
use crate::residue_ring::value::Quadratic;
use crate::residue_ring::{AT_ONCE, MOST_PRODUCTS, REDUCED};

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

    /// Sums of products. `2 R` reductions; see [`write_sums_of_products`](Self::write_sums_of_products).
    #[inline(always)]
    pub fn sums_of_products<const R: usize>(&self, sums: [Terms<'_>; R]) -> [Quadratic; R] {
        let mut results = [const { MaybeUninit::uninit() }; R];
        self.write(ProductKind::Extension, sums, results.each_mut());
        results.map(|mut result| {
            // SAFETY: kernels write all lanes. Bounds are numbers of any value in debug builds, and nothing in others.
            unsafe {
                (&raw mut (*result.as_mut_ptr()).bound).write(Bound::new(REDUCED));
                result.assume_init()
            }
        })
    }

    /// `results_k = sums_k`. Three multiplications for each product and `2 R` reductions; several results at a time,
    /// at most twelve, hide latencies.
    ///
    /// # Panics
    /// If a sum has more than seven products. In debug builds, if the sums could exceed their bounds.
    #[inline(always)]
    pub fn write_sums_of_products<const R: usize>(&self, sums: [Terms<'_>; R], results: [&mut Quadratic; R]) {
        self.write_sums(ProductKind::Extension, sums, results);
    }

    /// As [`write_sums_of_products`](Self::write_sums_of_products), with elements as pairs of numbers: products are
    /// those of each coefficient. Two multiplications for each.
    #[inline(always)]
    pub fn write_sums_of_pairs<const R: usize>(&self, sums: [Terms<'_>; R], results: [&mut Quadratic; R]) {
        self.write_sums(ProductKind::Pairs, sums, results);
    }

    #[inline(always)]
    fn write_sums<const R: usize>(
        &self,
        product: ProductKind,
        sums: [Terms<'_>; R],
        results: [&mut Quadratic; R],
    ) {
        let results = results.map(|result| {
            result.bound = Bound::new(REDUCED);
            // SAFETY: the layout is the same, and the kernel writes only elements.
            unsafe { &mut *core::ptr::from_mut(result).cast() }
        });
        self.write(product, sums, results);
    }

    /// Checks the bounds of the operands, and writes the lanes of the results.
    #[inline(always)]
    fn write<const R: usize>(
        &self,
        product: ProductKind,
        sums: [Terms<'_>; R],
        mut results: [&mut MaybeUninit<Quadratic>; R],
    ) {
        const { assert!(R <= AT_ONCE, "too many sums at once") };
        for sum in sums {
            self.check_bounds(sum);
        }
        self.kernels.sums_of_products(self.ring, product, &sums, &mut results);
    }

    /// A sum of products. Two reductions.
    ///
    /// # Panics
    /// As [`sums_of_products`](Self::sums_of_products).
    #[inline(always)]
    pub fn sum_of_products(&self, sum: Terms<'_>) -> Quadratic {
        self.check_bounds(sum);
        written(REDUCED, |result| {
            self.kernels.sums_of_products(self.ring, ProductKind::Extension, &[sum], &mut [result]);
        })
    }

    /// Panics if a sum has too many products, and in debug builds if it could exceed its bound.
    #[inline(always)]
    fn check_bounds(&self, sum: Terms<'_>) {
        assert!(sum.len() <= MOST_PRODUCTS, "a sum has too many products");
        if cfg!(debug_assertions) {
            let products = sum.iter().map(|[a, b]| a.bound.get() * b.bound.get());
            let bound = products.sum::<u64>() * (1 + self.ring.q.max(1));
            assert!(bound <= self.ring.largest, "a sum of products may exceed its bound");
        }
    }

    /// The sum of both elements times `x + y u`, by the factors `F`. A few cycles.
    #[inline(always)]
    pub fn combination<F: Factors>(&self, elements: [&Quadratic; 2]) -> Quadratic {
        const { assert!(total::<F>(1) > 0 && total::<F>(1) < 64, "the factors are zero or too large") };
        let bounds = F::FACTORS.iter().zip(elements).map(|([x, y], a)| {
            let [x, y] = [x, y].map(|factor| u64::from(factor.unsigned_abs()));
            (x + self.ring.q.max(1) * y) * a.bound.get()
        });
        let mut combination = self.kernels.combination::<F, N>(self.ring, elements);
        combination.bound = Bound::new(bounds.sum());
        combination
    }

    /// `c0 - c1 u`.
    #[inline(always)]
    pub fn conjugate(&self, a: &Quadratic) -> Quadratic {
        written(a.bound.get(), |result| self.kernels.conjugate(self.ring, a, result))
    }

    /// The elements with the coefficients `a_i R mod p`, Montgomery form. Several at a time hide latencies.
    #[inline]
    pub fn load<const R: usize>(&self, elements: [[&[u64; N]; 2]; R]) -> [Quadratic; R] {
        let integers = elements
            .map(|coefficients| written(1, |result| self.kernels.split(self.ring, coefficients, result)));
        let products = integers.each_ref().map(|integers| [[integers, &self.ring.from_montgomery]]);
        self.sums_of_products(products.each_ref().map(|sum| &sum[..]))
    }

    /// The coefficients in Montgomery form, below `p`. Several at a time hide latencies.
    ///
    /// # Panics
    /// In debug builds, if the product of an element and a number below `p` could exceed its bound.
    #[inline]
    pub fn store<const R: usize>(&self, elements: [&Quadratic; R]) -> [[[u64; N]; 2]; R] {
        let products = elements.map(|element| [[element, &self.ring.to_montgomery]]);
        // Reduced, so below 15 p.
        let integers = self.sums_of_products(products.each_ref().map(|sum| &sum[..]));
        integers.each_ref().map(|a| [self.ring.integer(&a.c0[1]), self.ring.integer(&a.c1[1])])
    }
}
