//! Construction of forged witnesses.

use vorpal_ipa::{Commitment, Query, Scalar, Vector};
use vorpal_oracle::data;
use vorpal_tree::{
    Error, Key, Node, Path, Proof, Root, Stem, StemDiff, Store, SuffixDiff, Tree, Value, Witness,
    WitnessVersion,
};

use crate::witness_trees::committer;

/// The zero vector with its commitment.
pub(crate) const ZERO_VECTOR: (Commitment, Vec<Scalar>) = (Commitment::IDENTITY, Vec::new());

/// The kinds of the end of a path in a status.
pub(crate) const ABSENT_EMPTY: u8 = 0;
pub(crate) const ABSENT_OTHER: u8 = 1;
pub(crate) const PRESENT: u8 = 2;

/// A forged witness: its claims, with the vectors and openings of their proof.
#[derive(Clone, Default)]
pub(crate) struct Forgery {
    /// Keys of different stems, ascending, and their values.
    pub(crate) claims: Vec<(Key, Option<Value>)>,
    pub(crate) statuses: Vec<u8>,
    pub(crate) other_stems: Vec<Stem>,
    /// The root's vector, then the others in the order of their commitments in the proof.
    pub(crate) vectors: Vec<(Commitment, Vec<Scalar>)>,
    /// Pairs of the index of a vector and the index of the opened element.
    pub(crate) openings: Vec<(usize, u8)>,
    pub(crate) first_children: Option<Vec<[u8; 32]>>,
}

impl Forgery {
    /// The claim that a stem is absent, with the kind and the depth of the end of its path.
    pub(crate) fn absent(key: [u8; 32], kind: u8, depth: u8) -> Self {
        Self { claims: vec![(Key::from(key), None)], statuses: vec![kind | depth << 3], ..Self::default() }
    }

    /// Adds a vector that is opened at these points.
    pub(crate) fn with(mut self, vector: (Commitment, Vec<Scalar>), points: &[u8]) -> Self {
        self.openings.extend(points.iter().map(|point| (self.vectors.len(), *point)));
        self.vectors.push(vector);
        self
    }

    pub(crate) fn witness(&self) -> Witness {
        let opened: Vec<_> = self
            .vectors
            .iter()
            .map(|(commitment, values)| Vector { commitment: *commitment, values })
            .collect();
        let queries: Vec<_> = self.openings.iter().map(|&(vector, point)| Query { vector, point }).collect();
        let label: &[u8] = if self.first_children.is_some() { b"vorpal vt bound" } else { b"vt" };
        let stem = |(key, current): &(Key, Option<Value>)| StemDiff {
            stem: key.stem,
            suffixes: vec![SuffixDiff { suffix: key.suffix, current: *current, new: None }],
        };
        Witness {
            stems: self.claims.iter().map(stem).collect(),
            proof: Proof {
                other_stems: self.other_stems.clone(),
                statuses: self.statuses.clone(),
                // The proof does not contain the root's commitment.
                commitments: self.vectors[1..].iter().map(|(commitment, _)| commitment.encode()).collect(),
                first_children: self.first_children.clone(),
                argument: committer().prove(label, &opened, &queries).unwrap().to_bytes(),
            },
        }
    }
}

pub(crate) fn path(bytes: &[u8]) -> Path {
    Path::from_bytes(bytes).unwrap()
}

/// The vector of a node of the tree, and its commitment.
pub(crate) fn vector(tree: &Tree, bytes: &[u8]) -> (Commitment, Vec<Scalar>) {
    match &*tree.store().load(&path(bytes)).unwrap().unwrap() {
        Node::Leaf(leaf) => {
            let [c1, c2] = [0, 1].map(|half| half_vector(tree, bytes, half).0.map_to_scalar_field());
            (leaf.commitment(), leaf_vector(leaf.stem(), c1, c2))
        }
        Node::Internal(branch) => {
            let mut values = vec![Scalar::ZERO; 256];
            for byte in branch.children() {
                let child = path(&[bytes, &[byte]].concat());
                values[usize::from(byte)] = tree.store().load_hash(&child).unwrap().unwrap();
            }
            (branch.commitment(), values)
        }
    }
}

/// The vector of `C1` or `C2` of a leaf of the tree, and its commitment.
pub(crate) fn half_vector(tree: &Tree, bytes: &[u8], half: u8) -> (Commitment, Vec<Scalar>) {
    let node = tree.store().load(&path(bytes)).unwrap().unwrap();
    let Node::Leaf(leaf) = &*node else { panic!("no leaf at {bytes:?}") };
    let mut values = vec![Scalar::ZERO; 256];
    for (key, value) in leaf.entries().filter(|(key, _)| key.suffix / 128 == half) {
        values[2 * usize::from(key.suffix % 128)..][..2].copy_from_slice(&halves(value));
    }
    (committer().try_commit(&values).unwrap(), values)
}

pub(crate) fn leaf_vector(stem: &Stem, c1: Scalar, c2: Scalar) -> Vec<Scalar> {
    vec![Scalar::ONE, Scalar::from_le_bytes_reduced(stem), c1, c2]
}

pub(crate) fn halves(value: &Value) -> [Scalar; 2] {
    [&[&value[..16], &[1]].concat(), &value[16..]].map(Scalar::from_le_bytes_reduced)
}

/// The position in the error of a rejected witness. The witness is verified directly and after round trips through its
/// byte form and its JSON form.
pub(crate) fn place(witness: &Witness, root: &Root) -> String {
    let json = serde_json::to_string(witness).unwrap();
    let forms = [
        witness.clone(),
        Witness::from_bytes(&witness.to_bytes()).unwrap(),
        serde_json::from_str(&json).unwrap(),
    ];
    let places = forms.map(|form| match form.verify_with(committer(), root, WitnessVersion::Plain) {
        Err(Error::Witness { place, .. }) => place,
        other => panic!("{:?}", other.map(|partial| partial.root_after(committer(), witness))),
    });
    assert!(places.iter().all(|place| *place == places[0]));
    places[0].clone()
}

/// Asserts that a file contains this witness, its root and the root after its writes. Other verifiers are tested with
/// the same file.
pub(crate) fn check_file(text: &str, root: &Root, root_after: &Root, witness: &Witness) {
    let file: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_value(witness).unwrap(), file["executionWitness"]);
    assert_eq!(data::bytes(file["root"].as_str().unwrap()), root);
    assert_eq!(data::bytes(file["rootAfter"].as_str().unwrap()), root_after);
}

pub(crate) fn commitment_place(number: usize, node: &str) -> String {
    format!("verkleProof.commitmentsByPath[{number}] (of the node at {node})")
}
