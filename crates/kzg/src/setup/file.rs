//! Tables as bytes of files: a header of 64 bytes, the tables for proofs of cells, a checksum of four bytes, and the
//! tables for commitments in their own format.
//!
//! | Byte | Content, least significant byte first |
//! |---|---|
//! | 0 | `VORPALKZ` |
//! | 8 | version, 4 bytes |
//! | 12 | number of groups of points, 4 bytes |
//! | 16 | SHA-256 of the points 1 and 64 of G2, which identify the setup |
//! | 48 | length of the tables for commitments, 8 bytes: zero if there are none |
//! | 56 | zeros |
//! | 64 | the entries: `x` and `y` in Montgomery form, 48 bytes each |
//! | then | CRC-32 (IEEE 802.3) of all preceding bytes |
//! | then | [`PreparedBases::write_to`] |
//!
//! The checksums detect errors of disks and networks, not deliberate changes.

use std::io::{Read, Write};
use std::vec::Vec;

use vorpal_curves::bls12_381::Affine;
use vorpal_fields::primes::Bls12_381Base;
use vorpal_msm::{FormatError, PreparedBases, ReadError};

use super::Setup;
use super::tables::{TablePlan, Tables};
use crate::comb::{Comb, CombPlan};
use crate::parameters::CELLS_PER_BLOB;

const HEADER: usize = 64;
const MAGIC: [u8; 8] = *b"VORPALKZ";
const VERSION: u32 = 1;
/// The bytes of an entry.
const ENTRY: usize = 96;
/// The bytes of a checksum.
const CHECKSUM: usize = 4;
/// The number of entries that are written or read together.
const CHUNK: usize = 1 << 14;

/// Tables in files.
impl Setup {
    /// Writes the tables of [`with_memory`](Self::with_memory), for [`read_tables`](Self::read_tables); nothing if
    /// there are none.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_tables(&self, mut writer: impl Write) -> std::io::Result<()> {
        let Some(tables) = self.tables() else { return Ok(()) };
        let comb = tables.comb();
        let commitments = tables.commitments().map_or(&[][..], PreparedBases::as_bytes);
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(&MAGIC);
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&u32::try_from(comb.plan().groups).expect("few groups").to_le_bytes());
        header.extend_from_slice(&self.points().identifier());
        header.extend_from_slice(&(commitments.len() as u64).to_le_bytes());
        header.resize(HEADER, 0);
        let mut hasher = crc32fast::Hasher::new();
        let mut write = |bytes: &[u8]| {
            hasher.update(bytes);
            writer.write_all(bytes)
        };
        write(&header)?;
        let mut bytes = Vec::with_capacity(ENTRY * CHUNK);
        for entries in comb.entries().chunks(CHUNK) {
            bytes.clear();
            for entry in entries {
                let (x, y) = entry.raw_coordinates();
                bytes.extend_from_slice(&x.to_montgomery_le_bytes());
                bytes.extend_from_slice(&y.to_montgomery_le_bytes());
            }
            write(&bytes)?;
        }
        writer.write_all(&hasher.finalize().to_le_bytes())?;
        writer.write_all(commitments)
    }

    /// The same setup with tables that were [written](Self::write_tables) for it.
    ///
    /// Checked: the header, lengths, checksums, that coordinates are canonical, that the header names this setup, and
    /// that the tables for commitments begin with its points. Not checked: the multiples and sums in the tables, so
    /// the bytes must come from a place that only the caller can write to. Memory is allocated as bytes are read.
    ///
    /// ```
    /// use vorpal_kzg::Setup;
    /// let setup = Setup::ethereum().with_memory(2 << 20)?;
    /// let mut file = Vec::new();
    /// setup.write_tables(&mut file)?;
    /// let same = Setup::ethereum().read_tables(&file[..])?;
    /// assert_eq!(same.table_plan(), setup.table_plan());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn read_tables(&self, reader: impl Read) -> Result<Self, ReadError> {
        let mut source = Source { reader, read: 0, hasher: crc32fast::Hasher::new() };
        let mut header = Vec::new();
        source.read_exactly(HEADER, &mut header)?;
        let cells = CombPlan { sums: CELLS_PER_BLOB, groups: self.groups(&header)? };
        if !CombPlan::all(CELLS_PER_BLOB).any(|plan| plan == cells) {
            return Err(field("the number of groups", cells.groups as u64));
        }
        let length = long(&header, 48);
        if long(&header, 56) != 0 {
            return Err(field("the reserved field", long(&header, 56)));
        }
        let mut entries = Vec::new();
        let mut bytes = Vec::new();
        while entries.len() < cells.number_of_entries() {
            bytes.clear();
            let number = CHUNK.min(cells.number_of_entries() - entries.len());
            source.read_exactly(ENTRY * number, &mut bytes)?;
            for entry in bytes.as_chunks::<ENTRY>().0 {
                let index = entries.len();
                entries.push(point(entry).ok_or(FormatError::NotCanonical { index })?);
            }
        }
        let computed = source.hasher.clone().finalize();
        bytes.clear();
        source.read_exactly(CHECKSUM, &mut bytes)?;
        let stored = word(&bytes, 0);
        if stored != computed {
            return Err(FormatError::Checksum { stored, computed }.into());
        }
        let commitments = if length == 0 {
            source.end()?;
            None
        } else {
            let before = source.read;
            let bases = PreparedBases::read_from(source.reader).map_err(|error| moved(error, before))?;
            if bases.as_bytes().len() as u64 != length {
                return Err(field("the length of the tables for commitments", length));
            }
            if !bases.is_for_vartime(self.points().lagrange().points()) {
                return Err(FormatError::Label.into());
            }
            Some(bases)
        };
        let plan = TablePlan::of(commitments.as_ref().map(|bases| bases.plan().clone()), cells);
        Ok(self.with_tables(Tables::of_parts(plan, commitments, Comb::of_entries(cells, entries))))
    }

    /// The number of groups in a header that is valid otherwise.
    fn groups(&self, header: &[u8]) -> Result<usize, FormatError> {
        if header[..8] != MAGIC {
            return Err(FormatError::Magic { what: "tables of a trusted setup" });
        }
        if word(header, 8) != VERSION {
            return Err(FormatError::Version { found: word(header, 8), known: VERSION });
        }
        if header[16..48] != self.points().identifier() {
            return Err(FormatError::Label);
        }
        Ok(word(header, 12) as usize)
    }
}

/// The first part of a file, as far as it was read.
struct Source<R> {
    reader: R,
    /// The number of bytes.
    read: usize,
    /// The checksum of these bytes.
    hasher: crc32fast::Hasher,
}

impl<R: Read> Source<R> {
    /// Appends exactly `length` bytes.
    fn read_exactly(&mut self, length: usize, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        let start = bytes.len();
        let found = self.reader.by_ref().take(length as u64).read_to_end(bytes)?;
        if found < length {
            let error = FormatError::Truncated { needed: self.read + length, found: self.read + found };
            return Err(error.into());
        }
        self.hasher.update(&bytes[start..]);
        self.read += length;
        Ok(())
    }

    /// Checks that there are no more bytes. Reads at most one.
    fn end(&mut self) -> Result<(), ReadError> {
        match self.reader.by_ref().take(1).read_to_end(&mut Vec::new())? {
            0 => Ok(()),
            more => Err(FormatError::TooLong { expected: self.read, found: self.read + more }.into()),
        }
    }
}

/// The error of the second part of a file, where `before` bytes are before it.
fn moved(error: ReadError, before: usize) -> ReadError {
    match error {
        ReadError::Format(FormatError::Truncated { needed, found }) => {
            FormatError::Truncated { needed: before.saturating_add(needed), found: before + found }.into()
        }
        ReadError::Format(FormatError::TooLong { expected, found }) => FormatError::TooLong {
            expected: before.saturating_add(expected),
            found: before.saturating_add(found),
        }
        .into(),
        error => error,
    }
}

fn field(name: &'static str, value: u64) -> ReadError {
    FormatError::Field { name, value }.into()
}

fn word(bytes: &[u8], offset: usize) -> u32 {
    bytes[offset..].first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn long(bytes: &[u8], offset: usize) -> u64 {
    bytes[offset..].first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The point of an entry; `None` if a coordinate is not canonical.
fn point(entry: &[u8; ENTRY]) -> Option<Affine> {
    let (x, y) = entry.split_at(ENTRY / 2);
    let coordinate = Bls12_381Base::from_montgomery_le_bytes;
    Some(Affine::new_unchecked(coordinate(x)?, coordinate(y)?))
}
