//! Affine points in the form of C.

use vorpal_curves::PointFormat;
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Field;

use crate::BLST_ERROR;
use crate::fields::{blst_fp, blst_fp2};
use crate::group::{Compressed, Coordinate, Point, Uncompressed, is_inside_vartime};

/// An affine point; infinity is `(0, 0)`. The names are [`blst_p1_affine`] and [`blst_p2_affine`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AffinePoint<F> {
    /// The first coordinate.
    pub x: F,
    /// The second coordinate.
    pub y: F,
}

/// An affine point of G1's curve.
pub type blst_p1_affine = AffinePoint<blst_fp>;
/// An affine point of G2's curve.
pub type blst_p2_affine = AffinePoint<blst_fp2>;

impl<F: Coordinate> AffinePoint<F> {
    /// The point in Vorpal's type, unchecked.
    pub(crate) fn point(&self) -> Point<F> {
        Affine::new_unchecked(self.x.to_element(), self.y.to_element())
    }

    pub(crate) fn of(point: &Point<F>) -> Self {
        let (x, y) = point.raw_coordinates();
        Self { x: F::of_element(x), y: F::of_element(y) }
    }

    pub(crate) fn is_infinity(&self) -> bool {
        *self == Self::default()
    }

    /// That the point is in the subgroup, and with `finite` not infinity.
    pub(crate) fn validate(&self, finite: bool) -> Result<(), BLST_ERROR> {
        if finite && self.is_infinity() {
            return Err(BLST_ERROR::BLST_PK_IS_INFINITY);
        }
        if is_inside_vartime::<F>(&self.point()) { Ok(()) } else { Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP) }
    }

    pub(crate) fn compress(&self) -> Compressed<F> {
        F::FORMAT.encode_compressed(&self.point())
    }

    pub(crate) fn serialize(&self) -> Uncompressed<F> {
        F::FORMAT.encode_uncompressed(&self.point())
    }

    /// The point of a compressed encoding. It is on the curve.
    pub(crate) fn uncompress(bytes: &[u8]) -> Result<Self, BLST_ERROR> {
        if bytes.len() == size_of::<Compressed<F>>() && bytes[0] & 0x80 != 0 {
            Self::decode(bytes)
        } else {
            Err(BLST_ERROR::BLST_BAD_ENCODING)
        }
    }

    /// The point of an encoding, compressed or not. It is on the curve.
    pub(crate) fn deserialize(bytes: &[u8]) -> Result<Self, BLST_ERROR> {
        if bytes.len() == size_of::<Uncompressed<F>>() && bytes[0] & 0x80 == 0 {
            Self::decode(bytes)
        } else {
            Self::uncompress(bytes)
        }
    }

    fn decode(bytes: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self::of(&accepted::<F>(F::FORMAT.decode_on_curve(bytes))?))
    }
}

/// The point of an encoding, unless decoding refuses it.
pub(crate) fn accepted<F: Coordinate>(
    decoded: Result<Point<F>, vorpal_curves::Error>,
) -> Result<Point<F>, BLST_ERROR> {
    let point = decoded?;
    if F::REFUSES_ZERO && !point.is_identity_vartime() && point.raw_coordinates().0.is_zero_vartime() {
        return Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP);
    }
    Ok(point)
}
