//! Bringing commitments up to date: all leaves at once, then level by level, deepest first.
//!
//! A commitment is linear in its vector, so only differences are committed to. Every step is one batch over all nodes
//! it concerns: commitments in parallel, then their hashes with one inversion. That makes two inversions for the
//! leaves and one for each level of branches.

use core::ops::{Add, Range};

use rayon::prelude::*;
use vorpal_curves::Group;
use vorpal_ipa::{Commitment, Committer, Scalar};

use crate::node::Committed;
use crate::touched::{Place, Touched, own};
use crate::{Leaf, Node, Root};

/// An element of a vector and by how much it grew.
type Term = (u8, Scalar);

impl Touched {
    /// Makes the commitments and hashes of all touched nodes those of their contents, and gives the root; none if nothing is
    /// touched. A second call does nothing.
    pub(crate) fn bring_up_to_date(&mut self, committer: &Committer) -> Option<Root> {
        let root = self.root.as_deref_mut()?;
        if self.next_root.is_none() {
            let mut levels = Vec::new();
            collect(root, 0, &mut levels);
            leaves_up_to_date(committer, &mut levels);
            for depth in (0..levels.len()).rev() {
                let (above, below) = levels.split_at_mut(depth + 1);
                level_up_to_date(
                    committer,
                    &mut above[depth],
                    below.first_mut().map_or(&mut [], |level| level),
                );
            }
            self.next_root = root.internal().map(|root| root.commitment().encode());
        }
        self.next_root
    }
}

/// A place as its level and the one above see it.
struct Spot<'a> {
    byte: u8,
    content: Content<'a>,
    in_parent: &'a mut Scalar,
}

enum Content<'a> {
    /// The node has vanished.
    Nothing,
    /// And by how much the elements behind `C1` and `C2` grew.
    Leaf(&'a mut Leaf, &'a mut [Vec<Term>; 2]),
    /// And which spots of the next level are its children.
    Branch(&'a mut Committed, Range<usize>),
}

impl Spot<'_> {
    fn hash(&self) -> Scalar {
        match &self.content {
            Content::Nothing => Scalar::ZERO,
            Content::Leaf(leaf, _) => leaf.committed.hash,
            Content::Branch(committed, _) => committed.hash,
        }
    }
}

/// Sorts the places from `place` down by level; those below a branch are neighbours.
fn collect<'a>(place: &'a mut Place, byte: u8, levels: &mut Vec<Vec<Spot<'a>>>) {
    let depth = place.path.depth();
    while levels.len() <= depth {
        levels.push(Vec::new());
    }
    let next = |levels: &[Vec<Spot<'_>>]| levels.get(depth + 1).map_or(0, Vec::len);
    let content = match own(&mut place.node) {
        None => Content::Nothing,
        Some(Node::Leaf(leaf)) => Content::Leaf(leaf, &mut place.deltas),
        Some(Node::Internal(internal)) => {
            let start = next(levels);
            for (byte, below) in &mut place.below {
                collect(below, *byte, levels);
            }
            Content::Branch(&mut internal.committed, start..next(levels))
        }
    };
    levels[depth].push(Spot { byte, content, in_parent: &mut place.in_parent });
}

/// `C1` and `C2` of all leaves in one batch, then the leaves themselves in another.
fn leaves_up_to_date(committer: &Committer, levels: &mut [Vec<Spot<'_>>]) {
    let mut leaves: Vec<(&mut Leaf, &mut [Vec<Term>; 2])> = levels
        .iter_mut()
        .flatten()
        .filter_map(|spot| match &mut spot.content {
            Content::Leaf(leaf, deltas) => Some((&mut **leaf, &mut **deltas)),
            _ => None,
        })
        .collect();
    let before: Vec<[Scalar; 2]> = leaves.iter().map(|(leaf, _)| leaf.halves.map(|half| half.hash)).collect();
    let halves = leaves.iter_mut().flat_map(|(leaf, deltas)| leaf.halves.iter_mut().zip(deltas.iter()));
    grow(committer, halves.map(|(half, deltas)| (half, &**deltas)));

    let terms: Vec<Terms> = leaves
        .par_iter_mut()
        .zip(before)
        .with_min_len(NODES_AT_ONCE)
        .map(|((leaf, deltas), before)| {
            // They count once.
            deltas.iter_mut().for_each(Vec::clear);
            leaf_terms(leaf, before)
        })
        .collect();
    let leaves = leaves.into_iter().zip(&terms);
    grow(committer, leaves.map(|((leaf, _), terms)| (&mut leaf.committed, terms.get())));
}

/// At most four terms.
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

/// By how much the elements behind a leaf's own commitment grew, if the hashes of `C1` and `C2` were these before.
fn leaf_terms(leaf: &Leaf, before: [Scalar; 2]) -> Terms {
    let mut terms = Terms::default();
    // A new leaf: no other has a commitment to nothing.
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

/// Commits the branches of a level to what their children are now. Leaves and the level below are up to date already.
fn level_up_to_date(committer: &Committer, level: &mut [Spot<'_>], below: &mut [Spot<'_>]) {
    let mut below = below;
    let mut start = 0;
    let branches = level.iter_mut().filter_map(|spot| match &mut spot.content {
        Content::Branch(committed, children) => {
            // Children are neighbours, in the order of their parents.
            let (children, rest) = core::mem::take(&mut below).split_at_mut(children.end - start);
            start += children.len();
            below = rest;
            Some((&mut **committed, children))
        }
        _ => None,
    });
    let mut branches: Vec<(&mut Committed, &mut [Spot<'_>])> = branches.collect();
    let terms: Vec<Vec<Term>> = branches
        .par_iter_mut()
        .with_min_len(NODES_AT_ONCE)
        .map(|(_, children)| children.iter_mut().filter_map(child_term).collect())
        .collect();
    grow(committer, branches.into_iter().zip(&terms).map(|((committed, _), terms)| (committed, &**terms)));
}

/// By how much the element of a branch that stands for a child grew.
fn child_term(child: &mut Spot<'_>) -> Option<Term> {
    let hash = child.hash();
    let before = core::mem::replace(child.in_parent, hash);
    (hash != before).then(|| (child.byte, hash - before))
}

/// The most terms that are committed to in one piece, so that several threads share a long vector.
const PIECE: usize = 64;

/// The fewest nodes that are worth another task.
const NODES_AT_ONCE: usize = 64;

/// Adds to each commitment what its vector grew by, and hashes the new ones. A commitment without terms is let be.
fn grow<'a>(committer: &Committer, targets: impl Iterator<Item = (&'a mut Committed, &'a [Term])>) {
    let (mut pieces, mut starts) = (Vec::new(), Vec::new());
    let mut grown: Vec<(&mut Committed, usize)> = Vec::new();
    for (target, terms) in targets.filter(|(_, terms)| !terms.is_empty()) {
        starts.push(target.commitment);
        grown.push((target, pieces.len()));
        pieces.extend(terms.chunks(PIECE));
        starts.resize(pieces.len(), Commitment::IDENTITY);
    }
    let mut commitments = committer.commit_delta_batch(&starts, &pieces);
    if grown.len() < pieces.len() {
        let ends = grown.iter().skip(1).map(|(_, first)| *first).chain([pieces.len()]);
        let whole = grown.iter().zip(ends).map(|((_, first), end)| {
            commitments[*first..end].iter().copied().fold(Commitment::IDENTITY, Commitment::add)
        });
        commitments = whole.collect();
    }
    let hashes = Commitment::map_to_scalar_field_batch_parallel(&commitments);
    let grown = grown.into_par_iter().with_min_len(NODES_AT_ONCE);
    grown.zip(commitments).zip(hashes).for_each(|(((target, _), commitment), hash)| {
        *target = Committed { commitment, hash };
    });
}
