//! Points as bytes. Formats are data: byte order, and what the topmost bits, which no coordinate needs, say.

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use vorpal_fields::{ByteArray, PrimeField};

use super::subgroup_batch::first_outside_vartime;
use super::{Affine, Subgroup, WeierstrassCurve};
use crate::{BatchError, Error};

/// How many encodings a batch takes up at a time: what lies on the stack meanwhile stays in the first cache.
const AT_ONCE: usize = 64;

/// Which byte of a coordinate comes first. The flags are in the encoding's most significant byte: the last one of
/// little-endian encodings, the first one of big-endian ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant byte first.
    LittleEndian,
    /// The most significant byte first.
    BigEndian,
}

/// What the flags are, depending on the point. Flags are the topmost bits of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// For a point with `y <= (p - 1) / 2`.
    pub smaller: u8,
    /// For a point with `y > (p - 1) / 2`.
    pub larger: u8,
    /// For the point at infinity.
    pub infinity: u8,
}

/// A way to write points of the curve `C` as bytes: compressed (`x` and flags) or uncompressed (`x`, then `y`, and
/// flags), told apart by their lengths.
///
/// Every point has exactly one compressed and one uncompressed encoding; anything else is refused. A curve's formats
/// are constants in its module, as [`bls12_381::encoding`](crate::bls12_381::encoding).
///
/// ```
/// use vorpal_curves::Error;
/// use vorpal_curves::bls12_381::{Affine, encoding::ZCASH};
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
    /// What stands for `y` in the uncompressed encoding of infinity; 0 stands for `x`.
    infinity_y: u8,
    curve: PhantomData<fn() -> C>,
}

impl<C: WeierstrassCurve<Base: PrimeField>> Format<C> {
    /// The length of a coordinate, and of a compressed encoding.
    const BYTES: usize = size_of::<<C::Base as PrimeField>::Bytes>();

    /// A format with these flags. Uncompressed encodings may have the same flags for different points.
    ///
    /// What cannot be a format does not build as a constant: flags that leave a gap, flags among the bits of a
    /// coordinate, compressed encodings with the same flags for different points.
    ///
    /// ```compile_fail,E0080
    /// use vorpal_curves::bn254::Bn254G1;
    /// use vorpal_curves::models::weierstrass::{ByteOrder, Flags, Format};
    /// // Three flags, where 254 of 256 bits are coordinate.
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
    #[allow(clippy::panic, reason = "a wrong format must not build")]
    pub const fn new(order: ByteOrder, compressed: Flags, uncompressed: Flags) -> Self {
        let (c, u) = (compressed, uncompressed);
        let mask = c.smaller | c.larger | c.infinity | u.smaller | u.larger | u.infinity;
        assert!(mask.leading_ones() + mask.trailing_zeros() == 8, "flags are the topmost bits");
        assert!(mask.leading_ones() as usize + C::Base::BITS <= 8 * Self::BYTES, "no room for flags");
        assert!(
            c.smaller != c.larger && c.smaller != c.infinity && c.larger != c.infinity,
            "flags are all that tells compressed points apart"
        );
        Self { order, compressed, uncompressed, mask, infinity_y: 0, curve: PhantomData }
    }

    /// The same with this small `y` in the uncompressed encoding of infinity, which otherwise has zero.
    #[must_use]
    pub const fn with_infinity_y(self, infinity_y: u8) -> Self {
        Self { infinity_y, ..self }
    }

    /// The compressed encoding. 2M.
    pub fn encode_compressed(&self, point: &Affine<C>) -> <C::Base as PrimeField>::Bytes {
        // At infinity x is stored as zero.
        let mut bytes = self.coordinate_bytes(&point.x);
        bytes.as_mut()[self.flag_byte(Self::BYTES)] |= self.compressed.of(point);
        bytes
    }

    /// The uncompressed encoding, twice as long as the compressed one. 3M.
    pub fn encode_uncompressed(&self, point: &Affine<C>) -> Vec<u8> {
        let y = if point.is_infinity().into() { u64::from(self.infinity_y).into() } else { point.y };
        let mut bytes = vec![0; 2 * Self::BYTES];
        bytes[..Self::BYTES].copy_from_slice(self.coordinate_bytes(&point.x).as_ref());
        bytes[Self::BYTES..].copy_from_slice(self.coordinate_bytes(&y).as_ref());
        bytes[self.flag_byte(2 * Self::BYTES)] |= self.uncompressed.of(point);
        bytes
    }

    /// The point of the prime subgroup with this encoding, compressed or uncompressed. One square root if it is
    /// compressed, and [`Affine::is_in_subgroup_vartime`]. Time depends on the bytes.
    ///
    /// # Errors
    /// As [`decode_on_curve`](Self::decode_on_curve), and [`Error::NotInSubgroup`].
    pub fn decode(&self, bytes: &[u8]) -> Result<Affine<C>, Error> {
        let point = self.decode_on_curve(bytes)?;
        if point.is_in_subgroup_vartime() { Ok(point) } else { Err(Error::NotInSubgroup) }
    }

    /// The point of the curve with this encoding, compressed or uncompressed, in the prime subgroup or not: for those
    /// who know that it is or look themselves. One square root if it is compressed. Time depends on the bytes.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Flags`] if the flags are none of this length, [`Error::Infinity`] if they say
    /// infinity and other bits something else, [`Error::Coordinate`] if a coordinate is not below the modulus,
    /// [`Error::NotOnCurve`], [`Error::Sign`] if the flags contradict `y`.
    pub fn decode_on_curve(&self, bytes: &[u8]) -> Result<Affine<C>, Error> {
        match self.read(bytes)? {
            Encoding::Point(point) => Ok(point),
            Encoding::Compressed { x, larger } => {
                let (point, _) = Affine::lift_x_vartime(x).ok_or(Error::NotOnCurve)?;
                with_sign(point, larger)
            }
        }
    }

    /// The points of the prime subgroup with these encodings: as [`decode`](Self::decode), with the square roots in
    /// batches.
    ///
    /// ```
    /// use vorpal_curves::bls12_377::{Affine, encoding::ARKWORKS};
    /// use vorpal_curves::{BatchError, Error};
    /// let g = ARKWORKS.encode_compressed(&Affine::GENERATOR);
    /// assert_eq!(ARKWORKS.decode_batch(&[g; 3]).unwrap().points(), [Affine::GENERATOR; 3]);
    /// let bad = ARKWORKS.decode_batch(&[g, g, [0; 48]]);
    /// assert_eq!(bad, Err(BatchError { index: 2, error: Error::NotInSubgroup }));
    /// ```
    ///
    /// # Errors
    /// What is wrong with the first encoding that is wrong, and its index.
    pub fn decode_batch(
        &self,
        encodings: &[impl AsRef<[u8]>],
    ) -> Result<Subgroup<Vec<Affine<C>>>, BatchError> {
        let (points, failure) = self.decode_until_failure(encodings);
        let outside = first_outside_vartime(&points);
        // A point outside stands before the encoding that is none.
        match outside.map(|index| BatchError { index, error: Error::NotInSubgroup }).or(failure) {
            Some(failure) => Err(failure),
            None => Ok(Subgroup::unchecked(points)), // each was checked
        }
    }

    /// The points of the curve with these encodings, in the prime subgroup or not: as
    /// [`decode_on_curve`](Self::decode_on_curve), with the square roots in batches.
    ///
    /// # Errors
    /// What is wrong with the first encoding that is wrong, and its index.
    pub fn decode_batch_on_curve(
        &self,
        encodings: &[impl AsRef<[u8]>],
    ) -> Result<Vec<Affine<C>>, BatchError> {
        match self.decode_until_failure(encodings) {
            (points, None) => Ok(points),
            (_, Some(failure)) => Err(failure),
        }
    }

    /// The points up to the first encoding that is none, and what is wrong with that.
    fn decode_until_failure(&self, encodings: &[impl AsRef<[u8]>]) -> (Vec<Affine<C>>, Option<BatchError>) {
        let mut points = Vec::with_capacity(encodings.len());
        for encodings in encodings.chunks(AT_ONCE) {
            let read = encodings.iter().map(|bytes| self.read(bytes.as_ref()));
            // Nobody needs roots behind a failure.
            let mut failure = None;
            let read: Vec<_> =
                read.map_while(|one| one.map_err(|error| failure = Some(error)).ok()).collect();
            let mut lifted = lift(&read).into_iter();
            for encoding in read {
                let point = match encoding {
                    Encoding::Point(point) => Ok(point),
                    Encoding::Compressed { larger, .. } => {
                        let point = lifted.next().flatten().ok_or(Error::NotOnCurve);
                        point.and_then(|point| with_sign(point, larger))
                    }
                };
                match point {
                    Ok(point) => points.push(point),
                    Err(error) => {
                        let index = points.len();
                        return (points, Some(BatchError { index, error }));
                    }
                }
            }
            if let Some(error) = failure {
                let index = points.len();
                return (points, Some(BatchError { index, error }));
            }
        }
        (points, None)
    }

    fn read(&self, bytes: &[u8]) -> Result<Encoding<C>, Error> {
        let length = bytes.len();
        let is_compressed = length == Self::BYTES;
        if !is_compressed && length != 2 * Self::BYTES {
            return Err(Error::Length { found: length });
        }
        let known = if is_compressed { self.compressed } else { self.uncompressed };
        let flag_byte = self.flag_byte(length);
        let flags = bytes[flag_byte] & self.mask;
        if flags == known.infinity && self.is_infinity(bytes) {
            return Ok(Encoding::Point(Affine::INFINITY));
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
            return Ok(Encoding::Compressed { x, larger: flags == known.larger });
        }
        let point = Affine::new(x, self.coordinate(bytes, Self::BYTES)?)?;
        if flags == known.of(&point) { Ok(Encoding::Point(point)) } else { Err(Error::Sign) }
    }

    /// Whether this, but for the flags, is the encoding of infinity.
    fn is_infinity(&self, bytes: &[u8]) -> bool {
        let is = |start, expected: u8| {
            self.coordinate(bytes, start).is_ok_and(|found| found == u64::from(expected).into())
        };
        is(0, 0) && (bytes.len() == Self::BYTES || is(Self::BYTES, self.infinity_y))
    }

    /// The coordinate that begins at this byte, without the flags.
    fn coordinate(&self, encoding: &[u8], start: usize) -> Result<C::Base, Error> {
        let mut bytes = <C::Base as PrimeField>::Bytes::ZERO;
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

    fn coordinate_bytes(&self, coordinate: &C::Base) -> <C::Base as PrimeField>::Bytes {
        match self.order {
            ByteOrder::LittleEndian => coordinate.to_le_bytes(),
            ByteOrder::BigEndian => coordinate.to_be_bytes(),
        }
    }

    /// Where in an encoding of this length the flags are.
    fn flag_byte(&self, length: usize) -> usize {
        match self.order {
            ByteOrder::LittleEndian => length - 1,
            ByteOrder::BigEndian => 0,
        }
    }
}

impl Flags {
    fn of<C: WeierstrassCurve<Base: PrimeField>>(&self, point: &Affine<C>) -> u8 {
        if point.is_infinity().into() {
            self.infinity
        } else if point.y.is_lexicographically_largest().into() {
            self.larger
        } else {
            self.smaller
        }
    }
}

/// What an encoding says.
enum Encoding<C: WeierstrassCurve> {
    /// A coordinate, for which there may be no point, and which of the two it is.
    Compressed { x: C::Base, larger: bool },
    /// A point of the curve.
    Point(Affine<C>),
}

/// One of the points, or none, of each compressed encoding.
fn lift<C: WeierstrassCurve>(read: &[Encoding<C>]) -> Vec<Option<Affine<C>>> {
    let coordinates: Vec<_> = read
        .iter()
        .filter_map(|encoding| match encoding {
            Encoding::Compressed { x, .. } => Some(*x),
            Encoding::Point(_) => None,
        })
        .collect();
    let mut lifted = vec![None; coordinates.len()];
    Affine::lift_x_batch_vartime(&coordinates, &mut lifted);
    lifted
}

/// The point or its opposite, whichever has the larger or the smaller `y`. Where `y = 0` neither is larger.
fn with_sign<C: WeierstrassCurve<Base: PrimeField>>(
    point: Affine<C>,
    larger: bool,
) -> Result<Affine<C>, Error> {
    let has_sign = |point: &Affine<C>| bool::from(point.y.is_lexicographically_largest()) == larger;
    [point, -point].into_iter().find(has_sign).ok_or(Error::Sign)
}
