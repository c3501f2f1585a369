//! Whether a store holds what it should: every node, every state that is kept, against the definition.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;
use vorpal_ipa::{Commitment, Committer, Scalar};

use super::{History, Store};
use crate::node::Committed;
use crate::update::{belongs, elements, load_node};
use crate::{Error, Head, Internal, Leaf, Node, Path, Tree};

/// How many commitments are computed at a time.
const BATCH_SIZE: usize = 4096;

/// What was found to be right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// Nodes of the current state.
    pub nodes: u64,
    /// Leaves among them.
    pub leaves: u64,
    /// Values in those.
    pub values: u64,
    /// States of the past.
    pub past: u64,
    /// What their reverse diffs say about nodes.
    pub changes: u64,
}

impl<S: History> Tree<S> {
    /// Reads the whole store and checks it: every commitment is in the group, is that of its node's contents, and has
    /// the hash that is stored; every node is where its parent, if it is not the root, names it, and where its stem
    /// belongs; the root is that of the head; and the same holds for each state of the past, as far as its nodes differ
    /// from those of the state after it. What was written since the last commit is not looked at.
    ///
    /// One commitment for each one stored, of as many terms as the node has children or values.
    ///
    /// # Errors
    /// [`Error::Basis`]; the first thing that is wrong; in a state of the past, as [`Error::Past`].
    pub fn check(&self, committer: &Committer) -> Result<Checked, Error> {
        self.store().check_basis(committer.basis_digest())?;
        let mut checked = Checked::default();
        let mut pending = Pending::new(committer);
        check_current(self.store(), &mut pending, &mut checked)?;
        pending.flush()?;
        check_past(self.store(), &mut pending, &mut checked)?;
        Ok(checked)
    }
}

/// A branch whose children are being read.
struct OpenBranch {
    path: Path,
    internal: Internal,
    children: Vec<(u8, Scalar)>,
}

impl OpenBranch {
    /// All children have come.
    fn close(self, pending: &mut Pending<'_>) -> Result<(), Error> {
        let missing =
            self.internal.children().find(|byte| self.children.iter().all(|(child, _)| child != byte));
        if let Some(byte) = missing {
            return Err(Error::MissingNode { path: self.path.child(byte) });
        }
        pending.push(self.path, "C", self.children, self.internal.committed)
    }
}

/// Checks the current state. Nodes come in the order of their paths' bytes, so each branch before what is below it.
fn check_current<S: History>(
    store: &S,
    pending: &mut Pending<'_>,
    checked: &mut Checked,
) -> Result<(), Error> {
    let mut open: Vec<OpenBranch> = Vec::new();
    for node in store.nodes()? {
        let (path, node) = node?;
        if !belongs(&path, &node) {
            return Err(Error::MisplacedNode { path });
        }
        while let Some(done) = open.pop_if(|branch| !path.as_bytes().starts_with(branch.path.as_bytes())) {
            done.close(pending)?;
        }
        if let Some((parent, byte)) = path.parent() {
            let parent = open.last_mut().filter(|branch| branch.path == parent);
            let parent = parent.filter(|branch| branch.internal.children.contains(byte));
            parent.ok_or(Error::OrphanNode { path })?.children.push((byte, node.hash()));
        } else {
            require_root(store.head(), &node)?;
        }
        checked.nodes += 1;
        match &*node {
            Node::Internal(internal) => {
                open.push(OpenBranch { path, internal: internal.clone(), children: Vec::new() });
            }
            Node::Leaf(leaf) => {
                checked.leaves += 1;
                checked.values += leaf.values.len() as u64;
                pending.push_leaf(path, leaf)?;
            }
        }
    }
    if checked.nodes == 0 {
        require_root(store.head(), &Node::Internal(Internal::EMPTY))?;
    }
    open.into_iter().rev().try_for_each(|branch| branch.close(pending))
}

fn require_root(head: &Head, root: &Node) -> Result<(), Error> {
    match root {
        Node::Internal(root) if root.commitment().encode() == head.root => Ok(()),
        _ => Err(Error::WrongRoot { block: head.blocks }),
    }
}

/// Checks the states of the past, newest first. Each differs from the one after it, which is right, in the nodes that a
/// block changed: it is right if these, and their parents, are.
fn check_past<S: History>(store: &S, pending: &mut Pending<'_>, checked: &mut Checked) -> Result<(), Error> {
    // The hashes of the nodes that differ from the current ones; none where there was no node.
    let mut hashes = HashMap::new();
    let mut heads: Vec<&Head> = store.heads().collect();
    heads.pop();
    for head in heads.into_iter().rev() {
        let in_past = |error| Error::Past { block: head.blocks, error: Box::new(error) };
        let changed = store.changed(head.blocks + 1).map_err(in_past)?;
        check_past_state(store, head, &changed, &mut hashes, pending).map_err(in_past)?;
        pending.flush().map_err(in_past)?;
        checked.past += 1;
        checked.changes += changed.len() as u64;
    }
    Ok(())
}

fn check_past_state<S: History>(
    store: &S,
    head: &Head,
    changed: &[Path],
    hashes: &mut HashMap<Path, Option<Scalar>>,
    pending: &mut Pending<'_>,
) -> Result<(), Error> {
    let (view, after) = (store.view(head.blocks)?, store.view(head.blocks + 1)?);
    for path in changed {
        hashes.insert(*path, view.load(path)?.map(|node| node.hash()));
    }
    let hash = |path: &Path| match hashes.get(path) {
        Some(hash) => Ok(*hash),
        None => Ok(store.load(path)?.map(|node| node.hash())),
    };
    require_root(head, load_node(&view, Path::ROOT)?.as_ref())?;
    // What a block changed, it changed in the parent too; if not, the parent would be wrong now.
    let parents = changed.iter().filter_map(|path| path.parent().map(|(parent, _)| parent));
    let concerned: BTreeSet<Path> = changed.iter().copied().chain(parents).collect();
    for path in concerned {
        let node = view.load(&path)?;
        if let Some((parent, byte)) = path.parent() {
            let named = match view.load(&parent)?.as_deref() {
                Some(Node::Internal(parent)) => parent.children.contains(byte),
                _ => false,
            };
            match (&node, named) {
                (Some(_), false) => return Err(Error::OrphanNode { path }),
                (None, true) => return Err(Error::MissingNode { path }),
                _ => (),
            }
        }
        let children = match node.as_deref() {
            None => Vec::new(),
            Some(node) if !belongs(&path, node) => return Err(Error::MisplacedNode { path }),
            Some(Node::Leaf(leaf)) => {
                pending.push_leaf(path, leaf)?;
                Vec::new()
            }
            Some(Node::Internal(internal)) => {
                let mut vector = Vec::new();
                for byte in internal.children() {
                    let child = path.child(byte);
                    vector.push((byte, hash(&child)?.ok_or(Error::MissingNode { path: child })?));
                }
                pending.push(path, "C", vector, internal.committed)?;
                internal.children().collect()
            }
        };
        // What only the state after it names must not be there yet.
        if let Some(Node::Internal(internal)) = after.load(&path)?.as_deref() {
            for byte in internal.children().filter(|byte| !children.contains(byte)) {
                let child = path.child(byte);
                if hash(&child)?.is_some() {
                    return Err(Error::OrphanNode { path: child });
                }
            }
        }
    }
    Ok(())
}

/// Commitments that wait for being computed and compared.
struct Pending<'a> {
    committer: &'a Committer,
    vectors: Vec<Vec<(u8, Scalar)>>,
    expected: Vec<(Path, &'static str, Committed)>,
}

impl<'a> Pending<'a> {
    fn new(committer: &'a Committer) -> Self {
        Self { committer, vectors: Vec::new(), expected: Vec::new() }
    }

    fn push(
        &mut self,
        path: Path,
        what: &'static str,
        vector: Vec<(u8, Scalar)>,
        committed: Committed,
    ) -> Result<(), Error> {
        self.vectors.push(vector);
        self.expected.push((path, what, committed));
        if self.vectors.len() < BATCH_SIZE { Ok(()) } else { self.flush() }
    }

    /// `C1`, `C2`, and `C = Commit(1, stem, hash(C1), hash(C2))`.
    fn push_leaf(&mut self, path: Path, leaf: &Leaf) -> Result<(), Error> {
        let mut halves = [Vec::new(), Vec::new()];
        for (key, value) in leaf.entries() {
            let first = 2 * (key.suffix % 128);
            halves[usize::from(key.suffix / 128)].extend((first..=first + 1).zip(elements(value)));
        }
        for ((what, vector), committed) in ["C1", "C2"].into_iter().zip(halves).zip(leaf.halves) {
            self.push(path, what, vector, committed)?;
        }
        let [c1, c2] = leaf.halves.map(|half| half.hash);
        let stem = Scalar::from_le_bytes_reduced(&leaf.stem);
        self.push(path, "C", vec![(0, Scalar::ONE), (1, stem), (2, c1), (3, c2)], leaf.committed)
    }

    fn flush(&mut self) -> Result<(), Error> {
        let found = self.committer.commit_batch(&self.vectors);
        self.vectors.clear();
        let expected = std::mem::take(&mut self.expected);
        // Right commitments have right hashes; wrong ones end the check before those are looked at.
        let hashes = Commitment::map_to_scalar_field_batch(&found);
        let wrong = expected.into_par_iter().zip(found).zip(hashes).find_map_first(|((it, found), hash)| {
            let (path, what, committed) = it;
            // A point of the curve outside the group may have the same ratio of coordinates.
            let in_group = || Commitment::from_point(&committed.commitment.to_point()).is_some();
            let right = committed.commitment == found && in_group();
            let wrong = if right { committed.hash != hash } else { true };
            wrong.then_some(Error::WrongCommitment { path, what })
        });
        wrong.map_or(Ok(()), Err)
    }
}
