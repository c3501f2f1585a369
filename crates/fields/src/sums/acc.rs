//! Sums of products of elements.

use core::fmt;
use core::marker::PhantomData;

use vorpal_limbs::Wide;

use crate::{Bounded, Fe, Modulus};

/// A sum of products of elements before its reduction: an integer of `2 N + 1` limbs.
///
/// Adding a product costs `N^2` word multiplications, about half of a multiplication of elements. The `N^2 + N` of the
/// Montgomery reduction and the few that make the result canonical are needed once, in [`reduce`](Self::reduce).
///
/// # Capacity
///
/// The sum is at most `TERMS p^2`. A product of values below `K p` and `L p` counts as `K L` of the `TERMS`; a product
/// of elements counts as one. There are two ways to guarantee the capacity, both checked by the compiler and without a
/// counter at run time:
///
/// * **Typed.** [`plus_product`](Self::plus_product) returns an `Acc` with a larger `TERMS`, and
///   [`of_products`](Self::of_products) accepts arrays. A sum with more terms than its type allows does not build. With
///   fewer terms the reduction is cheaper: up to `R / p` of them, five for BN254, it needs a single subtraction.
///
///   ```compile_fail,E0080
///   use vorpal_fields::{Acc, primes::{Bn254Base as F, Bn254BaseModulus}};
///   let sum = Acc::<Bn254BaseModulus, 4, 16>::of_products(&[F::ONE; 17], &[F::ONE; 17]);
///   ```
/// * **Open.** `TERMS` defaults to `2^64 - 1`, which fits the `2 N + 1` limbs of every prime.
///   [`add_product`](Self::add_product), [`add`](Self::add) and [`merge`](Self::merge) change the sum in place, in any
///   loop. At least `2^59` terms fit; at one nanosecond each, adding more than that would take 18 years. Merges do not
///   exhaust the capacity, however many there are. A typed sum becomes an open one up to `TERMS = 2^58`. A larger one,
///   which a few sums of sums reach, does not build:
///
///   ```compile_fail,E0080
///   use vorpal_fields::{Acc, primes::{Secp256k1Base as F, Secp256k1BaseModulus as M}};
///   let large = Acc::<M, 4, { 1 << 62 }>::of_products(&[F::ONE], &[F::ONE]);
///   let mut open: Acc<M, 4> = large.widen();
///   open.merge(&open.clone());
///   ```
///
/// # A dot product
///
/// ```
/// use vorpal_fields::{Acc, primes::Bn254Scalar as F};
/// let a: [F; 100] = core::array::from_fn(|i| F::from(i as u64));
/// let b: [F; 100] = core::array::from_fn(|i| F::from(100 - i as u64));
/// let mut sum = Acc::new();
/// for (x, y) in a.iter().zip(&b) {
///     sum.add_product(x, y);
/// }
/// assert_eq!(sum.reduce(), F::from(166_650));
/// // The same, with the length in the types, for slices, and for iterators.
/// assert_eq!(Acc::<_, _, 100>::of_products(&a, &b).reduce(), F::from(166_650));
/// assert_eq!(F::inner_product(&a, &b), Ok(F::from(166_650)));
/// assert_eq!(a.iter().zip(&b).collect::<Acc<_, _>>().reduce(), F::from(166_650));
/// ```
///
/// # A round of a sum-check
///
/// The prover has multilinear `f` and `g` by their values on the hypercube, the first variable in the highest bit of
/// the index, and claims the sum of `f g`. A round sends `s(t) = sum_x f(t, x) g(t, x)` at `t = 0, 1, 2` and binds the
/// first variable to a challenge. Three products per index are added up, and the round needs three reductions,
/// independent of its length. `f(2, x) = 2 f(1, x) - f(0, x)` is not reduced, but below `3 p`.
///
/// ```
/// use vorpal_fields::{Acc, primes::Bn254Scalar as F};
/// fn round(f: &[F], g: &[F]) -> [F; 3] {
///     let half = f.len() / 2;
///     let (mut s0, mut s1, mut s2) = (Acc::new(), Acc::new(), Acc::new());
///     for i in 0..half {
///         let (f0, f1, g0, g1) = (f[i], f[half + i], g[i], g[half + i]);
///         s0.add_product(f0, g0);
///         s1.add_product(f1, g1);
///         s2.add_product(f1.lazy().double::<2>().sub::<3>(f0), g1.lazy().double::<2>().sub::<3>(g0));
///     }
///     [s0.reduce(), s1.reduce(), s2.reduce()]
/// }
///
/// fn bind(f: &[F], challenge: F) -> Vec<F> {
///     let (zeros, ones) = f.split_at(f.len() / 2);
///     zeros.iter().zip(ones).map(|(f0, f1)| *f0 + challenge * (*f1 - *f0)).collect()
/// }
///
/// let (f, g): (Vec<F>, Vec<F>) = (1..=8).map(|i| (F::from(i), F::from(i * i + 7))).unzip();
/// let [s0, s1, s2] = round(&f, &g);
/// assert_eq!(s0 + s1, F::inner_product(&f, &g)?, "the claim");
/// let r = F::from(1_000_003);
/// // The next claim: s(r) by Lagrange's formula through 0, 1 and 2.
/// let (r1, r2) = (r - F::ONE, r - F::from(2));
/// let claim = s0 * (r1 * r2).halve() - s1 * r * r2 + s2 * (r * r1).halve();
/// let [next0, next1, _] = round(&bind(&f, r), &bind(&g, r));
/// assert_eq!(next0 + next1, claim);
/// # Ok::<(), vorpal_fields::Error>(())
/// ```
pub struct Acc<M: Modulus<N>, const N: usize, const TERMS: u64 = { u64::MAX }> {
    sum: Wide<N>,
    modulus: PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize, const TERMS: u64> Clone for Acc<M, N, TERMS> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize, const TERMS: u64> Copy for Acc<M, N, TERMS> {}

/// Sums of any capacity.
impl<M: Modulus<N>, const N: usize, const TERMS: u64> Acc<M, N, TERMS> {
    /// The empty sum.
    pub const ZERO: Self = Self { sum: Wide::ZERO, modulus: PhantomData };

    /// `TERMS p^2`.
    const BOUND: Wide<N> = Wide::largest(&M::P, TERMS);

    #[inline(always)]
    fn new_checked(sum: Wide<N>) -> Self {
        sum.debug_assert_at_most(&Self::BOUND);
        Self { sum, modulus: PhantomData }
    }

    /// `self + a b`, with a capacity of `NEXT` terms. `N^2` word multiplications.
    ///
    /// `NEXT >= TERMS + K L` for `a < K p` and `b < L p`; otherwise it does not build.
    ///
    /// ```compile_fail,E0080
    /// use vorpal_fields::{Acc, primes::{Bn254Base as F, Bn254BaseModulus as M}};
    /// let full = Acc::<M, 4, 1>::of_products(&[F::ONE], &[F::ONE]);
    /// let _: Acc<M, 4, 1> = full.plus_product(F::ONE, F::ONE);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn plus_product<const NEXT: u64>(
        mut self,
        a: impl Bounded<M, N>,
        b: impl Bounded<M, N>,
    ) -> Acc<M, N, NEXT> {
        accumulate::<M, N, _, _, 1, TERMS, NEXT>(&mut self.sum, &a, &b);
        Acc::new_checked(self.sum)
    }

    /// `self + other`, with a capacity of `NEXT >= TERMS + OTHER` terms; otherwise it does not build.
    #[inline(always)]
    #[must_use]
    pub fn plus<const OTHER: u64, const NEXT: u64>(mut self, other: Acc<M, N, OTHER>) -> Acc<M, N, NEXT> {
        const {
            let enough = fits(TERMS as u128 + OTHER as u128, NEXT);
            assert!(enough, "the capacity of a sum is at least the sum of the capacities");
        };
        self.sum.add(&other.sum);
        Acc::new_checked(self.sum)
    }

    /// The same sum with a larger capacity, `NEXT >= TERMS`; otherwise it does not build. No arithmetic.
    #[inline(always)]
    #[must_use]
    pub fn widen<const NEXT: u64>(self) -> Acc<M, N, NEXT> {
        const {
            let enough = TERMS == NEXT || fits(TERMS as u128, NEXT);
            assert!(
                enough,
                "a capacity can be widened, not narrowed, and open sums start with at most 2^58 terms"
            );
        };
        Acc::new_checked(self.sum)
    }

    /// `a[0] b[0] + ... + a[LEN - 1] b[LEN - 1]`. `LEN N^2` word multiplications.
    ///
    /// `TERMS >= LEN K L` for `a[i] < K p` and `b[i] < L p`; otherwise it does not build.
    #[inline(always)]
    #[must_use]
    pub fn of_products<A: Bounded<M, N>, B: Bounded<M, N>, const LEN: usize>(
        a: &[A; LEN],
        b: &[B; LEN],
    ) -> Self {
        let mut sum = Wide::ZERO;
        for i in 0..LEN {
            accumulate::<M, N, A, B, LEN, 0, TERMS>(&mut sum, &a[i], &b[i]);
        }
        Self::new_checked(sum)
    }

    /// The sum as an element: `N^2 + N` word multiplications for the Montgomery reduction, and for the canonical value
    /// one conditional subtraction if `TERMS p <= R`, else `N + 1` word multiplications
    /// ([`Reciprocal`](vorpal_limbs::Reciprocal)).
    #[inline(always)]
    #[must_use]
    pub fn reduce(&self) -> Fe<M, N> {
        self.sum.debug_assert_at_most(&Self::BOUND);
        let (limbs, top) = Fe::<M, N>::RING.redc(&self.sum);
        let multiple = const { Fe::<M, N>::RING.sum_multiple(TERMS) };
        Fe::from_stored(Fe::<M, N>::RECIPROCAL.canonical(&limbs, top, multiple))
    }
}

/// The most terms that a typed sum brings into an open one.
const OPEN_TERMS: u64 = 1 << 58;

/// Whether a sum with this many terms may have the capacity `next`.
const fn fits(terms: u128, next: u64) -> bool {
    let most = if next == u64::MAX { OPEN_TERMS } else { next };
    terms <= most as u128
}

/// Adds `a b`. `COUNT` such products must fit between `TERMS` and `NEXT`.
#[inline(always)]
fn accumulate<M, const N: usize, A, B, const COUNT: usize, const TERMS: u64, const NEXT: u64>(
    sum: &mut Wide<N>,
    a: &A,
    b: &B,
) where
    M: Modulus<N>,
    A: Bounded<M, N>,
    B: Bounded<M, N>,
{
    const {
        // The product of two words fits u128; its multiplication by COUNT is checked.
        let weight = A::MULTIPLE as u128 * B::MULTIPLE as u128;
        let enough = match weight.checked_mul(COUNT as u128) {
            Some(weight) => weight <= NEXT as u128 && fits(TERMS as u128 + weight, NEXT),
            None => false,
        };
        assert!(enough, "more terms than the capacity of the sum");
    };
    sum.accumulate(a.limbs(), b.limbs());
}

/// Open sums, which loops can change in place.
///
/// # Bounds
/// A sum begins with at most `2^58 p^2`, which it has from a typed one. Every term is at most `15 p^2`, so `2^59` of
/// them are at most `15 2^59 p^2`. If `p > 2^(64 N - 28)`, then `R^2 < 2^56 p^2`, and a merge leaves a sum below
/// `2 R^2` ([`fold_top`](vorpal_limbs::Montgomery::fold_top)). So two sums that are merged are at most
/// `2 (2^58 p^2 + 2 R^2 + 15 2^59 p^2) < (2^59 + 2^58 + 15 2^60) p^2 < (2^64 - 1) p^2` together, as the capacity
/// requires. For other primes a merge adds one term.
impl<M: Modulus<N>, const N: usize> Acc<M, N> {
    /// The largest `K L` of one product: `2^59` of these fit, and twice as many before a merge is folded.
    const WEIGHT: u64 = 15;

    /// Whether `R^2 < 2^56 p^2`.
    pub(super) const FOLDS: bool = Fe::<M, N>::BITS + 28 > 64 * N;

    /// Whether `p R <= 15 p^2`, so that the product of an element and `R` is a term.
    pub(super) const SHIFTS: bool = vorpal_limbs::words::mul_word(&M::P, Self::WEIGHT).1 > 0;

    /// The empty sum.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self::ZERO
    }

    /// `self += a`. Additions only, if `R <= 15 p` as for all primes of this crate but that of `Bls12_377Base`; else
    /// `N^2` word multiplications.
    #[inline(always)]
    pub fn add(&mut self, a: Fe<M, N>) {
        if Self::SHIFTS {
            self.sum.add_high(&a.stored);
        } else {
            self.add_product(a, Fe::ONE);
        }
    }

    /// `self -= a`. As [`add`](Self::add) of `-a`.
    #[inline(always)]
    pub fn sub(&mut self, a: Fe<M, N>) {
        self.add(-a);
    }

    /// `self += a b`. `N^2` word multiplications.
    ///
    /// `K L <= 15` for `a < K p` and `b < L p`; otherwise it does not build.
    #[inline(always)]
    pub fn add_product(&mut self, a: impl Bounded<M, N>, b: impl Bounded<M, N>) {
        accumulate_open(&mut self.sum, &a, &b);
    }

    /// `self -= a b`. As [`add_product`](Self::add_product) of `-a` and `b < L p`, `L <= 15`.
    #[inline(always)]
    pub fn sub_product(&mut self, a: Fe<M, N>, b: impl Bounded<M, N>) {
        self.add_product(-a, b);
    }

    /// `self += other`. `N` word multiplications and no reduction, if `p > 2^(64 N - 28)` as for all primes of this
    /// crate; else `other` is reduced and added as one term.
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        if Self::FOLDS {
            self.sum.add(&other.sum);
            Fe::<M, N>::RING.fold_top(&mut self.sum);
        } else {
            self.add_product(other.reduce(), Fe::ONE);
        }
    }

    #[cfg(test)]
    pub(super) fn from_wide(sum: Wide<N>) -> Self {
        Self::new_checked(sum)
    }

    /// The reduction of `self + R integers`, for which the caller promises the capacity.
    #[inline(always)]
    pub(super) fn reduce_shifted(&self, integers: &Wide<N>) -> Fe<M, N> {
        let mut sum = *self;
        let cubed = const { Fe::<M, N>::RING.radix_cubed() };
        Fe::<M, N>::RING.add_shifted(&mut sum.sum, integers, &cubed);
        sum.reduce()
    }
}

#[inline(always)]
fn accumulate_open<M, const N: usize, A, B>(sum: &mut Wide<N>, a: &A, b: &B)
where
    M: Modulus<N>,
    A: Bounded<M, N>,
    B: Bounded<M, N>,
{
    const {
        let fits = A::MULTIPLE as u128 * B::MULTIPLE as u128 <= Acc::<M, N>::WEIGHT as u128;
        assert!(fits, "an open sum takes products of values whose bounds multiply to at most 15");
    };
    sum.accumulate(a.limbs(), b.limbs());
}

impl<M: Modulus<N>, const N: usize> Default for Acc<M, N> {
    /// The empty sum.
    fn default() -> Self {
        Self::ZERO
    }
}

impl<M: Modulus<N>, const N: usize, A: Bounded<M, N>, B: Bounded<M, N>> Extend<(A, B)> for Acc<M, N> {
    /// Adds the product of every pair.
    #[inline]
    fn extend<I: IntoIterator<Item = (A, B)>>(&mut self, pairs: I) {
        // A local variable can be kept in registers.
        let mut sum = *self;
        for (a, b) in pairs {
            sum.add_product(a, b);
        }
        *self = sum;
    }
}

impl<M: Modulus<N>, const N: usize, A: Bounded<M, N>, B: Bounded<M, N>> FromIterator<(A, B)> for Acc<M, N> {
    /// The sum of the products of all pairs.
    #[inline]
    fn from_iter<I: IntoIterator<Item = (A, B)>>(pairs: I) -> Self {
        let mut sum = Self::ZERO;
        sum.extend(pairs);
        sum
    }
}

impl<M: Modulus<N>, const N: usize, const TERMS: u64> fmt::Debug for Acc<M, N, TERMS> {
    /// The canonical value of the sum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reduce().fmt(f)
    }
}
