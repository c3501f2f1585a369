//! Tables as bytes: a header of 64 bytes, a width for each base, the entries, a checksum of four bytes.
//!
//! | Byte | What, least significant byte first |
//! |---|---|
//! | 0 | `VORPALFB` |
//! | 8 | version, 4 bytes |
//! | 12 | bytes of an entry, 4 bytes |
//! | 16 | label: 32 bytes of the caller, who knows by them for which bases the tables are |
//! | 48 | number of bases, 4 bytes |
//! | 52 | bits of a scalar, 4 bytes |
//! | 56 | length of all that in bytes, 8 bytes |
//! | 64 | widths of the windows, a byte for each base |
//! | then | entries: base after base, window after window, multiple after multiple |
//! | last 4 | CRC-32 (IEEE 802.3) of everything before |
//!
//! The checksum is there for disks and networks, not against someone who chooses the bytes.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::{EntryBytes, Group, GroupLanes};
use vorpal_fields::PrimeField;

use super::FixedBases;
use super::layout::Layout;
use crate::entry_sums::{Entry, nothing};
use crate::{FormatError, threads};

const HEADER: usize = 64;
const CHECKSUM: usize = 4;
const MAGIC: [u8; 8] = *b"VORPALFB";
const VERSION: u32 = 1;
/// Entries that are encoded or decoded together.
const AT_ONCE: usize = 4096;

/// How many bytes such tables take; the largest number if there is none for it.
fn length(layout: &Layout, entry: usize) -> usize {
    layout.entries().saturating_mul(entry).saturating_add(HEADER + layout.len() + CHECKSUM)
}

impl<G: Group> FixedBases<G>
where
    Entry<G>: EntryBytes,
{
    /// Writes the tables, piece by piece, for [`from_bytes`](Self::from_bytes). The label says which bases they are for.
    ///
    /// # Errors
    /// Those of the writer.
    #[cfg(feature = "std")]
    pub fn write_to(&self, label: &[u8; 32], mut writer: impl std::io::Write) -> std::io::Result<()> {
        let entry = <Entry<G> as EntryBytes>::LENGTH;
        let mut hasher = crc32fast::Hasher::new();
        let mut bytes = Vec::with_capacity(AT_ONCE * entry);
        bytes.extend_from_slice(&MAGIC);
        for value in [VERSION, number(entry)] {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.extend_from_slice(label);
        for value in [number(self.len()), number(G::Scalar::BITS)] {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.extend_from_slice(&(length(&self.layout, entry) as u64).to_le_bytes());
        bytes.extend(self.layout.widths().map(|width| u8::try_from(width).unwrap_or(0)));
        let mut write = |bytes: &[u8]| {
            hasher.update(bytes);
            writer.write_all(bytes)
        };
        write(&bytes)?;
        for entries in self.entries.chunks(AT_ONCE) {
            bytes.clear();
            for entry in entries {
                entry.append_to(&mut bytes);
            }
            write(&bytes)?;
        }
        writer.write_all(&hasher.finalize().to_le_bytes())
    }

    /// The tables that were [written](Self::write_to) with this label. On the caller's rayon pool with feature
    /// `parallel`.
    ///
    /// Checked: header, label, length, checksum, and that every coordinate is canonical. Trusted: that the entries are
    /// the multiples they should be, as the checksum shows unless someone wanted otherwise.
    ///
    /// # Errors
    /// [`FormatError`], which says what is wrong.
    pub fn from_bytes(label: &[u8; 32], bytes: &[u8]) -> Result<Self, FormatError> {
        let layout = open::<G>(label, bytes)?;
        let size = <Entry<G> as EntryBytes>::LENGTH;
        let nothing = nothing::<G>();
        let mut entries = vec![nothing; layout.entries()];
        let encoded = &bytes[HEADER + layout.len()..bytes.len() - CHECKSUM];
        let jobs: Vec<_> =
            entries.chunks_mut(AT_ONCE).zip(encoded.chunks(AT_ONCE * size)).enumerate().collect();
        let wrong = core::sync::atomic::AtomicUsize::new(usize::MAX);
        threads::for_each_chunk(jobs.into_iter(), |(job, (entries, encoded))| {
            for (i, (entry, bytes)) in entries.iter_mut().zip(encoded.chunks(size)).enumerate() {
                match Entry::<G>::from_bytes(bytes) {
                    Some(found) => *entry = found,
                    None => {
                        wrong.fetch_min(job * AT_ONCE + i, core::sync::atomic::Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
        match wrong.into_inner() {
            usize::MAX => Ok(Self { layout, entries, nothing }),
            index => Err(FormatError::NotCanonical { index }),
        }
    }

    /// The first of these bases whose first multiple in the tables is not the base itself, coordinate by coordinate.
    pub fn first_unlike(&self, bases: &[G::Affine]) -> Option<usize> {
        let bytes = |entry: &Entry<G>| {
            let mut bytes = Vec::new();
            entry.append_to(&mut bytes);
            bytes
        };
        let is_like = |index: usize, base: &G::Affine| {
            let first = self.layout.base(index).and_then(|base| self.entries.get(base.start));
            first.is_some_and(|first| bytes(first) == bytes(&G::Lanes::entry(base)))
        };
        bases.iter().enumerate().position(|(index, base)| !is_like(index, base))
    }
}

/// Numbers of bases and bits, far below `2^32`.
#[cfg(feature = "std")]
fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The layout in the header, if everything around the entries is right.
fn open<G: Group>(label: &[u8; 32], bytes: &[u8]) -> Result<Layout, FormatError>
where
    Entry<G>: EntryBytes,
{
    let found = bytes.len();
    let Some(header) = bytes.first_chunk::<HEADER>() else {
        return Err(FormatError::Truncated { needed: HEADER + CHECKSUM, found });
    };
    if header[..8] != MAGIC {
        return Err(FormatError::Magic { what: "tables of fixed bases" });
    }
    let word =
        |place: usize| header[place..].first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    if word(8) != VERSION {
        return Err(FormatError::Version { found: word(8), known: VERSION });
    }
    let size = <Entry<G> as EntryBytes>::LENGTH;
    for (name, place, expected) in
        [("the length of an entry", 12, size), ("the bits of a scalar", 52, G::Scalar::BITS)]
    {
        if word(place) as usize != expected {
            return Err(FormatError::Field { name, value: word(place).into() });
        }
    }
    if header[16..48] != *label {
        return Err(FormatError::Label);
    }
    let bases = word(48) as usize;
    let Some(widths) = bytes.get(HEADER..HEADER.saturating_add(bases)) else {
        return Err(FormatError::Truncated { needed: HEADER.saturating_add(bases), found });
    };
    let layout = Layout::new::<G::Scalar>(bases, |base| widths[base].into()).map_err(|_| {
        FormatError::Field { name: "the number of bases with their widths", value: bases as u64 }
    })?;
    let needed = length(&layout, size);
    if found < needed {
        return Err(FormatError::Truncated { needed, found });
    }
    if found > needed {
        return Err(FormatError::TooLong { expected: needed, found });
    }
    let claimed = header[56..].first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    if claimed != needed as u64 {
        return Err(FormatError::Field { name: "the length", value: claimed });
    }
    let (covered, checksum) = bytes.split_at(needed - CHECKSUM);
    let stored = checksum.first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    let computed = crc32fast::hash(covered);
    if computed != stored {
        return Err(FormatError::Checksum { stored, computed });
    }
    Ok(layout)
}
