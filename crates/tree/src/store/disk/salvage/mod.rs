//! Salvage of a damaged store: a new store with the newest block of which everything is left.
//!
//! The records of one of redb's two commits are copied as far as they can be read and their checksums match. Reverse
//! diffs lead from the copied nodes to earlier states. If the newest state of the newest commit is not whole, a scan of
//! all pages looks for newer ones: see [`scan`]. The newest state that passes the [full check](Tree::check), with all
//! commitments and its root, is the salvaged one; earlier states are kept as far as they pass too. So a salvaged state
//! has values that fit its root.
//!
//! Whether this root was ever committed, the file cannot tell. Checksums have no key, and the scan takes any bytes that
//! look like records, values of the tree among them: whoever chose 8 KiB of neighbouring values may have written the
//! records of a state there. A commit that never ended is found too. Only a root from elsewhere shows which state it
//! is.

mod choice;
mod pages;
mod records;
mod scan;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, TryLockError};
use std::path::Path as FilePath;

use redb::{Database, ReadableTable, TableHandle, WriteTransaction};
use tempfile::NamedTempFile;
use vorpal_ipa::Committer;

use super::database::{BASIS, HEADS, HISTORY, META, NODES, WINDOW, begin, initialise, put};
use super::files::{
    self, FILE, OpenedFile, absolute, create_directory, damaged, existing, failure, file_error, locked,
    open_error,
};
use super::store::revert;
use super::{DiskOptions, DiskStore, record};
use crate::{Error, Path, Tree};
use pages::{CommitRoot, Pages};
use records::Records;
use scan::States;

impl DiskStore {
    /// Copies what a damaged store still holds into a new store: the newest state of which every node is left, and the
    /// states before it as far as they are left too. Every commitment of these states is checked. The damaged store is
    /// only read, and must not be open for writing; a store that is not damaged is copied whole.
    ///
    /// If the newest block is not whole, all pages of the file are searched for newer ones than those that its index
    /// leads to. So two processes that wrote to one store lose only what they overwrote. Such a block may have been
    /// rolled back, its commit may never have ended, and of two blocks with one number either may be salvaged. It may
    /// even be forged by whoever chose values of the tree: **compare the root with a trusted one**. If too many nodes
    /// below one branch have two versions that nothing tells apart, an older block is salvaged.
    ///
    /// The window and the basis are those of the damaged store; if they are lost, those of the options and of the
    /// committer. Takes a full check for each state that is tried. The search takes about 200 bytes of memory for each
    /// record.
    ///
    /// # Errors
    /// [`Error::StoreDamaged`] if no state is left whole; [`Error::StoreLocked`] if the damaged store is open;
    /// [`Error::Basis`] if the committer has another basis; [`Error::StoreFile`] if there is no damaged store, or the
    /// new one exists or cannot be created; [`Error::Store`]. There is no new store then, but the directory may exist.
    pub fn salvage(
        from: impl AsRef<FilePath>,
        into: impl AsRef<FilePath>,
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
        let draft = source.salvage(directory, committer, options)?.draft;
        draft.unfinished.persist_noclobber(&file).map_err(|failed| file_error(&file, failed.error))?;
        files::sync(directory).map_err(|error| file_error(&file, error))?;
        Self::open(directory, options.any_basis())
    }
}

/// The damaged file.
pub(super) struct Source<'a> {
    pages: Pages,
    file: &'a FilePath,
}

/// A new store under a temporary name.
pub(super) struct Draft<'a> {
    unfinished: NamedTempFile,
    directory: &'a FilePath,
    options: DiskOptions,
}

/// A new store with whole states only: `newest`, and those before it from `oldest` on.
pub(super) struct Salvaged<'a> {
    draft: Draft<'a>,
    pub(super) newest: u64,
    pub(super) oldest: u64,
    /// Whether the commit has no newer state.
    is_last: bool,
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
    heads: BTreeMap<u64, Vec<u8>>,
    diffs: BTreeSet<u64>,
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

    /// The newest whole state with the whole states before it.
    fn salvage<'a>(
        &self,
        directory: &'a FilePath,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Salvaged<'a>, Error> {
        let (linked, is_newest) = self.linked(directory, committer, options)?;
        if is_newest && let Ok(linked) = linked {
            return Ok(linked);
        }
        let after = linked.as_ref().map_or(0, |linked| linked.newest);
        match self.scanned(after, directory, committer, options)? {
            Some(scanned) => Ok(scanned),
            None => linked,
        }
    }

    /// The newest whole state of the file's commits, and whether it is the newest state of the newest commit.
    pub(super) fn linked<'a>(
        &self,
        directory: &'a FilePath,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<(Result<Salvaged<'a>, Error>, bool), Error> {
        let (mut best, mut reason): (Option<Salvaged<'_>>, _) = (None, "it has no commits".to_string());
        let mut is_newest = false;
        for (age, commit) in self.pages.commits().into_iter().enumerate() {
            match self.of_commit(commit, directory, committer, options)? {
                Ok(found) if best.as_ref().is_none_or(|best| best.rank() < found.rank()) => {
                    is_newest |= age == 0 && found.is_last;
                    best = Some(found);
                }
                Ok(_) => {}
                Err(damage) => reason = damage.to_string(),
            }
        }
        let lost = || damaged(self.file, format!("no state is left whole: {reason}"));
        Ok((best.ok_or_else(lost), is_newest))
    }

    /// The newest whole state after `after` blocks or more that the records of all pages make up.
    pub(super) fn scanned<'a>(
        &self,
        after: u64,
        directory: &'a FilePath,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Option<Salvaged<'a>>, Error> {
        let records = Records::read(&self.pages);
        let found = *committer.basis_digest();
        let window = records.window.unwrap_or(options.window);
        let states = States::new(&records, committer);
        // The state before the first block holds nothing.
        let heads = records.heads.range(after + 1..).rev().flat_map(|(_, heads)| heads);
        for state in heads.filter_map(|head| states.whole(head)) {
            let draft = Draft::create(directory, options.window(window).basis(found).check(false))?;
            let left = draft.change(|transaction| states.write(state, window, transaction))?;
            if let Ok(salvaged) = left.whole(draft, state.blocks(), committer)? {
                return Ok(Some(salvaged));
            }
        }
        match records.basis {
            Some(basis) if basis != found && !records.heads.is_empty() && after == 0 => {
                Err(Error::Basis { file: self.file.into(), expected: basis, found })
            }
            _ => Ok(None),
        }
    }

    /// The newest whole state of a commit with the whole states before it; the damage of the oldest state that was
    /// tried if none is whole.
    fn of_commit<'a>(
        &self,
        commit: CommitRoot,
        directory: &'a FilePath,
        committer: &Committer,
        options: DiskOptions,
    ) -> Result<Result<Salvaged<'a>, Error>, Error> {
        let (mut window, mut basis) = (options.window, *committer.basis_digest());
        self.pages.table(commit, META.name(), None, &mut |key, value| {
            match (key, value.first_chunk(), value.first_chunk()) {
                (key, Some(number), _) if key == WINDOW.as_bytes() => window = u64::from_le_bytes(*number),
                (key, _, Some(digest)) if key == BASIS.as_bytes() => basis = *digest,
                _ => {}
            }
            Ok(())
        })?;
        // The record of the basis has no checksum, but no commitment passes the check with another basis.
        let found = *committer.basis_digest();
        let draft = Draft::create(directory, options.window(window).basis(found).check(false))?;
        match self.newest_whole(commit, draft, committer)? {
            Err(_) if basis != found => Err(Error::Basis { file: self.file.into(), expected: basis, found }),
            salvaged => Ok(salvaged),
        }
    }

    /// Fills the draft with the newest whole state and the whole states before it.
    fn newest_whole<'a>(
        &self,
        commit: CommitRoot,
        mut draft: Draft<'a>,
        committer: &Committer,
    ) -> Result<Result<Salvaged<'a>, Error>, Error> {
        let left = draft.change(|transaction| self.copy(commit, transaction))?;
        let Some(mut newest) = left.heads.keys().last().copied() else {
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
            match block.and_then(|block| left.heads.range(..block).next_back()) {
                Some((before, _)) => newest = *before,
                None => return Ok(Err(damage)),
            }
        }
    }

    /// Copies all records with valid checksums.
    fn copy(&self, commit: CommitRoot, transaction: &WriteTransaction) -> Result<Left, Error> {
        let mut left = Left::default();
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
        self.pages.table(commit, HEADS.name(), Some(size_of::<u64>()), &mut |key, record| {
            let Some(blocks) = key.first_chunk().map(|blocks| u64::from_le_bytes(*blocks)) else {
                return Ok(());
            };
            if record::open_head(blocks, record).is_ok() {
                left.heads.insert(blocks, record.to_vec());
            }
            Ok(())
        })?;
        let mut history = transaction.open_table(HISTORY).map_err(failure)?;
        self.pages.table(commit, HISTORY.name(), None, &mut |key, record| {
            let Some((block, path)) = key.split_first_chunk() else { return Ok(()) };
            let block = u64::from_le_bytes(*block);
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
        let is_last = self.heads.keys().last() == Some(&newest);
        Ok(Ok(Salvaged { draft, newest, oldest, is_last }))
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
        revert(transaction, self.diffs.range(newest + 1..).rev().copied())?;
        let mut heads = transaction.open_table(HEADS).map_err(failure)?;
        heads.retain(|_, _| false).map_err(failure)?;
        for (blocks, record) in self.heads.range(oldest..=newest) {
            heads.insert(blocks, &record[..]).map_err(failure)?;
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

impl<'a> Draft<'a> {
    fn create(directory: &'a FilePath, options: DiskOptions) -> Result<Self, Error> {
        let unfinished = files::unfinished(directory).map_err(|error| file_error(directory, error))?;
        let database = options.builder().create(&unfinished).map_err(|error| open_error(directory, error))?;
        initialise(&database, options)?;
        Ok(Self { unfinished, directory, options })
    }

    fn open(&self) -> Result<Database, Error> {
        self.options.builder().open(&self.unfinished).map_err(|error| open_error(self.directory, error))
    }

    /// Runs one transaction.
    fn change<T>(&self, work: impl FnOnce(&WriteTransaction) -> Result<T, Error>) -> Result<T, Error> {
        let database = self.open()?;
        let transaction = begin(&database)?;
        let done = work(&transaction)?;
        transaction.commit().map_err(failure)?;
        Ok(done)
    }

    fn check(&self, committer: &Committer) -> Result<(), Error> {
        let opened = OpenedFile::unnamed(self.unfinished.path());
        let tree = Tree::over(DiskStore::with_database(self.open()?, opened, self.options)?);
        tree.check(committer).map(drop)
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
