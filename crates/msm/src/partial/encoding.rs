//! The byte encoding of partial sums.
//!
//! The fields are, in this order:
//!
//! * the bytes `VPMS`;
//! * the version, one byte;
//! * the fingerprint of the curve, eight bytes, little-endian;
//! * the identifier of the job, 32 bytes;
//! * the number of terms, the number of bits and the number of rectangles;
//! * for each rectangle, its first term, end term, first bit and end bit;
//! * the sum: a zero byte for infinity, else 2 or 3 for an even or odd `y`, and the canonical `x`, little-endian;
//! * the CRC-32 (IEEE 802.3) of all bytes before it, four bytes, little-endian.
//!
//! The numbers are in LEB128: seven bits per byte, the lowest first, the top bit set on all bytes but the last. They
//! have the least possible number of bytes.
//!
//! Every partial sum has exactly one encoding; the decoder rejects all other bytes.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::{EncodableField, PrimeField};

use super::coverage::{MOST_RECTANGLES, is_normal_form};
use super::{Cells, JobId, PartialMsm, Problem};
use crate::FormatError;
use crate::curve_id::curve_id;

const MAGIC: [u8; 4] = *b"VPMS";
const VERSION: u8 = 2;
const CHECKSUM: usize = 4;
/// The least size of a rectangle in bytes: four numbers of one byte.
const SHORTEST_RECTANGLE: usize = 4;
const INFINITY: u8 = 0;
const EVEN: u8 = 2;
const ODD: u8 = 3;

impl<C: WeierstrassCurve<Base: PrimeField>> PartialMsm<C> {
    /// Encodes the partial sum. Equal parts of equal sums have equal encodings. One inversion.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(curve_id::<C>().to_le_bytes());
        bytes.extend(self.problem.job.to_bytes());
        push_number(&mut bytes, self.problem.terms);
        push_number(&mut bytes, self.problem.bits.into());
        push_number(&mut bytes, self.covered.len() as u64);
        for cells in &self.covered {
            push_number(&mut bytes, cells.first_term);
            push_number(&mut bytes, cells.end_term);
            push_number(&mut bytes, cells.first_bit.into());
            push_number(&mut bytes, cells.end_bit.into());
        }
        match self.sum.to_affine().coordinates() {
            None => bytes.push(INFINITY),
            Some((x, y)) => {
                bytes.push(if bool::from(y.is_odd()) { ODD } else { EVEN });
                bytes.extend_from_slice(x.to_le_bytes().as_ref());
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes a partial sum. One square root. Variable time in the bytes.
    ///
    /// The decoded point is on the curve. The encoding does not prove that it is the sum of these cells.
    ///
    /// The allocated memory is at most six times the length of the bytes. Before the allocation, the number of
    /// rectangles is checked against the number of remaining bytes and the number of cells.
    ///
    /// # Errors
    /// [`FormatError`] if the bytes are not the encoding of a partial sum on this curve.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take::<4>()? != MAGIC {
            return Err(FormatError::Magic { what: "a partial sum" });
        }
        let [version] = reader.take()?;
        if version != VERSION {
            return Err(FormatError::Version { found: version.into(), known: VERSION.into() });
        }
        let (expected, found) = (curve_id::<C>(), u64::from_le_bytes(reader.take()?));
        if found != expected {
            return Err(FormatError::Curve { expected, found });
        }
        let problem = Problem {
            job: JobId::from_bytes(reader.take()?),
            terms: reader.number("the number of terms")?,
            bits: reader.small("the bits")?,
        };
        let mut part = Self::empty(problem)
            .map_err(|_| FormatError::Field { name: "the bits", value: problem.bits.into() })?;
        let number = reader.rectangles(&problem)?;
        part.covered = Vec::with_capacity(number);
        for _ in 0..number {
            part.covered.push(Cells {
                first_term: reader.number("a first term")?,
                end_term: reader.number("an end term")?,
                first_bit: reader.small("a first bit")?,
                end_bit: reader.small("an end bit")?,
            });
        }
        part.sum = reader.point()?;
        let computed = crc32fast::hash(&bytes[..reader.at]);
        let stored = u32::from_le_bytes(reader.take::<CHECKSUM>()?);
        if reader.at < bytes.len() {
            return Err(FormatError::TooLong { expected: reader.at, found: bytes.len() });
        }
        if stored != computed {
            return Err(FormatError::Checksum { stored, computed });
        }
        let inside = part.covered.iter().all(|cells| problem.check(cells).is_ok());
        if !inside || !is_normal_form(&part.covered) {
            return Err(FormatError::Cells);
        }
        Ok(part)
    }
}

impl<C: WeierstrassCurve<Base: PrimeField>> TryFrom<&[u8]> for PartialMsm<C> {
    type Error = FormatError;

    fn try_from(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::from_bytes(bytes)
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    #[allow(clippy::cast_possible_truncation, reason = "below 128")]
    bytes.push(number as u8);
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn slice(&mut self, length: usize) -> Result<&[u8], FormatError> {
        let found = self.bytes.len();
        let slice = self.bytes.get(self.at..self.at + length);
        self.at += length;
        slice.ok_or(FormatError::Truncated { needed: self.at, found })
    }

    fn take<const L: usize>(&mut self) -> Result<[u8; L], FormatError> {
        let mut taken = [0; L];
        taken.copy_from_slice(self.slice(L)?);
        Ok(taken)
    }

    fn number(&mut self, name: &'static str) -> Result<u64, FormatError> {
        let mut number = 0u64;
        for shift in (0..u64::BITS).step_by(7) {
            let [byte] = self.take()?;
            let digit = u64::from(byte & 0x7f);
            // The tenth byte has one bit of the number. A last byte of zero is redundant.
            if digit << shift >> shift != digit || (byte == 0 && shift > 0) {
                return Err(FormatError::Field { name, value: number });
            }
            number |= digit << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(FormatError::Field { name, value: number })
    }

    fn small(&mut self, name: &'static str) -> Result<u32, FormatError> {
        let value = self.number(name)?;
        u32::try_from(value).map_err(|_| FormatError::Field { name, value })
    }

    /// Reads the number of rectangles. It is limited by the remaining bytes, the size of the problem, and
    /// [`MOST_RECTANGLES`].
    fn rectangles(&mut self, problem: &Problem) -> Result<usize, FormatError> {
        let value = self.number("the number of rectangles")?;
        // Rectangles of the same terms have gaps between their bits.
        let possible = problem.terms.saturating_mul(problem.bits.div_ceil(2).into());
        let number =
            usize::try_from(value).ok().filter(|number| *number <= MOST_RECTANGLES && value <= possible);
        let number = number.ok_or(FormatError::Field { name: "the number of rectangles", value })?;
        let needed = self.at + SHORTEST_RECTANGLE * number;
        let found = self.bytes.len();
        if needed > found { Err(FormatError::Truncated { needed, found }) } else { Ok(number) }
    }

    fn point<C: WeierstrassCurve<Base: PrimeField>>(&mut self) -> Result<Jacobian<C>, FormatError> {
        let [sign] = self.take()?;
        if sign == INFINITY {
            return Ok(Jacobian::IDENTITY);
        }
        if sign != EVEN && sign != ODD {
            return Err(FormatError::Sum);
        }
        let x = self.slice(size_of::<<C::Base as EncodableField>::Bytes>())?;
        let x = C::Base::from_le_bytes(x).map_err(|_| FormatError::Sum)?;
        let (one, other) = Affine::<C>::lift_x_vartime(x).ok_or(FormatError::Sum)?;
        // For a point of order two, y = 0: both points are equal, and y is even.
        let point = [one, other]
            .into_iter()
            .find(|point| bool::from(point.raw_coordinates().1.is_odd()) == (sign == ODD))
            .ok_or(FormatError::Sum)?;
        Ok(Jacobian::from_affine(&point))
    }
}
