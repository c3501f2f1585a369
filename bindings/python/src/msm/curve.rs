//! Curves, formats of points, and what is known of points.

use rayon::prelude::*;
use vorpal::curves::bls12_377::{self, Bls12_377G1};
use vorpal::curves::bls12_381::{self, Bls12_381G1};
use vorpal::curves::bn254::{self, Bn254G1};
use vorpal::curves::models::weierstrass::{Affine, EncodableCurve, Format, Subgroup};
use vorpal::fields::PrimeField;
use vorpal_bindings::sums::{DividedSums, Points};

use crate::error::Failure;

/// A curve of this interface.
pub(super) trait Curve: EncodableCurve<Scalar: PrimeField> + DividedSums {
    /// The name in Python.
    const NAME: &'static str;
    /// The limbs of a coordinate.
    const LIMBS: usize;

    /// The format with this name.
    fn format(name: &str) -> Result<Format<Self>, Failure>;
}

macro_rules! curve {
    ($curve:ty, $name:literal, $limbs:literal, $module:ident, $($format:literal => $item:ident),*) => {
        impl Curve for $curve {
            const NAME: &'static str = $name;
            const LIMBS: usize = $limbs;

            fn format(name: &str) -> Result<Format<Self>, Failure> {
                match name {
                    $($format => Ok($module::encoding::$item),)*
                    _ => {
                        let names = [$($format),*].join(", ");
                        Err(Failure::argument(format_args!("format: {name:?}; {} has {names}", Self::NAME)))
                    }
                }
            }
        }
    };
}

curve!(
    Bls12_377G1, "bls12_377", 6, bls12_377,
    "arkworks" => ARKWORKS, "gnark" => GNARK, "arkworks-0.3" => ARKWORKS_0_3
);
curve!(
    Bls12_381G1, "bls12_381", 6, bls12_381,
    "arkworks" => ARKWORKS, "gnark" => GNARK, "zcash" => ZCASH, "arkworks-0.3" => ARKWORKS_0_3
);
curve!(Bn254G1, "bn254", 4, bn254, "arkworks" => ARKWORKS, "gnark" => GNARK);

/// Work with the curve of a name.
macro_rules! with_curve {
    ($name:expr, |$curve:ident| $work:expr) => {
        match $name {
            "bls12_377" => {
                type $curve = vorpal::curves::bls12_377::Bls12_377G1;
                $work
            }
            "bls12_381" => {
                type $curve = vorpal::curves::bls12_381::Bls12_381G1;
                $work
            }
            "bn254" => {
                type $curve = vorpal::curves::bn254::Bn254G1;
                $work
            }
            name => Err($crate::error::Failure::argument(format_args!(
                "curve: {name:?}; there are bls12_377, bls12_381, bn254"
            ))
            .into()),
        }
    };
}
pub(super) use with_curve;

/// Conversions of a type for each curve to the enumeration of them.
macro_rules! from_each_curve {
    ($any:ident, $of:ident) => {
        impl From<$of<Bls12_377G1>> for $any {
            fn from(value: $of<Bls12_377G1>) -> Self {
                Self::Bls12_377(value)
            }
        }
        impl From<$of<Bls12_381G1>> for $any {
            fn from(value: $of<Bls12_381G1>) -> Self {
                Self::Bls12_381(value)
            }
        }
        impl From<$of<Bn254G1>> for $any {
            fn from(value: $of<Bn254G1>) -> Self {
                Self::Bn254(value)
            }
        }
    };
}
pub(super) use from_each_curve;

/// What the caller knows of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    Nothing,
    OnCurve,
    Subgroup,
}

impl Trust {
    pub(super) fn of(name: &str) -> Result<Self, Failure> {
        match name {
            "nothing" => Ok(Self::Nothing),
            "on_curve" => Ok(Self::OnCurve),
            "subgroup" => Ok(Self::Subgroup),
            _ => {
                Err(Failure::argument(format_args!("trust: {name:?}; there are nothing, on_curve, subgroup")))
            }
        }
    }
}

/// A point in the stored form, on the curve.
pub(super) fn stored_point<C: Curve>(limbs: &[u64], name: &str) -> Result<Affine<C>, Failure> {
    let (x, y) = limbs.split_at(C::LIMBS);
    let (Some(x), Some(y)) = (coordinate::<C>(x), coordinate::<C>(y)) else {
        return Err(Failure::input(format_args!("{name}: a coordinate is not below the modulus")));
    };
    if Affine::<C>::new_unchecked(x, y) == Affine::IDENTITY {
        return Ok(Affine::IDENTITY);
    }
    Affine::<C>::new(x, y).map_err(|_| Failure::input(format_args!("{name}: the point is not on the curve")))
}

fn coordinate<C: Curve>(limbs: &[u64]) -> Option<C::Base> {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    <C::Base as PrimeField>::from_montgomery_le_bytes(&bytes)
}

/// Copies points in the stored form: `x` and `y` in Montgomery form, limbs of 64 bits, least significant first,
/// infinity as zeros. Checks that the coordinates are below the modulus, and what the caller does not know.
pub(super) fn stored_points<C: Curve>(
    limbs: &[u64],
    trust: Trust,
) -> Result<Points<Vec<Affine<C>>>, Failure> {
    let point = |(i, limbs): (usize, &[u64])| {
        let (x, y) = limbs.split_at(C::LIMBS);
        let (Some(x), Some(y)) = (coordinate::<C>(x), coordinate::<C>(y)) else {
            let message = format!("points: a coordinate of number {i} is not below the modulus");
            return Err(Failure::input(message));
        };
        let point = Affine::<C>::new_unchecked(x, y);
        if trust != Trust::Nothing || point == Affine::IDENTITY || Affine::<C>::new(x, y).is_ok() {
            return Ok(point);
        }
        Err(Failure::input(format_args!("points: number {i} is not on the curve")))
    };
    let results: Vec<Result<Affine<C>, Failure>> =
        limbs.par_chunks_exact(2 * C::LIMBS).enumerate().map(point).collect();
    known(results.into_iter().collect::<Result<_, _>>()?, trust)
}

/// Points on the curve, with what is known of them or found out now.
pub(super) fn known<C: Curve>(
    points: Vec<Affine<C>>,
    trust: Trust,
) -> Result<Points<Vec<Affine<C>>>, Failure> {
    match trust {
        Trust::OnCurve => Ok(Points::OnCurve(points)),
        Trust::Subgroup => Ok(Points::InSubgroup(Subgroup::unchecked(points))),
        Trust::Nothing => {
            let checked = Subgroup::new(points);
            checked.map(Points::InSubgroup).map_err(|error| Failure::input(format_args!("points: {error}")))
        }
    }
}
