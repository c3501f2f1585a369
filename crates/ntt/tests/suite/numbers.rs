//! Elements as integers, and lists of them.

use num_bigint::BigUint;
use vorpal_fields::PrimeField;

/// The canonical integer of an element.
pub(crate) fn number<F: PrimeField>(x: &F) -> BigUint {
    BigUint::from_bytes_le(x.to_le_bytes().as_ref())
}

/// Lists of several kinds: all zero, all `p - 1`, one alone at the end, arbitrary.
pub(crate) fn list<F: PrimeField>(kind: u32, length: usize, seed: u64) -> Vec<F> {
    let mut state = F::from(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..length)
        .map(|i| match kind {
            0 => F::ZERO,
            1 => -F::ONE,
            2 => F::from(u64::from(i + 1 == length)),
            _ => {
                state = state.square() + F::from(i as u64 + 3);
                state
            }
        })
        .collect()
}
