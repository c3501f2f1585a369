//! Inverses, one at a time and by the thousand.

use subtle::CtOption;
use vorpal_limbs::count;
use vorpal_limbs::gcd::Inversion;

use crate::select::choice;
use crate::{Fe, Field, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    const INVERSION: Inversion<N> = Inversion::new(Self::RING);

    /// `self^-1`, none for zero, with the same operations whatever `self`.
    ///
    /// By binary greatest common divisors on the stored form, without leaving it (`vorpal_limbs::gcd`). Cost for
    /// `k` bits and `N` limbs: `ceil((2 k - 1) / 58)` batches of 58 steps and `10 N` word multiplications, and 1M.
    pub fn invert(&self) -> CtOption<Self> {
        count::inversion();
        let (inverse, unit) = const { &Self::INVERSION }.invert(&self.stored);
        CtOption::new(Self::from_stored(inverse), choice(unit))
    }

    /// `self^-1`, `None` for zero. Time depends on `self`.
    ///
    /// As [`invert`](Self::invert), until it is done, with several steps at once: less than half the time on
    /// average.
    pub fn invert_vartime(&self) -> Option<Self> {
        count::inversion();
        const { &Self::INVERSION }.invert_vartime(&self.stored).map(Self::from_stored)
    }
}

/// Replaces every element by its inverse; zeros stay zero.
///
/// One inversion for all of them (P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of
/// factorization", 1987): with the running products `s_i = v_0 ... v_i` and the inverse of the last one going down,
/// `v_i^-1 = s_i^-1 s_(i-1)` and `s_(i-1)^-1 = s_i^-1 v_i`. A zero takes part as a one. Cost: one inversion + 3M per
/// element. `scratch` holds the running products and needs the length of `values`; what it holds before does not
/// matter. Same time whatever the values.
///
/// # Panics
/// If `scratch` is shorter than `values`.
///
/// ```
/// use vorpal_fields::{batch_invert, primes::Bn254Scalar as F};
/// let mut values = [F::from(2), F::ZERO, F::from(5)];
/// batch_invert(&mut values, &mut [F::ZERO; 3]);
/// assert_eq!(values.map(|v| v * F::from(10)), [F::from(5), F::ZERO, F::from(2)]);
/// ```
pub fn batch_invert<F: Field>(values: &mut [F], scratch: &mut [F]) {
    let scratch = &mut scratch[..values.len()];
    let mut product = F::ONE;
    for (value, before) in values.iter().zip(scratch.iter_mut()) {
        *before = product;
        product *= F::conditional_select(value, &F::ONE, value.is_zero());
    }
    // A product of non-zero factors is never zero.
    let mut inverse = product.invert().unwrap_or(F::ONE);
    for (value, before) in values.iter_mut().zip(scratch.iter()).rev() {
        let is_zero = value.is_zero();
        let factor = F::conditional_select(value, &F::ONE, is_zero);
        *value = F::conditional_select(&(inverse * *before), &F::ZERO, is_zero);
        inverse *= factor;
    }
}
