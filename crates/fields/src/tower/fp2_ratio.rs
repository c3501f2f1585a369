//! Roots of ratios in `Fp2`, or of their multiples by a fixed non-square, for `u^2 = -1`, where `p = 3 mod 4`.
//!
//! Let `n` and `d` be the numerator and the denominator, `a = n conjugate(d)` and `k = norm(d)`, so that the ratio is
//! `a / k` with `k` in `Fp`. It is a square if the norm of `a` is a square in `Fp`, since `k` is one in `Fp2`. The
//! power `w = norm(a)^((p - 3) / 4)` decides: `w^2 norm(a)` is the symbol.
//!
//! * For a square, `m = w norm(a)` is a root of `norm(a)`.
//! * For a non-square, `a` is replaced by `z a`. Its norm is `norm(z) norm(a)`, and `w norm(a)` is a root of
//!   `-norm(a)`, so `m = w norm(a) sqrt(-norm(z))` is a root of that norm. `-norm(z)` is a square,
//!   as `norm(z)` and -1 are not.
//!
//! Now `m^2 = a0^2 + a1^2` for `a = a0 + a1 u`. Let `s = a0 + m`, and `v = e^((p - 3) / 4)` with `e = 2 k s`.
//!
//! * If `v^2 e = 1`, then `x = s v + a1 v u` is a root of `a / k`. Proof: `k x^2 = k v^2 (s^2 - a1^2 + 2 s a1 u)`, and
//!   `s^2 - a1^2 = a0^2 + 2 a0 m + m^2 - a1^2 = 2 a0 (a0 + m) = 2 a0 s`, hence `k x^2 = 2 k s v^2 (a0 + a1 u) = a`.
//! * If `v^2 e = -1`, the same computation yields `k x^2 = -a`, so `-u x = a1 v - s v u` is a root.
//! * If `e = 0`, then `s = 0` and `a1^2 = m^2 - a0^2 = 0`. In this case `m` is replaced by `-m`, which makes
//!   `s = 2 a0`. If that is zero as well, then `a = 0`, and so is `x`.
//!
//! So there are two powers by the chain of the prime, no inversion and no other symbol. Sources: the complex method of
//! G. Adj, F. Rodriguez-Henriquez, "Square root computation over even extension fields", 2012; the common power that
//! gives a root and its inverse is that of RFC 9380, appendix F.2.1.2.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::LANES;
use vorpal_limbs::count::{self, Timer};

use super::{Fp2, PackedFp2, TowerModulus};
use crate::{Fe, HashField, NonSquare, PackedFe, PackedField};

impl<M: TowerModulus<N>, const N: usize> NonSquare<Fp2<M, N>> {
    /// The non-square `z`, as a constant. A square, or a tower with another `u^2` than -1, does not build.
    ///
    /// # Panics
    /// At run time, for the same reason.
    #[must_use]
    #[allow(clippy::panic, reason = "an invalid constant must not build")]
    pub const fn new(z: Fp2<M, N>) -> Self {
        assert!(M::Q == 1, "roots of ratios need u^2 = -1");
        let norm = z.mul_portable(&z.conjugate_portable()).c0;
        Self { value: z, root: Fp2::new(NonSquare::<Fe<M, N>>::new(norm).root, Fe::ZERO) }
    }
}

/// A ratio `a / k`, and what its root depends on.
struct Ratio<M: TowerModulus<N>, const N: usize> {
    a: Fp2<M, N>,
    /// `2 k`.
    twice: Fe<M, N>,
    /// `norm(a)`.
    norm: Fe<M, N>,
}

/// The second half of the computation.
struct Half<M: TowerModulus<N>, const N: usize> {
    is_square: Choice,
    a1: Fe<M, N>,
    s: Fe<M, N>,
    /// `2 k s`.
    e: Fe<M, N>,
}

impl<M: TowerModulus<N>, const N: usize> Ratio<M, N> {
    /// 7M.
    #[inline]
    fn new(numerator: &Fp2<M, N>, denominator: &Fp2<M, N>) -> Self {
        let a = numerator.mul(&denominator.conjugate());
        Self { a, twice: denominator.norm().double(), norm: a.norm() }
    }

    /// 7M.
    #[inline]
    fn half(&self, w: &Fe<M, N>, z: &NonSquare<Fp2<M, N>>) -> Half<M, N> {
        let m = self.norm * *w;
        let is_square = (m * *w).ct_eq(&Fe::ONE) | self.norm.is_zero();
        let m = Fe::conditional_select(&(m * z.root.c0), &m, is_square);
        let a = Fp2::conditional_select(&self.a.mul(&z.value), &self.a, is_square);
        let mut s = a.c0 + m;
        s.conditional_assign(&(a.c0 - m), s.is_zero());
        Half { is_square, a1: a.c1, s, e: s * self.twice }
    }
}

impl<M: TowerModulus<N>, const N: usize> Half<M, N> {
    /// 4M.
    #[inline]
    fn root(&self, v: &Fe<M, N>) -> (Choice, Fp2<M, N>) {
        let (x0, x1) = (self.s * *v, self.a1 * *v);
        let is_root = (v.square() * self.e).ct_eq(&Fe::ONE);
        (self.is_square, Fp2::conditional_select(&Fp2::new(x1, -x0), &Fp2::new(x0, x1), is_root))
    }
}

impl<M: TowerModulus<N>, const N: usize> HashField for Fp2<M, N> {
    const CHARACTERISTIC_BITS: usize = Fe::<M, N>::BITS;

    fn from_parts_reduced(bytes: &[u8]) -> Self {
        let (c0, c1) = bytes.split_at(bytes.len() / 2);
        Self { c0: Fe::from_be_bytes_reduced(c0), c1: Fe::from_be_bytes_reduced(c1) }
    }

    #[inline]
    fn sgn0(&self) -> Choice {
        self.c0.is_odd() | (self.c0.is_zero() & self.c1.is_odd())
    }

    fn sqrt_ratio_or_multiple(numerator: &Self, denominator: &Self, z: &NonSquare<Self>) -> (Choice, Self) {
        count::square_roots(2);
        let _timer = Timer::square_roots();
        let ratio = Ratio::new(numerator, denominator);
        let half = ratio.half(&ratio.norm.root_power(), z);
        half.root(&half.e.root_power())
    }

    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    fn sqrt_ratio_or_multiple_batch_vartime(
        numerators: &[Self],
        denominators: &[Self],
        z: &NonSquare<Self>,
        roots: &mut [(bool, Self)],
    ) {
        let number = roots.len();
        assert!(numerators.len() == number && denominators.len() == number, "as many roots as ratios");
        let ratios = numerators.chunks(LANES).zip(denominators.chunks(LANES));
        for ((numerators, denominators), roots) in ratios.zip(roots.chunks_mut(LANES)) {
            let number = roots.len();
            let at = |i: usize| i.min(number - 1);
            let ratios: [_; LANES] =
                core::array::from_fn(|i| Ratio::new(&numerators[at(i)], &denominators[at(i)]));
            let mut powers = ratios.each_ref().map(|ratio| ratio.norm);
            Fe::root_power_batch(&mut powers[..number]);
            let halves: [_; LANES] = core::array::from_fn(|i| ratios[i].half(&powers[at(i)], z));
            for (power, half) in powers.iter_mut().zip(&halves) {
                *power = half.e;
            }
            Fe::root_power_batch(&mut powers[..number]);
            for ((root, half), power) in roots.iter_mut().zip(&halves).zip(&powers) {
                let (is_square, value) = half.root(power);
                *root = (is_square.into(), value);
            }
        }
    }
    fn sqrt_ratio_or_multiple_packed_vartime(
        numerators: &PackedFp2<M, N>,
        denominators: &PackedFp2<M, N>,
        z: &NonSquare<Self>,
    ) -> Option<(u16, PackedFp2<M, N>)> {
        if M::Q != 1 {
            return None;
        }
        count::square_roots(2 * LANES);
        let _timer = Timer::square_roots();
        let mut a = *denominators;
        a.frobenius();
        a.mul_assign(numerators);
        let (norm, mut twice) = (a.norm(), denominators.norm());
        twice.double();
        let mut m = Fe::<M, N>::root_power_of(&norm);
        let squares = m.squares(&norm);
        m.mul_assign(&norm);
        if squares != u16::MAX {
            let (mut other_m, mut other_a) = (m, a);
            other_m.mul_assign(&PackedFe::splat(&z.root.c0));
            other_a.mul_assign(&PackedFp2::splat(&z.value));
            m.assign_lanes(&other_m, !squares);
            a.assign_lanes(&other_a, !squares);
        }
        let mut s = a.c0;
        s.add_assign(&m);
        let zeros = s.zero_lanes();
        if zeros != 0 {
            let mut other = a.c0;
            other.sub_assign(&m);
            s.assign_lanes(&other, zeros);
        }
        let mut e = s;
        e.mul_assign(&twice);
        let v = Fe::<M, N>::root_power_of(&e);
        let roots = v.squares(&e);
        s.mul_assign(&v);
        a.c1.mul_assign(&v);
        let mut root = PackedFp2 { c0: s, c1: a.c1 };
        s.negate_lanes(u16::MAX);
        root.c0.assign_lanes(&a.c1, !roots);
        root.c1.assign_lanes(&s, !roots);
        Some((squares, root))
    }
}
