//! States from the records of all pages, for files whose trees of pages are lost.
//!
//! A state begins at its root, which its head names. The children of each branch are found by the branch's commitment.
//! So every node follows from the root, and the order or the place of records proves nothing. The root itself comes
//! from the file: it proves nothing either.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use redb::WriteTransaction;
use vorpal_ipa::Committer;

use super::Left;
use super::choice::choose;
use super::records::{Records, Version};
use crate::store::disk::database::{HISTORY, NODES, put};
use crate::store::disk::files::failure;
use crate::store::disk::record;
use crate::{Error, Head, Node, Path, Stem};

/// What is done at each path where two states differ, with the version of the first of them.
type Visit<'a> = dyn FnMut(&Path, Option<&Version>) -> Result<(), Error> + 'a;

/// The children of a branch, by their bytes.
type Children<'a> = BTreeMap<u8, &'a Version>;

/// The states that the records of a file make up.
pub(super) struct States<'a> {
    records: &'a Records<'a>,
    committer: &'a Committer,
    /// The children of the branches that are known to be whole, by path and hash.
    known: RefCell<HashMap<(Path, [u8; 32]), Children<'a>>>,
}

/// A state: its head and its root, if it has nodes.
#[derive(Clone, Copy)]
pub(super) struct State<'a> {
    head: &'a Head,
    root: Option<&'a Version>,
}

impl State<'_> {
    /// The number of blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.head.blocks
    }
}

impl<'a> States<'a> {
    pub(super) fn new(records: &'a Records<'a>, committer: &'a Committer) -> Self {
        Self { records, committer, known: RefCell::default() }
    }

    /// The state of a head, if all of its nodes are left.
    pub(super) fn whole(&self, head: &'a Head) -> Option<State<'a>> {
        if head.root == Head::default().root {
            return Some(State { head, root: None });
        }
        let is_root = |version: &&Version| match self.records.node(&Path::ROOT, version) {
            Some(Node::Internal(root)) => root.commitment().encode() == head.root,
            _ => false,
        };
        let root = self.records.versions(&Path::ROOT).iter().find(is_root)?;
        self.is_whole(&Path::ROOT, root, head.blocks).then_some(State { head, root: Some(root) })
    }

    /// Whether all nodes below a node are left. Remembers the children of branches.
    fn is_whole(&self, path: &Path, version: &'a Version, blocks: u64) -> bool {
        if self.known.borrow().contains_key(&(*path, version.hash.to_le_bytes())) {
            return true;
        }
        let branch = match self.records.node(path, version) {
            Some(Node::Internal(branch)) if path.depth() < size_of::<Stem>() => branch,
            Some(Node::Leaf(_)) => return true,
            _ => return false,
        };
        let all = |path: &Path| self.records.versions(path).iter().collect::<Vec<_>>();
        let dated = |path: &Path| self.records.dated(path, blocks);
        let candidates = |of: &dyn Fn(&Path) -> Vec<&'a Version>| {
            let of = |byte| Some((byte, of(&path.child(byte)))).filter(|(_, versions)| !versions.is_empty());
            branch.children().map(of).collect::<Option<Vec<_>>>()
        };
        let by_commitment = |children: Vec<_>| {
            let commitment = branch.commitment();
            let by_branches =
                choose(self.committer, commitment, &children, |version| self.records.origins(version));
            by_branches
                .or_else(|| choose(self.committer, commitment, &children, |version| version.sources.clone()))
        };
        let chosen = candidates(&dated).and_then(by_commitment);
        let Some(children) = chosen.or_else(|| candidates(&all).and_then(by_commitment)) else {
            return false;
        };
        let whole = children.iter().all(|(byte, child)| self.is_whole(&path.child(*byte), child, blocks));
        if whole {
            let key = (*path, version.hash.to_le_bytes());
            self.known.borrow_mut().insert(key, children.into_iter().collect());
        }
        whole
    }

    /// The children of a node of a whole state.
    fn children(&self, path: &Path, version: Option<&Version>) -> Children<'a> {
        let key = version.map(|version| (*path, version.hash.to_le_bytes()));
        key.and_then(|key| self.known.borrow().get(&key).cloned()).unwrap_or_default()
    }

    /// Writes a state and the whole states before it, at most `window`, to a store without nodes.
    pub(super) fn write(
        &self,
        state: State<'a>,
        window: u64,
        transaction: &WriteTransaction,
    ) -> Result<Left, Error> {
        let mut nodes = transaction.open_table(NODES).map_err(failure)?;
        self.differences(&Path::ROOT, state.root, None, &mut |path, version| {
            let record = version.and_then(|version| self.records.record(version));
            put(&mut nodes, path.as_bytes(), record.as_deref()).map(drop)
        })?;
        let mut history = transaction.open_table(HISTORY).map_err(failure)?;
        let (mut heads, mut diffs, mut after) = (vec![state.head], BTreeSet::new(), state);
        while (diffs.len() as u64) < window
            && let Some(before) = self.before(after.head)
        {
            let block = after.head.blocks;
            self.differences(&Path::ROOT, before.root, after.root, &mut |path, version| {
                let record = version.and_then(|version| self.records.record(version)).unwrap_or_default();
                history.insert((block, path.as_bytes()), &record[..]).map_err(failure).map(drop)
            })?;
            diffs.insert(block);
            heads.push(before.head);
            after = before;
        }
        let heads = heads.into_iter().map(|head| (head.blocks, record::seal_head(head))).collect();
        Ok(Left { heads, diffs })
    }

    /// The state before a block, if it is whole and there is no other with its number.
    fn before(&self, head: &Head) -> Option<State<'a>> {
        match &self.records.heads.get(&head.blocks.checked_sub(1)?)?[..] {
            [before] => self.whole(before),
            _ => None,
        }
    }

    /// Visits the paths at and below `path` at which two whole states differ, with the version of `here`.
    fn differences(
        &self,
        path: &Path,
        here: Option<&'a Version>,
        there: Option<&'a Version>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        if here.map(|version| version.hash) == there.map(|version| version.hash) {
            return Ok(());
        }
        visit(path, here)?;
        let (here, there) = (self.children(path, here), self.children(path, there));
        for byte in here.keys().chain(there.keys()).copied().collect::<BTreeSet<u8>>() {
            let [here, there] = [&here, &there].map(|children| children.get(&byte).copied());
            self.differences(&path.child(byte), here, there, visit)?;
        }
        Ok(())
    }
}
