//! Constant-time selection of elements of the cyclotomic subgroup.

use subtle::{Choice, ConditionallySelectable};
use vorpal_limbs::fault::{Fault, leak_if_active};
use vorpal_limbs::words::equality_mask;

use super::{Cyclotomic, Fp2, Fp12, TowerModulus};
use crate::Field;

impl<M: TowerModulus<N>, const N: usize> ConditionallySelectable for Cyclotomic<M, N> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::selected(Fp12::conditional_select(a.value(), b.value(), choice))
    }
}

impl<M: TowerModulus<N>, const N: usize> Cyclotomic<M, N> {
    /// The entry of a table with this index; unspecified if there is none. Every entry is read: constant time.
    #[must_use]
    pub fn lookup(table: &[Self], index: u64) -> Self {
        let mut entry = [Fp2::ZERO; 6];
        leak_if_active(Fault::Lookup, index);
        for (candidate, here) in table.iter().zip(0..) {
            let mask = equality_mask(here, index);
            for (coefficient, other) in entry.iter_mut().zip(candidate.value().coefficients()) {
                coefficient.or_masked(&other, mask);
            }
        }
        Self::selected(Fp12::from_coefficients(entry))
    }
}
