//! A simulated disk in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, OnceLock};

use redb::StorageBackend;

use super::{Numbers, to_usize};
use crate::store::disk::database::initialise;
use crate::store::disk::files::{OpenedFile, open_error};
use crate::store::disk::{DiskOptions, DiskStore};
use crate::{Error, Tree};

/// A fault of a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    /// Writing fails after this number of bytes in total, including growth of the file.
    Full(usize),
    /// Every sync after this number of syncs fails.
    Sync(usize),
}

/// The contents of a simulated disk.
#[derive(Debug)]
struct Contents {
    bytes: Vec<u8>,
    /// The bytes at the last sync.
    synced: Vec<u8>,
    /// The writes since: pairs of an offset and bytes.
    unsynced: Vec<(usize, Vec<u8>)>,
    /// All writes since they were last taken.
    log: Vec<(usize, Vec<u8>)>,
    fault: Fault,
    written: usize,
    syncs: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Disk(Arc<Mutex<Contents>>);

impl Disk {
    pub(super) fn with_bytes(bytes: Vec<u8>) -> Self {
        let synced = bytes.clone();
        let unsynced = Vec::new();
        Self(Arc::new(Mutex::new(Contents {
            bytes,
            synced,
            unsynced,
            log: Vec::new(),
            fault: Fault::None,
            written: 0,
            syncs: 0,
        })))
    }

    /// A disk with an empty store on it.
    pub(super) fn initialised(window: u64) -> Self {
        static EMPTY: OnceLock<Mutex<BTreeMap<u64, Vec<u8>>>> = OnceLock::new();
        let mut empty = EMPTY.get_or_init(Mutex::default).lock().unwrap();
        let bytes = empty.entry(window).or_insert_with(|| {
            let disk = Self::with_bytes(Vec::new());
            let options = DiskOptions::default().window(window);
            let database = options.builder().create_with_backend(disk.clone()).unwrap();
            initialise(&database, options).unwrap();
            drop(database);
            disk.bytes()
        });
        Self::with_bytes(bytes.clone())
    }

    pub(super) fn set(&self, fault: Fault) {
        self.0.lock().unwrap().fault = fault;
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().bytes.clone()
    }

    /// The writes since the last call: pairs of an offset and bytes.
    pub(super) fn take_writes(&self) -> Vec<(usize, Vec<u8>)> {
        std::mem::take(&mut self.0.lock().unwrap().log)
    }

    pub(super) fn open(&self, options: DiskOptions) -> Result<Tree<DiskStore>, Error> {
        let file = FilePath::new("disk");
        let database = options.builder().create_with_backend(self.clone());
        let database = database.map_err(|error| open_error(file, error))?;
        DiskStore::with_database(database, OpenedFile::unnamed(file), options).map(Tree::over)
    }

    /// The disk after a power failure: all synced bytes, and of each later write nothing, a part, or all.
    pub(super) fn after_power_failure(&self, numbers: &mut Numbers) -> Self {
        let contents = self.0.lock().unwrap();
        let mut bytes = contents.synced.clone();
        bytes.resize(bytes.len().max(contents.bytes.len()), 0);
        for (offset, data) in &contents.unsynced {
            let length = match numbers.below(3) {
                0 => 0,
                1 => numbers.below(data.len() + 1),
                _ => data.len(),
            };
            let length = length.min(bytes.len().saturating_sub(*offset));
            bytes[*offset..offset + length].copy_from_slice(&data[..length]);
        }
        Self::with_bytes(bytes)
    }
}

impl Contents {
    fn spend(&mut self, bytes: usize) -> io::Result<()> {
        self.written += bytes;
        match self.fault {
            Fault::Full(limit) if self.written > limit => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        }
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().unwrap().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let contents = self.0.lock().unwrap();
        let there = contents.bytes.get(to_usize(offset)..to_usize(offset) + out.len());
        out.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut contents = self.0.lock().unwrap();
        let growth = to_usize(length).saturating_sub(contents.bytes.len());
        contents.spend(growth)?;
        contents.bytes.resize(to_usize(length), 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut contents = self.0.lock().unwrap();
        contents.syncs += 1;
        if matches!(contents.fault, Fault::Sync(good) if contents.syncs > good) {
            return Err(io::Error::other("the disk does not answer"));
        }
        contents.synced = contents.bytes.clone();
        contents.unsynced.clear();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut contents = self.0.lock().unwrap();
        contents.spend(data.len())?;
        let there = contents.bytes.get_mut(to_usize(offset)..to_usize(offset) + data.len());
        there.ok_or(io::ErrorKind::UnexpectedEof)?.copy_from_slice(data);
        contents.unsynced.push((to_usize(offset), data.to_vec()));
        contents.log.push((to_usize(offset), data.to_vec()));
        Ok(())
    }
}
