//! Encodings of points by SEC 1.

use ecdsa::elliptic_curve::point::DecompressPoint;
use ecdsa::elliptic_curve::sec1::{Coordinates, FromSec1Point, Sec1Point, ToSec1Point};
use ecdsa::elliptic_curve::subtle::{Choice, CtOption};
use ecdsa::elliptic_curve::{Error, FieldBytes, ctutils};
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::{EncodableField, PrimeField};

use super::affine::{Coordinate, CurveOf};
use super::{AffinePoint, Model, ProjectivePoint};
use ecdsa::elliptic_curve::point::AffineCoordinates;

impl<C: Model> DecompressPoint<C> for AffinePoint<C> {
    /// Variable time.
    fn decompress(x: &FieldBytes<C>, y_is_odd: Choice) -> CtOption<Self> {
        let x = Coordinate::<C>::from_be_bytes(x).ok();
        let points = x.and_then(Affine::<CurveOf<C>>::lift_x_vartime);
        Self::some(points.map(|(one, other)| {
            let is_one = bool::from(one.raw_coordinates().1.is_odd()) == bool::from(y_is_odd);
            if is_one { one } else { other }
        }))
    }
}

/// Decoding takes variable time. A compact encoding, which has no sign, is that of the point with the even `y` or with
/// the smaller one ([`Model::COMPACT_IS_EVEN`]).
impl<C: Model> FromSec1Point<C> for AffinePoint<C> {
    fn from_sec1_point(point: &Sec1Point<C>) -> ctutils::CtOption<Self> {
        let decoded = match point.coordinates() {
            Coordinates::Identity => CtOption::new(Self::IDENTITY, 1.into()),
            Coordinates::Compressed { x, y_is_odd } => Self::decompress(x, Choice::from(u8::from(y_is_odd))),
            Coordinates::Uncompressed { x, y } => Self::from_coordinates(x, y),
            Coordinates::Compact { x } => Self::decompress(x, 0.into()).map(|point| {
                let is_larger = point.0.raw_coordinates().1.is_lexicographically_largest();
                if !C::COMPACT_IS_EVEN && bool::from(is_larger) { -point } else { point }
            }),
        };
        decoded.into()
    }
}

impl<C: Model> ToSec1Point<C> for AffinePoint<C> {
    fn to_sec1_point(&self, compress: bool) -> Sec1Point<C> {
        let point = Sec1Point::<C>::from_affine_coordinates(&self.x(), &self.y(), compress);
        ctutils::CtSelect::ct_select(&point, &Sec1Point::<C>::identity(), self.0.is_identity().into())
    }
}

impl<C: Model> FromSec1Point<C> for ProjectivePoint<C> {
    fn from_sec1_point(point: &Sec1Point<C>) -> ctutils::CtOption<Self> {
        AffinePoint::from_sec1_point(point).map(Self::from)
    }
}

impl<C: Model> ToSec1Point<C> for ProjectivePoint<C> {
    fn to_sec1_point(&self, compress: bool) -> Sec1Point<C> {
        AffinePoint::from(self).to_sec1_point(compress)
    }
}

impl<C: Model> TryFrom<&Sec1Point<C>> for AffinePoint<C> {
    type Error = Error;
    fn try_from(point: &Sec1Point<C>) -> Result<Self, Error> {
        Self::from_sec1_point(point).into_option().ok_or(Error)
    }
}

impl<C: Model> From<AffinePoint<C>> for Sec1Point<C> {
    /// Uncompressed.
    fn from(point: AffinePoint<C>) -> Self {
        point.to_sec1_point(false)
    }
}
