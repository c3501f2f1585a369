//! Inverses, one at a time and by the thousand.

use subtle::CtOption;
use vorpal_limbs::{count, words};

use crate::{Fe, Field, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `self^-1`, none for zero. By Fermat's little theorem `self^(p - 2)`, with the same operations whatever `self`.
    /// Cost for `k` bits: about `k` S + `k / 4` M.
    pub fn invert(&self) -> CtOption<Self> {
        count::inversion();
        let exponent = const { words::sub_word(&M::P, 2) };
        CtOption::new(self.pow_vartime(&exponent), !self.is_zero())
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
