//! The whole-file check of a snapshot, beside whoever writes to the file.
//!
//! redb compares the checksums of all pages when a database is opened for writing, since the check ends with a commit. So
//! the check opens the file under an overlay: what it writes stays in memory, and its first page, which says where
//! the trees begin, is the one that was there when the snapshot was taken. The pages of the snapshot do not change under
//! it: a writer uses none again that a transaction of a reader, or a later one, has freed, as long as the reader holds it.

#![allow(clippy::cast_possible_truncation, reason = "lengths of parts of a buffer")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::Mutex;

use redb::backends::FileBackend;
use redb::{DatabaseError, StorageBackend};

use super::DiskOptions;

/// redb's pages; the first holds its header and nothing else.
const PAGE: u64 = 4096;

/// The first page of a file, and the file's length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    page: Vec<u8>,
    length: u64,
}

impl Start {
    pub(super) fn read(file: &File) -> io::Result<Self> {
        let file = backend(file)?;
        let length = file.len()?;
        // Too short a file is none of redb's, and padding does not make it one.
        let mut page = vec![0; PAGE as usize];
        let there = PAGE.min(length) as usize;
        file.read(0, &mut page[..there])?;
        Ok(Self { page, length })
    }

    /// Compares the checksums of all pages that the trees of this beginning have. Reads the whole file.
    pub(super) fn check(self, file: &File, options: DiskOptions) -> Result<(), DatabaseError> {
        let Self { page, length } = self;
        let pages = BTreeMap::from([(0, page)]);
        let overlay =
            Overlay { file: backend(file)?, over: Mutex::new(Over { length, below: length, pages }) };
        options.check(true).builder().create_with_backend(overlay).map(drop)
    }
}

/// Reads the file by its handle. Of the locks, which belong to another handle, it takes and releases none.
fn backend(file: &File) -> io::Result<FileBackend> {
    FileBackend::new(file.try_clone()?).map_err(io::Error::other)
}

/// A file that is read, and what is written over it in memory. It has no locks, which redb allows.
#[derive(Debug)]
struct Overlay {
    file: FileBackend,
    over: Mutex<Over>,
}

#[derive(Debug)]
struct Over {
    length: u64,
    /// Up to where the file counts: beyond, what is not written is zero.
    below: u64,
    /// Pages by their offset.
    pages: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    fn over(&self) -> io::Result<std::sync::MutexGuard<'_, Over>> {
        self.over.lock().map_err(|_| io::Error::other("a thread that checks the file has failed"))
    }

    /// What the file has at a place, or zeros.
    fn below(&self, over: &Over, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let there = over.below.saturating_sub(offset).min(out.len() as u64) as usize;
        let (file, zeros) = out.split_at_mut(there);
        zeros.fill(0);
        if file.is_empty() { Ok(()) } else { self.file.read(offset, file) }
    }
}

/// The parts of a range that are each in one page: the page's offset, and the range in it.
fn parts(offset: u64, length: usize) -> impl Iterator<Item = (u64, std::ops::Range<usize>)> {
    let end = offset + length as u64;
    let pages = offset / PAGE..end.div_ceil(PAGE);
    pages.map(move |page| {
        let start = page * PAGE;
        let within = |place: u64| place.clamp(start, start + PAGE) - start;
        (start, within(offset) as usize..within(end) as usize)
    })
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.over()?.length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let over = self.over()?;
        let end = offset + out.len() as u64;
        if end > over.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.below(&over, offset, out)?;
        let first = offset / PAGE * PAGE;
        for (start, page) in over.pages.range(first..end) {
            let place = offset.max(*start);
            let until = end.min(start + PAGE);
            let (into, from) = ((place - offset) as usize, (place - start) as usize);
            let length = (until - place) as usize;
            out[into..into + length].copy_from_slice(&page[from..from + length]);
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut over = self.over()?;
        over.below = over.below.min(length);
        over.length = length;
        // What is cut off is zero when it comes back; redb's lengths are whole pages.
        over.pages.split_off(&length);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut over = self.over()?;
        if offset + data.len() as u64 > over.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut rest = data;
        for (start, range) in parts(offset, data.len()) {
            let (part, others) = rest.split_at(range.len());
            rest = others;
            if !over.pages.contains_key(&start) {
                let mut page = vec![0; PAGE as usize];
                self.below(&over, start, &mut page)?;
                over.pages.insert(start, page);
            }
            if let Some(page) = over.pages.get_mut(&start) {
                page[range].copy_from_slice(part);
            }
        }
        Ok(())
    }
}
