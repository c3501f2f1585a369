//! Update of the commitments of dirty nodes: first all leaves, then the branches level by level, from the deepest level
//! to the root.
//!
//! A commitment is linear in its vector, so the update adds commitments to differences. Each step is one batch over all
//! nodes of the step: commitments in parallel, then their hashes with one inversion. An update costs two inversions for
//! the leaves and one for each level of branches.
//!
//! With several threads the tree below the root is cut into parts, one per thread and at most three. Each part has its
//! own batches: waiting for all threads after every step would cost more than the additional inversions. The difference
//! of the root's commitment is the sum of the differences of the parts.

use core::ops::{Add, Range};

use rayon::prelude::*;
use vorpal_ipa::{Commitment, Committer, Scalar};

use crate::dirty::{DirtyNode, DirtyNodes, node_mut};
use crate::node::Committed;
use crate::{Leaf, Node, Root};

/// The index of a vector element and the difference of its new and old value.
type Term = (u8, Scalar);

/// The maximal number of parts of the tree. Each part has its own inversions. Further threads share the batches of a
/// part.
const MAX_PARTS: usize = 3;

/// The minimal number of dirty nodes in a part, counting the two levels below the root.
const MIN_NODES_PER_PART: usize = 32;

impl DirtyNodes {
    /// Updates the commitments and hashes of all dirty nodes, and returns the root; `None` if there are no dirty nodes.
    /// A second call returns the stored root.
    pub(crate) fn update_commitments(&mut self, committer: &Committer) -> Option<Root> {
        let root = self.root.as_deref_mut()?;
        if self.next_root.is_none()
            && let Some(Node::Internal(internal)) = node_mut(&mut root.node)
        {
            let differences: Vec<Commitment> = parts(&mut root.below)
                .into_par_iter()
                .filter_map(|part| update_part(committer, part))
                .collect();
            let committed = &mut internal.committed;
            if !differences.is_empty() {
                let commitment = differences.into_iter().fold(committed.commitment, Commitment::add);
                *committed = Committed { commitment, hash: commitment.map_to_scalar_field() };
            }
            self.next_root = Some(internal.commitment().encode());
        }
        self.next_root
    }
}

/// Splits the dirty nodes below the root into parts of about equal size: at most one per thread, at most [`MAX_PARTS`],
/// and of at least [`MIN_NODES_PER_PART`] nodes on average.
fn parts(mut dirty: &mut [(u8, Box<DirtyNode>)]) -> Vec<&mut [(u8, Box<DirtyNode>)]> {
    let nodes = |(_, dirty): &(u8, Box<DirtyNode>)| 1 + dirty.below.len();
    let mut rest: usize = dirty.iter().map(nodes).sum();
    let number = rayon::current_num_threads().min(MAX_PARTS).min(rest / MIN_NODES_PER_PART).max(1);
    let parts = (1..=number).rev().map(|left| {
        let (share, mut found) = (rest.div_ceil(left), 0);
        let end = dirty.iter().position(|dirty| {
            found += nodes(dirty);
            found >= share
        });
        let end = end.map_or(dirty.len(), |last| last + 1);
        rest -= found;
        let (part, others) = core::mem::take(&mut dirty).split_at_mut(end);
        dirty = others;
        part
    });
    parts.collect()
}

/// Updates the commitments of these dirty nodes below the root and of all dirty nodes below them. Returns the
/// difference of the root's commitment; `None` if it does not change.
fn update_part(committer: &Committer, dirty: &mut [(u8, Box<DirtyNode>)]) -> Option<Commitment> {
    let mut levels = Vec::new();
    for (byte, dirty) in dirty {
        collect(dirty, *byte, &mut levels);
    }
    update_leaves(committer, &mut levels);
    for depth in (0..levels.len()).rev() {
        let (above, below) = levels.split_at_mut(depth + 1);
        update_level(committer, &mut above[depth], below.first_mut().map_or(&mut [], |level| level));
    }
    let terms: Vec<Term> = levels.first_mut()?.iter_mut().filter_map(child_term).collect();
    let pieces: Vec<&[Term]> = terms.chunks(MAX_TERMS_PER_SUM).collect();
    committer.commit_batch(&pieces).into_iter().reduce(Commitment::add)
}

/// A dirty node in the update of a level: its byte in the path, its content, and the hash that the parent's vector has
/// for it.
struct LevelNode<'a> {
    byte: u8,
    content: Content<'a>,
    in_parent: &'a mut Scalar,
}

enum Content<'a> {
    /// The node is deleted.
    Nothing,
    /// A leaf, and the differences of the vectors of `C1` and `C2`.
    Leaf(&'a mut Leaf, &'a mut [Vec<Term>; 2]),
    /// A branch, and the indices of its children in the next level.
    Branch(&'a mut Committed, Range<usize>),
}

impl LevelNode<'_> {
    fn hash(&self) -> Scalar {
        match &self.content {
            Content::Nothing => Scalar::ZERO,
            Content::Leaf(leaf, _) => leaf.committed.hash,
            Content::Branch(committed, _) => committed.hash,
        }
    }
}

/// Collects `dirty` and all dirty nodes below by level, the root's children first. The children of a branch are
/// consecutive.
fn collect<'a>(dirty: &'a mut DirtyNode, byte: u8, levels: &mut Vec<Vec<LevelNode<'a>>>) {
    let depth = dirty.path.depth() - 1;
    while levels.len() <= depth {
        levels.push(Vec::new());
    }
    let next = |levels: &[Vec<LevelNode<'_>>]| levels.get(depth + 1).map_or(0, Vec::len);
    let content = match node_mut(&mut dirty.node) {
        None => Content::Nothing,
        Some(Node::Leaf(leaf)) => Content::Leaf(leaf, &mut dirty.deltas),
        Some(Node::Internal(internal)) => {
            let start = next(levels);
            for (byte, below) in &mut dirty.below {
                collect(below, *byte, levels);
            }
            Content::Branch(&mut internal.committed, start..next(levels))
        }
    };
    levels[depth].push(LevelNode { byte, content, in_parent: &mut dirty.in_parent });
}

/// Updates `C1` and `C2` of all leaves in one batch, then the leaves' own commitments in another.
fn update_leaves(committer: &Committer, levels: &mut [Vec<LevelNode<'_>>]) {
    let mut leaves: Vec<(&mut Leaf, &mut [Vec<Term>; 2])> = levels
        .iter_mut()
        .flatten()
        .filter_map(|node| match &mut node.content {
            Content::Leaf(leaf, deltas) => Some((&mut **leaf, &mut **deltas)),
            _ => None,
        })
        .collect();
    let before: Vec<[Scalar; 2]> = leaves.iter().map(|(leaf, _)| leaf.halves.map(|half| half.hash)).collect();
    let halves = leaves.iter_mut().flat_map(|(leaf, deltas)| leaf.halves.iter_mut().zip(deltas.iter()));
    apply_terms(committer, halves.map(|(half, deltas)| (half, &**deltas)));

    let terms: Vec<Terms> = leaves
        .par_iter_mut()
        .zip(before)
        .with_min_len(MIN_NODES_PER_TASK)
        .map(|((leaf, deltas), before)| {
            // The differences are now part of `C1` and `C2` and must not be added again.
            deltas.iter_mut().for_each(Vec::clear);
            leaf_terms(leaf, before)
        })
        .collect();
    let leaves = leaves.into_iter().zip(&terms);
    apply_terms(committer, leaves.map(|((leaf, _), terms)| (&mut leaf.committed, terms.get())));
}

/// A list of at most four terms.
#[derive(Default)]
struct Terms {
    terms: [Term; 4],
    number: usize,
}

impl Terms {
    fn push(&mut self, term: Term) {
        self.terms[self.number] = term;
        self.number += 1;
    }

    fn get(&self) -> &[Term] {
        &self.terms[..self.number]
    }
}

/// The differences of the vector of a leaf's own commitment. `before` contains the old hashes of `C1` and `C2`.
fn leaf_terms(leaf: &Leaf, before: [Scalar; 2]) -> Terms {
    let mut terms = Terms::default();
    // Only a new leaf has the identity as its commitment: the vector of any other begins with 1.
    if bool::from(leaf.committed.commitment.is_identity()) {
        terms.push((0, Scalar::ONE));
        terms.push((1, Scalar::from_le_bytes_reduced(&leaf.stem)));
    }
    for (position, (half, before)) in (2..).zip(leaf.halves.iter().zip(before)) {
        if half.hash != before {
            terms.push((position, half.hash - before));
        }
    }
    terms
}

/// Updates the branches of a level. The leaves and the level below must be up to date.
fn update_level(committer: &Committer, level: &mut [LevelNode<'_>], below: &mut [LevelNode<'_>]) {
    let mut below = below;
    let mut start = 0;
    let branches = level.iter_mut().filter_map(|node| match &mut node.content {
        Content::Branch(committed, children) => {
            // Children are consecutive, in the order of their parents.
            let (children, rest) = core::mem::take(&mut below).split_at_mut(children.end - start);
            start += children.len();
            below = rest;
            Some((&mut **committed, children))
        }
        _ => None,
    });
    let mut branches: Vec<(&mut Committed, &mut [LevelNode<'_>])> = branches.collect();
    let terms: Vec<Vec<Term>> = branches
        .par_iter_mut()
        .with_min_len(MIN_NODES_PER_TASK)
        .map(|(_, children)| children.iter_mut().filter_map(child_term).collect())
        .collect();
    apply_terms(
        committer,
        branches.into_iter().zip(&terms).map(|((committed, _), terms)| (committed, &**terms)),
    );
}

/// The difference of the element of a branch's vector for this child; `None` if it is zero.
fn child_term(child: &mut LevelNode<'_>) -> Option<Term> {
    let hash = child.hash();
    let before = core::mem::replace(child.in_parent, hash);
    (hash != before).then(|| (child.byte, hash - before))
}

/// The maximal number of terms of one sum. A longer vector is split into several sums, so that several threads share
/// it.
const MAX_TERMS_PER_SUM: usize = 64;

/// The minimal number of nodes in a rayon task.
const MIN_NODES_PER_TASK: usize = 64;

/// Adds to each commitment the commitment to its terms, and updates its hash. A target without terms is unchanged.
fn apply_terms<'a>(committer: &Committer, targets: impl Iterator<Item = (&'a mut Committed, &'a [Term])>) {
    let (mut pieces, mut starts) = (Vec::new(), Vec::new());
    let mut changed: Vec<(&mut Committed, usize)> = Vec::new();
    for (target, terms) in targets.filter(|(_, terms)| !terms.is_empty()) {
        starts.push(target.commitment);
        changed.push((target, pieces.len()));
        pieces.extend(terms.chunks(MAX_TERMS_PER_SUM));
        starts.resize(pieces.len(), Commitment::IDENTITY);
    }
    let mut commitments = committer.commit_delta_batch(&starts, &pieces);
    if changed.len() < pieces.len() {
        let ends = changed.iter().skip(1).map(|(_, first)| *first).chain([pieces.len()]);
        let whole = changed.iter().zip(ends).map(|((_, first), end)| {
            commitments[*first..end].iter().copied().fold(Commitment::IDENTITY, Commitment::add)
        });
        commitments = whole.collect();
    }
    // A build of the lab has an inverse for each node, to measure the share of this method.
    let hashes = if cfg!(vorpal_single_inverses) {
        commitments.par_iter().map(Commitment::map_to_scalar_field).collect()
    } else {
        Commitment::map_to_scalar_field_batch_parallel(&commitments)
    };
    let changed = changed.into_par_iter().with_min_len(MIN_NODES_PER_TASK);
    changed.zip(commitments).zip(hashes).for_each(|(((target, _), commitment), hash)| {
        *target = Committed { commitment, hash };
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Path;

    /// A dirty node with `below` dirty children.
    fn dirty(byte: u8, below: usize) -> (u8, Box<DirtyNode>) {
        let mut dirty = DirtyNode::new(Path::ROOT.child(byte));
        for byte in (0..=255).take(below) {
            dirty.child(byte);
        }
        (byte, Box::new(dirty))
    }

    /// Every dirty node is in exactly one part, in order. No part exceeds the average size by more than the largest
    /// subtree.
    #[test]
    fn parts_are_complete_and_balanced() {
        let trees: [&[usize]; 8] = [
            &[],
            &[0],
            &[256],
            &[256, 0, 0],
            &[0, 0, 256],
            &[3; 7],
            &[256; 256],
            &[200, 0, 1, 90, 5, 5, 5, 180, 0],
        ];
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for tree in trees {
                let mut dirty: Vec<_> =
                    (0..=255).zip(tree).map(|(byte, below)| dirty(byte, *below)).collect();
                let bytes: Vec<u8> = dirty.iter().map(|(byte, _)| *byte).collect();
                let parts = pool.install(|| parts(&mut dirty));
                let number = parts.len();
                assert!(
                    (1..=threads.min(MAX_PARTS)).contains(&number),
                    "{number} parts for {threads} threads"
                );
                if tree.len() == 256 {
                    assert_eq!(number, threads.min(MAX_PARTS), "number of parts");
                }
                let nodes: usize = tree.iter().map(|below| 1 + below).sum();
                let largest = tree.iter().max().map_or(0, |below| 1 + below);
                for part in &parts {
                    let found: usize = part.iter().map(|(_, dirty)| 1 + dirty.below.len()).sum();
                    assert!(
                        found <= nodes.div_ceil(number) + largest,
                        "{found} of {nodes} nodes in {number} parts"
                    );
                }
                assert!(number == 1 || nodes / number >= MIN_NODES_PER_PART);
                let found = parts.iter().flat_map(|part| part.iter().map(|(byte, _)| *byte));
                assert!(found.eq(bytes), "{tree:?} in {number} parts");
            }
        }
    }
}
