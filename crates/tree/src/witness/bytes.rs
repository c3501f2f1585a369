//! The byte form of witnesses. Numbers have four bytes, little-endian.

use super::{MAX_KEYS, Proof, StemDiff, SuffixDiff, Witness, WitnessVersion, malformed};
use crate::{Error, Value};

/// The bits for the values that follow a suffix.
const CURRENT: u8 = 1;
const NEW: u8 = 2;

/// The marker at the beginning of a proof that is not plain, in place of the number of other stems. It exceeds every
/// valid number.
const MARKER: u32 = u32::MAX;
/// The number of [`WitnessVersion::Bound`], after the marker.
const BOUND: u8 = 1;

impl Proof {
    /// The encoding of rust-verkle's `VerkleProof::write`, which go-verkle's `SerializeProof` cites as its model: the
    /// number of other stems and the stems, the number of statuses and the statuses, the number of commitments and the
    /// commitments, and the argument.
    ///
    /// [`WitnessVersion::Bound`] has four bytes 255 and a byte 1 before that, and the number of first children and the
    /// first children before the argument. Readers of the plain version read the four bytes as a number of stems, and
    /// fail since these stems do not follow.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        if self.first_children.is_some() {
            bytes.extend(MARKER.to_le_bytes());
            bytes.push(BOUND);
        }
        write_number(bytes, self.other_stems.len());
        bytes.extend(self.other_stems.as_flattened());
        write_number(bytes, self.statuses.len());
        bytes.extend(&self.statuses);
        write_number(bytes, self.commitments.len());
        bytes.extend(self.commitments.as_flattened());
        if let Some(first_children) = &self.first_children {
            write_number(bytes, first_children.len());
            bytes.extend(first_children.as_flattened());
        }
        bytes.extend(&self.argument);
    }

    /// Decodes a proof. Every proof has exactly one encoding. [`Witness::verify`] checks the contents.
    ///
    /// # Errors
    /// [`Error::Witness`] with the offset if bytes are missing, left over or invalid.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader { bytes, offset: 0 };
        let proof = reader.proof()?;
        reader.end()?;
        Ok(proof)
    }
}

impl Witness {
    /// The encoding of the witness: the number of stems; each stem, the number of its suffixes, and each suffix with a
    /// flag byte (1 if the current value follows, 2 the new one, 3 both) and the values; then the
    /// [proof](Proof::to_bytes). Only the proof's encoding is that of other libraries, which define none for keys and
    /// values.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_number(&mut bytes, self.stems.len());
        for StemDiff { stem, suffixes } in &self.stems {
            bytes.extend(stem);
            write_number(&mut bytes, suffixes.len());
            for SuffixDiff { suffix, current, new } in suffixes {
                let flag = |value: &Option<Value>, bit| if value.is_some() { bit } else { 0 };
                bytes.extend([*suffix, flag(current, CURRENT) | flag(new, NEW)]);
                [current, new].into_iter().flatten().for_each(|value| bytes.extend(value));
            }
        }
        self.proof.write(&mut bytes);
        bytes
    }

    /// Decodes a witness. Every witness has exactly one encoding. [`verify`](Self::verify) checks the contents.
    ///
    /// # Errors
    /// [`Error::Witness`] with the offset if bytes are missing, left over or invalid; [`Error::TooManyKeys`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader { bytes, offset: 0 };
        // A stem has 31 bytes and 4 for its number of suffixes, a suffix at least 2 with its flags.
        let number = reader.number(31 + 4)?;
        let (mut keys, mut stems) = (0, Vec::new());
        for _ in 0..number {
            let stem = reader.array()?;
            let number = reader.number(2)?;
            keys += number;
            if keys.max(stems.len()) > MAX_KEYS {
                return Err(Error::TooManyKeys { found: keys.max(stems.len()) });
            }
            let suffixes = (0..number).map(|_| reader.suffix()).collect::<Result<_, _>>()?;
            stems.push(StemDiff { stem, suffixes });
        }
        let proof = reader.proof()?;
        reader.end()?;
        Ok(Self { stems, proof })
    }
}

impl TryFrom<&[u8]> for Witness {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }
}

impl TryFrom<&[u8]> for Proof {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }
}

fn write_number(bytes: &mut Vec<u8>, number: usize) {
    // Decoding rejects a number that is capped here.
    bytes.extend(u32::try_from(number).unwrap_or(MARKER).min(MARKER - 1).to_le_bytes());
}

struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Reader<'_> {
    fn fault(&self, reason: impl Into<String>) -> Error {
        malformed(format!("byte {}", self.offset), reason)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let Some((array, rest)) = self.bytes.split_first_chunk() else {
            return Err(self.fault(format!("{} bytes are left of {N}", self.bytes.len())));
        };
        self.bytes = rest;
        self.offset += N;
        Ok(*array)
    }

    /// Reads the number of the items that follow, of at least `size` bytes each. Fails if the remaining bytes are too
    /// few.
    fn number(&mut self, size: usize) -> Result<usize, Error> {
        let at = self.offset;
        let number = u32::from_le_bytes(self.array()?) as usize;
        if number > self.bytes.len() / size {
            let reason = format!("{number} items of {size} bytes, of which {} are left", self.bytes.len());
            return Err(malformed(format!("byte {at}"), reason));
        }
        Ok(number)
    }

    fn arrays<const N: usize>(&mut self) -> Result<Vec<[u8; N]>, Error> {
        let number = self.number(N)?;
        (0..number).map(|_| self.array()).collect()
    }

    fn suffix(&mut self) -> Result<SuffixDiff, Error> {
        let [suffix] = self.array()?;
        let at = self.offset;
        let [flags] = self.array()?;
        if flags > CURRENT | NEW {
            return Err(malformed(format!("byte {at}"), "only two bits may be set"));
        }
        let mut value = |bit| if flags & bit == 0 { Ok(None) } else { self.array().map(Some) };
        Ok(SuffixDiff { suffix, current: value(CURRENT)?, new: value(NEW)? })
    }

    fn proof(&mut self) -> Result<Proof, Error> {
        let is_bound = self.version()? == WitnessVersion::Bound;
        Ok(Proof {
            other_stems: self.arrays()?,
            statuses: self.arrays::<1>()?.into_flattened(),
            commitments: self.arrays()?,
            first_children: if is_bound { Some(self.arrays()?) } else { None },
            argument: self.array()?,
        })
    }

    fn version(&mut self) -> Result<WitnessVersion, Error> {
        if !self.bytes.starts_with(&MARKER.to_le_bytes()) {
            return Ok(WitnessVersion::Plain);
        }
        let [_, _, _, _] = self.array()?;
        let at = self.offset;
        match self.array()? {
            [BOUND] => Ok(WitnessVersion::Bound),
            [other] => {
                Err(malformed(format!("byte {at}"), format!("version {other}; this program knows {BOUND}")))
            }
        }
    }

    fn end(&self) -> Result<(), Error> {
        if self.bytes.is_empty() { Ok(()) } else { Err(self.fault("additional bytes after the proof")) }
    }
}
