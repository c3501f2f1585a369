//! Full check of a store: every node and every kept state against the definition of the tree.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;
use vorpal_ipa::{Commitment, Committer, Scalar};

use super::{History, Store};
use crate::node::Committed;
use crate::update::{check_place, elements, load_node};
use crate::{Error, Head, Internal, Leaf, Node, Path, Tree};

/// The number of commitments computed in one batch.
const BATCH_SIZE: usize = 4096;

/// The numbers of items that a [check](Tree::check) found valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// Nodes of the current state.
    pub nodes: u64,
    /// Leaves among them.
    pub leaves: u64,
    /// Values in the leaves.
    pub values: u64,
    /// Earlier states.
    pub past: u64,
    /// Entries of the reverse diffs of the earlier states.
    pub changes: u64,
}

impl<S: History> Tree<S> {
    /// Reads the whole store and checks that
    ///
    /// * every commitment is in the group and is that of its node's contents, and its stored hash is correct;
    /// * every node except the root is a child of its parent, and the stem of every leaf begins with its path;
    /// * a branch below the root has a child, and a leaf has a value;
    /// * the root is that of the head;
    /// * the same holds for each earlier state, for the nodes that differ from those of the state after it.
    ///
    /// Uncommitted writes are not checked.
    ///
    /// Computes one commitment for each stored one, of as many terms as the node has children or values.
    ///
    /// # Errors
    /// [`Error::Basis`]; the first error found; in an earlier state, as [`Error::Past`].
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
    /// Checks that all children were read, and queues the commitment.
    fn close(self, pending: &mut Pending<'_>) -> Result<(), Error> {
        let missing =
            self.internal.children().find(|byte| self.children.iter().all(|(child, _)| child != byte));
        if let Some(byte) = missing {
            return Err(Error::MissingNode { path: self.path.child(byte) });
        }
        pending.push(self.path, "C", self.children, self.internal.committed)
    }
}

/// Checks the current state. The nodes are in the order of their paths' bytes, so each branch comes before the nodes
/// below it.
fn check_current<S: History>(
    store: &S,
    pending: &mut Pending<'_>,
    checked: &mut Checked,
) -> Result<(), Error> {
    let mut open: Vec<OpenBranch> = Vec::new();
    for node in store.nodes()? {
        let (path, node) = node?;
        check_place(&path, &node)?;
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

/// Checks that the root of a state is the one that its head names.
pub(super) fn require_root(head: &Head, root: &Node) -> Result<(), Error> {
    match root {
        Node::Internal(root) if root.commitment().encode() == head.root => Ok(()),
        _ => Err(Error::WrongRoot { block: head.blocks }),
    }
}

/// Checks the earlier states, newest first. Each state differs from the one after it, which is valid, only in the nodes
/// that a block changed. So it is valid if these nodes and their parents are.
fn check_past<S: History>(store: &S, pending: &mut Pending<'_>, checked: &mut Checked) -> Result<(), Error> {
    // The hashes of the nodes that differ from the current ones; `None` where there was no node.
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
    let hash = |path: &Path| -> Result<_, Error> {
        match hashes.get(path) {
            Some(hash) => Ok(*hash),
            None => Ok(store.load(path)?.map(|node| node.hash())),
        }
    };
    require_root(head, load_node(&view, Path::ROOT)?.as_ref())?;
    // A block that changes a node changes the parent's vector too, so the parents are checked as well.
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
        if let Some(node) = &node {
            check_place(&path, node)?;
        }
        let children = match node.as_deref() {
            None => Vec::new(),
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
        // A node that is a child only in the state after this one must be absent in this state.
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

/// Whether a node may stand at a path, its hash is that of its commitment, and a leaf's commitments are those of its
/// values. A branch's commitment is not compared with its children.
#[cfg(feature = "redb")]
pub(super) fn is_consistent(path: &Path, node: &Node, committer: &Committer) -> bool {
    let of_contents = match node {
        Node::Internal(Internal { committed: Committed { commitment, hash }, .. }) => {
            commitment.map_to_scalar_field() == *hash
        }
        Node::Leaf(leaf) => {
            let mut pending = Pending::new(committer);
            pending.push_leaf(*path, leaf).and_then(|()| pending.flush()).is_ok()
        }
    };
    of_contents && check_place(path, node).is_ok()
}

/// A queue of commitments to compute and compare with the stored ones.
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

    /// Queues `C1`, `C2`, and `C = Commit(1, stem, hash(C1), hash(C2))` of a leaf.
    fn push_leaf(&mut self, path: Path, leaf: &Leaf) -> Result<(), Error> {
        if leaf.values.is_empty() {
            return Err(Error::EmptyNode { path });
        }
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
        // The hashes of the computed commitments. They apply to the stored commitments if these are equal, and
        // otherwise the check fails anyway.
        let hashes = Commitment::map_to_scalar_field_batch(&found);
        let mismatch =
            expected.into_par_iter().zip(found).zip(hashes).find_map_first(|((it, found), hash)| {
                let (path, what, committed) = it;
                // Equality compares the ratios of coordinates. No point outside the group has the ratio of one in it:
                // with `x = t y`, the curve `-5 x^2 + y^2 = 1 + d x^2 y^2` is `d t^2 y^4 + (5 t^2 - 1) y^2 + 1 = 0`,
                // whose two roots have the product `1 / (d t^2)`. This is no square, since `d` is none, so at most one
                // root is a square. So at most the points `(x, y)` and `(-x, -y)` have the ratio `t`, and they are one
                // element of the group. A stored commitment is on the curve: its decoding has checked this.
                let is_valid = committed.commitment == found && committed.hash == hash;
                (!is_valid).then_some(Error::WrongCommitment { path, what })
            });
        mismatch.map_or(Ok(()), Err)
    }
}
