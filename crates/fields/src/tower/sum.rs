//! Sums of products in the tower, with few Montgomery reductions.
//!
//! A product in `Fp12` has 54 products of `Fp`, but only twelve coefficients. All products are added up modulo `p R`
//! ([`Unreduced`]), and twelve reductions remain. Source: D. F. Aranha, K. Karabina, P. Longa, C. H. Gebotys,
//! J. Lopez, "Faster explicit formulas for computing pairings over ordinary curves", 2011, section 3.
//!
//! All operations work in place. Results by value would be copied, by vectors, which wait for the words just written.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use vorpal_limbs::{Unreduced, words};

use super::{Fp2, Fp6, TowerModulus};
use crate::Fe;

/// A sum of two elements of `Fp2`, without corrections: coefficients below `2 p`.
pub(super) struct Sum<const N: usize> {
    c0: [u64; N],
    c1: [u64; N],
}

impl<const N: usize> Sum<N> {
    /// `a + b`.
    #[inline(always)]
    pub(super) fn of<M: TowerModulus<N>>(a: &Fp2<M, N>, b: &Fp2<M, N>) -> Self {
        Self { c0: words::add(&a.c0.stored, &b.c0.stored).0, c1: words::add(&a.c1.stored, &b.c1.stored).0 }
    }
}

/// A sum of products of `Fp`: a residue modulo `p R`.
struct SumFe<M: TowerModulus<N>, const N: usize> {
    value: Unreduced<N>,
    modulus: PhantomData<fn() -> M>,
}

impl<M: TowerModulus<N>, const N: usize> SumFe<M, N> {
    /// Zero.
    const ZERO: Self = Self { value: Unreduced::ZERO, modulus: PhantomData };

    /// `self += other`.
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        Fe::<M, N>::RING.add_unreduced(&mut self.value, &other.value);
    }

    /// `self -= other`.
    #[inline(always)]
    fn sub(&mut self, other: &Self) {
        Fe::<M, N>::RING.sub_unreduced(&mut self.value, &other.value);
    }

    /// `self += other`, or `-=`.
    #[inline(always)]
    fn add_or_sub(&mut self, other: &Self, subtract: bool) {
        if subtract { self.sub(other) } else { self.add(other) }
    }

    /// `self *= 2`.
    #[inline(always)]
    fn double(&mut self) {
        Fe::<M, N>::RING.double_unreduced(&mut self.value);
    }

    /// The sum. One reduction.
    #[inline(always)]
    fn reduce(&self) -> Fe<M, N> {
        Fe::from_stored(Fe::<M, N>::RING.reduce_unreduced(&self.value))
    }
}

/// A sum of products of `Fp2`.
pub(super) struct SumFp2<M: TowerModulus<N>, const N: usize> {
    c0: SumFe<M, N>,
    c1: SumFe<M, N>,
}

impl<M: TowerModulus<N>, const N: usize> SumFp2<M, N> {
    /// Zero.
    pub(super) const ZERO: Self = Self { c0: SumFe::ZERO, c1: SumFe::ZERO };

    /// `self = a b`. 3M: `c0 = a0 b0 - q a1 b1`, `c1 = (a0 + a1) (b0 + b1) - a0 b0 - a1 b1` (A. Karatsuba, 1962).
    #[inline(always)]
    pub(super) fn set_product(&mut self, a: &Fp2<M, N>, b: &Fp2<M, N>) {
        self.set_product_of(&a.c0.stored, &a.c1.stored, &b.c0.stored, &b.c1.stored);
    }

    /// `self = a d + b c`, the other terms of the product of the sums `a + b` and `c + d`, given `a c` and `b d` of the
    /// same elements as [`set_product`](Self::set_product) sets them.
    ///
    /// `c1` of each product is the integer of its formula, so that of `self` is too: its differences need no
    /// correction, and it is below `4 p^2`.
    #[inline(always)]
    pub(super) fn set_mixed(&mut self, ab: &Sum<N>, cd: &Sum<N>, ac: &Self, bd: &Self) {
        self.set_product_of(&ab.c0, &ab.c1, &cd.c0, &cd.c1);
        self.c0.sub(&ac.c0);
        self.c0.sub(&bd.c0);
        self.c1.value.sub_smaller(&ac.c1.value);
        self.c1.value.sub_smaller(&bd.c1.value);
    }

    /// As [`set_product`](Self::set_product), for coefficients below `2 p`.
    ///
    /// The sums are below `4 p`, products of them below `R^2`. `c1` is `a0 b1 + a1 b0` as an integer, so its
    /// differences need no correction. Where an operand is not below `p` it may exceed `p R`, until exact differences
    /// follow. Out of line: a program has many such products, which would not fit the instruction cache. Arrays of
    /// pointers would pass through memory, so each pointer is an argument.
    #[inline(never)]
    fn set_product_of(&mut self, a0: &[u64; N], a1: &[u64; N], b0: &[u64; N], b1: &[u64; N]) {
        const { assert!(words::mul_word(&M::P, 4).1 == 0, "the sums are below R") };
        const { assert!(Fe::<M, N>::RING.fits_unreduced(2, 2), "products of coefficients are below p R") };
        const { assert!(Fe::<M, N>::RING.fits_unreduced(2, 2 * M::Q), "and q times such a product") };
        let mut high = MaybeUninit::uninit();
        self.c0.value.set_product(a0, b0);
        let high = Unreduced::product_at(&mut high, a1, b1);
        self.c1.value.set_product(&words::add(a0, a1).0, &words::add(b0, b1).0);
        self.c1.value.sub_smaller(&self.c0.value);
        self.c1.value.sub_smaller(high);
        if M::Q > 1 {
            high.scale(M::Q);
        }
        Fe::<M, N>::RING.sub_unreduced(&mut self.c0.value, high);
    }

    /// `self = a^2`. 2M: `c0 = (a0 + a1) (a0 - q a1) + (q - 1) a0 a1`, `c1 = 2 a0 a1`.
    #[inline(never)]
    pub(super) fn set_square(&mut self, a: &Fp2<M, N>) {
        const { assert!(Fe::<M, N>::RING.fits_unreduced(2, M::Q + 1), "the product of a sum and a difference") };
        let (a0, a1) = (&a.c0.stored, &a.c1.stored);
        self.c0.value.set_product(&words::add(a0, a1).0, &a.difference_times_q());
        if M::Q % 2 == 1 {
            self.c1.value.set_product(&words::add(a0, a0).0, a1);
            for _ in 0..M::Q / 2 {
                self.c0.add(&self.c1);
            }
        } else {
            self.c1.value.set_product(a0, a1);
            for _ in 1..M::Q {
                self.c0.add(&self.c1);
            }
            self.c1.double();
        }
    }

    /// `self += other`.
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        self.c0.add(&other.c0);
        self.c1.add(&other.c1);
    }

    /// `self -= other`.
    #[inline(always)]
    pub(super) fn sub(&mut self, other: &Self) {
        self.c0.sub(&other.c0);
        self.c1.sub(&other.c1);
    }

    /// `self *= 2`.
    #[inline(always)]
    pub(super) fn double(&mut self) {
        self.c0.double();
        self.c1.double();
    }

    /// `self += xi other`, or `-=`: `c0 += a other0 - q b other1`, `c1 += a other1 + b other0`. Changes `other`, to
    /// multiples of its coefficients.
    #[inline(always)]
    pub(super) fn add_times_xi(&mut self, other: &mut Self, subtract: bool) {
        const { assert!(M::Q.checked_mul(M::XI[1]).is_some(), "q b is below 2^64") };
        let [a, b] = M::XI;
        let (first, second) = (a | b, a | (M::Q * b));
        for bit in 0..u64::BITS - (first | second).leading_zeros() {
            if bit > 0 && first >> bit > 0 {
                other.c0.double();
            }
            if bit > 0 && second >> bit > 0 {
                other.c1.double();
            }
            if a >> bit & 1 == 1 {
                self.c0.add_or_sub(&other.c0, subtract);
                self.c1.add_or_sub(&other.c1, subtract);
            }
            if (M::Q * b) >> bit & 1 == 1 {
                self.c0.add_or_sub(&other.c1, !subtract);
            }
            if b >> bit & 1 == 1 {
                self.c1.add_or_sub(&other.c0, subtract);
            }
        }
    }

    /// Sets the element to the sum. Two reductions.
    #[inline(never)]
    pub(super) fn reduce(&self, element: &mut Fp2<M, N>) {
        element.c0 = self.c0.reduce();
        element.c1 = self.c1.reduce();
    }
}

/// A sum of products of `Fp6`.
pub(super) struct SumFp6<M: TowerModulus<N>, const N: usize> {
    c0: SumFp2<M, N>,
    c1: SumFp2<M, N>,
    c2: SumFp2<M, N>,
}

impl<M: TowerModulus<N>, const N: usize> SumFp6<M, N> {
    /// Zero.
    pub(super) const ZERO: Self = Self { c0: SumFp2::ZERO, c1: SumFp2::ZERO, c2: SumFp2::ZERO };

    /// `self = a b`, as [`Fp6::mul`]. 18M.
    #[inline(never)]
    pub(super) fn set_product(&mut self, a: &Fp6<M, N>, b: &Fp6<M, N>) {
        let (mut v1, mut v2, mut mixed) = (SumFp2::ZERO, SumFp2::ZERO, SumFp2::ZERO);
        self.c0.set_product(&a.c0, &b.c0);
        v1.set_product(&a.c1, &b.c1);
        v2.set_product(&a.c2, &b.c2);
        mixed.set_mixed(&Sum::of(&a.c1, &a.c2), &Sum::of(&b.c1, &b.c2), &v1, &v2);
        self.c1.set_mixed(&Sum::of(&a.c0, &a.c1), &Sum::of(&b.c0, &b.c1), &self.c0, &v1);
        self.c2.set_mixed(&Sum::of(&a.c0, &a.c2), &Sum::of(&b.c0, &b.c2), &self.c0, &v2);
        self.c2.add(&v1);
        self.c1.add_times_xi(&mut v2, false);
        self.c0.add_times_xi(&mut mixed, false);
    }

    /// `self = a (b0 + b1 v)`, as [`Fp6::mul_by_01`]. 15M.
    #[inline(never)]
    pub(super) fn set_product_by_01(&mut self, a: &Fp6<M, N>, b0: &Fp2<M, N>, b1: &Fp2<M, N>) {
        let (mut v1, mut v2) = (SumFp2::ZERO, SumFp2::ZERO);
        self.c0.set_product(&a.c0, b0);
        v1.set_product(&a.c1, b1);
        self.c1.set_mixed(&Sum::of(&a.c0, &a.c1), &Sum::of(b0, b1), &self.c0, &v1);
        self.c2.set_product(&a.c2, b0);
        self.c2.add(&v1);
        v2.set_product(&a.c2, b1);
        self.c0.add_times_xi(&mut v2, false);
    }

    /// `self = a (b1 v + b2 v^2)`. 15M.
    #[inline(never)]
    pub(super) fn set_product_by_12(&mut self, a: &Fp6<M, N>, b1: &Fp2<M, N>, b2: &Fp2<M, N>) {
        let (mut v2, mut mixed) = (SumFp2::ZERO, SumFp2::ZERO);
        self.c2.set_product(&a.c1, b1);
        v2.set_product(&a.c2, b2);
        mixed.set_mixed(&Sum::of(&a.c1, &a.c2), &Sum::of(b1, b2), &self.c2, &v2);
        self.c0 = SumFp2::ZERO;
        self.c0.add_times_xi(&mut mixed, false);
        self.c1.set_product(&a.c0, b1);
        self.c1.add_times_xi(&mut v2, false);
        v2.set_product(&a.c0, b2);
        self.c2.add(&v2);
    }

    /// `self = a b1 v`, as [`Fp6::mul_by_1`]. 9M.
    #[inline(never)]
    pub(super) fn set_product_by_1(&mut self, a: &Fp6<M, N>, b1: &Fp2<M, N>) {
        let mut top = SumFp2::ZERO;
        top.set_product(&a.c2, b1);
        self.c0 = SumFp2::ZERO;
        self.c0.add_times_xi(&mut top, false);
        self.c1.set_product(&a.c0, b1);
        self.c2.set_product(&a.c1, b1);
    }

    /// `self = factor a`, as [`Fp6::scale`]. 9M.
    #[inline(never)]
    pub(super) fn set_scaled(&mut self, a: &Fp6<M, N>, factor: &Fp2<M, N>) {
        self.c0.set_product(&a.c0, factor);
        self.c1.set_product(&a.c1, factor);
        self.c2.set_product(&a.c2, factor);
    }

    /// `self -= other`.
    #[inline(always)]
    pub(super) fn sub(&mut self, other: &Self) {
        self.c0.sub(&other.c0);
        self.c1.sub(&other.c1);
        self.c2.sub(&other.c2);
    }

    /// `self += v other`, or `-=`. Changes `other`.
    #[inline(always)]
    pub(super) fn add_times_v(&mut self, other: &mut Self, subtract: bool) {
        if subtract {
            self.c1.sub(&other.c0);
            self.c2.sub(&other.c1);
        } else {
            self.c1.add(&other.c0);
            self.c2.add(&other.c1);
        }
        self.c0.add_times_xi(&mut other.c2, subtract);
    }

    /// The element. Six reductions.
    #[inline(always)]
    pub(super) fn reduce(&self, element: &mut Fp6<M, N>) {
        self.c0.reduce(&mut element.c0);
        self.c1.reduce(&mut element.c1);
        self.c2.reduce(&mut element.c2);
    }
}
