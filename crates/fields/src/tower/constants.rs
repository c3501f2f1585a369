//! Powers of `xi` by which Frobenius maps multiply coefficients, computed at compile time.
//!
//! `w^6 = xi`, so `w^p = w xi^((p - 1) / 6)` for `p = 1 mod 6`. With `g = xi^((p - 1) / 6)`, applying the map `k` times
//! multiplies `w^i` by the power `i` of
//!
//! ```text
//! g_1 = g,   g_2 = g g^p = norm(g),   g_3 = g g^p g^(p^2) = norm(g) g
//! ```

use vorpal_limbs::words;

use super::{Fp2, TowerModulus};
use crate::Fe;

impl<M: TowerModulus<N>, const N: usize> Fp2<M, N> {
    /// `g_1^i` for `i = 0..6`: `(w^i)^p = g_1^i w^i`.
    pub const FROBENIUS: [Self; 6] = {
        let (sixth, rest) = words::div_word(&words::sub_word(&M::P, 1), 6);
        assert!(rest == 0, "towers need p = 1 mod 6");
        powers(Self::XI.pow_portable(&sixth))
    };

    /// `g_1^-i` for `i = 0..6`. As `g_1^(p + 1) = g_2` and `g_2^6 = 1`, the inverse of `g_1` is `g_1^p g_2^5`.
    pub const INVERSE_FROBENIUS: [Self; 6] = {
        let rest = Self::new(Self::FROBENIUS_2[5], Fe::ZERO);
        powers(Self::FROBENIUS[1].conjugate_portable().mul_portable(&rest))
    };

    /// `g_2^i` for `i = 0..6`: elements of `Fp`, sixth roots of unity.
    pub(super) const FROBENIUS_2: [Fe<M, N>; 6] = {
        let g = Self::FROBENIUS[1];
        let norm = g.mul_portable(&g.conjugate_portable());
        let mut roots = [Fe::ONE; 6];
        let mut i = 1;
        while i < 6 {
            roots[i] = Fe::from_stored(Fe::<M, N>::RING.mul_portable(&roots[i - 1].stored, &norm.c0.stored));
            i += 1;
        }
        roots
    };

    /// `g_3^i` for `i = 0..6`.
    pub(super) const FROBENIUS_3: [Self; 6] = {
        let norm = Self::new(Self::FROBENIUS_2[1], Fe::ZERO);
        powers(norm.mul_portable(&Self::FROBENIUS[1]))
    };

    /// `(w^i)^(p^power) / w^i` for `i = 0..6`.
    ///
    /// # Panics
    /// If `power` is more than 3.
    #[allow(clippy::panic, reason = "a larger power is a bug of the caller")]
    pub fn frobenius_factors(power: usize) -> [Self; 6] {
        match power {
            0 => [Self::ONE; 6],
            1 => Self::FROBENIUS,
            2 => Self::FROBENIUS_2.map(|root| Self::new(root, Fe::ZERO)),
            3 => Self::FROBENIUS_3,
            _ => panic!("factors of powers up to 3"),
        }
    }

    /// `self^exponent`, for constants.
    #[must_use]
    pub const fn pow_portable(&self, exponent: &[u64; N]) -> Self {
        let mut power = Self::ONE;
        let mut i = words::bit_length_vartime(exponent);
        while i > 0 {
            i -= 1;
            power = power.mul_portable(&power);
            if words::bit(exponent, i) == 1 {
                power = power.mul_portable(self);
            }
        }
        power
    }

    /// `self other`, for constants: `(a0 b0 - q a1 b1) + (a0 b1 + a1 b0) u`.
    #[must_use]
    pub const fn mul_portable(&self, other: &Self) -> Self {
        let ring = &Fe::<M, N>::RING;
        let ([a0, a1], [b0, b1]) = ([&self.c0.stored, &self.c1.stored], [&other.c0.stored, &other.c1.stored]);
        let q = Fe::<M, N>::small(M::Q);
        let high = ring.mul_portable(&ring.mul_portable(a1, b1), &q.stored);
        Self {
            c0: Fe::from_stored(ring.sub_portable(&ring.mul_portable(a0, b0), &high)),
            c1: Fe::from_stored(ring.add_portable(&ring.mul_portable(a0, b1), &ring.mul_portable(a1, b0))),
        }
    }

    /// The conjugate, for constants.
    #[must_use]
    pub const fn conjugate_portable(&self) -> Self {
        Self { c0: self.c0, c1: Fe::from_stored(Fe::<M, N>::RING.sub_portable(&[0; N], &self.c1.stored)) }
    }
}

/// `g^i` for `i = 0..6`.
const fn powers<M: TowerModulus<N>, const N: usize>(g: Fp2<M, N>) -> [Fp2<M, N>; 6] {
    let mut powers = [Fp2::ONE; 6];
    let mut i = 1;
    while i < 6 {
        powers[i] = powers[i - 1].mul_portable(&g);
        i += 1;
    }
    powers
}
