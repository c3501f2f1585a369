//! Conversions of prime fields. The file is a module for each version of arkworks: `super::ark_ff` is the version.

use vorpal_fields::{Fe, Modulus};

use super::ark_ff::{BigInt, Fp, MontBackend, MontConfig};
use crate::convert::{Counterpart, assert_layout};

/// The parameters of a prime field of arkworks whose prime Vorpal has.
pub trait Prime<const N: usize>: MontConfig<N> {
    /// The same prime in Vorpal.
    type Modulus: Modulus<N>;
}

/// Fails to build unless both limbs are the same.
const fn assert_same<const N: usize>(a: &[u64; N], b: &[u64; N]) {
    let mut i = 0;
    while i < N {
        assert!(a[i] == b[i], "the constants differ");
        i += 1;
    }
}

impl<T: Prime<N>, const N: usize> Counterpart for Fp<MontBackend<T, N>, N> {
    type Vorpal = Fe<T::Modulus, N>;

    #[inline(always)]
    fn to_vorpal(&self) -> Self::Vorpal {
        const {
            assert_layout::<Self, Self::Vorpal>();
            assert_same(&T::MODULUS.0, &T::Modulus::P);
            assert_same(&T::R.0, &Self::Vorpal::ONE.to_montgomery());
        }
        Fe::from_montgomery_unchecked(self.0.0)
    }

    #[inline(always)]
    fn from_vorpal(value: &Self::Vorpal) -> Self {
        const {
            assert_layout::<Self, Self::Vorpal>();
            assert_same(&T::MODULUS.0, &T::Modulus::P);
        }
        Self::new_unchecked(BigInt(value.to_montgomery()))
    }
}
