//! A copy-on-write overlay over a file: redb opens the file for writing, and all writes stay in memory. It serves the
//! whole-file check of a snapshot while another process writes, and the repair of a file that cannot be written.
//!
//! redb compares the checksums of all pages only when it opens a database for writing, since the check ends with a
//! commit. So the check opens the file under an overlay, which keeps this commit in memory.
//!
//! A writer never overwrites a page that its last commit uses, and every commit changes the file's first page. So all
//! reads before a change of the first page see one commit. After each read the overlay compares the first page. Once it
//! has changed, every read fails, redb returns the error, and the check must be repeated.

#![allow(clippy::cast_possible_truncation, reason = "lengths of parts of a buffer")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use redb::backends::FileBackend;
use redb::{Database, DatabaseError, StorageBackend};

use super::DiskOptions;

/// The size of redb's pages. The first page contains only the header.
const PAGE: u64 = 4096;
/// The offset of the flags in the header, and the flag that the last commit is not yet visible to readers.
const FLAGS: usize = 9;
const UNFLUSHED: u8 = 8;

/// The first page of a file, and the file's length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    page: Vec<u8>,
    length: u64,
}

/// The result of a check.
pub(super) enum Outcome {
    /// All checksums match.
    Valid,
    /// A checksum does not match, or the file cannot be read.
    Invalid(DatabaseError),
    /// A writer has committed during the check.
    Changed,
}

impl Start {
    pub(super) fn read(file: &File) -> io::Result<Self> {
        let file = backend(file)?;
        let length = file.len()?;
        Ok(Self { page: first_page(&file, length)?, length })
    }

    /// Whether there is a commit that readers do not see yet.
    pub(super) fn is_unflushed(&self) -> bool {
        self.page[FLAGS] & UNFLUSHED != 0
    }

    /// Compares the checksums of all pages in the trees of the last commit. Reads the whole file.
    pub(super) fn check(self, file: &File, options: DiskOptions) -> io::Result<Outcome> {
        let start = self.clone();
        let (opened, changed) = self.open(file, options)?;
        Ok(match opened {
            _ if changed.load(Relaxed) => Outcome::Changed,
            Ok(_) => Outcome::Valid,
            // A writer may change the file's length between two commits without changing the first page yet.
            Err(_) if Self::read(file)? != start => Outcome::Changed,
            Err(error) => Outcome::Invalid(error),
        })
    }

    /// The database after a repair in memory. Once another process writes to the file, reads fail.
    pub(super) fn repaired(self, file: &File, options: DiskOptions) -> io::Result<Opened> {
        Ok(self.open(file, options)?.0)
    }

    /// Opens the file with all checks. The returned flag is set once a read detects that the file has changed.
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
    // A file shorter than a page is not a redb database, and padding with zeros does not make it a valid one.
    let mut page = vec![0; PAGE as usize];
    file.read(0, &mut page[..PAGE.min(length) as usize])?;
    Ok(page)
}

/// A backend that reads the file through its handle. It neither takes nor releases locks, which belong to another
/// handle.
fn backend(file: &File) -> io::Result<FileBackend> {
    FileBackend::new(file.try_clone()?).map_err(io::Error::other)
}

/// A file with writes kept in memory. It implements no locks, which redb allows.
#[derive(Debug)]
struct Overlay {
    file: FileBackend,
    /// The first page and the length when the check began.
    start: Start,
    /// Whether the first page has changed since.
    changed: Arc<AtomicBool>,
    written: Mutex<Written>,
}

/// The state of the writes in memory.
#[derive(Debug)]
struct Written {
    length: u64,
    /// The length up to which the contents of the file are visible. Unwritten bytes beyond it are zero.
    file_length: u64,
    /// The written pages by their offset.
    pages: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    fn written(&self) -> io::Result<std::sync::MutexGuard<'_, Written>> {
        self.written.lock().map_err(|_| io::Error::other("a thread that checks the file has failed"))
    }

    /// Reads from the file at an offset, with zeros beyond `file_length`.
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
        Err(io::Error::other("the file was changed during the check"))
    }
}

/// Splits a range at page boundaries: pairs of a page's offset and a range in the page.
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
        // Truncated bytes are zero if the length grows again. redb's lengths are multiples of the page size.
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
