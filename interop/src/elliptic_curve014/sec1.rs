//! Encodings of points by SEC 1.

use ecdsa::elliptic_curve::point::{DecompactPoint, DecompressPoint};
use ecdsa::elliptic_curve::sec1::{
    CompressedPoint, Coordinates, FromSec1Point, Sec1Point, Tag, ToCompactSec1Point, ToSec1Point,
};
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

impl<C: Model> AffinePoint<C> {
    /// Whether this is the point of its `x` that a compact encoding represents.
    fn is_compact(&self) -> Choice {
        if C::COMPACT_IS_EVEN { !self.y.0.is_odd() } else { !self.y.0.is_lexicographically_largest() }
    }
}

impl<C: Model> DecompactPoint<C> for AffinePoint<C> {
    /// Variable time.
    fn decompact(x: &FieldBytes<C>) -> CtOption<Self> {
        Self::decompress(x, 0.into()).map(|point| if bool::from(point.is_compact()) { point } else { -point })
    }
}

/// None for the other point of the same `x`. Infinity has the encoding of `x = 0`, as in `p256`.
impl<C: Model> ToCompactSec1Point<C> for AffinePoint<C> {
    fn to_compact_encoded_point(&self) -> ctutils::CtOption<Sec1Point<C>> {
        let mut bytes = CompressedPoint::<C>::default();
        bytes[0] = Tag::Compact.into();
        bytes[1..].copy_from_slice(&self.x());
        // The tag and the length are those of a compact encoding.
        let encoding = Sec1Point::<C>::from_bytes(bytes).unwrap_or_default();
        ctutils::CtOption::new(encoding, self.is_compact().into())
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
            Coordinates::Compact { x } => Self::decompact(x),
        };
        decoded.into()
    }
}

impl<C: Model> ToSec1Point<C> for AffinePoint<C> {
    fn to_sec1_point(&self, compress: bool) -> Sec1Point<C> {
        let point = Sec1Point::<C>::from_affine_coordinates(&self.x(), &self.y(), compress);
        ctutils::CtSelect::ct_select(&point, &Sec1Point::<C>::identity(), self.is_identity().into())
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

impl<C: Model> TryFrom<Sec1Point<C>> for AffinePoint<C> {
    type Error = Error;
    fn try_from(point: Sec1Point<C>) -> Result<Self, Error> {
        Self::try_from(&point)
    }
}

impl<C: Model> From<&AffinePoint<C>> for Sec1Point<C> {
    /// Compressed on secp256k1, uncompressed on P-256, as in `k256` and `p256`.
    fn from(point: &AffinePoint<C>) -> Self {
        point.to_sec1_point(C::COMPRESS_POINTS)
    }
}

impl<C: Model> From<AffinePoint<C>> for Sec1Point<C> {
    fn from(point: AffinePoint<C>) -> Self {
        (&point).into()
    }
}
