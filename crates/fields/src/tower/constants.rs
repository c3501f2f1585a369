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

/// The bits of a window of [`Fp2::pow_portable`].
const WINDOW: usize = 4;

/// The powers of `g_1`, `g_2` and `g_3`, and those of `1 / g_1`.
///
/// Deriving them takes the compiler half a second. The moduli of this crate keep them in statics, which other crates
/// do not derive again.
pub struct Frobenius<M: TowerModulus<N>, const N: usize> {
    /// `g_1^i` for `i = 0..6`: `(w^i)^p = g_1^i w^i`.
    pub first: [Fp2<M, N>; 6],
    /// `g_1^-i` for `i = 0..6`.
    pub inverse: [Fp2<M, N>; 6],
    /// `g_2^i` for `i = 0..6`: sixth roots of unity.
    pub second: [Fe<M, N>; 6],
    /// `g_3^i` for `i = 0..6`.
    pub third: [Fp2<M, N>; 6],
}

impl<M: TowerModulus<N>, const N: usize> Frobenius<M, N> {
    /// Derives the powers. As `g_1^(p + 1) = g_2` and `g_2^6 = 1`, the inverse of `g_1` is `g_1^p g_2^5`.
    ///
    /// # Panics
    /// If `p != 1 mod 6`.
    #[must_use]
    pub const fn derive() -> Self {
        let (sixth, rest) = words::div_word(&words::sub_word(&M::P, 1), 6);
        assert!(rest == 0, "towers need p = 1 mod 6");
        let first = powers(Fp2::XI.pow_portable(&sixth));
        let g = first[1];
        let conjugate = g.conjugate_portable();
        let norm = Fp2::new(g.mul_portable(&conjugate).c0, Fe::ZERO);
        let roots = powers(norm);
        let mut second = [Fe::ONE; 6];
        let mut i = 1;
        while i < 6 {
            second[i] = roots[i].c0;
            i += 1;
        }
        Self {
            first,
            inverse: powers(conjugate.mul_portable(&roots[5])),
            second,
            third: powers(norm.mul_portable(&g)),
        }
    }
}

impl<M: TowerModulus<N>, const N: usize> Fp2<M, N> {
    /// `(w^i)^(p^power) / w^i` for `i = 0..6`.
    ///
    /// # Panics
    /// If `power` is more than 3.
    #[allow(clippy::panic, reason = "a larger power is a bug of the caller")]
    pub fn frobenius_factors(power: usize) -> [Self; 6] {
        match power {
            0 => [Self::ONE; 6],
            1 => M::FROBENIUS.first,
            2 => M::FROBENIUS.second.map(|root| Self::new(root, Fe::ZERO)),
            3 => M::FROBENIUS.third,
            _ => panic!("factors of powers up to 3"),
        }
    }

    /// `self^exponent`, for constants. Variable time.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "a window has four bits")]
    pub const fn pow_portable(&self, exponent: &[u64; N]) -> Self {
        let mut powers = [Self::ONE; 1 << WINDOW];
        let mut i = 1;
        while i < powers.len() {
            powers[i] = powers[i - 1].mul_portable(self);
            i += 1;
        }
        let mut power = Self::ONE;
        let mut window = words::bit_length_vartime(exponent).div_ceil(WINDOW);
        while window > 0 {
            window -= 1;
            i = 0;
            while i < WINDOW {
                power = power.square_portable();
                i += 1;
            }
            let digit = words::bits_at(exponent, WINDOW * window, WINDOW);
            if digit > 0 {
                power = power.mul_portable(&powers[digit as usize]);
            }
        }
        power
    }

    /// `self^2`, for constants: `(a0 + a1)(a0 - q a1) + (q - 1) a0 a1 + 2 a0 a1 u`.
    const fn square_portable(&self) -> Self {
        let ring = &Fe::<M, N>::RING;
        let (a0, a1) = (&self.c0.stored, &self.c1.stored);
        let product = ring.mul_constant_vartime(a0, a1);
        let (mut second, mut rest) = (ring.negate_constant_vartime(a1), [0; N]);
        let negative = second;
        let mut i = 1;
        while i < M::Q {
            second = ring.add_constant_vartime(&second, &negative);
            rest = ring.add_constant_vartime(&rest, &product);
            i += 1;
        }
        let first = ring.add_constant_vartime(a0, a1);
        second = ring.add_constant_vartime(a0, &second);
        Self {
            c0: Fe::from_stored(
                ring.add_constant_vartime(&ring.mul_constant_vartime(&first, &second), &rest),
            ),
            c1: Fe::from_stored(ring.add_constant_vartime(&product, &product)),
        }
    }

    /// `self other`, for constants: `(a0 b0 - q a1 b1) + (a0 b1 + a1 b0) u`. Variable time.
    #[must_use]
    pub const fn mul_portable(&self, other: &Self) -> Self {
        let ring = &Fe::<M, N>::RING;
        let ([a0, a1], [b0, b1]) = ([&self.c0.stored, &self.c1.stored], [&other.c0.stored, &other.c1.stored]);
        let negative = ring.negate_constant_vartime(&ring.mul_constant_vartime(a1, b1));
        let mut real = ring.mul_constant_vartime(a0, b0);
        let mut i = 0;
        while i < M::Q {
            real = ring.add_constant_vartime(&real, &negative);
            i += 1;
        }
        let (first, second) = (ring.mul_constant_vartime(a0, b1), ring.mul_constant_vartime(a1, b0));
        Self { c0: Fe::from_stored(real), c1: Fe::from_stored(ring.add_constant_vartime(&first, &second)) }
    }

    /// The conjugate, for constants. Variable time.
    #[must_use]
    pub const fn conjugate_portable(&self) -> Self {
        Self { c0: self.c0, c1: Fe::from_stored(Fe::<M, N>::RING.negate_constant_vartime(&self.c1.stored)) }
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
