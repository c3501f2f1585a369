//! Scalars as two strings of 128 signs, for sums without zero digits.
//!
//! The endomorphism `phi` of the curve is the multiplication by `l = -x^2` in the subgroup, for the seed `x` of the
//! curve. A scalar `s` is written as `s = a + b l mod r` with odd integers `a` and `b` below `2^128` in magnitude, and
//! an odd integer below `2^128` is a sum of signed powers of two:
//!
//! ```text
//! a = sum over i < 128 of s_i 2^i,   s_i = 1 or -1.
//! ```
//!
//! The sums with all choices of signs are the odd integers from `-(2^128 - 1)` to `2^128 - 1`, each once: there are
//! `2^128` of both, and the last sign that differs decides which of two sums is greater. Bit `i` of a string is set for
//! `s_i = 1`. So `a = 2 k - (2^128 - 1)` for the number `k` of the bits, hence `k = (a - 1) / 2 + 2^127` for `a > 0`,
//! and `-a` has the opposite signs.
//!
//! # Odd halves
//!
//! `Endomorphism::split` gives `s = a + b l` with short halves. The vectors `(x^2, 1)` and `(1, 1 - x^2)` stand for
//! zero: `x^2 + l = 0`, and `1 + (1 - x^2) l = 1 - x^2 + x^4 = r`. The seed is even. So the second vector is
//! `(odd, odd)` and changes both parities, and the first is `(even, odd)` and changes that of `b`. Adding or
//! subtracting the second makes `a` odd, then the first makes `b` odd. The direction is the one that moves the large
//! coordinate towards zero. `|y| <= x^2` is then preserved for it, and the other one moves by 1. Halves of `split` are
//! below `2^127 < x^2`, and `x^2 + 1 < 2^128`.

use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::models::weierstrass::{Endomorphism, WeierstrassCurve};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;

/// The number of signs.
pub(crate) const SIGNS: usize = 128;

/// The endomorphism of the curve.
pub(crate) const ENDOMORPHISM: &Endomorphism<Bls12_381G1> = match Bls12_381G1::ENDOMORPHISM {
    Some(endomorphism) => endomorphism,
    None => unreachable!(),
};

/// `x^2` for the seed `x` of the curve.
const SQUARE: u128 = {
    let Some(seed) = Bls12_381G1::BLS12_SEED else { unreachable!() };
    let seed = seed.magnitude as u128;
    assert!(seed & 1 == 0 && (seed * seed) >> 127 == 1, "even, and half an order below 2^128");
    seed * seed
};

/// An integer below `2^128` in magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Integer {
    magnitude: u128,
    negative: bool,
}

impl Integer {
    /// The sum, where the magnitude of the result is below `2^128`.
    fn plus(self, other: Self) -> Self {
        if self.negative == other.negative {
            return Self { magnitude: self.magnitude + other.magnitude, ..self };
        }
        let negative = if self.magnitude >= other.magnitude { self.negative } else { other.negative };
        Self { magnitude: self.magnitude.abs_diff(other.magnitude), negative }
    }

    fn is_even(self) -> bool {
        self.magnitude.is_multiple_of(2)
    }

    /// The signs of an odd integer.
    fn signs(self) -> u128 {
        let positive = (self.magnitude >> 1) | 1 << 127;
        if self.negative { !positive } else { positive }
    }
}

/// The signs of `a` and `b`. Time depends on the scalar.
pub(crate) fn signs_vartime(scalar: &Scalar) -> [u128; 2] {
    let [mut a, mut b] = ENDOMORPHISM
        .split(&scalar.to_limbs())
        .map(|half| Integer { magnitude: half.magnitude, negative: bool::from(half.negative) });
    if a.is_even() {
        // (1, 1 - x^2) if b >= 0, else its opposite.
        let down = !b.negative;
        b = b.plus(Integer { magnitude: SQUARE - 1, negative: down });
        a = a.plus(Integer { magnitude: 1, negative: !down });
    }
    if b.is_even() {
        // -(x^2, 1) if a > 0, else (x^2, 1).
        let down = !a.negative;
        a = a.plus(Integer { magnitude: SQUARE, negative: down });
        b = b.plus(Integer { magnitude: 1, negative: down });
    }
    [a.signs(), b.signs()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(signs: u128) -> Scalar {
        let minus = (0..SIGNS).filter(|i| signs >> i & 1 == 0);
        let plus = (0..SIGNS).filter(|i| signs >> i & 1 == 1);
        plus.map(Scalar::pow2).sum::<Scalar>() - minus.map(Scalar::pow2).sum::<Scalar>()
    }

    #[test]
    fn signs_represent_the_scalar() {
        let lambda = ENDOMORPHISM.lambda();
        assert_eq!(lambda, -Scalar::from_u128(SQUARE));
        let mut scalar = Scalar::from(7);
        let mut scalars = alloc::vec![Scalar::ZERO, Scalar::ONE, -Scalar::ONE, lambda, -lambda];
        scalars.extend([Scalar::from(2), -Scalar::from(2), lambda.double(), lambda + Scalar::ONE]);
        for i in 0..500 {
            scalar = scalar.square() + Scalar::from(i);
            scalars.push(scalar);
            scalars.push(scalar * Scalar::pow2(128).invert().unwrap());
        }
        for scalar in scalars {
            let [a, b] = signs_vartime(&scalar);
            assert_eq!(value(a) + value(b) * lambda, scalar, "{scalar:?}");
        }
    }
}
