//! Curves, formats of points, and what is known of points. `io.vorpal.msm` has the numbers.

use jni::sys::jint;
use vorpal::curves::bls12_377::{self, Bls12_377G1};
use vorpal::curves::bls12_381::{self, Bls12_381G1};
use vorpal::curves::bn254::{self, Bn254G1};
use vorpal::curves::models::weierstrass::{EncodableCurve, Format};
use vorpal::fields::PrimeField;
use vorpal_bindings::sums::DividedSums;

use crate::error::Failure;

/// A curve of this interface.
pub(super) trait Curve: EncodableCurve<Scalar: PrimeField> + DividedSums {
    /// The name in messages.
    const NAME: &'static str;
    /// The bytes of a coordinate, which are those of a compressed point.
    const WIDTH: usize;

    /// The format of a number.
    fn format(number: jint) -> Result<Format<Self>, Failure>;
}

macro_rules! curve {
    ($curve:ty, $name:literal, $width:literal, $module:ident, $($number:literal => $item:ident),*) => {
        impl Curve for $curve {
            const NAME: &'static str = $name;
            const WIDTH: usize = $width;

            fn format(number: jint) -> Result<Format<Self>, Failure> {
                match number {
                    $($number => Ok($module::encoding::$item),)*
                    _ => Err(Failure::argument("format", format_args!("not for {}", Self::NAME))),
                }
            }
        }
    };
}

curve!(Bls12_377G1, "BLS12-377", 48, bls12_377, 0 => ARKWORKS, 1 => GNARK);
curve!(Bls12_381G1, "BLS12-381", 48, bls12_381, 0 => ARKWORKS, 1 => GNARK, 2 => ZCASH);
curve!(Bn254G1, "BN254", 32, bn254, 0 => ARKWORKS, 1 => GNARK);

/// Work with the curve of a number.
macro_rules! with_curve {
    ($number:expr, |$curve:ident| $work:expr) => {
        match $number {
            0 => {
                type $curve = vorpal::curves::bls12_377::Bls12_377G1;
                $work
            }
            1 => {
                type $curve = vorpal::curves::bls12_381::Bls12_381G1;
                $work
            }
            2 => {
                type $curve = vorpal::curves::bn254::Bn254G1;
                $work
            }
            number => Err($crate::error::Failure::argument("curve", format_args!("no curve {number}"))),
        }
    };
}
pub(super) use with_curve;

/// What the caller knows of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    Nothing,
    OnCurve,
    Subgroup,
}

impl Trust {
    pub(super) fn of(number: jint) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::Nothing),
            1 => Ok(Self::OnCurve),
            2 => Ok(Self::Subgroup),
            _ => Err(Failure::argument("trust", format_args!("no number {number}"))),
        }
    }
}
