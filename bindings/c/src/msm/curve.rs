//! Curves, formats of points, and what is known of points.

use rayon::prelude::*;
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_377::g2::{self as bls12_377_g2, Bls12_377G2};
use vorpal::curves::bls12_377::{self, Bls12_377G1};
use vorpal::curves::bls12_381::g2::{self as bls12_381_g2, Bls12_381G2};
use vorpal::curves::bls12_381::{self, Bls12_381G1};
use vorpal::curves::bn254::g2::{self as bn254_g2, Bn254G2};
use vorpal::curves::bn254::{self, Bn254G1};
use vorpal::curves::models::weierstrass::{
    Affine, EncodableCurve, FixedSlice, Format, Jacobian, Subgroup, WeierstrassCurve,
};
use vorpal::fields::tower::{Fp2, TowerModulus};
use vorpal::fields::{Fe, Modulus, PrimeField};
use vorpal::msm::{Algorithm, PreparedBases};
use vorpal_bindings::sums::{Points, Sums};

use super::bases::{AnyBases, BasesOf};
use super::tables::{NoTables, Tables};
use crate::buffer::{Buffers, Plain};
use crate::error::Failure;

/// A group of points.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_curve {
    /// G1 of BLS12-377.
    VORPAL_BLS12_377_G1 = 0,
    /// G1 of BLS12-381.
    VORPAL_BLS12_381_G1 = 1,
    /// G1 of BN254.
    VORPAL_BN254_G1 = 2,
    /// G2 of BLS12-377. Coordinates have two coefficients, that of 1 before that of `u` in the stored form.
    VORPAL_BLS12_377_G2 = 3,
    /// G2 of BLS12-381.
    VORPAL_BLS12_381_G2 = 4,
    /// G2 of BN254.
    VORPAL_BN254_G2 = 5,
}

/// A format of points. The length of the bytes tells compressed from uncompressed encodings: 48 and 96 bytes for G1 of
/// the BLS12 family, 32 and 64 for G1 of BN254, and twice as many for G2.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_format {
    /// arkworks 0.4 and later: little-endian, for BLS12-381 the format of Zcash.
    VORPAL_FORMAT_ARKWORKS = 0,
    /// gnark-crypto: big-endian, for BLS12-381 the format of Zcash.
    VORPAL_FORMAT_GNARK = 1,
    /// arkworks 0.3, which the files of ZPrize 2022 use: for G1 of the BLS12 family.
    VORPAL_FORMAT_ARKWORKS_0_3 = 2,
}

impl vorpal_format {
    pub(crate) fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_FORMAT_ARKWORKS),
            1 => Ok(Self::VORPAL_FORMAT_GNARK),
            2 => Ok(Self::VORPAL_FORMAT_ARKWORKS_0_3),
            _ => Err(Failure::argument(format_args!("format is {number}, not a vorpal_format"))),
        }
    }
}

/// An algorithm of a sum. All give the same sum.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_algorithm {
    /// The algorithm of the least estimated time.
    VORPAL_ALGORITHM_PLANNER = 0,
    /// Odd multiples of each point, for at most 8 points; on G2, for at most 64 of the prime subgroup.
    VORPAL_ALGORITHM_STRAUS = 1,
    /// Buckets in affine coordinates.
    VORPAL_ALGORITHM_AFFINE = 2,
    /// Buckets in extended twisted Edwards coordinates: G1 of BLS12-377, points of the prime subgroup.
    VORPAL_ALGORITHM_EDWARDS = 3,
    /// Buckets in XYZZ coordinates.
    VORPAL_ALGORITHM_XYZZ = 4,
    /// Buckets in Jacobian coordinates, for comparisons.
    VORPAL_ALGORITHM_JACOBIAN = 5,
}

impl vorpal_algorithm {
    /// The algorithm with this number, or `None` for the planner's choice.
    pub(super) fn of(number: i32) -> Result<Option<Algorithm>, Failure> {
        Ok(match Self::of_number(number)? {
            Self::VORPAL_ALGORITHM_PLANNER => None,
            Self::VORPAL_ALGORITHM_STRAUS => Some(Algorithm::Straus),
            Self::VORPAL_ALGORITHM_AFFINE => Some(Algorithm::Affine),
            Self::VORPAL_ALGORITHM_EDWARDS => Some(Algorithm::Edwards),
            Self::VORPAL_ALGORITHM_XYZZ => Some(Algorithm::Xyzz),
            Self::VORPAL_ALGORITHM_JACOBIAN => Some(Algorithm::Jacobian),
        })
    }

    fn of_number(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_ALGORITHM_PLANNER),
            1 => Ok(Self::VORPAL_ALGORITHM_STRAUS),
            2 => Ok(Self::VORPAL_ALGORITHM_AFFINE),
            3 => Ok(Self::VORPAL_ALGORITHM_EDWARDS),
            4 => Ok(Self::VORPAL_ALGORITHM_XYZZ),
            5 => Ok(Self::VORPAL_ALGORITHM_JACOBIAN),
            _ => Err(Failure::argument(format_args!("algorithm is {number}, not a vorpal_algorithm"))),
        }
    }
}

/// What the caller knows of points.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_trust {
    /// Nothing: the call checks that each point is on the curve and in the prime subgroup.
    VORPAL_TRUST_NOTHING = 0,
    /// The points are on the curve. They may be outside of the prime subgroup, and sums do without the endomorphism if
    /// the curve has a cofactor.
    VORPAL_TRUST_ON_CURVE = 1,
    /// The points are in the prime subgroup. Otherwise sums are wrong; nothing worse happens.
    VORPAL_TRUST_IN_SUBGROUP = 2,
}

impl vorpal_trust {
    pub(crate) fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_TRUST_NOTHING),
            1 => Ok(Self::VORPAL_TRUST_ON_CURVE),
            2 => Ok(Self::VORPAL_TRUST_IN_SUBGROUP),
            _ => Err(Failure::argument(format_args!("trust is {number}, not a vorpal_trust"))),
        }
    }
}

impl vorpal_curve {
    pub(crate) fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_BLS12_377_G1),
            1 => Ok(Self::VORPAL_BLS12_381_G1),
            2 => Ok(Self::VORPAL_BN254_G1),
            3 => Ok(Self::VORPAL_BLS12_377_G2),
            4 => Ok(Self::VORPAL_BLS12_381_G2),
            5 => Ok(Self::VORPAL_BN254_G2),
            _ => Err(Failure::argument(format_args!("curve is {number}, not a vorpal_curve"))),
        }
    }
}

/// Work for the type of the curve with a number: `by_curve!(curve, |C| work)`.
macro_rules! by_curve {
    ($curve:expr, |$type:ident| $work:expr) => {
        match $curve {
            vorpal_curve::VORPAL_BLS12_377_G1 => {
                type $type = vorpal::curves::bls12_377::Bls12_377G1;
                $work
            }
            vorpal_curve::VORPAL_BLS12_381_G1 => {
                type $type = vorpal::curves::bls12_381::Bls12_381G1;
                $work
            }
            vorpal_curve::VORPAL_BN254_G1 => {
                type $type = vorpal::curves::bn254::Bn254G1;
                $work
            }
            vorpal_curve::VORPAL_BLS12_377_G2 => {
                type $type = vorpal::curves::bls12_377::g2::Bls12_377G2;
                $work
            }
            vorpal_curve::VORPAL_BLS12_381_G2 => {
                type $type = vorpal::curves::bls12_381::g2::Bls12_381G2;
                $work
            }
            vorpal_curve::VORPAL_BN254_G2 => {
                type $type = vorpal::curves::bn254::g2::Bn254G2;
                $work
            }
        }
    };
}
pub(crate) use by_curve;

/// A curve of this interface.
pub(crate) trait Curve:
    EncodableCurve<Scalar: ScalarField> + WeierstrassCurve<Base: Stored> + Sums
{
    /// Limbs of the coordinates.
    type Limbs: Plain + PartialOrd;

    /// Bases with tables.
    type Tables: Tables<Self>;

    /// The format with this number.
    fn format(number: i32) -> Result<Format<Self>, Failure>;

    /// Bases of this curve as bases of any curve.
    fn any(bases: BasesOf<Self>) -> AnyBases;
}

/// A field whose elements the caller stores.
pub(crate) trait Stored {
    /// Whether all limbs are those of an element: numbers below the modulus.
    fn is_canonical(&self) -> bool;
}

impl<M: Modulus<N>, const N: usize> Stored for Fe<M, N> {
    fn is_canonical(&self) -> bool {
        Self::from_montgomery(self.to_montgomery()).is_some()
    }
}

impl<M: TowerModulus<N>, const N: usize> Stored for Fp2<M, N> {
    fn is_canonical(&self) -> bool {
        self.c0.is_canonical() && self.c1.is_canonical()
    }
}

/// A field of scalars, of four limbs.
pub(crate) trait ScalarField: PrimeField {
    /// The element of a canonical integer.
    fn from_canonical(limbs: &[u64; 4]) -> Option<Self>;

    /// The element with this stored form.
    fn from_stored(limbs: [u64; 4]) -> Option<Self>;
}

impl<M: Modulus<4>> ScalarField for Fe<M, 4> {
    fn from_canonical(limbs: &[u64; 4]) -> Option<Self> {
        Self::from_limbs(limbs)
    }

    fn from_stored(limbs: [u64; 4]) -> Option<Self> {
        Self::from_montgomery(limbs)
    }
}

macro_rules! curve {
    ($curve:ty, $limbs:ty, $any:ident, $tables:ty, $module:ident, $($number:ident => $format:ident),*) => {
        impl Curve for $curve {
            type Limbs = $limbs;
            type Tables = $tables;

            fn format(number: i32) -> Result<Format<Self>, Failure> {
                match vorpal_format::of(number)? {
                    $(vorpal_format::$number => Ok($module::encoding::$format),)*
                    #[allow(unreachable_patterns, reason = "curves with all formats")]
                    format => Err(Failure::argument(format_args!("format: {format:?} is none of this curve"))),
                }
            }

            fn any(bases: BasesOf<Self>) -> AnyBases {
                AnyBases::$any(bases)
            }
        }

        // `Affine` is two elements in a row, and an element is its limbs.
        const _: () = {
            assert!(size_of::<Affine<$curve>>() == 2 * size_of::<$limbs>());
            assert!(align_of::<Affine<$curve>>() == align_of::<u64>());
            assert!(size_of::<<$curve as WeierstrassCurve>::Base>() == size_of::<$limbs>());
            assert!(size_of::<<$curve as WeierstrassCurve>::Scalar>() == 32);
        };
    };
}

curve!(
    Bls12_377G1, [u64; 6], Bls12_377G1, PreparedBases<Bls12_377G1>, bls12_377,
    VORPAL_FORMAT_ARKWORKS => ARKWORKS,
    VORPAL_FORMAT_GNARK => GNARK,
    VORPAL_FORMAT_ARKWORKS_0_3 => ARKWORKS_0_3
);
curve!(
    Bls12_381G1, [u64; 6], Bls12_381G1, PreparedBases<Bls12_381G1>, bls12_381,
    VORPAL_FORMAT_ARKWORKS => ARKWORKS,
    VORPAL_FORMAT_GNARK => GNARK,
    VORPAL_FORMAT_ARKWORKS_0_3 => ARKWORKS_0_3
);
curve!(
    Bn254G1, [u64; 4], Bn254G1, PreparedBases<Bn254G1>, bn254,
    VORPAL_FORMAT_ARKWORKS => ARKWORKS,
    VORPAL_FORMAT_GNARK => GNARK
);
curve!(
    Bls12_377G2, [[u64; 6]; 2], Bls12_377G2, NoTables, bls12_377_g2,
    VORPAL_FORMAT_ARKWORKS => ARKWORKS,
    VORPAL_FORMAT_GNARK => GNARK
);
curve!(
    Bls12_381G2, [[u64; 6]; 2], Bls12_381G2, NoTables, bls12_381_g2,
    VORPAL_FORMAT_ARKWORKS => ARKWORKS,
    VORPAL_FORMAT_GNARK => GNARK
);
curve!(
    Bn254G2, [[u64; 4]; 2], Bn254G2, NoTables, bn254_g2,
    VORPAL_FORMAT_ARKWORKS => ARKWORKS,
    VORPAL_FORMAT_GNARK => GNARK
);

/// Points in the stored form, as gnark-crypto and arkworks hold them: `x` and `y` in Montgomery form, little-endian
/// limbs, infinity as zeros. Nothing is copied, and nothing is known of the points before [`checked`].
///
/// # Safety
/// There are `count` points at the pointer, which nobody writes to during the lifetime.
pub(crate) unsafe fn stored_points<'a, C: Curve>(
    buffers: &mut Buffers,
    pointer: *const u64,
    count: usize,
    name: &'static str,
) -> Result<&'a [Affine<C>], Failure> {
    // SAFETY: the caller's promise.
    let limbs: &[[C::Limbs; 2]] = unsafe { buffers.input(pointer.cast(), count, name) }?;
    // SAFETY: `Affine` is `repr(C)` with two coordinates, which are `repr(transparent)` over their limbs. Limbs that
    // are not below the modulus are no element. No code relies on that for the safety of memory, and `checked` refuses
    // them before any arithmetic.
    Ok(unsafe { std::slice::from_raw_parts(limbs.as_ptr().cast::<Affine<C>>(), limbs.len()) })
}

/// Whether the stored forms of both coordinates are those of elements.
pub(crate) fn is_canonical<C: Curve>(point: &Affine<C>) -> bool {
    let (x, y) = point.raw_coordinates();
    x.is_canonical() && y.is_canonical()
}

/// Whether a point with canonical coordinates is on the curve, or infinity.
pub(crate) fn is_on_curve<C: Curve>(point: &Affine<C>) -> bool {
    let (x, y) = point.raw_coordinates();
    *point == Affine::IDENTITY || Affine::<C>::new(*x, *y).is_ok()
}

/// Checks points in the stored form: coordinates below the modulus, and what the caller does not know. Runs on the
/// current thread pool.
pub(crate) fn checked<C: Curve>(
    points: &[Affine<C>],
    trust: vorpal_trust,
) -> Result<Points<&[Affine<C>]>, Failure> {
    if let Some(i) = points.par_iter().position_first(|point| !is_canonical(point)) {
        return Err(Failure::input(format_args!(
            "points: a coordinate of number {i} is not below the modulus"
        )));
    }
    if trust == vorpal_trust::VORPAL_TRUST_NOTHING
        && let Some(i) = points.par_iter().position_first(|point| !is_on_curve(point))
    {
        return Err(Failure::input(format_args!("points: number {i} is not on the curve")));
    }
    known(points, trust)
}

/// Points on the curve, with what is known of them or found out now.
pub(crate) fn known<C: Curve, P: FixedSlice<Target = [Affine<C>]>>(
    points: P,
    trust: vorpal_trust,
) -> Result<Points<P>, Failure> {
    match trust {
        vorpal_trust::VORPAL_TRUST_ON_CURVE => Ok(Points::OnCurve(points)),
        vorpal_trust::VORPAL_TRUST_IN_SUBGROUP => Ok(Points::InSubgroup(Subgroup::unchecked(points))),
        vorpal_trust::VORPAL_TRUST_NOTHING => {
            let checked = Subgroup::new(points);
            checked.map(Points::InSubgroup).map_err(|error| Failure::input(format_args!("points: {error}")))
        }
    }
}

/// Writes a point in a format; the length of the place selects the compressed or the uncompressed encoding.
pub(crate) fn encode<C: Curve>(
    format: &Format<C>,
    point: &Jacobian<C>,
    place: &mut [u8],
) -> Result<(), Failure> {
    let point = Jacobian::to_affine_vartime(point);
    let compressed = format.encode_compressed(&point);
    let uncompressed = format.encode_uncompressed(&point);
    for encoding in [compressed.as_ref(), uncompressed.as_ref()] {
        if encoding.len() == place.len() {
            place.copy_from_slice(encoding);
            return Ok(());
        }
    }
    let (short, long, found) = (compressed.as_ref().len(), uncompressed.as_ref().len(), place.len());
    Err(Failure::argument(format_args!("out_len is {found}, not {short} or {long}")))
}

/// Writes a point in the stored form.
pub(crate) fn store<C: Curve>(point: &Jacobian<C>) -> [C::Limbs; 2] {
    let point = point.to_affine_vartime();
    // SAFETY: as in `stored_points`.
    unsafe { std::mem::transmute_copy(&point) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinity_and_the_generator_have_the_stored_form_of_other_libraries() {
        assert_eq!(store::<Bn254G1>(&Jacobian::IDENTITY), [[0; 4]; 2]);
        let one = bn254::Affine::GENERATOR.raw_coordinates().0.to_montgomery();
        assert_eq!(store(&Jacobian::<Bn254G1>::GENERATOR)[0], one);
    }
}
