//! Integers from residues, by the Chinese remainder theorem.

use crate::residue_ring::constants::{Lanes, Number, ResidueRing, moduli_of};
use crate::residue_ring::moduli::BITS;
use crate::words;

impl<const N: usize> ResidueRing<N> {
    /// `x mod p` of an integer `-16 p < x < 16 p`, from its digits in the second base: `x = sum(r_j M' / n_j) - k M'`,
    /// where `k` is the sum of all `r_j / n_j`, rounded.
    pub(crate) fn integer(&self, digits: &Lanes) -> [u64; N] {
        // Wrapping: a check for overflow would branch on the sum.
        let (mut x, mut sum) = (words::mul_word(&widened(&self.p), 16).0, 32u64);
        for j in 0..moduli_of(N) {
            x = words::add(&x, &words::mul_word(&self.cofactors[j], digits[j]).0).0;
            sum = sum.wrapping_add(digits[j] >> (BITS - 7));
        }
        x = words::sub(&x, &words::mul_word(&self.product, sum >> 7).0).0;
        // 0 < x < 32 p
        for shift in (0..5).rev() {
            let (smaller, borrow) = words::sub(&x, &words::mul_word(&widened(&self.p), 1 << shift).0);
            x = words::select(&smaller, &x, borrow);
        }
        core::array::from_fn(|i| x[i])
    }
}

/// `p` in the limbs of a longer number.
fn widened<const N: usize>(p: &[u64; N]) -> Number {
    core::array::from_fn(|i| if i < N { p[i] } else { 0 })
}
