//! A file opened as by a writer, with all that is written kept in memory: the whole-file check of a snapshot beside
//! whoever writes to the file, and the repair of a file that cannot be written.
//!
//! redb compares the checksums of all pages when a database is opened for writing, since the check ends with a commit.
//! So the check opens the file under an overlay: what it writes stays in memory.
//!
//! A writer at work overwrites no page that its last commit uses, and a commit changes the file's first page. So
//! whatever is read before the first page changes is of one commit. After each read the overlay looks at the first
//! page; once it has changed, every read is an error, which redb passes on, and the check is to be made again.

#![allow(clippy::cast_possible_truncation, reason = "lengths of parts of a buffer")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use redb::backends::FileBackend;
use redb::{Database, DatabaseError, StorageBackend};

use super::DiskOptions;

/// redb's pages; the first holds its header and nothing else.
const PAGE: u64 = 4096;
/// Where the header has its flags, and the one which says that the last commit is not yet that of readers.
const FLAGS: usize = 9;
const UNFLUSHED: u8 = 8;

/// The first page of a file, and the file's length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    page: Vec<u8>,
    length: u64,
}

/// What a check has found.
pub(super) enum Outcome {
    /// All checksums are right.
    Valid,
    /// One is wrong, or the file cannot be read.
    Invalid(DatabaseError),
    /// A writer has committed meanwhile.
    Changed,
}

impl Start {
    pub(super) fn read(file: &File) -> io::Result<Self> {
        let file = backend(file)?;
        let length = file.len()?;
        Ok(Self { page: first_page(&file, length)?, length })
    }

    /// Whether a commit is under way that readers do not see yet.
    pub(super) fn is_unflushed(&self) -> bool {
        self.page[FLAGS] & UNFLUSHED != 0
    }

    /// Compares the checksums of all pages that the trees of the last commit have. Reads the whole file.
    pub(super) fn check(self, file: &File, options: DiskOptions) -> io::Result<Outcome> {
        let start = self.clone();
        let (opened, changed) = self.open(file, options)?;
        Ok(match opened {
            _ if changed.load(Relaxed) => Outcome::Changed,
            Ok(_) => Outcome::Valid,
            // A writer that grows or cuts the file between two commits does not change the first page at once.
            Err(_) if Self::read(file)? != start => Outcome::Changed,
            Err(error) => Outcome::Invalid(error),
        })
    }

    /// The database as it is after repair, which is done in memory. Once somebody writes to the file, reading is an
    /// error.
    pub(super) fn repaired(self, file: &File, options: DiskOptions) -> io::Result<Opened> {
        Ok(self.open(file, options)?.0)
    }

    /// Opens the file, with all checks, and says later whether it was written meanwhile.
    fn open(self, file: &File, options: DiskOptions) -> io::Result<(Opened, Arc<AtomicBool>)> {
        let changed = Arc::new(AtomicBool::new(false));
        let written = Written { length: self.length, file_length: self.length, pages: BTreeMap::new() };
        let overlay = Overlay {
            file: backend(file)?,
            start: self,
            changed: Arc::clone(&changed),
            written: Mutex::new(written),
        };
        let opened = options.check(true).builder().create_with_backend(overlay);
        Ok((opened, changed))
    }
}

type Opened = Result<Database, DatabaseError>;

fn first_page(file: &FileBackend, length: u64) -> io::Result<Vec<u8>> {
    // Too short a file is none of redb's, and padding does not make it one.
    let mut page = vec![0; PAGE as usize];
    file.read(0, &mut page[..PAGE.min(length) as usize])?;
    Ok(page)
}

/// Reads the file by its handle. Of the locks, which belong to another handle, it takes and releases none.
fn backend(file: &File) -> io::Result<FileBackend> {
    FileBackend::new(file.try_clone()?).map_err(io::Error::other)
}

/// A file that is read, and what is written over it in memory. It has no locks, which redb allows.
#[derive(Debug)]
struct Overlay {
    file: FileBackend,
    /// As it was when the check began.
    start: Start,
    /// Whether it is no longer.
    changed: Arc<AtomicBool>,
    written: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    length: u64,
    /// Up to where the file counts: beyond, what is not written is zero.
    file_length: u64,
    /// Pages by their offset.
    pages: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    fn written(&self) -> io::Result<std::sync::MutexGuard<'_, Written>> {
        self.written.lock().map_err(|_| io::Error::other("a thread that checks the file has failed"))
    }

    /// What the file has at a position, or zeros.
    fn read_file(&self, written: &Written, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let there = written.file_length.saturating_sub(offset).min(out.len() as u64) as usize;
        let (file, zeros) = out.split_at_mut(there);
        zeros.fill(0);
        if file.is_empty() {
            return Ok(());
        }
        let read = self.file.read(offset, file);
        if first_page(&self.file, self.start.length).is_ok_and(|page| page == self.start.page) {
            return read;
        }
        self.changed.store(true, Relaxed);
        Err(io::Error::other("the file was written meanwhile"))
    }
}

/// The parts of a range that are each in one page: the page's offset, and the range in it.
fn parts(offset: u64, length: usize) -> impl Iterator<Item = (u64, std::ops::Range<usize>)> {
    let end = offset + length as u64;
    let pages = offset / PAGE..end.div_ceil(PAGE);
    pages.map(move |page| {
        let start = page * PAGE;
        let within = |position: u64| position.clamp(start, start + PAGE) - start;
        (start, within(offset) as usize..within(end) as usize)
    })
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.written()?.length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let written = self.written()?;
        let end = offset + out.len() as u64;
        if end > written.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.read_file(&written, offset, out)?;
        let first = offset / PAGE * PAGE;
        for (start, page) in written.pages.range(first..end) {
            let position = offset.max(*start);
            let until = end.min(start + PAGE);
            let (into, from) = ((position - offset) as usize, (position - start) as usize);
            let length = (until - position) as usize;
            out[into..into + length].copy_from_slice(&page[from..from + length]);
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut written = self.written()?;
        written.file_length = written.file_length.min(length);
        written.length = length;
        // What is cut off is zero when it comes back; redb's lengths are whole pages.
        written.pages.split_off(&length);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut written = self.written()?;
        if offset + data.len() as u64 > written.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut rest = data;
        for (start, range) in parts(offset, data.len()) {
            let (part, others) = rest.split_at(range.len());
            rest = others;
            if !written.pages.contains_key(&start) {
                let mut page = vec![0; PAGE as usize];
                self.read_file(&written, start, &mut page)?;
                written.pages.insert(start, page);
            }
            if let Some(page) = written.pages.get_mut(&start) {
                page[range].copy_from_slice(part);
            }
        }
        Ok(())
    }
}
