//! The record of a ceremony in a key: who multiplied delta by a secret, with proofs of knowledge.
//!
//! A contributor with the secret `x` replaces `delta` by `x delta`, and `C` and `H` by `C / x` and `H / x`. The record
//! has `delta` after it in G1, a random point `S` of G1, `x S`, and `x P`, where `P` is the point of G2 to which the
//! transcript hashes. The transcript is the hash of the circuit, of all records before, of `S` and of `x S`.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::subtle::ConstantTimeEq;

use super::blake2b::Blake2b;
use super::sampling::Stream;
use crate::file::{FileError, Input, Reason, Section};
use crate::{Coordinate, Curve};

/// The types of a record, and of its parameters.
mod tag {
    pub(super) const NAME: u8 = 1;
    pub(super) const EXPONENT: u8 = 2;
    pub(super) const BEACON: u8 = 3;
}

/// The largest exponent of a beacon that is computed: minutes of hashing. Files must not ask for more.
pub const LARGEST_EXPONENT: u8 = 32;
/// The longest name that is written, in characters.
const LONGEST_NAME: usize = 64;
/// The longest value of a beacon in bytes.
const LONGEST_BEACON: usize = 255;

/// A public random value that nobody knew before its time, and how often it is hashed: the last contribution of a
/// ceremony.
///
/// ```
/// use vorpal_groth16::setup::Beacon;
/// let beacon = Beacon::new(vec![7; 32], 10)?;
/// assert_eq!((beacon.value().len(), beacon.exponent()), (32, 10));
/// assert!(Beacon::new(vec![7; 256], 10).is_err());
/// # Ok::<(), vorpal_groth16::setup::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beacon {
    value: Vec<u8>,
    exponent: u8,
}

impl Beacon {
    /// The value, of at most 255 bytes, and the binary logarithm of the number of hashes, at most [`LARGEST_EXPONENT`].
    ///
    /// # Errors
    /// [`SetupError::Beacon`](super::SetupError::Beacon) for other values.
    pub fn new(value: Vec<u8>, exponent: u8) -> Result<Self, super::SetupError> {
        if value.is_empty() || value.len() > LONGEST_BEACON || exponent > LARGEST_EXPONENT {
            return Err(super::SetupError::Beacon);
        }
        Ok(Self { value, exponent })
    }

    /// The value.
    pub fn value(&self) -> &[u8] {
        &self.value
    }

    /// The binary logarithm of the number of hashes.
    pub fn exponent(&self) -> u8 {
        self.exponent
    }

    pub(crate) fn stream(&self) -> Stream {
        Stream::of_beacon(&self.value, self.exponent.into())
    }
}

/// The name of a contribution, and its beacon if it is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// A name; files have at most 64 characters of it.
    pub name: Option<String>,
    /// The beacon, unless the secret is a contributor's.
    pub beacon: Option<Beacon>,
}

impl Parameters {
    /// The bytes in files: each parameter has a tag, and its length but for the exponent.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut push = |tag: u8, value: &[u8]| {
            // At most 64 characters, or 255 bytes.
            bytes.extend([tag, u8::try_from(value.len()).unwrap_or(u8::MAX)]);
            bytes.extend(&value[..value.len().min(LONGEST_BEACON)]);
        };
        if let Some(name) = &self.name {
            let mut end = name.char_indices().nth(LONGEST_NAME).map_or(name.len(), |(end, _)| end);
            while end > LONGEST_BEACON || !name.is_char_boundary(end) {
                end -= 1;
            }
            push(tag::NAME, &name.as_bytes()[..end]);
        }
        if let Some(Beacon { value, exponent }) = &self.beacon {
            bytes.extend([
                tag::EXPONENT,
                *exponent,
                tag::BEACON,
                u8::try_from(value.len()).unwrap_or(u8::MAX),
            ]);
            bytes.extend(value);
        }
        bytes
    }

    /// Appends the type (`u32`), the length (`u32`) and the parameters.
    pub(crate) fn append_to(&self, record: &mut Vec<u8>) {
        let bytes = self.bytes();
        record.extend(u32::from(self.beacon.is_some()).to_le_bytes());
        // At most a name and a beacon.
        record.extend(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
        record.extend(bytes);
    }

    /// Reads what [`append_to`](Self::append_to) appends.
    pub(crate) fn read<I: Input>(section: &mut Section<'_, I>) -> Result<Self, FileError> {
        let start = section.offset();
        let kind = section.u32()?;
        let value = |what, found, expected| Reason::Value { what, found, expected };
        if kind > 1 {
            return Err(
                section.fail_at(start, value("the type of a contribution", kind.into(), "not 0 or 1"))
            );
        }
        let length = section.u32()?;
        let start = section.offset();
        let bytes = section.bytes(length.into())?;
        let (mut name, mut exponent, mut beacon) = (None, None, None);
        let mut rest = &bytes[..];
        let malformed = |section: &Section<'_, I>| {
            let what = "the length of the parameters of a contribution";
            section.fail_at(start, value(what, length.into(), "and they are malformed"))
        };
        while let [tag, first, others @ ..] = rest {
            if *tag == tag::EXPONENT {
                (exponent, rest) = (Some(*first), others);
                continue;
            }
            let (content, others) =
                others.split_at_checked(usize::from(*first)).ok_or_else(|| malformed(section))?;
            rest = others;
            match *tag {
                tag::NAME => name = Some(String::from_utf8_lossy(content).into_owned()),
                tag::BEACON => beacon = Some(content.to_vec()),
                _ => return Err(malformed(section)),
            }
        }
        let beacon = match (kind, exponent, beacon) {
            (1, Some(exponent), Some(value)) => {
                Some(Beacon::new(value, exponent).map_err(|_| malformed(section))?)
            }
            (0, None, None) => None,
            _ => return Err(malformed(section)),
        };
        if rest.is_empty() { Ok(Self { name, beacon }) } else { Err(malformed(section)) }
    }
}

/// The record of one contribution to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution<C: Curve> {
    /// `delta` after the contribution, in G1.
    pub delta: Affine<C::G1>,
    /// The proof that the contributor knows the secret.
    pub proof: KnowledgeProof<C>,
    /// The hash to which the point of G2 belongs.
    pub transcript: [u8; 64],
    /// The name, and the beacon if it is one.
    pub parameters: Parameters,
}

/// `S`, `x S` and `x P` for a secret `x`, where `P` is determined by a hash that contains `S` and `x S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnowledgeProof<C: Curve> {
    /// `S`.
    pub base: Affine<C::G1>,
    /// `x S`.
    pub multiple: Affine<C::G1>,
    /// `x P`.
    pub multiple_g2: Affine<C::G2>,
}

/// Appends two coordinates in stored form.
pub(crate) fn append_point<G: WeierstrassCurve<Base: Coordinate>>(record: &mut Vec<u8>, point: &Affine<G>) {
    let (x, y) = point.raw_coordinates();
    for coordinate in [x, y] {
        let start = record.len();
        record.resize(start + G::Base::BYTES, 0);
        coordinate.write_stored(&mut record[start..]);
    }
}

impl<C: Curve> Contribution<C> {
    /// Appends the record as in section 10 of a key.
    pub(crate) fn append_to(&self, record: &mut Vec<u8>) {
        append_point(record, &self.delta);
        append_point(record, &self.proof.base);
        append_point(record, &self.proof.multiple);
        append_point(record, &self.proof.multiple_g2);
        record.extend(self.transcript);
        self.parameters.append_to(record);
    }

    pub(crate) fn read<I: Input>(section: &mut Section<'_, I>) -> Result<Self, FileError> {
        Ok(Self {
            delta: section.point()?,
            proof: KnowledgeProof {
                base: section.point()?,
                multiple: section.point()?,
                multiple_g2: section.point()?,
            },
            transcript: section.array()?,
            parameters: Parameters::read(section)?,
        })
    }

    /// Appends the record to the hash of records.
    pub(crate) fn hash_into(&self, hash: &mut Blake2b) {
        hash.point(&self.delta);
        hash.point(&self.proof.base);
        hash.point(&self.proof.multiple);
        hash.point(&self.proof.multiple_g2);
        hash.update(&self.transcript);
    }

    /// The hash by which contributors recognise their contribution: what snarkjs prints as the contribution hash.
    pub fn hash(&self) -> [u8; 64] {
        let mut hash = Blake2b::new();
        self.hash_into(&mut hash);
        hash.finalize()
    }

    /// Whether `S` and `x S` are those of the beacon's secret. True if there is no beacon.
    pub(crate) fn is_of_its_beacon(&self) -> bool {
        let Some(beacon) = &self.parameters.beacon else { return true };
        let mut stream = beacon.stream();
        let secret: C::Scalar = stream.element();
        let base: Affine<C::G1> = stream.point();
        let multiple = base.mul_vartime(&secret).to_affine_vartime();
        bool::from(base.ct_eq(&self.proof.base) & multiple.ct_eq(&self.proof.multiple))
    }
}
