//! Extension towers of pairing-friendly curves.
//!
//! ```text
//! Fp2  = Fp[u] / (u^2 + q)        q = 1 or 5
//! Fp6  = Fp2[v] / (v^3 - xi)      xi = a + b u
//! Fp12 = Fp6[w] / (w^2 - v)       so w^6 = xi
//! ```
//!
//! A prime with such a tower implements [`TowerModulus`], which consists of the small integers `q`, `a` and `b`. All
//! other constants are computed at compile time. Elements are stored as their coefficients, lowest first, as in
//! arkworks, gnark-crypto and blst.
//!
//! Costs are in multiplications M and squarings S of `Fp`. Operations are constant time unless their name ends in
//! `_vartime`.

#[macro_use]
mod coefficients;
mod constants;
mod cyclotomic;
mod cyclotomic_select;
mod encoding;
mod fp12;
mod fp2;
mod fp2_field;
mod fp2_ratio;
mod fp2_root;
mod fp6;
mod packed;
mod sparse;
mod sum;

pub use constants::Frobenius;
pub use cyclotomic::{Compressed, Cyclotomic};
pub use fp2::Fp2;
pub use fp6::Fp6;
pub use fp12::Fp12;
pub use packed::PackedFp2;

use sum::{SumFp2, SumFp6};

use crate::{ByteArray, Fe, Modulus};

/// A prime `p` with a tower of degree twelve: `u^2 = -q`, `v^3 = xi = a + b u`, `w^2 = v`.
///
/// `-q` is not a square in `Fp`, and `xi` is neither a square nor a cube in `Fp2`. The shared tests check both; the
/// constants are not checked at compile time.
///
/// ```
/// use vorpal_fields::primes::Bn254BaseModulus;
/// use vorpal_fields::tower::{Fp2, TowerModulus};
/// type F = Fp2<Bn254BaseModulus, 4>;
/// let u = F::new(0.into(), 1.into());
/// assert_eq!(u.square(), -F::ONE);
/// assert_eq!(Bn254BaseModulus::XI, [9, 1]);
/// ```
pub trait TowerModulus<const N: usize>: Modulus<N> + Sized {
    /// `q`: `u^2 = -q`.
    const Q: u64;
    /// `[a, b]`: `xi = a + b u`.
    const XI: [u64; 2];
    /// Powers of `xi` in Frobenius maps. By default, every crate that uses them derives them again.
    const FROBENIUS: &'static Frobenius<Self, N> = &Frobenius::derive();

    /// `[u8; 16 * N]`: the encoding of an element of `Fp2`. Another length does not build.
    type Fp2Bytes: ByteArray;
}

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `factor self` by doublings and additions, for a constant factor below 16. No loop: the compiler does not always
    /// unroll it, and valgrind takes the flags of its bit tests for those of the arithmetic before.
    #[inline(always)]
    #[must_use]
    pub(crate) fn small_times(&self, factor: u64) -> Self {
        debug_assert!(factor < 16, "the factor is not small");
        if factor == 0 {
            return Self::ZERO;
        }
        self.next_bit(self.next_bit(self.next_bit(*self, factor >> 2), factor >> 1), factor)
    }

    /// `multiple`, the multiple by `factor / 2`, becomes the multiple by `factor`, unless `factor` has no bit above its
    /// lowest.
    #[inline(always)]
    fn next_bit(&self, multiple: Self, factor: u64) -> Self {
        if factor < 2 {
            return multiple;
        }
        let even = multiple.double();
        if factor & 1 == 1 { even.plus(self) } else { even }
    }
}
