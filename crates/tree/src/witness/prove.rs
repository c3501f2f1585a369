//! Creation of witnesses.

use std::ops::Range;
use std::sync::Arc;

use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_ipa::{Commitment, Committer, Query, Scalar, WIDTH};

use super::outline::{Kind, NodeKind, NodeSource, Outline, Request, Role};
use super::{MAX_KEYS, Proof, StemDiff, SuffixDiff, Witness, WitnessVersion};
use crate::update::{elements, load_node};
use crate::{Error, Key, Node, Path, Store, Tree};

impl<S: Store> Tree<S> {
    /// The values of these keys as of the last commit, with a proof against the root: a witness of
    /// [`WitnessVersion::Bound`], which proves everything that it shows. [`prove_with`](Self::prove_with) makes the
    /// format of other libraries too. The keys may be in any order and may repeat.
    ///
    /// Reads the nodes on the paths to the keys. A branch does not contain its children's hashes, so the hashes of all
    /// children of these branches are read too: up to 256 for each.
    ///
    /// # Errors
    /// [`Error::Uncommitted`] if there are writes since the last commit, [`Error::NoKeys`], [`Error::TooManyKeys`];
    /// [`Error::Basis`], [`Error::MissingNode`], [`Error::MisplacedNode`] or the store's own errors.
    pub fn prove(
        &self,
        committer: &Committer,
        keys: impl IntoIterator<Item = Key>,
    ) -> Result<Witness, Error> {
        self.prove_with(committer, keys, WitnessVersion::Bound)
    }

    /// [`prove`](Self::prove) with the given version.
    ///
    /// # Errors
    /// As for [`prove`](Self::prove).
    ///
    /// ```
    /// use vorpal_ipa::{Basis, Committer};
    /// use vorpal_tree::{Error, Key, Tree, WitnessVersion};
    /// let committer = Committer::with_window(&Basis::default(), 4)?;
    /// let mut tree = Tree::in_memory();
    /// // Two leaves below one branch, and a key for which that branch has no child.
    /// let [one, other, absent] = [[7; 32], [8; 32], [9; 32]].map(|mut key| {
    ///     key[0] = 7;
    ///     Key::from(key)
    /// });
    /// tree.update([(one, [1; 32]), (other, [2; 32])])?;
    /// let root = tree.commit(&committer)?;
    ///
    /// let bound = tree.prove(&committer, [absent])?;
    /// assert_eq!(bound.verify(&committer, &root)?.get(&absent), Ok(None));
    /// let plain = tree.prove_with(&committer, [absent], WitnessVersion::Plain)?;
    /// assert!(matches!(plain.verify(&committer, &root), Err(Error::Unbound { .. })), "the branch may be a leaf");
    /// let shown = plain.verify_with(&committer, &root, WitnessVersion::Plain)?;
    /// assert!(matches!(shown.get(&absent), Err(Error::Unbound { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove_with(
        &self,
        committer: &Committer,
        keys: impl IntoIterator<Item = Key>,
        version: WitnessVersion,
    ) -> Result<Witness, Error> {
        self.store.check_basis(committer.basis_digest())?;
        if !self.dirty.is_empty() {
            return Err(Error::Uncommitted);
        }
        let mut keys: Vec<Key> = keys.into_iter().collect();
        keys.sort_unstable();
        keys.dedup();
        if keys.is_empty() {
            return Err(Error::NoKeys);
        }
        if keys.len() > MAX_KEYS {
            return Err(Error::TooManyKeys { found: keys.len() });
        }
        let request = Request::new(&keys);
        let mut nodes = Nodes { store: &self.store, loaded: vec![load_node(&self.store, Path::ROOT)?] };
        let outline = Outline::new(&request, version, &mut nodes)?;
        let Nodes { loaded, .. } = nodes;

        let mut vectors = Vec::with_capacity(outline.vectors.len());
        for vector in &outline.vectors {
            let (path, node) = (outline.visits[vector.visit].path, &loaded[vector.visit]);
            vectors.push(contents(&self.store, path, node, vector.role)?);
        }
        let first_child =
            |vector: &usize| vectors[*vector].1.first().copied().unwrap_or(Scalar::ZERO).to_le_bytes();
        let first_children = outline.first_children.iter().map(first_child).collect();
        let commitments: Vec<Commitment> = vectors.iter().map(|(commitment, _)| *commitment).collect();
        let vectors: Vec<_> = vectors
            .iter()
            .map(|(commitment, values)| vorpal_ipa::Vector { commitment: *commitment, values })
            .collect();
        let queries: Vec<_> = outline
            .openings
            .iter()
            .map(|opening| Query { vector: opening.vector, point: opening.point })
            .collect();
        let argument =
            committer.prove(version.label(), &vectors, &queries).map_err(Error::Committer)?.to_bytes();

        Ok(Witness {
            stems: state(&request, &outline, &loaded),
            proof: Proof {
                commitments: BANDERWAGON.encode_batch(&commitments[1..]),
                other_stems: outline.other_stems,
                statuses: outline.statuses,
                first_children: (version == WitnessVersion::Bound).then_some(first_children),
                argument,
            },
        })
    }
}

/// The visited nodes, loaded from the store.
struct Nodes<'a, S> {
    store: &'a S,
    /// In the order of visits, the root first.
    loaded: Vec<Arc<Node>>,
}

impl<S: Store> NodeSource for Nodes<'_, S> {
    fn node_at(&mut self, branch: usize, path: Path, _: Range<usize>) -> Result<NodeKind, Error> {
        let (Node::Internal(branch), Some((_, byte))) = (&*self.loaded[branch], path.parent()) else {
            return Err(Error::MisplacedNode { path });
        };
        if !branch.children.contains(byte) {
            return Ok(NodeKind::Empty);
        }
        let node = load_node(self.store, path)?;
        let kind = match &*node {
            Node::Leaf(leaf) => NodeKind::Leaf(leaf.stem),
            Node::Internal(_) => NodeKind::Branch,
        };
        self.loaded.push(node);
        Ok(kind)
    }
}

/// The commitment of a node for a role, and the vector that it commits to, without trailing zeros.
fn contents(
    store: &impl Store,
    path: Path,
    node: &Node,
    role: Role,
) -> Result<(Commitment, Vec<Scalar>), Error> {
    match (node, role) {
        (Node::Internal(branch), _) => {
            let mut hashes = Vec::with_capacity(WIDTH);
            for byte in branch.children() {
                let path = path.child(byte);
                hashes.resize(usize::from(byte), Scalar::ZERO);
                hashes.push(store.load_hash(&path)?.ok_or(Error::MissingNode { path })?);
            }
            Ok((branch.commitment(), hashes))
        }
        (Node::Leaf(leaf), Role::Node) => {
            let [c1, c2] = leaf.halves.map(|half| half.hash);
            let stem = Scalar::from_le_bytes_reduced(&leaf.stem);
            Ok((leaf.commitment(), vec![Scalar::ONE, stem, c1, c2]))
        }
        (Node::Leaf(leaf), Role::Half(half)) => {
            let mut values = Vec::with_capacity(WIDTH);
            for (key, value) in leaf.entries() {
                if usize::from(key.suffix / 128) == half {
                    values.resize(2 * usize::from(key.suffix % 128), Scalar::ZERO);
                    values.extend(elements(value));
                }
            }
            Ok((leaf.halves[half].commitment, values))
        }
    }
}

/// The keys of a request with their values in the loaded nodes.
fn state(request: &Request<'_>, outline: &Outline, loaded: &[Arc<Node>]) -> Vec<StemDiff> {
    // Leaves are visited in the order of their stems.
    let mut leaves =
        outline.visits.iter().zip(loaded).filter_map(|(visit, node)| match (&visit.kind, &**node) {
            (Kind::Leaf { keys, .. }, Node::Leaf(leaf)) if !keys.is_empty() => Some(leaf),
            _ => None,
        });
    let mut next = leaves.next();
    let stems = request.groups.iter().map(|keys| {
        let stem = request.keys[keys.start].stem;
        let leaf = if next.is_some_and(|leaf| leaf.stem == stem) {
            core::mem::replace(&mut next, leaves.next())
        } else {
            None
        };
        let suffixes = request.keys[keys.clone()].iter().map(|key| SuffixDiff {
            suffix: key.suffix,
            current: leaf.and_then(|leaf| leaf.get(key.suffix)).copied(),
            new: None,
        });
        StemDiff { stem, suffixes: suffixes.collect() }
    });
    stems.collect()
}
