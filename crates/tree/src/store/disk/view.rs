//! Earlier states of a disk store.

use std::sync::Arc;

use vorpal_ipa::Scalar;

use super::files::failure;
use super::process::OfProcess;
use super::reader::{Reader, StoreBasis, path};
use super::record;
use crate::store::check::require_root;
use crate::store::window::FirstChanges;
use crate::store::{Changes, Commit, Head, Store};
use crate::update::load_node;
use crate::{Error, Node, Path};

/// A read-only earlier state of a [`DiskStore`](super::DiskStore). Later blocks and rollbacks do not change it. As long
/// as the view exists, redb does not reuse the pages that it reads, and the file stays open.
///
/// The view keeps in memory the paths changed after its state. Reading a node is one lookup, in the history or in the
/// current nodes.
///
/// A view belongs to its process as the store does: see [`DiskStore`](super::DiskStore).
#[derive(Debug)]
pub struct DiskView {
    reader: OfProcess<Reader>,
    basis: StoreBasis,
    changes: FirstChanges,
}

impl DiskView {
    /// The state of a head.
    pub(super) fn new(reader: Reader, basis: StoreBasis, head: &Head) -> Result<Self, Error> {
        let changed = reader.history.range((head.blocks + 1, &[][..])..).map_err(failure)?;
        let changes = FirstChanges::new(changed.map(|entry| {
            let (key, _) = entry.map_err(failure)?;
            let (block, bytes) = key.value();
            Ok((block, path(bytes)?))
        }))?;
        let reader = OfProcess::new(basis.file(), reader);
        let view = Self { reader, basis, changes };
        require_root(head, load_node(&view, Path::ROOT)?.as_ref())?;
        Ok(view)
    }

    /// The record at a path in this state, decoded by `open`.
    fn read<T>(
        &self,
        path: &Path,
        open: impl FnOnce(&Path, &[u8]) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let (key, reader) = (path.as_bytes(), self.reader.get()?);
        let record = match self.changes.of(path) {
            Some(block) => reader.history.get((block, key)),
            None => reader.nodes.get(key),
        };
        match record.map_err(failure)? {
            Some(record) if !record.value().is_empty() => open(path, record.value()).map(Some),
            _ => Ok(None),
        }
    }
}

impl Store for DiskView {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.read(path, record::open_node)?.map(Arc::new))
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        self.read(path, record::open_hash)
    }

    fn save(&mut self, _: Commit<'_>, _: Changes<'_>) -> Result<(), Error> {
        Err(Error::ReadOnly)
    }

    fn check_basis(&self, digest: &[u8; 32]) -> Result<(), Error> {
        self.reader.get()?;
        self.basis.compare(digest)
    }
}
