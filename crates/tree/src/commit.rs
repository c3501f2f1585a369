//! Bringing commitments up to date: all leaves at once, then level by level, deepest first.
//!
//! A commitment is linear in its vector, so only differences are committed to. Every step is one batch over all nodes
//! it concerns: commitments in parallel, then their hashes with shared inversions.

use std::collections::BTreeMap;

use rayon::prelude::*;
use vorpal_ipa::{Commitment, Committer, Scalar};

use crate::node::Committed;
use crate::update::{Entry, Touched};
use crate::{Leaf, Node, Path};

/// What the elements of a vector grew by: `(position, delta)`.
type Deltas = Vec<(u8, Scalar)>;

/// How many hashes share an inversion: of some 320M, that is 1.25M for each, where the commitment before it took a
/// mixed addition of 8M for every digit of its deltas.
const CHUNK: usize = 256;

impl Touched {
    /// Makes the commitments and hashes of all touched nodes those of their contents, and gives the commitment of the
    /// root; none if nothing is touched. A second call changes nothing.
    pub(crate) fn bring_up_to_date(&mut self, committer: &Committer) -> Option<Commitment> {
        self.leaves_up_to_date(committer);
        let mut deltas: BTreeMap<Path, Deltas> = BTreeMap::new();
        // Paths are ordered by depth first, and whatever is below the root touches it.
        let mut entries: Vec<(&Path, &mut Entry)> = self.entries.iter_mut().collect();
        for level in entries.chunk_by_mut(|(a, _), (b, _)| a.depth() == b.depth()).rev() {
            level_up_to_date(committer, level, &mut deltas);
        }
        match self.node(&Path::ROOT)? {
            Node::Internal(root) => Some(root.commitment()),
            Node::Leaf(_) => None,
        }
    }

    fn leaves(&mut self) -> impl Iterator<Item = (&mut Leaf, &mut [Deltas; 2])> {
        self.entries.values_mut().filter_map(|entry| match &mut entry.node {
            Node::Leaf(leaf) => Some((leaf, &mut entry.deltas)),
            Node::Internal(_) => None,
        })
    }

    /// `C1` and `C2` of all leaves in one batch, then the leaves themselves in another.
    fn leaves_up_to_date(&mut self, committer: &Committer) {
        let before: Vec<[Scalar; 2]> =
            self.leaves().map(|(leaf, _)| leaf.halves.map(|half| half.hash)).collect();
        let halves = self.leaves().flat_map(|(leaf, deltas)| leaf.halves.iter_mut().zip(deltas));
        recommit(committer, halves.map(|(half, deltas)| (half, core::mem::take(deltas))).collect());

        let leaves = self.leaves().zip(before).map(|((leaf, _), before)| {
            let deltas = leaf_deltas(leaf, before);
            (&mut leaf.committed, deltas)
        });
        recommit(committer, leaves.collect());
    }
}

/// What a leaf's vector `(1, stem, hash(C1), hash(C2))` grew by since its halves had the hashes `before`.
fn leaf_deltas(leaf: &Leaf, before: [Scalar; 2]) -> Deltas {
    let mut deltas = Deltas::new();
    if leaf.committed.commitment.is_identity().into() {
        // A new leaf: no other has a commitment to nothing.
        deltas.extend([(0, Scalar::ONE), (1, Scalar::from_le_bytes_reduced(&leaf.stem))]);
    }
    for (position, (half, before)) in (2..).zip(leaf.halves.iter().zip(before)) {
        if half.hash != before {
            deltas.push((position, half.hash - before));
        }
    }
    deltas
}

/// Commits the internal nodes of a level to what `deltas` says of their children, and says in turn what that means for
/// the level above. Leaves of the level are up to date already.
fn level_up_to_date(
    committer: &Committer,
    level: &mut [(&Path, &mut Entry)],
    deltas: &mut BTreeMap<Path, Deltas>,
) {
    let internal = level.iter_mut().filter_map(|(path, entry)| match &mut entry.node {
        Node::Internal(internal) => Some((&mut internal.committed, deltas.remove(path)?)),
        Node::Leaf(_) => None,
    });
    recommit(committer, internal.collect());
    for (path, entry) in level {
        let (hash, in_parent) = (entry.node.hash(), entry.in_parent);
        if let Some((parent, byte)) = path.parent()
            && hash != in_parent
        {
            deltas.entry(parent).or_default().push((byte, hash - in_parent));
        }
        entry.in_parent = hash;
    }
}

/// Adds to each commitment what its vector grew by, and hashes the new ones. Commitments without deltas are let be.
fn recommit(committer: &Committer, mut jobs: Vec<(&mut Committed, Deltas)>) {
    jobs.retain(|(_, deltas)| !deltas.is_empty());
    jobs.par_chunks_mut(CHUNK).for_each(|jobs| {
        let commitments: Vec<Commitment> = jobs
            .par_iter()
            .map(|(committed, deltas)| committer.commit_delta(committed.commitment, deltas.iter().copied()))
            .collect();
        let hashes = Commitment::map_to_scalar_field_batch(&commitments);
        for ((committed, _), (commitment, hash)) in jobs.iter_mut().zip(commitments.into_iter().zip(hashes)) {
            **committed = Committed { commitment, hash };
        }
    });
}
