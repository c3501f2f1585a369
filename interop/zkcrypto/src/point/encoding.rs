//! The encodings of `halo2curves`, and those of Vorpal's formats.

use core::marker::PhantomData;

use vorpal_curves::PointFormat;
use vorpal_curves::models::weierstrass::{Affine, EncodableCurve, Format, WeierstrassCurve};
use vorpal_fields::{ByteArray, EncodableField, Field};

use super::PointEncoding;

/// The encodings of `halo2curves` for curves other than BLS12-381: little-endian, `x` with flags for an odd `y` and for
/// infinity, or `x` and `y`. The flags are the topmost bits of the last byte, or, if a coordinate needs all of its
/// bits, those of a byte before the others. In uncompressed encodings infinity consists of zeros and the flag
/// `EXPANDED`.
///
/// The parity of `c0 + c1 u` is that of `c0`.
#[derive(Debug)]
pub struct Halo2Encoding<Compressed, Uncompressed, const ODD: u8, const INFINITY: u8, const EXPANDED: u8>(
    PhantomData<fn() -> (Compressed, Uncompressed)>,
);

/// The index of the byte with the flags, and of the first byte of the coordinate.
const fn positions(compressed: usize, coordinate: usize) -> (usize, usize) {
    if compressed == coordinate { (coordinate - 1, 0) } else { (0, 1) }
}

/// Whether the number is odd.
fn is_odd<F: EncodableField>(coordinate: &F) -> bool {
    coordinate.to_le_bytes().as_ref()[0] & 1 == 1
}

impl<C, Compressed, Uncompressed, const ODD: u8, const INFINITY: u8, const EXPANDED: u8> PointEncoding<C>
    for Halo2Encoding<Compressed, Uncompressed, ODD, INFINITY, EXPANDED>
where
    C: WeierstrassCurve<Base: EncodableField>,
    Compressed: ByteArray,
    Uncompressed: ByteArray,
{
    type Compressed = Compressed;
    type Uncompressed = Uncompressed;

    fn compress(point: &Affine<C>) -> Compressed {
        let (x, y) = point.raw_coordinates();
        let x = x.to_le_bytes();
        let mut bytes = Compressed::ZERO;
        let (flags, start) = positions(bytes.as_ref().len(), x.as_ref().len());
        bytes.as_mut()[start..][..x.as_ref().len()].copy_from_slice(x.as_ref());
        // The y of infinity is stored as zero, which is even.
        bytes.as_mut()[flags] |= (INFINITY * point.is_identity().unwrap_u8()) | (ODD * u8::from(is_odd(y)));
        bytes
    }

    fn expand(point: &Affine<C>) -> Uncompressed {
        let (x, y) = point.raw_coordinates();
        let mut bytes = Uncompressed::ZERO;
        let (first, second) = bytes.as_mut().split_at_mut(size_of::<<C::Base as EncodableField>::Bytes>());
        first.copy_from_slice(x.to_le_bytes().as_ref());
        second.copy_from_slice(y.to_le_bytes().as_ref());
        if let Some(last) = second.last_mut() {
            *last |= EXPANDED * point.is_identity().unwrap_u8();
        }
        bytes
    }

    fn decompress(bytes: &Compressed) -> Option<Affine<C>> {
        let length = size_of::<<C::Base as EncodableField>::Bytes>();
        let mut bytes = *bytes;
        let (flags, start) = positions(bytes.as_ref().len(), length);
        let byte = &mut bytes.as_mut()[flags];
        let (odd, infinity) = (*byte & ODD != 0, *byte & INFINITY != 0);
        *byte &= !(ODD | INFINITY);
        if start > 0 && *byte != 0 {
            return None;
        }
        let x = C::Base::from_le_bytes(&bytes.as_ref()[start..]).ok()?;
        if infinity || x.is_zero_vartime() {
            // As in halo2curves, a finite point with x = 0 has no compressed encoding.
            return (infinity && x.is_zero_vartime() && !odd).then_some(Affine::IDENTITY);
        }
        let (one, other) = Affine::lift_x_vartime(x)?;
        Some(if is_odd(one.raw_coordinates().1) == odd { one } else { other })
    }

    fn read(bytes: &Uncompressed) -> Option<Affine<C>> {
        let mut bytes = *bytes;
        let is_infinity = match bytes.as_mut().last_mut() {
            Some(last) if EXPANDED != 0 && *last & EXPANDED != 0 => {
                *last &= !EXPANDED;
                true
            }
            _ => false,
        };
        let (x, y) = bytes.as_ref().split_at(size_of::<<C::Base as EncodableField>::Bytes>());
        let (x, y) = (C::Base::from_le_bytes(x).ok()?, C::Base::from_le_bytes(y).ok()?);
        let point = Affine::new_or_identity(x, y).ok()?;
        // Infinity has the flag, other points do not.
        (EXPANDED == 0 || is_infinity == point.is_identity_vartime()).then_some(point)
    }
}

/// A curve with a format of `vorpal_curves`.
pub trait HasFormat: EncodableCurve {
    /// The format.
    const FORMAT: Format<Self>;
}

/// The encodings of a format of `vorpal_curves`.
#[derive(Debug)]
pub struct CurveFormat;

impl<C: HasFormat> PointEncoding<C> for CurveFormat {
    type Compressed = C::Compressed;
    type Uncompressed = C::Uncompressed;

    fn compress(point: &Affine<C>) -> C::Compressed {
        C::FORMAT.encode_compressed(point)
    }
    fn expand(point: &Affine<C>) -> C::Uncompressed {
        C::FORMAT.encode_uncompressed(point)
    }
    fn decompress(bytes: &C::Compressed) -> Option<Affine<C>> {
        C::FORMAT.decode_on_curve(bytes.as_ref()).ok()
    }
    fn read(bytes: &C::Uncompressed) -> Option<Affine<C>> {
        C::FORMAT.decode_on_curve(bytes.as_ref()).ok()
    }
}
