//! The tables and the format of a store's database, and its write transactions.

use redb::{Database, TableDefinition, WriteTransaction};

use super::files::failure;
use super::{DiskOptions, record};
use crate::Error;
use crate::store::Head;

type Nodes = TableDefinition<'static, &'static [u8], &'static [u8]>;
type PreviousNodes = TableDefinition<'static, (u64, &'static [u8]), &'static [u8]>;

pub(super) const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");
pub(super) const NODES: Nodes = TableDefinition::new("nodes");
pub(super) const HISTORY: PreviousNodes = TableDefinition::new("history");
pub(super) const HEADS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("heads");

pub(super) const FORMAT: &str = "format";
pub(super) const WINDOW: &str = "window";
pub(super) const BASIS: &str = "basis";
/// The format number that this program writes and reads.
pub(super) const KNOWN_FORMAT: u32 = 2;
/// The number of the format without the basis.
pub(super) const OLDER_FORMAT: u32 = 1;

/// Begins a transaction that commits in two phases.
pub(super) fn begin(database: &Database) -> Result<WriteTransaction, Error> {
    let mut transaction = database.begin_write().map_err(failure)?;
    transaction.set_two_phase_commit(true);
    Ok(transaction)
}

/// Creates the tables of a store without nodes.
pub(super) fn initialise(database: &Database, options: DiskOptions) -> Result<(), Error> {
    let transaction = begin(database)?;
    let mut meta = transaction.open_table(META).map_err(failure)?;
    meta.insert(FORMAT, &KNOWN_FORMAT.to_le_bytes()[..]).map_err(failure)?;
    meta.insert(WINDOW, &options.window.to_le_bytes()[..]).map_err(failure)?;
    meta.insert(BASIS, &options.basis[..]).map_err(failure)?;
    drop(meta);
    transaction.open_table(NODES).map_err(failure)?;
    transaction.open_table(HISTORY).map_err(failure)?;
    let head = record::seal_head(&Head::default());
    transaction.open_table(HEADS).map_err(failure)?.insert(0, &head[..]).map_err(failure)?;
    transaction.commit().map_err(failure)
}

/// Sets or removes the record of a key, and returns the previous record.
pub(super) fn put(
    table: &mut redb::Table<'_, &'static [u8], &'static [u8]>,
    key: &[u8],
    record: Option<&[u8]>,
) -> Result<Option<Vec<u8>>, Error> {
    let before = match record {
        Some(record) => table.insert(key, record),
        None => table.remove(key),
    };
    Ok(before.map_err(failure)?.map(|before| before.value().to_vec()))
}
