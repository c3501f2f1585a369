//! The two groups, named by the field of their coordinates.

use core::fmt::Debug;

use vorpal_curves::bls12_381::g2::{self, Bls12_381G2};
use vorpal_curves::bls12_381::{self as g1, Bls12_381G1};
use vorpal_curves::hashing::HashableCurve;
use vorpal_curves::models::weierstrass::{Affine, EncodableCurve, Format, Jacobian, WeierstrassCurve};
use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar};

use crate::fields::{Quadratic, blst_fp, blst_fp2};

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::fields::blst_fp {}
    impl Sealed for crate::fields::blst_fp2 {}
}

/// The field of the coordinates of a group: `blst_fp` for G1, `blst_fp2` for G2.
pub trait Coordinate: sealed::Sealed + Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The curve of the group.
    #[doc(hidden)]
    type Curve: EncodableCurve<Scalar = Bls12_381Scalar> + HashableCurve;
    /// The format of points.
    #[doc(hidden)]
    const FORMAT: Format<Self::Curve>;
    /// Whether decoding refuses points with `x = 0`. In G1's curve they have the order three.
    #[doc(hidden)]
    const REFUSES_ZERO: bool;

    /// The element in Vorpal's type.
    #[doc(hidden)]
    fn to_element(&self) -> Element<Self>;
    /// The coordinate with this element.
    #[doc(hidden)]
    fn of_element(element: &Element<Self>) -> Self;
}

pub(crate) type Element<F> = <<F as Coordinate>::Curve as WeierstrassCurve>::Base;
pub(crate) type Point<F> = Affine<<F as Coordinate>::Curve>;
pub(crate) type Sum<F> = Jacobian<<F as Coordinate>::Curve>;
/// A compressed encoding.
pub(crate) type Compressed<F> = <<F as Coordinate>::Curve as EncodableCurve>::Compressed;
/// An uncompressed encoding.
pub(crate) type Uncompressed<F> = <<F as Coordinate>::Curve as EncodableCurve>::Uncompressed;

impl Coordinate for blst_fp {
    type Curve = Bls12_381G1;
    const FORMAT: Format<Bls12_381G1> = g1::encoding::ZCASH;
    const REFUSES_ZERO: bool = true;

    fn to_element(&self) -> Bls12_381Base {
        self.element()
    }
    fn of_element(element: &Bls12_381Base) -> Self {
        Self::of(element)
    }
}

impl Coordinate for blst_fp2 {
    type Curve = Bls12_381G2;
    const FORMAT: Format<Bls12_381G2> = g2::encoding::ZCASH;
    const REFUSES_ZERO: bool = false;

    fn to_element(&self) -> Quadratic {
        self.element()
    }
    fn of_element(element: &Quadratic) -> Self {
        Self::of(element)
    }
}

/// The indices of the points that are not in the subgroup of prime order, in ascending order, sixteen checked at a
/// time. Users can make points that are not on the curve: they are outside too. Time depends on the points.
pub(crate) fn outside_vartime<F: Coordinate>(points: &[Point<F>]) -> alloc::vec::Vec<usize> {
    let off = |point: &Point<F>| {
        let (x, y) = point.raw_coordinates();
        Affine::<F::Curve>::new_or_identity(*x, *y).is_err()
    };
    let mut outside = Affine::outside_subgroup_vartime(points);
    let off_curve = points.iter().enumerate().filter(|(_, point)| off(point)).map(|(index, _)| index);
    let inside: alloc::vec::Vec<usize> =
        off_curve.filter(|index| outside.binary_search(index).is_err()).collect();
    outside.extend(inside);
    outside.sort_unstable();
    outside
}

/// Whether the point is in the subgroup of prime order, as infinity is. Time depends on the point.
pub(crate) fn is_inside_vartime<F: Coordinate>(point: &Point<F>) -> bool {
    let (x, y) = point.raw_coordinates();
    Affine::<F::Curve>::new_or_identity(*x, *y).is_ok() && point.is_in_subgroup_vartime()
}
