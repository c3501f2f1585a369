//! Elements below a multiple of `p` that is part of their type.

use core::fmt;
use core::marker::PhantomData;

use subtle::{Choice, ConditionallySelectable};
use vorpal_limbs::words::{self, debug_assert_less, mul_word};

use super::{Bounded, sealed};
use crate::{Fe, Modulus};

/// An element whose stored form is below `K p`, `K p <= R = 2^(64 N)`, and need not be canonical.
///
/// A canonical [`Fe`] is reduced after every operation by a conditional subtraction of `p`. A bounded value is reduced
/// once, in [`reduce`](Self::reduce). Its type tracks the bound in between:
///
/// | operation | result | bound of the result | condition |
/// |---|---|---|---|
/// | `a.add(b)` | `a + b` | `(K + L) p` | `O >= K + L` |
/// | `a.sub(b)` | `a - b + L p` | `(K + L) p` | `O >= K + L` |
/// | `a.neg()` | `K p - a` | `(K + 1) p` | `O >= K + 1` |
/// | `a.double()` | `2 a` | `2 K p` | `O >= 2 K` |
/// | `a.times::<S, O>()` | `S a` | `S K p` | `O >= S K` |
/// | `a.mul(b)`, `a.square()` | `a b / R mod p` | about `(K L p / R + 1) p` | see [`mul`](Self::mul) |
///
/// `a` is below `K p`; `b`, any [`Bounded`] value, is below `L p`. Stable Rust cannot compute the result's bound `O` in
/// a type. So the caller names it, in the type of the result or as `a.add::<3>(b)`, and the compiler checks it: a bound
/// that is too small, or for which `O p` exceeds `R`, does not build (`cargo check` does not detect it, because it does
/// not instantiate generic functions). There are no checks at run time; builds with debug assertions check all values
/// nevertheless.
///
/// ```compile_fail,E0080
/// use vorpal_fields::{Lazy, primes::{Bn254Base, Bn254BaseModulus}};
/// let x = Lazy::<Bn254BaseModulus, 4, 2>::from(Bn254Base::ONE);
/// let too_small: Lazy<_, 4, 3> = x.add(x);
/// ```
///
/// The number of multiples of `p` that fit the limbs depends on the prime: five for BN254, two for the scalars of
/// BLS12-381, one for secp256k1, for which only `Lazy<M, N, 1>` builds. Code for every prime uses
/// [`Chain`](crate::Chain) and [`Acc`](crate::Acc), which adapt.
///
/// # A curve formula
///
/// Doubling on `y^2 = x^3 + b` in Jacobian coordinates (`dbl-2009-l` of the Explicit-Formulas Database) on BN254, where
/// `K <= 5`. Of the additions, subtractions and small multiples only `b2` and the results themselves are reduced.
/// `Y3 = E (D - X3) - 8 C` is a sum of two products in an [`Acc`](crate::Acc), which saves a reduction and the square
/// `C = B^2`.
///
/// ```
/// use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};
/// use vorpal_fields::{Acc, Lazy};
///
/// fn double([x, y, z]: [F; 3]) -> [F; 3] {
///     let b = y.square();
///     let b2 = b.double();
///     let e: Lazy<M, 4, 3> = x.square().lazy().times::<3, 3>();
///     let d: Lazy<M, 4, 1> = x.lazy().times::<4, 4>().mul(b);
///     let f: Lazy<M, 4, 3> = e.mul(e);
///     let x3 = f.sub::<5>(d.double::<2>()).reduce();
///     // E (D - X3) counts as 3 * 2 terms, (-2 B) (4 B) as 1 * 2.
///     let y3 = Acc::<M, 4, 0>::ZERO
///         .plus_product::<6>(e, d.sub::<2>(x3))
///         .plus_product::<8>(-b2, b2.lazy().double::<2>())
///         .reduce();
///     let z3 = y.lazy().double::<2>().mul::<1>(z).reduce();
///     [x3, y3, z3]
/// }
///
/// let [x, y, z] = double([F::ONE, F::from(2), F::ONE]);
/// // Twice the generator (1, 2) of EIP-196.
/// let twice = [
///     F::hex("0x030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3"),
///     F::hex("0x15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4"),
/// ];
/// assert_eq!([x, y], [twice[0] * z.square(), twice[1] * z.square() * z]);
/// ```
#[repr(transparent)]
pub struct Lazy<M: Modulus<N>, const N: usize, const K: u64> {
    limbs: [u64; N],
    modulus: PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize, const K: u64> Clone for Lazy<M, N, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize, const K: u64> Copy for Lazy<M, N, K> {}

impl<M: Modulus<N>, const N: usize, const K: u64> sealed::Sealed for Lazy<M, N, K> {}

impl<M: Modulus<N>, const N: usize, const K: u64> Bounded<M, N> for Lazy<M, N, K> {
    const MULTIPLE: u64 = K;

    #[inline(always)]
    fn limbs(&self) -> &[u64; N] {
        &self.limbs
    }
}

/// The algorithm of a product of bounded values with a given bound. `Scanned` operands are processed limb by limb, as
/// the second operand of [`Montgomery::mul_unreduced`](vorpal_limbs::Montgomery::mul_unreduced). The value with the
/// longest latency in a chain of products should be the scanned one.
#[derive(Clone, Copy)]
enum Plan {
    LeftScanned,
    RightScanned,
    LeftCanonical,
    RightCanonical,
}

/// Selects the plan for a product of a value below `k p` and one below `l p` with a result below `o p`.
#[allow(clippy::panic, reason = "an invalid bound must not build")]
const fn plan<M: Modulus<N>, const N: usize>(k: u64, l: u64, o: u64) -> Plan {
    let ring = Fe::<M, N>::RING;
    if let Some(multiple) = ring.unreduced_multiple(l, k)
        && multiple <= o
    {
        return Plan::LeftScanned;
    }
    if let Some(multiple) = ring.unreduced_multiple(k, l)
        && multiple <= o
    {
        return Plan::RightScanned;
    }
    if l == 1 && ring.mul_takes_multiple(k) {
        return Plan::RightCanonical;
    }
    assert!(
        k == 1 && ring.mul_takes_multiple(l),
        "no multiplication of values with these bounds stays below the bound of the result"
    );
    Plan::LeftCanonical
}

/// Whether the square of a value below `k p` is computed without a subtraction, below `o p`; otherwise `k` must be 1.
#[allow(clippy::panic, reason = "an invalid bound must not build")]
const fn squares_unreduced<M: Modulus<N>, const N: usize>(k: u64, o: u64) -> bool {
    if let Some(multiple) = Fe::<M, N>::RING.unreduced_square_multiple(k)
        && multiple <= o
    {
        return true;
    }
    assert!(k == 1, "no squaring of values with this bound stays below the bound of the result");
    false
}

/// Computes a product by its [`plan`]. The types of the operands contain their bounds.
#[inline(always)]
fn product<M, const N: usize, A, B, const O: u64>(a: &A, b: &B) -> Lazy<M, N, O>
where
    M: Modulus<N>,
    A: Bounded<M, N>,
    B: Bounded<M, N>,
{
    let (a, b) = (a.limbs(), b.limbs());
    let ring = &Fe::<M, N>::RING;
    Lazy::new(match const { plan::<M, N>(A::MULTIPLE, B::MULTIPLE, O) } {
        Plan::LeftScanned => ring.mul_unreduced(b, a),
        Plan::RightScanned => ring.mul_unreduced(a, b),
        Plan::LeftCanonical => ring.mul(a, b),
        Plan::RightCanonical => ring.mul(b, a),
    })
}

/// `a + b` with both bounds checked.
#[inline(always)]
fn sum<M, const N: usize, A, B, const O: u64>(a: &A, b: &B) -> Lazy<M, N, O>
where
    M: Modulus<N>,
    A: Bounded<M, N>,
    B: Bounded<M, N>,
{
    const { assert!(fits(A::MULTIPLE, B::MULTIPLE, O), "the bound of a sum is at least the sum of the bounds") };
    Lazy::new(words::add(a.limbs(), b.limbs()).0)
}

/// `a + L p - b` with both bounds checked.
#[inline(always)]
fn difference<M, const N: usize, A, B, const O: u64>(a: &A, b: &B) -> Lazy<M, N, O>
where
    M: Modulus<N>,
    A: Bounded<M, N>,
    B: Bounded<M, N>,
{
    const {
        assert!(
            fits(A::MULTIPLE, B::MULTIPLE, O),
            "the bound of a difference is at least the sum of the bounds"
        );
    };
    // The result is below (K + L) p <= R, so an overflow of a + L p does not matter.
    let (lifted, _) = words::add(a.limbs(), &const { mul_word(&M::P, B::MULTIPLE).0 });
    Lazy::new(words::sub(&lifted, b.limbs()).0)
}

const fn fits(k: u64, l: u64, o: u64) -> bool {
    match k.checked_add(l) {
        Some(sum) => sum <= o,
        None => false,
    }
}

#[allow(clippy::should_implement_trait, reason = "an operator has no parameter for the bound of the result")]
impl<M: Modulus<N>, const N: usize, const K: u64> Lazy<M, N, K> {
    /// Whether values below `K p` fit `N` limbs, so that this type has values.
    pub const FITS: bool = K >= 1 && mul_word(&M::P, K).1 == 0;

    /// `K p`.
    const BOUND: [u64; N] = {
        assert!(Self::FITS, "the multiple of the modulus does not fit its limbs");
        mul_word(&M::P, K).0
    };

    /// The only constructor, so every type that has values satisfies its bound.
    #[inline(always)]
    fn new(limbs: [u64; N]) -> Self {
        debug_assert_less(&limbs, &Self::BOUND);
        Self { limbs, modulus: PhantomData }
    }

    /// The limbs, below `K p`: a number congruent to the stored form `a 2^(64 N) mod p`.
    #[inline(always)]
    pub const fn to_montgomery(&self) -> [u64; N] {
        self.limbs
    }

    /// The value with these limbs, `None` if they are not below `K p`. No arithmetic.
    #[inline]
    pub fn from_montgomery(limbs: [u64; N]) -> Option<Self> {
        (words::less(&limbs, &Self::BOUND) == 1).then(|| Self::new(limbs))
    }

    /// The same value with a larger bound, `O >= K`. No arithmetic.
    #[inline(always)]
    #[must_use]
    pub fn widen<const O: u64>(self) -> Lazy<M, N, O> {
        const { assert!(K <= O, "a bound can be widened, not narrowed") };
        Lazy::new(self.limbs)
    }

    /// `self + other < O p`, `O >= K + L`.
    #[inline(always)]
    #[must_use]
    pub fn add<const O: u64>(self, other: impl Bounded<M, N>) -> Lazy<M, N, O> {
        sum(&self, &other)
    }

    /// `self - other + L p < O p`, `O >= K + L`.
    #[inline(always)]
    #[must_use]
    pub fn sub<const O: u64>(self, other: impl Bounded<M, N>) -> Lazy<M, N, O> {
        difference(&self, &other)
    }

    /// `K p - self < O p`, `O >= K + 1`: for zero it is `K p`.
    #[inline(always)]
    #[must_use]
    pub fn neg<const O: u64>(self) -> Lazy<M, N, O> {
        difference(&Fe::ZERO, &self)
    }

    /// `2 self < O p`, `O >= 2 K`.
    #[inline(always)]
    #[must_use]
    pub fn double<const O: u64>(self) -> Lazy<M, N, O> {
        sum(&self, &self)
    }

    /// `S self < O p`, `O >= S K`.
    #[inline(always)]
    #[must_use]
    pub fn times<const S: u64, const O: u64>(self) -> Lazy<M, N, O> {
        const {
            let holds = match S.checked_mul(K) {
                Some(multiple) => multiple <= O,
                None => false,
            };
            assert!(holds, "the bound of a multiple is at least that multiple of the bound");
        };
        Lazy::new(mul_word(&self.limbs, S).0)
    }

    /// `self other / R mod p`, the stored form of the product, below `O p`. 1M.
    ///
    /// Either `O` is at least the multiple of
    /// [`Montgomery::unreduced_multiple`](vorpal_limbs::Montgomery::unreduced_multiple) for `K` and `L` in either
    /// order; then there is no final subtraction. Or `O` is arbitrary, one of the operands is canonical (`K = 1` or
    /// `L = 1`), and [`Montgomery::mul_takes_multiple`](vorpal_limbs::Montgomery::mul_takes_multiple) holds for the
    /// bound of the other one, which excludes only the largest bounds that fit; then the product is canonical too. All
    /// other combinations do not build.
    #[inline(always)]
    #[must_use]
    pub fn mul<const O: u64>(self, other: impl Bounded<M, N>) -> Lazy<M, N, O> {
        product(&self, &other)
    }

    /// `self^2 / R mod p`, the stored form of the square, below `O p`. 1S.
    ///
    /// Either `O` is at least the multiple of
    /// [`Montgomery::unreduced_square_multiple`](vorpal_limbs::Montgomery::unreduced_square_multiple) for `K`, or
    /// `K = 1` and the square is canonical. Other combinations do not build; `x.mul(x)` may.
    #[inline(always)]
    #[must_use]
    pub fn square<const O: u64>(self) -> Lazy<M, N, O> {
        Lazy::new(if const { squares_unreduced::<M, N>(K, O) } {
            Fe::<M, N>::RING.square_unreduced(&self.limbs)
        } else {
            Fe::<M, N>::RING.square(&self.limbs)
        })
    }

    /// The canonical element. No operation for `K = 1`, one conditional subtraction for `K = 2`, `N + 1` word
    /// multiplications for more ([`Reciprocal`](vorpal_limbs::Reciprocal)).
    #[inline(always)]
    #[must_use]
    pub fn reduce(self) -> Fe<M, N> {
        Fe::from_stored(match K {
            0 | 1 => self.limbs,
            // p is added again if the subtraction borrows.
            2 => Fe::<M, N>::RING.sub(&self.limbs, &M::P),
            _ => Fe::<M, N>::RECIPROCAL.remainder(&self.limbs, 0),
        })
    }
}

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// The same element as a bounded value.
    #[inline(always)]
    pub fn lazy(self) -> Lazy<M, N, 1> {
        Lazy::new(self.stored)
    }
}

impl<M: Modulus<N>, const N: usize, const K: u64> From<Fe<M, N>> for Lazy<M, N, K> {
    #[inline(always)]
    fn from(element: Fe<M, N>) -> Self {
        Self::new(element.stored)
    }
}

impl<M: Modulus<N>, const N: usize, const K: u64> From<Lazy<M, N, K>> for Fe<M, N> {
    #[inline(always)]
    fn from(value: Lazy<M, N, K>) -> Self {
        value.reduce()
    }
}

impl<M: Modulus<N>, const N: usize, const K: u64> ConditionallySelectable for Lazy<M, N, K> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::new(words::select(&a.limbs, &b.limbs, u64::from(choice.unwrap_u8())))
    }
}

impl<M: Modulus<N>, const N: usize, const K: u64> fmt::Debug for Lazy<M, N, K> {
    /// The canonical value and the bound.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} < {K} p", self.reduce())
    }
}
