//! The table of the sections of a file.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
#[cfg(feature = "std")]
use alloc::vec;
#[cfg(feature = "std")]
use alloc::vec::Vec;
use core::ops::Range;

use super::{FileError, Input, Kind, Reason, Section};

/// The bytes before the sections, and before the bytes of a section.
const HEADER: u64 = 12;

/// A file whose table of sections has been read: every section lies in the file, no type occurs twice, and no byte is
/// outside the sections. Sections of unknown types are allowed.
///
/// Reading the table takes memory for the sections that the file has, not for those that it claims to have.
#[derive(Debug)]
pub struct Container<I> {
    input: I,
    kind: Kind,
    /// The types of the sections, and where they are in the file.
    table: BTreeMap<u32, Range<u64>>,
}

impl<'a> Container<&'a [u8]> {
    /// The file with these bytes.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_bytes(bytes: &'a [u8], kind: Kind) -> Result<Self, FileError> {
        Self::new(bytes, kind)
    }
}

impl<I: Input> Container<I> {
    /// Reads the table of sections.
    ///
    /// # Errors
    /// If the magic or the version differs, a section exceeds the file, a type occurs twice, or bytes follow.
    pub fn new(mut input: I, kind: Kind) -> Result<Self, FileError> {
        let fail = |section, offset, reason| FileError { kind, section, offset, reason };
        let size = input.size().map_err(|error| fail(None, 0, Reason::Read(error)))?;
        let mut read = |section, offset: u64, buffer: &mut [u8]| {
            let (needed, left) = (buffer.len() as u64, size - offset);
            if left < needed {
                return Err(fail(section, offset, Reason::Truncated { needed, left }));
            }
            input.read_at(offset, buffer).map_err(|error| fail(section, offset, Reason::Read(error)))
        };
        let (mut magic, mut word, mut double) = ([0; 4], [0; 4], [0; 8]);
        read(None, 0, &mut magic)?;
        if magic != kind.magic() {
            return Err(fail(None, 0, Reason::Magic));
        }
        read(None, 4, &mut word)?;
        let (expected, found) = (kind.version(), u32::from_le_bytes(word));
        if found != expected {
            return Err(fail(None, 4, Reason::Version { expected, found }));
        }
        read(None, 8, &mut word)?;
        let mut table = BTreeMap::new();
        let mut offset = HEADER;
        for _ in 0..u32::from_le_bytes(word) {
            read(None, offset, &mut word)?;
            let section = u32::from_le_bytes(word);
            let Entry::Vacant(entry) = table.entry(section) else {
                return Err(fail(Some(section), offset, Reason::Duplicate));
            };
            read(Some(section), offset + 4, &mut double)?;
            let length = u64::from_le_bytes(double);
            offset += HEADER;
            let left = size - offset;
            if length > left {
                return Err(fail(Some(section), offset, Reason::Truncated { needed: length, left }));
            }
            entry.insert(offset..offset + length);
            offset += length;
        }
        if offset != size {
            return Err(fail(None, offset, Reason::TooLong(size - offset)));
        }
        Ok(Self { input, kind, table })
    }

    /// The kind of the file.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The types of the sections, in ascending order.
    pub fn sections(&self) -> impl Iterator<Item = u32> {
        self.table.keys().copied()
    }

    /// The length of a section in bytes; `None` if there is none of this type.
    pub fn length(&self, section: u32) -> Option<u64> {
        self.table.get(&section).map(|place| place.end - place.start)
    }

    /// The bytes of the file that follow a section: of the next section, with its header.
    ///
    /// # Errors
    /// [`Reason::Missing`] if there is no section of this type, [`Reason::Read`] if the file has fewer bytes.
    #[cfg(feature = "std")]
    pub(crate) fn bytes_after(&mut self, section: u32, number: usize) -> Result<Vec<u8>, FileError> {
        let fail = |offset, reason| FileError { kind: self.kind, section: Some(section), offset, reason };
        let end = self.table.get(&section).ok_or(fail(0, Reason::Missing))?.end;
        let mut bytes = vec![0; number];
        let read = self.input.read_at(end, &mut bytes);
        read.map_err(|error| fail(end, Reason::Read(error))).map(|()| bytes)
    }

    /// A section, from its first byte on.
    ///
    /// # Errors
    /// [`Reason::Missing`] if there is none of this type.
    pub fn section(&mut self, section: u32) -> Result<Section<'_, I>, FileError> {
        let missing =
            FileError { kind: self.kind, section: Some(section), offset: 0, reason: Reason::Missing };
        let place = self.table.get(&section).cloned().ok_or(missing)?;
        Ok(Section::new(&mut self.input, self.kind, section, place))
    }
}
