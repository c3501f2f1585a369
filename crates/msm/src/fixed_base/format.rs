//! Encoding of tables: a header of 64 bytes, a width for each base, the entries, a checksum of four bytes.
//!
//! | Byte | Content, least significant byte first |
//! |---|---|
//! | 0 | `VORPALFB` |
//! | 8 | version, 4 bytes |
//! | 12 | bytes of an entry, 4 bytes |
//! | 16 | label: 32 bytes of the caller, which identify the bases of the tables |
//! | 48 | number of bases, 4 bytes |
//! | 52 | bits of a scalar, 4 bytes |
//! | 56 | total length in bytes, 8 bytes |
//! | 64 | widths of the windows, a byte for each base |
//! | then | entries, ordered by base, then window, then multiple |
//! | last 4 | CRC-32 (IEEE 802.3) of all preceding bytes |
//!
//! The checksum detects errors of disks and networks, not deliberate changes.

use alloc::vec::Vec;

use vorpal_curves::{EntryBytes, Group, PackedGroup};
use vorpal_fields::PrimeField;

use super::FixedBases;
use super::layout::{Layout, count_entries};
use crate::FormatError;
use crate::entry_sums::{Entry, identity_entry};

const HEADER: usize = 64;
const CHECKSUM: usize = 4;
const MAGIC: [u8; 8] = *b"VORPALFB";
const VERSION: u32 = 1;
/// The number of entries that are encoded or decoded together.
const CHUNK: usize = 4096;
/// The number of entries that are read together: a few MiB.
#[cfg(feature = "std")]
const PIECE: usize = 16 * CHUNK;

/// The length of the encoding in bytes, saturating at `usize::MAX`.
fn length(entries: usize, bases: usize, entry: usize) -> usize {
    entries.saturating_mul(entry).saturating_add(HEADER + bases + CHECKSUM)
}

impl<G: Group> FixedBases<G>
where
    Entry<G>: EntryBytes,
{
    /// Writes the tables in chunks, for [`from_bytes`](Self::from_bytes). The label identifies the bases.
    ///
    /// # Errors
    /// The errors of the writer.
    #[cfg(feature = "std")]
    pub fn write_to(&self, label: &[u8; 32], mut writer: impl std::io::Write) -> std::io::Result<()> {
        let entry = <Entry<G> as EntryBytes>::LENGTH;
        let mut hasher = crc32fast::Hasher::new();
        let mut bytes = Vec::with_capacity(CHUNK * entry);
        bytes.extend_from_slice(&MAGIC);
        for value in [VERSION, number(entry)] {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.extend_from_slice(label);
        for value in [number(self.len()), number(G::Scalar::BITS)] {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.extend_from_slice(&(length(self.entries.len(), self.len(), entry) as u64).to_le_bytes());
        bytes.extend(self.layout.widths().map(|width| u8::try_from(width).unwrap_or(0)));
        let mut write = |bytes: &[u8]| {
            hasher.update(bytes);
            writer.write_all(bytes)
        };
        write(&bytes)?;
        for entries in self.entries.chunks(CHUNK) {
            bytes.clear();
            for entry in entries {
                entry.append_to(&mut bytes);
            }
            write(&bytes)?;
        }
        writer.write_all(&hasher.finalize().to_le_bytes())
    }

    /// Decodes tables that were [written](Self::write_to) with this label. Runs on the caller's rayon pool with feature
    /// `parallel`.
    ///
    /// Checked: header, label, length, checksum, and that every coordinate is canonical. Not checked: that the entries
    /// are the correct multiples; the checksum detects accidental errors only. Memory is allocated after the check of
    /// the length, and the entries take as much memory as their bytes.
    ///
    /// # Errors
    /// [`FormatError`].
    pub fn from_bytes(label: &[u8; 32], bytes: &[u8]) -> Result<Self, FormatError> {
        let found = bytes.len();
        let header = Header::open::<G>(label, bytes)?;
        let Some(widths) = bytes.get(HEADER..HEADER + header.bases) else {
            return Err(FormatError::Truncated { needed: HEADER + header.bases, found });
        };
        let number = header.entries::<G>(widths)?;
        if found < header.length {
            return Err(FormatError::Truncated { needed: header.length, found });
        }
        if found > header.length {
            return Err(FormatError::TooLong { expected: header.length, found });
        }
        let (covered, checksum) = bytes.split_at(found - CHECKSUM);
        compare(checksum, crc32fast::hash(covered))?;
        let mut decoded = Decoded::<G>::new();
        decoded.entries.reserve_exact(number);
        decoded.push(&covered[HEADER + header.bases..]);
        decoded.tables(widths)
    }

    /// As [`from_bytes`](Self::from_bytes), from a reader. Header and widths are checked before anything else is read,
    /// and entries are decoded as they are read. Allocates at most twice the number of bytes read, plus a few MiB,
    /// whatever the header contains.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), where [`FormatError::TooLong`] reports only the first extra byte;
    /// [`ReadError::Io`](crate::ReadError::Io).
    #[cfg(feature = "std")]
    pub fn read_from(label: &[u8; 32], mut reader: impl std::io::Read) -> Result<Self, crate::ReadError> {
        let size = <Entry<G> as EntryBytes>::LENGTH;
        let mut read = |bytes: &mut Vec<u8>, number: usize| {
            std::io::Read::read_to_end(&mut std::io::Read::take(&mut reader, number as u64), bytes)
        };
        let mut start = Vec::with_capacity(HEADER);
        read(&mut start, HEADER)?;
        let header = Header::open::<G>(label, &start)?;
        read(&mut start, header.bases)?;
        let Some(widths) = start.get(HEADER..HEADER + header.bases) else {
            return Err(FormatError::Truncated { needed: header.length, found: start.len() }.into());
        };
        let number = header.entries::<G>(widths)?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&start);
        let mut found = start.len();
        let mut decoded = Decoded::<G>::new();
        let mut piece = Vec::new();
        while decoded.entries.len() < number {
            let length = size * PIECE.min(number - decoded.entries.len());
            piece.clear();
            found += read(&mut piece, length)?;
            if piece.len() < length {
                return Err(FormatError::Truncated { needed: header.length, found }.into());
            }
            hasher.update(&piece);
            decoded.reserve(number);
            decoded.push(&piece);
        }
        piece.clear();
        found += read(&mut piece, CHECKSUM + 1)?;
        if found < header.length {
            return Err(FormatError::Truncated { needed: header.length, found }.into());
        }
        if found > header.length {
            return Err(FormatError::TooLong { expected: header.length, found }.into());
        }
        compare(&piece, hasher.finalize())?;
        Ok(decoded.tables(widths)?)
    }

    /// The index of the first of these bases that differs from its first multiple in the tables in a coordinate.
    pub fn first_difference(&self, bases: &[G::Affine]) -> Option<usize> {
        let bytes = |entry: &Entry<G>| {
            let mut bytes = Vec::new();
            entry.append_to(&mut bytes);
            bytes
        };
        let is_equal = |index: usize, base: &G::Affine| {
            let first = self.layout.base(index).and_then(|base| self.entries.get(base.start));
            first.is_some_and(|first| bytes(first) == bytes(&G::Packed::entry(base)))
        };
        bases.iter().enumerate().position(|(index, base)| !is_equal(index, base))
    }
}

/// A number of bases or bits, far below `2^32`, as a header field.
#[cfg(feature = "std")]
fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The fields of the header that do not follow from the group.
struct Header {
    bases: usize,
    /// The total length, checksum included.
    length: usize,
}

impl Header {
    /// The header at the start of these bytes, if all its fields are valid and consistent.
    fn open<G: Group>(label: &[u8; 32], bytes: &[u8]) -> Result<Self, FormatError>
    where
        Entry<G>: EntryBytes,
    {
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(FormatError::Truncated { needed: HEADER + CHECKSUM, found: bytes.len() });
        };
        if header[..8] != MAGIC {
            return Err(FormatError::Magic { what: "tables of fixed bases" });
        }
        let word =
            |offset: usize| header[offset..].first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        if word(8) != VERSION {
            return Err(FormatError::Version { found: word(8), known: VERSION });
        }
        let size = <Entry<G> as EntryBytes>::LENGTH;
        for (name, offset, expected) in
            [("the length of an entry", 12, size), ("the bits of a scalar", 52, G::Scalar::BITS)]
        {
            if word(offset) as usize != expected {
                return Err(FormatError::Field { name, value: word(offset).into() });
            }
        }
        if header[16..48] != *label {
            return Err(FormatError::Label);
        }
        let claimed = header[56..].first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let length_error = FormatError::Field { name: "the length", value: claimed };
        let (bases, length) = (word(48), usize::try_from(claimed).map_err(|_| length_error)?);
        // Each base takes at least one byte for its width, and its entries.
        let bases = match usize::try_from(bases) {
            Ok(number) if number <= length.saturating_sub(HEADER + CHECKSUM) => number,
            _ => return Err(FormatError::Field { name: "the number of bases", value: bases.into() }),
        };
        Ok(Self { bases, length })
    }

    /// The number of entries for these widths, if it matches the length in the header. Does not allocate.
    fn entries<G: Group>(&self, widths: &[u8]) -> Result<usize, FormatError>
    where
        Entry<G>: EntryBytes,
    {
        let entries = count_entries::<G::Scalar>(widths.iter().map(|&width| width.into()));
        let entries = entries.map_err(|_| FormatError::Field {
            name: "the number of bases with their widths",
            value: self.bases as u64,
        })?;
        if self.length != length(entries, self.bases, <Entry<G> as EntryBytes>::LENGTH) {
            return Err(FormatError::Field { name: "the length", value: self.length as u64 });
        }
        Ok(entries)
    }
}

/// Checks that the four bytes are this checksum.
fn compare(checksum: &[u8], computed: u32) -> Result<(), FormatError> {
    let stored = checksum.first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    if stored == computed { Ok(()) } else { Err(FormatError::Checksum { stored, computed }) }
}

/// The entries decoded so far.
struct Decoded<G: Group> {
    entries: Vec<Entry<G>>,
    identity: Entry<G>,
    /// The index of the first invalid entry, or `usize::MAX`.
    invalid: usize,
}

impl<G: Group> Decoded<G>
where
    Entry<G>: EntryBytes,
{
    fn new() -> Self {
        Self { entries: Vec::new(), identity: identity_entry::<G>(), invalid: usize::MAX }
    }

    /// Doubles the capacity if it is exhausted, up to `number` entries in total.
    #[cfg(feature = "std")]
    fn reserve(&mut self, number: usize) {
        let (length, most) = (self.entries.len(), number - self.entries.len());
        if self.entries.capacity() == length {
            self.entries.reserve_exact(length.max(PIECE).min(most));
        }
    }

    /// Decodes entries on all threads. Only records an invalid entry, because a checksum mismatch is reported first.
    fn push(&mut self, encoded: &[u8]) {
        let (size, first) = (<Entry<G> as EntryBytes>::LENGTH, self.entries.len());
        self.entries.resize(first + encoded.len() / size, self.identity);
        let chunks = self.entries[first..].chunks_mut(CHUNK).zip(encoded.chunks(CHUNK * size));
        let jobs: Vec<_> = chunks.enumerate().collect();
        let invalid = core::sync::atomic::AtomicUsize::new(self.invalid);
        vorpal_threads::for_each(jobs.into_iter(), |(job, (entries, encoded))| {
            for (i, (entry, bytes)) in entries.iter_mut().zip(encoded.chunks(size)).enumerate() {
                match Entry::<G>::from_bytes(bytes) {
                    Some(found) => *entry = found,
                    None => {
                        let index = first + job * CHUNK + i;
                        invalid.fetch_min(index, core::sync::atomic::Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
        self.invalid = invalid.into_inner();
    }

    /// The tables, if all entries are valid.
    fn tables(self, widths: &[u8]) -> Result<FixedBases<G>, FormatError> {
        if self.invalid != usize::MAX {
            return Err(FormatError::NotCanonical { index: self.invalid });
        }
        let layout = Layout::new::<G::Scalar>(widths.len(), |base| widths[base].into());
        let layout = layout.map_err(|_| FormatError::Field {
            name: "the number of bases with their widths",
            value: widths.len() as u64,
        })?;
        Ok(FixedBases { layout, entries: self.entries, identity: self.identity })
    }
}
