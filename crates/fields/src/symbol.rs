//! The Legendre symbol.

use vorpal_limbs::gcd;

use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// The Legendre symbol: 0 for zero, 1 for other squares, -1 for non-squares. Constant time.
    ///
    /// Computed as the Jacobi symbol of the stored form `a R`, which is that of `a`, as `R = 2^(64 N)` is a square
    /// (`vorpal_limbs::gcd`). Cost for `k` bits and `N` limbs: `ceil((2 k - 1) / 58)` batches of 58 steps and `4 N`
    /// word multiplications.
    pub fn legendre(&self) -> i8 {
        gcd::jacobi(&self.stored, &M::P)
    }

    /// The Legendre symbol: 0 for zero, 1 for other squares, -1 for non-squares. Time depends on `self`.
    ///
    /// As [`legendre`](Self::legendre), with early termination and several steps at once: about a third of the time on
    /// average.
    pub fn legendre_vartime(&self) -> i8 {
        gcd::jacobi_vartime(&self.stored, &M::P)
    }

    /// The Legendre symbol of each value, as [`legendre_vartime`](Self::legendre_vartime). Time depends on the values.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn legendre_batch_vartime(values: &[Self], symbols: &mut [i8]) {
        assert!(symbols.len() == values.len(), "as many symbols as values");
        for (value, symbol) in values.iter().zip(symbols) {
            *symbol = value.legendre_vartime();
        }
    }
}
