use std::sync::Arc;

use vorpal_ipa::Scalar;

use super::files::failure;
use super::reader::{Reader, StoreBasis, path};
use super::record;
use crate::store::check::require_root;
use crate::store::window::FirstChanges;
use crate::store::{Changes, Commit, Head, Store};
use crate::update::load_node;
use crate::{Error, Node, Path};

/// A [`DiskStore`](super::DiskStore) as it was after some block. Later blocks, and taking back earlier ones, do not
/// change it; while it is there, the pages it sees are not used again, and the file stays open.
///
/// It holds the paths changed since; a node is then one lookup, in the history or where it is now.
#[derive(Debug)]
pub struct DiskView {
    reader: Reader,
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
        let view = Self { reader, basis, changes };
        require_root(head, load_node(&view, Path::ROOT)?.as_ref())?;
        Ok(view)
    }

    /// What `open` makes of the record that was at a path.
    fn read<T>(
        &self,
        path: &Path,
        open: impl FnOnce(&Path, &[u8]) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let key = path.as_bytes();
        let record = match self.changes.of(path) {
            Some(block) => self.reader.history.get((block, key)),
            None => self.reader.nodes.get(key),
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
        self.basis.compare(digest)
    }
}
