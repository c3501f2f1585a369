//! Encodings of the points of short Weierstrass curves. A format consists of a byte order and flags. The flags are in
//! the bits that coordinates do not need, or in a separate byte.

use alloc::vec::Vec;
use core::marker::PhantomData;

use vorpal_fields::subtle::{Choice, ConditionallySelectable};
use vorpal_fields::{ByteArray, EncodableField, Field, PrimeField};

use super::subgroup_batch::reject_outside_vartime;
use super::{Affine, Jacobian, WeierstrassCurve};
use crate::Error;
use crate::encoding::{ByteOrder, DECODE_CHUNK, PointFormat};

/// A curve with encodings of constant length, which [`Flags`] distinguish.
///
/// ```
/// use vorpal_curves::bn254::Bn254G1;
/// use vorpal_curves::models::weierstrass::{Affine, EncodableCurve, Format};
/// use vorpal_curves::{PointFormat, bn254};
/// fn compress<C: EncodableCurve>(format: &Format<C>, point: &Affine<C>) -> C::Compressed {
///     format.encode_compressed(point)
/// }
/// let bytes: [u8; 32] = compress::<Bn254G1>(&bn254::encoding::GNARK, &Affine::GENERATOR);
/// assert_eq!((bytes[0], bytes[31]), (0x80, 1));
/// ```
pub trait EncodableCurve: WeierstrassCurve<Base: EncodableField> {
    /// A compressed encoding: `[u8; B]` for coordinates of `B` bytes, or `[u8; B + 1]` if a coordinate needs all bits
    /// of these, so that the flags have a separate byte.
    type Compressed: ByteArray;
    /// An uncompressed encoding: `B` bytes longer than a compressed one.
    type Uncompressed: ByteArray;
    /// Whether the curve may have points with `x = 0`. If not, because `b` is not a square, a format needs no flag for
    /// infinity: its encoding has `x = 0`.
    const HAS_POINTS_AT_ZERO: bool = true;
}

/// The flags of each kind of point. Flags are the topmost bits of the encoding's most significant byte: the last one of
/// little-endian encodings, the first one of big-endian ones.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Bn254G1};
/// use vorpal_curves::models::weierstrass::{Flags, Format};
/// use vorpal_curves::{ByteOrder, PointFormat};
/// let flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };
/// let format = Format::<Bn254G1>::new(ByteOrder::LittleEndian, flags, flags);
/// assert_eq!(format.encode_compressed(&Affine::IDENTITY)[31], 0x40);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// For a point whose `y` is not [larger](EncodableField::is_lexicographically_largest) than `-y`; with
    /// [`Format::by_parity`], for an even `y`.
    pub smaller: u8,
    /// For a point whose `y` is larger than `-y`; with [`Format::by_parity`], for an odd `y`.
    pub larger: u8,
    /// For the point at infinity.
    pub infinity: u8,
}

/// A format for points of the curve `C`: compressed (`x` and flags) or uncompressed (`x`, then `y`, and flags).
///
/// A curve's formats are constants in its module, such as [`bls12_381::encoding`](crate::bls12_381::encoding).
/// [`PointFormat`] has the operations.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, encoding::ZCASH};
/// use vorpal_curves::{Error, PointFormat};
/// let bytes = ZCASH.encode_compressed(&Affine::GENERATOR);
/// assert_eq!(bytes[..4], [0x97, 0xf1, 0xd3, 0xa7]);
/// assert_eq!(ZCASH.decode(&bytes), Ok(Affine::GENERATOR));
/// assert_eq!(ZCASH.decode(&bytes[1..]), Err(Error::Length { found: 47 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format<C> {
    order: ByteOrder,
    compressed: Flags,
    uncompressed: Flags,
    /// The bits that are flags.
    mask: u8,
    /// The `y` in the uncompressed encoding of infinity; its `x` is 0.
    infinity_y: u8,
    /// Whether the flags tell odd from even `y`, instead of larger from smaller ones.
    by_parity: bool,
    curve: PhantomData<fn() -> C>,
}

impl<C: EncodableCurve> Format<C> {
    /// The length of a coordinate.
    const BYTES: usize = size_of::<<C::Base as EncodableField>::Bytes>();
    /// The length of a compressed encoding.
    const COMPRESSED: usize = size_of::<C::Compressed>();
    /// The length of an uncompressed encoding.
    const UNCOMPRESSED: usize = size_of::<C::Uncompressed>();

    /// A format with these flags. Uncompressed encodings may have the same flags for different points.
    ///
    /// Invalid parameters of a constant are a compile-time error: flags with a gap between them, flags among the bits
    /// of a coordinate, compressed encodings with the same flags for different points, encodings whose lengths do not
    /// match the coordinates. Only a curve without points at `x = 0` may have a format in which compressed infinity has
    /// the flags of other points.
    ///
    /// ```compile_fail,E0080
    /// use vorpal_curves::ByteOrder;
    /// use vorpal_curves::bn254::Bn254G1;
    /// use vorpal_curves::models::weierstrass::{Flags, Format};
    /// // Three flags, but coordinates need 254 of 256 bits.
    /// const NO_ROOM: Format<Bn254G1> = Format::new(
    ///     ByteOrder::BigEndian,
    ///     Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 },
    ///     Flags { smaller: 0x00, larger: 0x00, infinity: 0x40 },
    /// );
    /// let format = NO_ROOM;
    /// ```
    ///
    /// # Panics
    /// At run time, for the same reasons.
    #[allow(clippy::panic, reason = "an invalid format must not build")]
    pub const fn new(order: ByteOrder, compressed: Flags, uncompressed: Flags) -> Self {
        let (c, u) = (compressed, uncompressed);
        let mask = c.smaller | c.larger | c.infinity | u.smaller | u.larger | u.infinity;
        let has_flag_byte = Self::COMPRESSED == Self::BYTES + 1;
        assert!(
            has_flag_byte || Self::COMPRESSED == Self::BYTES,
            "a coordinate, and optionally a byte for flags"
        );
        assert!(Self::UNCOMPRESSED == Self::COMPRESSED + Self::BYTES, "two coordinates");
        assert!(mask.leading_ones() + mask.trailing_zeros() == 8, "flags are the topmost bits");
        assert!(
            mask.leading_ones() as usize + C::Base::NUMBER_BITS <= 8 * Self::COMPRESSED,
            "no bits for flags"
        );
        let infinity_is_distinct = c.smaller != c.infinity && c.larger != c.infinity;
        assert!(
            c.smaller != c.larger && (infinity_is_distinct || !C::HAS_POINTS_AT_ZERO),
            "compressed points have distinct flags"
        );
        let mask = if has_flag_byte { 0xff } else { mask };
        Self { order, compressed, uncompressed, mask, infinity_y: 0, by_parity: false, curve: PhantomData }
    }

    /// The same format with this small `y` in the uncompressed encoding of infinity; the default is zero.
    ///
    /// If the uncompressed flags of infinity are those of other points, and the curve has points at `x = 0`, only zero
    /// is accepted: `(0, y)` could be both. It is a compile-time error in a constant.
    ///
    /// ```compile_fail,E0080
    /// use vorpal_curves::ByteOrder;
    /// use vorpal_curves::models::weierstrass::{Flags, Format};
    /// use vorpal_curves::bls12_381::Bls12_381G1;
    /// // The curve has the point (0, 2).
    /// const AMBIGUOUS: Format<Bls12_381G1> = Format::new(
    ///     ByteOrder::BigEndian,
    ///     Flags { smaller: 0x80, larger: 0xa0, infinity: 0xc0 },
    ///     Flags { smaller: 0x00, larger: 0x00, infinity: 0x00 },
    /// )
    /// .with_infinity_y(2);
    /// let format = AMBIGUOUS;
    /// ```
    ///
    /// # Panics
    /// At run time, for the same reason.
    #[must_use]
    #[allow(clippy::panic, reason = "an invalid format must not build")]
    pub const fn with_infinity_y(self, infinity_y: u8) -> Self {
        let Flags { smaller, larger, infinity } = self.uncompressed;
        let is_distinct = smaller != infinity && larger != infinity;
        assert!(
            infinity_y == 0 || is_distinct || !C::HAS_POINTS_AT_ZERO,
            "infinity has flags or a y of its own"
        );
        Self { infinity_y, ..self }
    }

    /// The same format, except that the flags are those of even (`smaller`) and odd (`larger`) `y`: integers below `p`.
    ///
    /// ```
    /// use vorpal_curves::grumpkin::{Affine, encoding::HALO2CURVES};
    /// use vorpal_curves::{ByteOrder, PointFormat};
    /// let even = Affine::GENERATOR;
    /// assert_eq!([even, -even].map(|point| HALO2CURVES.encode_compressed(&point)[31]), [0x00, 0x80]);
    /// ```
    #[must_use]
    pub const fn by_parity(self) -> Self
    where
        C::Base: PrimeField,
    {
        Self { by_parity: true, ..self }
    }

    /// The flags of a point.
    fn flags(&self, flags: &Flags, point: &Affine<C>) -> u8 {
        let finite = u8::conditional_select(&flags.smaller, &flags.larger, self.sign(&point.y));
        u8::conditional_select(&finite, &flags.infinity, point.is_identity())
    }

    /// Whether this is the encoding of infinity, except for the flags.
    fn is_infinity(&self, bytes: &[u8]) -> bool {
        let is = |index, expected: u8| {
            self.coordinate(bytes, index).is_ok_and(|found| found == u64::from(expected).into())
        };
        is(0, 0) && (bytes.len() == Self::COMPRESSED || is(1, self.infinity_y))
    }

    /// The coordinate `x` (index 0) or `y` (index 1), without the flags.
    fn coordinate(&self, encoding: &[u8], index: usize) -> Result<C::Base, Error> {
        let start = self.start(index);
        let mut bytes = <C::Base as EncodableField>::Bytes::ZERO;
        bytes.as_mut().copy_from_slice(&encoding[start..start + Self::BYTES]);
        let flag_byte = self.flag_byte(encoding.len());
        if (start..start + Self::BYTES).contains(&flag_byte) {
            bytes.as_mut()[flag_byte - start] &= !self.mask;
        }
        Ok(match self.order {
            ByteOrder::LittleEndian => C::Base::from_le_bytes(bytes.as_ref()),
            ByteOrder::BigEndian => C::Base::from_be_bytes(bytes.as_ref()),
        }?)
    }

    /// Writes the coordinate `x` (index 0) or `y` (index 1).
    fn write(&self, encoding: &mut [u8], index: usize, coordinate: &C::Base) {
        let bytes = match self.order {
            ByteOrder::LittleEndian => coordinate.to_le_bytes(),
            ByteOrder::BigEndian => coordinate.to_be_bytes(),
        };
        encoding[self.start(index)..][..Self::BYTES].copy_from_slice(bytes.as_ref());
    }

    /// The index of the first byte of a coordinate.
    fn start(&self, index: usize) -> usize {
        let flag_bytes = match self.order {
            ByteOrder::LittleEndian => 0,
            ByteOrder::BigEndian => Self::COMPRESSED - Self::BYTES,
        };
        flag_bytes + index * Self::BYTES
    }

    /// The index of the byte with the flags in an encoding of this length.
    fn flag_byte(&self, length: usize) -> usize {
        match self.order {
            ByteOrder::LittleEndian => length - 1,
            ByteOrder::BigEndian => 0,
        }
    }
}

impl<C: EncodableCurve> PointFormat for Format<C> {
    type Point = Affine<C>;
    type Projective = Jacobian<C>;
    type Compressed = C::Compressed;
    type Uncompressed = C::Uncompressed;

    fn encode_compressed(&self, point: &Affine<C>) -> C::Compressed {
        let mut bytes = C::Compressed::ZERO;
        // At infinity x is stored as zero.
        self.write(bytes.as_mut(), 0, &point.x);
        bytes.as_mut()[self.flag_byte(Self::COMPRESSED)] |= self.flags(&self.compressed, point);
        bytes
    }

    fn encode_uncompressed(&self, point: &Affine<C>) -> C::Uncompressed {
        let infinity_y = C::Base::from(u64::from(self.infinity_y));
        let y = C::Base::conditional_select(&point.y, &infinity_y, point.is_identity());
        let mut bytes = C::Uncompressed::ZERO;
        self.write(bytes.as_mut(), 0, &point.x);
        self.write(bytes.as_mut(), 1, &y);
        bytes.as_mut()[self.flag_byte(Self::UNCOMPRESSED)] |= self.flags(&self.uncompressed, point);
        bytes
    }

    fn encode_batch(&self, points: &[Jacobian<C>]) -> Vec<C::Compressed> {
        Jacobian::normalise_batch(points).iter().map(|point| self.encode_compressed(point)).collect()
    }

    fn decode(&self, bytes: &[u8]) -> Result<Affine<C>, Error> {
        let point = self.decode_on_curve(bytes)?;
        if point.is_in_subgroup_vartime() { Ok(point) } else { Err(Error::NotInSubgroup) }
    }

    fn decode_on_curve(&self, bytes: &[u8]) -> Result<Affine<C>, Error> {
        self.read(bytes)?.decode_vartime(self)
    }

    fn decode_batch(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Affine<C>, Error>> {
        let mut decoded = self.decode_batch_on_curve(encodings);
        reject_outside_vartime(&mut decoded);
        decoded
    }

    fn decode_batch_on_curve(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Affine<C>, Error>> {
        decode_batch_vartime(self, encodings)
    }
}

impl<C: EncodableCurve> ReadEncoding for Format<C> {
    type Curve = C;

    #[inline]
    fn read(&self, bytes: &[u8]) -> Result<Encoding<C>, Error> {
        let length = bytes.len();
        let is_compressed = length == Self::COMPRESSED;
        if !is_compressed && length != Self::UNCOMPRESSED {
            return Err(Error::Length { found: length });
        }
        let known = if is_compressed { self.compressed } else { self.uncompressed };
        let flag_byte = self.flag_byte(length);
        let flags = bytes[flag_byte] & self.mask;
        if flags == known.infinity && self.is_infinity(bytes) {
            return Ok(Encoding::Point(Affine::IDENTITY));
        }
        if flags != known.smaller && flags != known.larger {
            return Err(if flags == known.infinity {
                Error::Infinity
            } else {
                Error::Flags { found: flags, length }
            });
        }
        let x = self.coordinate(bytes, 0)?;
        if is_compressed {
            return Ok(Encoding::Compressed { x, sign: flags == known.larger });
        }
        let point = Affine::new(x, self.coordinate(bytes, 1)?)?;
        if flags == self.flags(&known, &point) { Ok(Encoding::Point(point)) } else { Err(Error::Sign) }
    }

    fn sign(&self, y: &C::Base) -> Choice {
        if self.by_parity {
            Choice::from(y.to_le_bytes().as_ref()[0] & 1)
        } else {
            y.is_lexicographically_largest()
        }
    }
}

/// A format whose compressed encodings hold `x` and one bit about `y`, its sign.
pub(crate) trait ReadEncoding {
    type Curve: WeierstrassCurve;

    /// The content of the bytes, before any square root.
    fn read(&self, bytes: &[u8]) -> Result<Encoding<Self::Curve>, Error>;

    /// The sign of `y`. That of `-y` is the opposite one, unless `y = 0`.
    fn sign(&self, y: &<Self::Curve as WeierstrassCurve>::Base) -> Choice;
}

/// The content of an encoding.
pub(crate) enum Encoding<C: WeierstrassCurve> {
    /// A coordinate `x` and the sign of `y`; the curve may have no point with this `x`.
    Compressed { x: C::Base, sign: bool },
    /// A point of the curve.
    Point(Affine<C>),
}

impl<C: WeierstrassCurve> Encoding<C> {
    /// The point; computes a square root if it is compressed.
    pub(crate) fn decode_vartime(self, format: &impl ReadEncoding<Curve = C>) -> Result<Affine<C>, Error> {
        match self {
            Self::Point(point) => Ok(point),
            Self::Compressed { x, sign } => {
                let (point, _) = Affine::lift_x_vartime(x).ok_or(Error::NotOnCurve)?;
                with_sign(format, point, sign)
            }
        }
    }
}

/// The point of each encoding, with square roots in batches.
pub(crate) fn decode_batch_vartime<F: ReadEncoding>(
    format: &F,
    encodings: &[impl AsRef<[u8]>],
) -> Vec<Result<Affine<F::Curve>, Error>> {
    let mut decoded = Vec::with_capacity(encodings.len());
    // For each compressed encoding of a chunk: x, the index among all encodings, the sign.
    let (mut coordinates, mut positions) = (Vec::new(), Vec::new());
    for encodings in encodings.chunks(DECODE_CHUNK) {
        coordinates.clear();
        positions.clear();
        for bytes in encodings {
            decoded.push(match format.read(bytes.as_ref()) {
                Ok(Encoding::Point(point)) => Ok(point),
                Ok(Encoding::Compressed { x, sign }) => {
                    coordinates.push(x);
                    positions.push((decoded.len(), sign));
                    Err(Error::NotOnCurve) // unless a point is found below
                }
                Err(error) => Err(error),
            });
        }
        if coordinates.is_empty() {
            continue;
        }
        let mut lifted = [None; DECODE_CHUNK];
        Affine::lift_x_batch_vartime(&coordinates, &mut lifted[..coordinates.len()]);
        for (point, (index, sign)) in lifted.into_iter().zip(&positions) {
            if let Some(point) = point {
                decoded[*index] = with_sign(format, point, *sign);
            }
        }
    }
    decoded
}

/// The point or its opposite, whichever has this sign. If `y = 0`, one of the two signs is an error.
fn with_sign<F: ReadEncoding>(
    format: &F,
    point: Affine<F::Curve>,
    sign: bool,
) -> Result<Affine<F::Curve>, Error> {
    if bool::from(format.sign(&point.y)) == sign {
        Ok(point)
    } else if point.y.is_zero_vartime() {
        Err(Error::Sign)
    } else {
        Ok(-point)
    }
}
