//! Inversion of single elements.

use subtle::CtOption;
use vorpal_limbs::count::{self, Timer};
use vorpal_limbs::gcd::Inversion;

use crate::select::choice;
use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    const INVERSION: Inversion<N> = Inversion::new(Self::RING);

    /// `self^-1`; none for zero. Constant time.
    ///
    /// Computed by binary greatest common divisors on the stored form, without conversion (`vorpal_limbs::gcd`). Cost
    /// for `k` bits and `N` limbs: `ceil((2 k - 1) / 58)` batches of 58 steps and `10 N` word multiplications, and 1M.
    #[doc(alias = "inverse")]
    pub fn invert(&self) -> CtOption<Self> {
        count::inversions(1);
        let _timer = Timer::inversions();
        let (inverse, unit) = const { &Self::INVERSION }.invert(&self.stored);
        CtOption::new(Self::from_stored(inverse), choice(unit))
    }

    /// `self^-1`, `None` for zero. Time depends on `self`.
    ///
    /// As [`invert`](Self::invert), with early termination and several steps at once: less than half the time on
    /// average.
    pub fn invert_vartime(&self) -> Option<Self> {
        count::inversions(1);
        let _timer = Timer::inversions();
        const { &Self::INVERSION }.invert_vartime(&self.stored).map(Self::from_stored)
    }
}
