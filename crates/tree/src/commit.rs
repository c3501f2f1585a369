//! Bringing commitments up to date: all leaves at once, then level by level, deepest first.
//!
//! A commitment is linear in its vector, so only differences are committed to. Every step is one batch over all nodes
//! it concerns: commitments in parallel, then their hashes with one inversion. That makes two inversions for the
//! leaves and one for each level of branches.

use core::ops::Range;

use rayon::prelude::*;
use vorpal_ipa::{Commitment, Committer, Scalar};

use crate::node::Committed;
use crate::touched::{Place, Touched, own};
use crate::{Internal, Leaf, Node};

/// An element of a vector and by how much it grew.
type Term = (u8, Scalar);

impl Touched {
    /// Makes the commitments and hashes of all touched nodes those of their contents, and gives the commitment of the
    /// root; none if nothing is touched. A second call changes nothing.
    pub(crate) fn bring_up_to_date(&mut self, committer: &Committer) -> Option<Commitment> {
        let root = self.root.as_deref_mut()?;
        if core::mem::replace(&mut self.up_to_date, true) {
            return root.internal().map(Internal::commitment);
        }
        let mut leaves = Vec::new();
        collect_leaves(root, &mut leaves);
        leaves_up_to_date(committer, &mut leaves);

        let mut levels = Vec::new();
        collect_levels(root, 0, &mut levels);
        for depth in (0..levels.len()).rev() {
            let (above, below) = levels.split_at_mut(depth + 1);
            level_up_to_date(committer, &mut above[depth], below.first_mut().map_or(&mut [], |level| level));
        }
        root.internal().map(Internal::commitment)
    }
}

/// A leaf and by how much the elements behind `C1` and `C2` grew.
struct TouchedLeaf<'a> {
    leaf: &'a mut Leaf,
    deltas: &'a mut [Vec<Term>; 2],
}

fn collect_leaves<'a>(place: &'a mut Place, leaves: &mut Vec<TouchedLeaf<'a>>) {
    match own(&mut place.node) {
        None => {}
        Some(Node::Leaf(leaf)) => leaves.push(TouchedLeaf { leaf, deltas: &mut place.deltas }),
        Some(Node::Internal(_)) => {
            place.below.iter_mut().for_each(|(_, below)| collect_leaves(below, leaves));
        }
    }
}

/// `C1` and `C2` of all leaves in one batch, then the leaves themselves in another.
fn leaves_up_to_date(committer: &Committer, leaves: &mut [TouchedLeaf<'_>]) {
    let before: Vec<[Scalar; 2]> =
        leaves.iter().map(|touched| touched.leaf.halves.map(|half| half.hash)).collect();
    let mut batch = Batch::default();
    for TouchedLeaf { leaf, deltas } in &mut *leaves {
        for (half, deltas) in leaf.halves.iter_mut().zip(deltas.iter_mut()) {
            batch.push(half, deltas.drain(..));
        }
    }
    batch.commit(committer);

    let mut batch = Batch::default();
    for (TouchedLeaf { leaf, .. }, before) in leaves.iter_mut().zip(before) {
        let hashes = leaf.halves.map(|half| half.hash);
        // A new leaf: no other has a commitment to nothing.
        let is_new = bool::from(leaf.committed.commitment.is_identity());
        let new = is_new.then(|| [(0, Scalar::ONE), (1, Scalar::from_le_bytes_reduced(&leaf.stem))]);
        let grown = (2..).zip(hashes.into_iter().zip(before)).filter(|(_, (hash, before))| hash != before);
        let terms = grown.map(|(position, (hash, before))| (position, hash - before));
        batch.push(&mut leaf.committed, new.into_iter().flatten().chain(terms));
    }
    batch.commit(committer);
}

/// A place as the level above sees it.
struct Spot<'a> {
    byte: u8,
    /// The node's; `None` if the node has vanished.
    committed: Option<&'a mut Committed>,
    in_parent: &'a mut Scalar,
    /// Which spots of the next level are children of this branch.
    children: Range<usize>,
}

/// Sorts the places from `place` down by level; those below a branch are neighbours.
fn collect_levels<'a>(place: &'a mut Place, byte: u8, levels: &mut Vec<Vec<Spot<'a>>>) {
    let depth = place.path.depth();
    while levels.len() <= depth {
        levels.push(Vec::new());
    }
    let (committed, branches) = match own(&mut place.node) {
        None => (None, false),
        Some(Node::Leaf(leaf)) => (Some(&mut leaf.committed), false),
        Some(Node::Internal(internal)) => (Some(&mut internal.committed), true),
    };
    let start = levels.get(depth + 1).map_or(0, Vec::len);
    if branches {
        for (byte, below) in &mut place.below {
            collect_levels(below, *byte, levels);
        }
    }
    let end = levels.get(depth + 1).map_or(0, Vec::len);
    levels[depth].push(Spot { byte, committed, in_parent: &mut place.in_parent, children: start..end });
}

/// Commits the branches of a level to what their children are now. Leaves and the level below are up to date already.
fn level_up_to_date(committer: &Committer, level: &mut [Spot<'_>], below: &mut [Spot<'_>]) {
    let mut batch = Batch::default();
    for spot in level {
        let Some(committed) = spot.committed.as_deref_mut() else { continue };
        let terms = below[spot.children.clone()].iter_mut().filter_map(|child| {
            let hash = child.committed.as_ref().map_or(Scalar::ZERO, |committed| committed.hash);
            let before = core::mem::replace(child.in_parent, hash);
            (hash != before).then(|| (child.byte, hash - before))
        });
        batch.push(committed, terms);
    }
    batch.commit(committer);
}

/// Commitments, and by how much the elements of their vectors grew.
#[derive(Default)]
struct Batch<'a> {
    terms: Vec<Term>,
    /// Each with the end of its terms.
    targets: Vec<(&'a mut Committed, usize)>,
}

/// The most terms that are committed to in one piece, so that several threads share a long vector.
const PIECE: usize = 64;

/// The fewest additions that are worth another task.
const SUMS_AT_ONCE: usize = 64;

impl<'a> Batch<'a> {
    /// A commitment without terms is let be.
    fn push(&mut self, target: &'a mut Committed, terms: impl Iterator<Item = Term>) {
        let start = self.terms.len();
        self.terms.extend(terms);
        if self.terms.len() > start {
            self.targets.push((target, self.terms.len()));
        }
    }

    /// Adds to each commitment what its vector grew by, and hashes the new ones.
    fn commit(self, committer: &Committer) {
        let Self { terms, targets } = self;
        let mut pieces = Vec::with_capacity(targets.len());
        let mut start = 0;
        let jobs = targets.into_iter().map(|(target, end)| {
            let first = pieces.len();
            pieces.extend(terms[start..end].chunks(PIECE));
            start = end;
            (target, first..pieces.len())
        });
        let mut jobs: Vec<(&mut Committed, Range<usize>)> = jobs.collect();
        let sums = committer.commit_batch(&pieces);
        let commitments = jobs.par_iter().with_min_len(SUMS_AT_ONCE).map(|(target, pieces)| {
            sums[pieces.clone()].iter().fold(target.commitment, |sum, piece| sum + *piece)
        });
        let commitments: Vec<Commitment> = commitments.collect();
        let hashes = Commitment::map_to_scalar_field_batch_parallel(&commitments);
        for ((target, _), (commitment, hash)) in jobs.iter_mut().zip(commitments.into_iter().zip(hashes)) {
            **target = Committed { commitment, hash };
        }
    }
}
