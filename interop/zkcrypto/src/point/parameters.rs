//! What the traits require of a curve.

use core::fmt::Debug;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{ByteArray, Fe, HashField};

use crate::FieldParameters;

/// A curve with its encodings and the newtype of its coordinates.
pub trait CurveParameters: Copy + Debug + Eq + Send + Sync + 'static {
    /// The curve.
    type Curve: WeierstrassCurve<Scalar = Fe<Self::ScalarModulus, 4>, Base: HashField>;
    /// The order of the prime subgroup.
    type ScalarModulus: FieldParameters<4>;
    /// A coordinate with the traits of `ff`.
    type Coordinate: Copy + Debug + From<Base<Self>> + Into<Base<Self>> + Send + Sync + 'static;
    /// The encodings.
    type Format: PointEncoding<Self::Curve>;
}

/// A curve whose scalars leave the topmost bit of their encodings free.
///
/// `group::Wnaf` loses a carry beyond that bit, so its products would be wrong for other curves. They do not implement
/// `group::WnafGroup`.
pub trait SpareScalarBit: CurveParameters {}

/// The field of the coordinates.
pub(crate) type Base<C> = <<C as CurveParameters>::Curve as WeierstrassCurve>::Base;

/// The encodings of the points of a curve, of constant lengths.
pub trait PointEncoding<C: WeierstrassCurve> {
    /// A compressed encoding.
    type Compressed: ByteArray;
    /// An uncompressed encoding.
    type Uncompressed: ByteArray;

    /// The compressed encoding.
    fn compress(point: &Affine<C>) -> Self::Compressed;
    /// The uncompressed encoding.
    fn expand(point: &Affine<C>) -> Self::Uncompressed;
    /// The point of the curve with this compressed encoding. Time depends on the bytes.
    fn decompress(bytes: &Self::Compressed) -> Option<Affine<C>>;
    /// The point of the curve with this uncompressed encoding. Time depends on the bytes.
    fn read(bytes: &Self::Uncompressed) -> Option<Affine<C>>;
}
