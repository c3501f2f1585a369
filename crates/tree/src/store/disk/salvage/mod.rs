//! Salvage of a damaged store: a new store with the newest block of which everything is left.
//!
//! The records that redb's trees lead to are copied as far as the checksums of pages and of records match, for both of
//! its commits. Reverse diffs lead from the copied nodes to earlier states. The newest state that passes the
//! [full check](Tree::check), with all commitments and its root, is the salvaged one; earlier states are kept as far as
//! they pass too. So a salvaged state has values that fit its root.
//!
//! With a root that the caller trusts, only a state with this root is salvaged. If redb's trees do not lead to it, all
//! pages are searched for its nodes: see [`scan`]. The search takes any bytes that look like records, also values of
//! the tree: whoever chose 8 KiB of neighbouring values may have written the records of a state there. Nobody can write
//! another state with the trusted root. So the search takes no other root, keeps no earlier state, and takes no setting
//! from the pages. A root proves the values, but not the number of blocks. So a record of a head to which redb's trees
//! lead comes before one that was found elsewhere. Planted records can only make the search fail, by too many versions
//! of the nodes below a branch, or by too many operations: see [`work`].

mod choice;
mod draft;
mod pages;
mod records;
mod scan;
mod work;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, TryLockError};
use std::ops::{Bound, RangeBounds};
use std::path::Path as FilePath;

use redb::{ReadableTable, TableHandle, WriteTransaction};
use vorpal_ipa::Committer;

use super::database::{BASIS, HEADS, HISTORY, META, NODES, WINDOW, put};
use super::files::{self, FILE, absolute, create_directory, damaged, existing, failure, file_error, locked};
use super::store::revert;
use super::{DiskOptions, DiskStore, record};
#[cfg(doc)]
use crate::Tree;
use crate::{Error, Head, Path, Root};
use draft::Draft;
use pages::{CommitRoot, Pages};
use records::Records;
use scan::States;
pub(super) use work::Work;

impl DiskStore {
    /// Copies what a damaged store still holds into a new store: the newest state of which every node is left, and the
    /// states before it as far as they are left too. Every commitment of these states is checked. The damaged store is
    /// only read, and must not be open for writing; a store that is not damaged is copied whole.
    ///
    /// With `root`, the newest state with this root is salvaged, and no other. If the index of the file does not lead
    /// to it, all pages are searched for its nodes. So the last state of each of two processes that wrote to one store
    /// can be salvaged, if nothing of it is overwritten. The search keeps no states before it. The values are those of
    /// the root. **The root does not prove the number of blocks and the label**: they are those of a state with this
    /// root in the index, if one is left there, otherwise those of any record in the file, where values of the tree can
    /// look like one. The search finds nothing if too many nodes below one branch have two versions that nothing tells
    /// apart, or if records that do not belong to the state make it too long.
    ///
    /// Without `root`, nothing is taken from pages that the index does not lead to. A damaged page of the index leads
    /// only to pages with the checksums that it states. The state may still be one whose commit never ended: **compare
    /// its root with a trusted one**.
    ///
    /// The window and the basis are those of the damaged store; if they are lost, those of the options and of the
    /// committer. A page of more than 16 MiB is not read: only a label may need one. Takes a full check for each state
    /// that is tried. The search takes about 250 bytes of memory for each record.
    ///
    /// # Errors
    /// [`Error::StoreDamaged`] if no such state is left whole; [`Error::StoreLocked`] if the damaged store is open;
    /// [`Error::Basis`] if the committer has another basis; [`Error::StoreFile`] if there is no damaged store, or the
    /// new one exists or cannot be created; [`Error::Store`]. There is no new store then, but the directory may exist.
    /// If the new name cannot be made durable, the store is removed again. If that fails too, the error says so.
    pub fn salvage(
        from: impl AsRef<FilePath>,
        into: impl AsRef<FilePath>,
        root: Option<Root>,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Self, Error> {
        let source = existing(&absolute(from.as_ref())?)?;
        let directory = &absolute(into.as_ref())?;
        let file = directory.join(FILE);
        if file.try_exists().map_err(|error| file_error(&file, error))? {
            return Err(file_error(&file, "there is a store already"));
        }
        let source = Source::open(&source)?;
        create_directory(directory).map_err(|error| file_error(directory, error))?;
        source.salvage(directory, root, committer, options)?.draft.finish(&file, options, files::sync)
    }
}

/// The damaged file.
pub(super) struct Source<'a> {
    pages: Pages,
    file: &'a FilePath,
}

/// A new store with whole states only: `newest`, and those before it from `oldest` on.
pub(super) struct Salvaged<'a> {
    draft: Draft<'a>,
    pub(super) newest: u64,
    pub(super) oldest: u64,
}

impl Salvaged<'_> {
    /// More blocks are better, then more states.
    fn rank(&self) -> (u64, Reverse<u64>) {
        (self.newest, Reverse(self.oldest))
    }
}

/// The records of states that are left, by the number of blocks, and the blocks with entries in the history.
#[derive(Default)]
struct Left {
    heads: BTreeMap<u64, Head>,
    diffs: BTreeSet<u64>,
}

/// The settings that a store keeps.
struct Settings {
    window: u64,
    basis: [u8; 32],
}

impl<'s> Source<'s> {
    /// Opens a file that no writer has open.
    pub(super) fn open(file: &'s FilePath) -> Result<Self, Error> {
        let unreadable = |error| file_error(file, error);
        let opened = File::open(file).map_err(unreadable)?;
        // redb's writers hold this lock too, where the file system has it.
        if let Err(TryLockError::WouldBlock) = opened.try_lock() {
            return Err(locked(file));
        }
        Ok(Self { pages: Pages::open(opened).map_err(unreadable)?, file })
    }

    /// The newest whole state, with the root if there is one, and the whole states before it.
    fn salvage<'a>(
        &self,
        directory: &'a FilePath,
        root: Option<Root>,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Salvaged<'a>, Error> {
        let linked = self.linked(directory, root, committer, options)?;
        match root {
            Some(root) if linked.is_err() => {
                self.scanned(directory, root, committer, options, &Work::default())?.map_or(linked, Ok)
            }
            _ => linked,
        }
    }

    /// The newest whole state of the file's commits, with the root if there is one, and the whole states before it; the
    /// damage of the last state that was tried if none is whole.
    pub(super) fn linked<'a>(
        &self,
        directory: &'a FilePath,
        root: Option<Root>,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Result<Salvaged<'a>, Error>, Error> {
        let mut best: Option<Salvaged<'_>> = None;
        let (mut reason, mut basis) = ("it has no commits".to_string(), None);
        for commit in self.pages.commits() {
            match self.of_commit(commit, directory, root, committer, options)? {
                Ok(found) if best.as_ref().is_none_or(|best| best.rank() < found.rank()) => {
                    best = Some(found);
                }
                Ok(_) => {}
                Err(other @ Error::Basis { .. }) => basis = Some(other),
                Err(damage) => reason = damage.to_string(),
            }
        }
        let such = if root.is_some() { " with this root" } else { "" };
        let lost = || damaged(self.file, format!("no state{such} is left whole: {reason}"));
        Ok(best.ok_or_else(|| basis.unwrap_or_else(lost)))
    }

    /// The whole state with a root that the records of all pages make up. The root must come from elsewhere. Of several
    /// numbers of blocks in the records of states with this root, the highest to which the index leads is taken,
    /// otherwise the lowest.
    pub(super) fn scanned<'a>(
        &self,
        directory: &'a FilePath,
        root: Root,
        committer: &Committer,
        options: DiskOptions,
        work: &Work,
    ) -> Result<Option<Salvaged<'a>>, Error> {
        let records = Records::read(&self.pages, &root, committer, work);
        let states = States::new(&records, committer, work);
        let newest = self.pages.commits().first().copied();
        let settings = newest.map(|commit| self.settings(commit, committer, options)).transpose()?;
        let window = settings.map_or(options.window, |settings| settings.window);
        let linked = self.linked_heads(&root)?;
        let others = records.heads.iter().filter(|head| !linked.contains(head));
        for head in linked.iter().chain(others) {
            let Some(state) = states.whole(head) else { continue };
            let options = options.window(window).basis(*committer.basis_digest()).check(false);
            let draft = Draft::create(directory, options)?;
            let left = draft.change(|transaction| state.write(transaction))?;
            if let Ok(salvaged) = left.whole(draft, head.blocks, committer)? {
                return Ok(Some(salvaged));
            }
        }
        Ok(None)
    }

    /// The different states with a root to which the index leads, by descending numbers of blocks.
    fn linked_heads(&self, root: &Root) -> Result<Vec<Head>, Error> {
        let mut found = BTreeMap::new();
        for commit in self.pages.commits() {
            let of_commit = self.heads(commit)?.into_values().filter(|head| head.root == *root);
            found.extend(of_commit.map(|head| ((Reverse(head.blocks), head.label.clone()), head)));
        }
        Ok(found.into_values().collect())
    }

    /// The states of a commit, by the number of blocks, as far as their records have valid checksums.
    fn heads(&self, commit: CommitRoot) -> Result<BTreeMap<u64, Head>, Error> {
        let mut heads = BTreeMap::new();
        self.pages.table(commit, HEADS.name(), Some(size_of::<u64>()), &mut |key, record| {
            let Some(blocks) = key.first_chunk().map(|blocks| u64::from_le_bytes(*blocks)) else {
                return Ok(());
            };
            if let Ok(head) = record::open_head(blocks, record) {
                heads.insert(blocks, head);
            }
            Ok(())
        })?;
        Ok(heads)
    }

    /// The settings of a commit, where they are left.
    fn settings(
        &self,
        commit: CommitRoot,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Settings, Error> {
        let mut settings = Settings { window: options.window, basis: *committer.basis_digest() };
        self.pages.table(commit, META.name(), None, &mut |key, value| {
            match (key, value.first_chunk(), value.first_chunk()) {
                (key, Some(number), _) if key == WINDOW.as_bytes() => {
                    settings.window = u64::from_le_bytes(*number);
                }
                (key, _, Some(digest)) if key == BASIS.as_bytes() => settings.basis = *digest,
                _ => {}
            }
            Ok(())
        })?;
        Ok(settings)
    }

    /// The newest whole state of a commit, with the root if there is one, and the whole states before it; the damage of
    /// the oldest state that was tried if none is whole.
    fn of_commit<'a>(
        &self,
        commit: CommitRoot,
        directory: &'a FilePath,
        root: Option<Root>,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Result<Salvaged<'a>, Error>, Error> {
        let Settings { window, basis } = self.settings(commit, committer, options)?;
        // The record of the basis has no checksum, but no commitment passes the check with another basis.
        let found = *committer.basis_digest();
        let draft = Draft::create(directory, options.window(window).basis(found).check(false))?;
        match self.newest_whole(commit, draft, root, committer)? {
            // The basis may be what is damaged, so other commits are tried.
            Err(_) if basis != found => {
                Ok(Err(Error::Basis { file: self.file.into(), expected: basis, found }))
            }
            salvaged => Ok(salvaged),
        }
    }

    /// Fills the draft with the newest whole state, with the root if there is one, and the whole states before it.
    fn newest_whole<'a>(
        &self,
        commit: CommitRoot,
        mut draft: Draft<'a>,
        root: Option<Root>,
        committer: &Committer,
    ) -> Result<Result<Salvaged<'a>, Error>, Error> {
        let left = draft.change(|transaction| self.copy(commit, transaction))?;
        let Some(mut newest) = left.newest(.., root) else {
            return Ok(Err(damaged(self.file, "no record of a state is left")));
        };
        loop {
            let damage = match left.whole(draft, newest, committer)? {
                Ok(salvaged) => return Ok(Ok(salvaged)),
                Err((damage, same)) => {
                    draft = same;
                    damage
                }
            };
            // The damage is the same in all states since the block that last changed the node.
            let block =
                draft.change(|transaction| left.last_change(transaction, path_of(&damage), newest))?;
            match block.and_then(|block| left.newest(..block, root)) {
                Some(before) => newest = before,
                None => return Ok(Err(damage)),
            }
        }
    }

    /// Copies all records with valid checksums.
    fn copy(&self, commit: CommitRoot, transaction: &WriteTransaction) -> Result<Left, Error> {
        let mut left = Left { heads: self.heads(commit)?, ..Left::default() };
        let is_node = |path: &[u8], record: &[u8]| {
            Path::from_bytes(path).is_some_and(|path| record::open_hash(&path, record).is_ok())
        };
        let mut nodes = transaction.open_table(NODES).map_err(failure)?;
        self.pages.table(commit, NODES.name(), None, &mut |path, record| {
            if is_node(path, record) {
                put(&mut nodes, path, Some(record))?;
            }
            Ok(())
        })?;
        let mut history = transaction.open_table(HISTORY).map_err(failure)?;
        self.pages.table(commit, HISTORY.name(), None, &mut |key, record| {
            let Some((block, path)) = key.split_first_chunk() else { return Ok(()) };
            let block = u64::from_le_bytes(*block);
            // The number has no checksum.
            if block >= record::MOST_BLOCKS {
                return Ok(());
            }
            if Path::from_bytes(path).is_some() && (record.is_empty() || is_node(path, record)) {
                history.insert((block, path), record).map_err(failure)?;
                left.diffs.insert(block);
            }
            Ok(())
        })?;
        Ok(left)
    }
}

impl Left {
    /// The newest state in a range, with the root if there is one.
    fn newest(&self, range: impl RangeBounds<u64>, root: Option<Root>) -> Option<u64> {
        let is_wanted = |head: &&Head| root.is_none_or(|root| head.root == root);
        self.heads.range(range).rev().map(|(_, head)| head).find(is_wanted).map(|head| head.blocks)
    }

    /// The draft with the state `newest` and the whole states before it; the damage and the draft if it is not whole.
    fn whole<'a>(
        &self,
        draft: Draft<'a>,
        newest: u64,
        committer: &Committer,
    ) -> Result<Result<Salvaged<'a>, (Error, Draft<'a>)>, Error> {
        let mut oldest = self.without_gap(newest);
        draft.change(|transaction| self.reduce(transaction, oldest, newest))?;
        match draft.check(committer) {
            Ok(()) => {}
            // The newer states are valid: they were checked before.
            Err(Error::Past { block, error }) if is_damage(&error) => oldest = block + 1,
            Err(Error::Past { error, .. }) => return Err(*error),
            Err(error) if is_damage(&error) => return Ok(Err((error, draft))),
            Err(error) => return Err(error),
        }
        draft.change(|transaction| {
            self.reduce(transaction, oldest, newest)?;
            Self::forget(transaction, oldest)
        })?;
        Ok(Ok(Salvaged { draft, newest, oldest }))
    }

    /// The oldest state from which on all states up to `newest` have a record.
    fn without_gap(&self, newest: u64) -> u64 {
        let states = self.heads.range(..=newest).map(|(state, _)| state).rev();
        states
            .zip((0..=newest).rev())
            .take_while(|(state, number)| *state == number)
            .last()
            .map_or(newest, |(state, _)| *state)
    }

    /// Makes `newest` the current state, and `oldest` the first one that is kept.
    fn reduce(&self, transaction: &WriteTransaction, oldest: u64, newest: u64) -> Result<(), Error> {
        let later = (Bound::Excluded(newest), Bound::Unbounded);
        revert(transaction, self.diffs.range(later).rev().copied())?;
        let mut heads = transaction.open_table(HEADS).map_err(failure)?;
        heads.retain(|_, _| false).map_err(failure)?;
        for (blocks, head) in self.heads.range(oldest..=newest) {
            heads.insert(blocks, &record::seal_head(head)[..]).map_err(failure)?;
        }
        let mut history = transaction.open_table(HISTORY).map_err(failure)?;
        history.retain_in((newest + 1, &[][..]).., |_, _| false).map_err(failure)
    }

    /// Removes the reverse diffs that lead to states before `oldest`.
    fn forget(transaction: &WriteTransaction, oldest: u64) -> Result<(), Error> {
        let mut history = transaction.open_table(HISTORY).map_err(failure)?;
        history.retain_in(..(oldest + 1, &[][..]), |_, _| false).map_err(failure)
    }

    /// The last block up to `newest` that changed the node at a path, as far as the history tells. Without a path,
    /// `newest`.
    fn last_change(
        &self,
        transaction: &WriteTransaction,
        path: Option<Path>,
        newest: u64,
    ) -> Result<Option<u64>, Error> {
        let Some(path) = path else { return Ok(Some(newest)) };
        let history = transaction.open_table(HISTORY).map_err(failure)?;
        for block in self.diffs.range(..=newest).rev() {
            if history.get((*block, path.as_bytes())).map_err(failure)?.is_some() {
                return Ok(Some(*block));
            }
        }
        Ok(None)
    }
}

/// Whether an error of a check is one of the state's contents.
fn is_damage(error: &Error) -> bool {
    matches!(
        error,
        Error::MissingNode { .. }
            | Error::MisplacedNode { .. }
            | Error::EmptyNode { .. }
            | Error::OrphanNode { .. }
            | Error::WrongCommitment { .. }
            | Error::WrongRoot { .. }
            | Error::NodeType { .. }
            | Error::NodeLength { .. }
            | Error::NodePoint { .. }
            | Error::NodeHash { .. }
            | Error::NodeVersion { .. }
            | Error::Checksum { .. }
    )
}

/// The path of the damaged node; `None` for damage that is not known to be in one node.
fn path_of(error: &Error) -> Option<Path> {
    match error {
        Error::MissingNode { path } | Error::WrongCommitment { path, .. } => Some(*path),
        Error::WrongRoot { .. } => Some(Path::ROOT),
        _ => None,
    }
}
