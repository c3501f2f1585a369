//! The curves of pairings.

use crate::error::Failure;

/// A curve with a pairing.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_pairing_curve {
    /// BLS12-377.
    VORPAL_PAIRING_BLS12_377 = 0,
    /// BLS12-381.
    VORPAL_PAIRING_BLS12_381 = 1,
    /// BN254.
    VORPAL_PAIRING_BN254 = 2,
}

impl vorpal_pairing_curve {
    pub(super) fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_PAIRING_BLS12_377),
            1 => Ok(Self::VORPAL_PAIRING_BLS12_381),
            2 => Ok(Self::VORPAL_PAIRING_BN254),
            _ => Err(Failure::argument(format_args!("curve is {number}, not a vorpal_pairing_curve"))),
        }
    }
}

/// Work for the engine with a number: `by_engine!(curve, |E, N| work)`.
macro_rules! by_engine {
    ($curve:expr, |$engine:ident, $limbs:ident| $work:expr) => {
        match $crate::pairing::engine::vorpal_pairing_curve::of($curve)? {
            $crate::pairing::engine::vorpal_pairing_curve::VORPAL_PAIRING_BLS12_377 => {
                type $engine = vorpal::pairing::bls12_377::Bls12_377;
                const $limbs: usize = 6;
                $work
            }
            $crate::pairing::engine::vorpal_pairing_curve::VORPAL_PAIRING_BLS12_381 => {
                type $engine = vorpal::pairing::bls12_381::Bls12_381;
                const $limbs: usize = 6;
                $work
            }
            $crate::pairing::engine::vorpal_pairing_curve::VORPAL_PAIRING_BN254 => {
                type $engine = vorpal::pairing::bn254::Bn254;
                const $limbs: usize = 4;
                $work
            }
        }
    };
}
pub(super) use by_engine;
