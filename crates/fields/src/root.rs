//! Square roots.

use subtle::{ConditionallySelectable, ConstantTimeEq, CtOption};
use vorpal_limbs::words;

use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `(t - 1) / 2` for the odd factor `t` of `p - 1`.
    const HALF_ODD_FACTOR: [u64; N] = words::halve(&Self::ODD_FACTOR, 0);

    /// A square root, none if there is none; zero for zero. Which of the two roots it is, is not specified.
    ///
    /// Tonelli and Shanks with the same operations whatever `self` (RFC 9380, appendix I.4). With `p - 1 = 2^s t`:
    /// let `root = self^((t + 1) / 2)` and `error = self^t`, so that `root^2 = self error` and `error` has order
    /// dividing `2^(s - 1)` if `self` is a square. For `i = s, ..., 2`: if `error^(2^(i - 2))` is not 1, multiply
    /// `root` by `c = z^(2^(s - i))` and `error` by `c^2`, where `z` has order `2^s`; the order of `error` then
    /// divides `2^(i - 2)`. In the end `error = 1`. For `p = 3 mod 4` this is the one power `self^((p + 1) / 4)`.
    /// Cost for `k` bits: about `k - s + s^2 / 2` S + `(k - s) / 4 + 2 s` M.
    pub fn sqrt(&self) -> CtOption<Self> {
        let (mut root, mut error) = self.root_and_error();
        let mut c = Self::ROOT_OF_UNITY;
        for i in (2..=Self::TWO_ADICITY).rev() {
            let power = (0..i - 2).fold(error, |power, _| power.square());
            let correct = !power.ct_eq(&Self::ONE);
            root.conditional_assign(&(root * c), correct);
            c = c.square();
            error.conditional_assign(&(error * c), correct);
        }
        CtOption::new(root, root.square().ct_eq(self))
    }

    /// A square root, `None` if there is none; zero for zero. Which of the two roots it is, is not specified.
    /// Time depends on `self`.
    ///
    /// The same algorithm as [`sqrt`](Self::sqrt), jumping to the order of `error`: about half the work for large
    /// 2-adicity. Cost for `k` bits: about `k - s + s^2 / 4` S on average.
    pub fn sqrt_vartime(&self) -> Option<Self> {
        let (mut root, mut error) = self.root_and_error();
        // c has order 2^order_bits throughout.
        let (mut c, mut order_bits) = (Self::ROOT_OF_UNITY, Self::TWO_ADICITY);
        while error != Self::ONE && error != Self::ZERO {
            let mut error_bits = 0; // error has order 2^error_bits
            let mut power = error;
            while power != Self::ONE {
                power = power.square();
                error_bits += 1;
            }
            if error_bits >= order_bits {
                return None; // only a non-square has an error of the full order
            }
            c = (0..order_bits - error_bits - 1).fold(c, |c, _| c.square());
            root *= c;
            c = c.square();
            error *= c;
            order_bits = error_bits;
        }
        (root.square() == *self).then_some(root)
    }

    /// `(self^((t + 1) / 2), self^t)`: a root up to a factor of 2-power order, and the square of that factor.
    fn root_and_error(&self) -> (Self, Self) {
        let power = self.pow_vartime(&Self::HALF_ODD_FACTOR);
        let root = power * *self;
        (root, power * root)
    }
}
