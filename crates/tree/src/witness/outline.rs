//! The outline of a witness: the nodes, commitments and openings that prove a set of keys. Prover and verifier compute
//! it with the same code, from different sources of nodes: the prover from the store, the verifier from the proof.

use std::ops::Range;

use super::WitnessVersion;
use crate::{Error, Key, Path, Stem};

/// The number of elements of a leaf's vector that may be non-zero: the marker, the stem, `hash(C1)`, `hash(C2)`.
const LEAF_WIDTH: u8 = 4;

/// The kinds of the end of a stem's path, in the two low bits of its status: no node, the leaf of another stem, its own
/// leaf.
pub(super) const ABSENT_EMPTY: u8 = 0;
pub(super) const ABSENT_OTHER: u8 = 1;
pub(super) const PRESENT: u8 = 2;
/// The position of the depth in a status.
pub(super) const DEPTH_SHIFT: u8 = 3;

/// The keys of a witness, sorted and distinct, with groups by stem.
pub(super) struct Request<'a> {
    pub(super) keys: &'a [Key],
    /// For each stem, the indices of its keys.
    pub(super) groups: Vec<Range<usize>>,
}

impl<'a> Request<'a> {
    pub(super) fn new(keys: &'a [Key]) -> Self {
        let mut end = 0;
        let groups = keys.chunk_by(|a, b| a.stem == b.stem).map(|group| {
            let start = end;
            end += group.len();
            start..end
        });
        Self { keys, groups: groups.collect() }
    }

    pub(super) fn stem(&self, index: usize) -> &Stem {
        &self.keys[self.groups[index].start].stem
    }
}

/// The kind of the node at a path.
pub(super) enum NodeKind {
    Empty,
    Leaf(Stem),
    Branch,
}

/// A source of the kinds of nodes.
pub(super) trait NodeSource {
    /// The kind of the node at `path`. `stems` are the indices of the request's stems that begin with the path; there
    /// is at least one. The parent is the branch with the index `branch` among the visits. Called in the order of
    /// visits, once for each path.
    fn node_at(&mut self, branch: usize, path: Path, stems: Range<usize>) -> Result<NodeKind, Error>;
}

/// A node on the path to a key.
pub(super) struct Visit {
    pub(super) path: Path,
    pub(super) kind: Kind,
    /// The index of the node's vector. The opened halves of a leaf follow it.
    pub(super) vector: usize,
}

pub(super) enum Kind {
    /// A branch, and the next bytes of the request's stems that have no child.
    Branch { empty: Vec<u8> },
    /// A leaf, the indices of the request's keys with its stem, and whether these keys are in each half.
    Leaf { stem: Stem, keys: Range<usize>, halves: [bool; 2] },
}

/// A vector that is opened.
#[derive(Clone, Copy)]
pub(super) struct Vector {
    /// The index of its node among the visits.
    pub(super) visit: usize,
    pub(super) role: Role,
}

#[derive(Clone, Copy)]
pub(super) enum Role {
    /// The vector of the node's own commitment: the hashes of a branch's children, or `(1, stem, hash(C1), hash(C2))`.
    Node,
    /// `C1` (0) or `C2` (1).
    Half(usize),
}

pub(super) struct Opening {
    pub(super) vector: usize,
    pub(super) point: u8,
    pub(super) value: OpenedValue,
}

/// The value of an opening.
#[derive(Clone, Copy)]
pub(super) enum OpenedValue {
    /// Zero: a branch has no child here.
    Nothing,
    /// The 1 at the beginning of a leaf.
    Marker,
    /// The stem of the leaf that is opened.
    Stem,
    /// The hash of another vector's commitment.
    Hash(usize),
    /// The hash of a branch's child 0, or zero if there is none: the element with this index in the proof's list
    /// `first_children`.
    First(usize),
    /// Half of a key's value: 0 the lower, 1 the upper. Zero if the value is absent.
    Value { key: usize, half: usize },
}

/// The outline of a request, in the order of paths.
#[derive(Default)]
pub(super) struct Outline {
    pub(super) visits: Vec<Visit>,
    /// The first vector is the root's.
    pub(super) vectors: Vec<Vector>,
    pub(super) openings: Vec<Opening>,
    pub(super) statuses: Vec<u8>,
    pub(super) other_stems: Vec<Stem>,
    /// The vectors of the branches that are opened at 0 for [`OpenedValue::First`], by its index.
    pub(super) first_children: Vec<usize>,
    /// In the plain version, the branches that no opening distinguishes from a leaf.
    pub(super) unbound: Vec<Path>,
}

impl Outline {
    /// The outline of a request, which must have at least one key.
    pub(super) fn new(
        request: &Request<'_>,
        version: WitnessVersion,
        source: &mut impl NodeSource,
    ) -> Result<Self, Error> {
        let mut builder = Builder { request, version, source, outline: Self::default() };
        builder.branch(Path::ROOT, 0..request.groups.len())?;
        Ok(builder.outline)
    }

    /// The stem of the leaf that a vector belongs to; empty for a branch.
    pub(super) fn leaf_stem(&self, vector: usize) -> &[u8] {
        match &self.visits[self.vectors[vector].visit].kind {
            Kind::Leaf { stem, .. } => stem,
            Kind::Branch { .. } => &[],
        }
    }

    fn vector(&mut self, visit: usize, role: Role) -> usize {
        self.vectors.push(Vector { visit, role });
        self.vectors.len() - 1
    }

    fn open(&mut self, vector: usize, point: u8, value: OpenedValue) {
        self.openings.push(Opening { vector, point, value });
    }

    /// Makes sure that the branch is bound: if no opening for its keys distinguishes it from a leaf, opens it at 0. In
    /// the plain version, records the branch as unbound instead.
    fn bind(&mut self, version: WitnessVersion, path: Path, vector: usize, openings: Range<usize>) {
        // The proof is in the documentation of `WitnessVersion`.
        let tells = |opening: &Opening| match opening.value {
            OpenedValue::Nothing => opening.point == 0,
            _ => opening.point == 0 || opening.point >= LEAF_WIDTH,
        };
        if path == Path::ROOT || self.openings[openings].iter().any(tells) {
            return;
        }
        match version {
            WitnessVersion::Plain => self.unbound.push(path),
            WitnessVersion::Bound => {
                self.open(vector, 0, OpenedValue::First(self.first_children.len()));
                self.first_children.push(vector);
            }
        }
    }

    fn status(&mut self, path: Path, kind: u8) {
        // A path has at most 31 bytes.
        self.statuses.push(kind | path.length() << DEPTH_SHIFT);
    }
}

struct Builder<'a, V> {
    request: &'a Request<'a>,
    version: WitnessVersion,
    source: &'a mut V,
    outline: Outline,
}

impl<V: NodeSource> Builder<'_, V> {
    /// Visits the branch at a path and all nodes below it on the paths of the stems. `stems` are the indices of the
    /// request's stems that begin with the path.
    fn branch(&mut self, path: Path, stems: Range<usize>) -> Result<(), Error> {
        let (request, depth) = (self.request, path.depth());
        let visit = self.outline.visits.len();
        let vector = self.outline.vector(visit, Role::Node);
        self.outline.visits.push(Visit { path, kind: Kind::Branch { empty: Vec::new() }, vector });
        // The openings of this branch come before those of the nodes below.
        let first = self.outline.openings.len();
        let groups = request.groups[stems.clone()]
            .chunk_by(|a, b| request.keys[a.start].stem[depth] == request.keys[b.start].stem[depth]);
        for group in groups.clone() {
            self.outline.open(vector, request.keys[group[0].start].stem[depth], OpenedValue::Nothing);
        }
        let openings = first..self.outline.openings.len();
        let mut start = stems.start;
        for (i, group) in groups.enumerate() {
            let byte = request.keys[group[0].start].stem[depth];
            let (child, stems) = (path.child(byte), start..start + group.len());
            start = stems.end;
            let kind = self.source.node_at(visit, child, stems.clone())?;
            if !matches!(kind, NodeKind::Empty) {
                self.outline.openings[first + i].value = OpenedValue::Hash(self.outline.vectors.len());
            }
            match kind {
                NodeKind::Empty => {
                    if let Kind::Branch { empty } = &mut self.outline.visits[visit].kind {
                        empty.push(byte);
                    }
                    stems.for_each(|_| self.outline.status(child, ABSENT_EMPTY));
                }
                NodeKind::Leaf(stem) => self.leaf(child, stem, stems),
                NodeKind::Branch => self.branch(child, stems)?,
            }
        }
        self.outline.bind(self.version, path, vector, openings);
        Ok(())
    }

    /// Visits the leaf at a path. `stems` are the indices of the request's stems that begin with the path.
    fn leaf(&mut self, path: Path, stem: Stem, stems: Range<usize>) {
        let visit = self.outline.visits.len();
        let mut keys = 0..0;
        for index in stems {
            let is_present = *self.request.stem(index) == stem;
            if is_present {
                keys = self.request.groups[index].clone();
            }
            self.outline.status(path, if is_present { PRESENT } else { ABSENT_OTHER });
        }
        if keys.is_empty() {
            self.outline.other_stems.push(stem);
        }
        let suffixes = || self.request.keys[keys.clone()].iter().map(|key| key.suffix);
        let halves = [suffixes().any(|suffix| suffix < 128), suffixes().any(|suffix| suffix >= 128)];

        let vector = self.outline.vector(visit, Role::Node);
        self.outline.open(vector, 0, OpenedValue::Marker);
        self.outline.open(vector, 1, OpenedValue::Stem);
        let vectors = [0, 1].map(|half| halves[half].then(|| self.outline.vector(visit, Role::Half(half))));
        for (point, half) in (2..).zip(vectors) {
            if let Some(half) = half {
                self.outline.open(vector, point, OpenedValue::Hash(half));
            }
        }
        for (key, suffix) in keys.clone().zip(suffixes()) {
            if let Some(half) = vectors[usize::from(suffix / 128)] {
                let point = 2 * (suffix % 128);
                self.outline.open(half, point, OpenedValue::Value { key, half: 0 });
                self.outline.open(half, point + 1, OpenedValue::Value { key, half: 1 });
            }
        }
        self.outline.visits.push(Visit { path, kind: Kind::Leaf { stem, keys, halves }, vector });
    }
}
