//! The accounts of a store on disk by address: a file beside the tree, written every ten thousand blocks, and when an
//! import ends or is interrupted.
//!
//! The tree's keys are hashes, so it does not give the addresses back. The file may be older than the tree, after a
//! power cut for example. The blocks since then are executed again, without writes to the tree.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use alloy_genesis::GenesisAccount;
use alloy_primitives::{Address, B256};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::state::State;

/// The accounts after a block.
#[derive(Serialize, Deserialize)]
pub(crate) struct Snapshot {
    /// The number of the block.
    pub(crate) number: u64,
    /// The hash of the block.
    pub(crate) hash: B256,
    /// The accounts, as in a genesis file.
    pub(crate) alloc: BTreeMap<Address, GenesisAccount>,
}

fn file(store: &Path) -> PathBuf {
    store.join("accounts.json")
}

/// Reads the snapshot of a store; `None` if it has none.
pub(crate) fn read(store: &Path) -> Result<Option<Snapshot>, Failure> {
    let path = file(store);
    let opened = match File::open(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|error| Failure::file(&path, error))?,
    };
    let snapshot = serde_json::from_reader(BufReader::new(opened));
    snapshot.map(Some).map_err(|error| Failure::file(&path, error))
}

/// Replaces the snapshot of a store.
pub(crate) fn write(store: &Path, number: u64, hash: B256, state: &State) -> Result<(), Failure> {
    write_json(&file(store), &Snapshot { number, hash, alloc: state.allocation() })
}

/// Writes a value as JSON. The file is complete or is not replaced.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::file(path, error);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = tempfile::NamedTempFile::new_in(folder).map_err(|error| failure(&error))?;
    let mut writer = BufWriter::new(file);
    serde_json::to_writer_pretty(&mut writer, value).map_err(|error| failure(&error))?;
    writer.write_all(b"\n").map_err(|error| failure(&error))?;
    let file = writer.into_inner().map_err(|error| failure(&error))?;
    file.as_file().sync_all().map_err(|error| failure(&error))?;
    file.persist(path).map(drop).map_err(|error| failure(&error))
}
