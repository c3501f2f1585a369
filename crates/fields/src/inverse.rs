//! Inverses, one at a time.

use subtle::CtOption;
use vorpal_limbs::{count, words};

use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `self^-1`, none for zero. By Fermat's little theorem `self^(p - 2)`, with the same operations whatever `self`.
    /// Cost for `k` bits: about `k` S + `k / 4` M.
    pub fn invert(&self) -> CtOption<Self> {
        count::inversion();
        let exponent = const { words::sub_word(&M::P, 2) };
        CtOption::new(self.pow_vartime(&exponent), !self.is_zero())
    }
}
