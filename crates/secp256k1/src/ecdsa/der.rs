//! Encoding of ECDSA signatures by the distinguished encoding rules (DER) of ASN.1 (ITU-T X.690):
//! `30 length 02 length r 02 length s`.
//!
//! Each signature has exactly one encoding. Other encodings, which some libraries accept, are errors. For signatures
//! that Bitcoin accepts these rules are BIP 66.

use super::Signature;
use crate::multiply::SignatureCurve;
use crate::{DerReason, Error};

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;
/// The maximal length: a tag and a length, and twice a tag, a length and 33 bytes.
const MAX_LENGTH: usize = 2 + 2 * (2 + 33);

impl<C: SignatureCurve> Signature<C> {
    /// The signature with this DER encoding.
    ///
    /// ```
    /// use vorpal_secp256k1::{DerReason, Error, Signature};
    /// let der = [0x30, 6, 2, 1, 5, 2, 1, 9];
    /// assert_eq!(Signature::from_der(&der)?.to_der().as_ref(), der);
    /// let padded = Signature::from_der(&[0x30, 7, 2, 1, 5, 2, 2, 0, 9]);
    /// assert_eq!(padded, Err(Error::Der { offset: 7, reason: DerReason::Padding }));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Der`] with the violated rule and its position. [`Error::R`] or [`Error::S`] if the integer is zero or
    /// not below the group order.
    pub fn from_der(bytes: &[u8]) -> Result<Self, Error> {
        let [r, s] = decode(bytes)?;
        Self::new(&r, &s)
    }

    /// The DER encoding of at most 72 bytes.
    pub fn to_der(&self) -> DerSignature {
        encode([self.r(), self.s()])
    }
}

/// The numbers `r` and `s` of an encoding, most significant byte first.
pub(crate) fn decode(bytes: &[u8]) -> Result<[[u8; 32]; 2], Error> {
    let mut reader = Reader { bytes, offset: 0 };
    let stated = reader.header(SEQUENCE)?;
    let found = bytes.len() - reader.offset;
    if stated != found {
        return Err(reader.error_at(1, DerReason::SequenceLength { stated, found }));
    }
    let numbers = [reader.integer(Error::R)?, reader.integer(Error::S)?];
    if reader.offset != bytes.len() {
        return Err(reader.error(DerReason::Rest { number: bytes.len() - reader.offset }));
    }
    Ok(numbers)
}

/// The encoding of `r` and `s`, which are most significant byte first.
pub(crate) fn encode(numbers: [[u8; 32]; 2]) -> DerSignature {
    let mut der = DerSignature { bytes: [0; MAX_LENGTH], length: 2 };
    for number in numbers {
        let start = number.iter().position(|byte| *byte != 0).unwrap_or(31);
        let digits = &number[start..];
        // The highest bit of an integer is its sign, so a number with this bit set has a zero byte in front.
        let pad = digits[0] >> 7;
        der.push(&[INTEGER, short(digits.len()) + pad]);
        der.push(&[0; 1][..usize::from(pad)]);
        der.push(digits);
    }
    der.bytes[0] = SEQUENCE;
    der.bytes[1] = short(der.length - 2);
    der
}

/// The byte of a length below 128.
fn short(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(0)
}

/// A DER encoding of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerSignature {
    bytes: [u8; MAX_LENGTH],
    length: usize,
}

impl DerSignature {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..][..bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }
}

impl AsRef<[u8]> for DerSignature {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Bytes and the position of the next byte to read.
struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Reader<'_> {
    fn error(&self, reason: DerReason) -> Error {
        self.error_at(self.offset, reason)
    }

    fn error_at(&self, offset: usize, reason: DerReason) -> Error {
        Error::Der { offset, reason }
    }

    fn byte(&mut self) -> Result<u8, Error> {
        let byte = self.bytes.get(self.offset).ok_or_else(|| self.error(DerReason::End))?;
        self.offset += 1;
        Ok(*byte)
    }

    /// Reads a tag and a length. Returns the length.
    fn header(&mut self, expected: u8) -> Result<usize, Error> {
        let found = self.byte()?;
        if found != expected {
            return Err(self.error_at(self.offset - 1, DerReason::Tag { expected, found }));
        }
        let length = self.byte()?;
        if length > 0x7f {
            return Err(self.error_at(self.offset - 1, DerReason::LengthForm));
        }
        Ok(usize::from(length))
    }

    /// Reads an integer of at most 256 bits. Returns the error `too_large` for more bits.
    fn integer(&mut self, too_large: Error) -> Result<[u8; 32], Error> {
        let length = self.header(INTEGER)?;
        let Some(mut digits) = self.bytes[self.offset..].get(..length) else {
            return Err(self.error_at(self.bytes.len(), DerReason::End));
        };
        match *digits {
            [] => return Err(self.error_at(self.offset - 1, DerReason::Empty)),
            [0x80..=0xff, ..] => return Err(self.error(DerReason::Negative)),
            [0, 0..0x80, ..] => return Err(self.error(DerReason::Padding)),
            [0, _, ..] => digits = &digits[1..],
            _ => (),
        }
        if digits.len() > 32 {
            return Err(too_large);
        }
        self.offset += length;
        let mut integer = [0; 32];
        integer[32 - digits.len()..].copy_from_slice(digits);
        Ok(integer)
    }
}
