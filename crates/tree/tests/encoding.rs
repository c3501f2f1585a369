//! Nodes as bytes: those of go-verkle (`tests/nodes.json`, made by `lab/go/nodes`), and bytes that are none.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test stops at the first surprise"
)]

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::Value as Json;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_curves::{Error as CurveError, Group, PointFormat};
use vorpal_ipa::{Basis, Commitment, Committer};
use vorpal_tree::{Error, History, Key, Node, Path, Tree};

fn bytes(json: &Json) -> Vec<u8> {
    let digits = json.as_str().unwrap().strip_prefix("0x").unwrap().as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn pairs(json: &Json) -> Vec<(Vec<u8>, Vec<u8>)> {
    json.as_array().unwrap().iter().map(|pair| (bytes(&pair[0]), bytes(&pair[1]))).collect()
}

/// go-verkle's file.
fn json() -> Json {
    serde_json::from_str(include_str!("nodes.json")).unwrap()
}

/// The nodes in it.
fn their_nodes() -> BTreeMap<Path, Vec<u8>> {
    let nodes = pairs(&json()["nodes"]).into_iter();
    nodes.map(|(path, node)| (Path::from_bytes(&path).unwrap(), node)).collect()
}

/// The tree of the same entries, made by ours.
fn our_tree() -> Tree {
    let committer = Committer::with_window(&Basis::default(), 4).unwrap();
    let mut tree = Tree::in_memory();
    let entries = pairs(&json()["entries"]);
    tree.update(
        entries
            .into_iter()
            .map(|(key, value)| (Key::from(<[u8; 32]>::try_from(key).unwrap()), value.try_into().unwrap())),
    )
    .unwrap();
    tree.commit(&committer).unwrap();
    tree
}

/// Where the commitments of an encoding begin.
fn offsets(node: &[u8]) -> Vec<usize> {
    match node[0] {
        1 => vec![33],
        2 => vec![64, 128, 192],
        _ => vec![32, 96],
    }
}

/// The modulus of the coordinates.
fn modulus() -> BigUint {
    BigUint::parse_bytes(b"73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16).unwrap()
}

/// Coordinates as 32 bytes.
fn coordinate(integer: &BigUint) -> Vec<u8> {
    let digits = integer.to_bytes_be();
    [vec![0; 32 - digits.len()], digits].concat()
}

/// The same element's other point.
fn negated(point: &[u8]) -> Vec<u8> {
    let negate = |bytes: &[u8]| coordinate(&((modulus() - BigUint::from_bytes_be(bytes)) % modulus()));
    [negate(&point[..32]), negate(&point[32..])].concat()
}

/// An encoding with the points that have the largest `y`: of go-verkle's, the one that we write.
fn largest(node: &[u8]) -> Vec<u8> {
    let mut node = node.to_vec();
    for offset in offsets(&node) {
        let point = &mut node[offset..offset + 64];
        if BigUint::from_bytes_be(&point[32..]) * 2u8 < modulus() {
            let other = negated(point);
            point.copy_from_slice(&other);
        }
    }
    node
}

#[test]
fn nodes_of_go_verkle() {
    let (tree, theirs) = (our_tree(), their_nodes());
    assert_eq!(tree.root().unwrap().to_vec(), bytes(&json()["root"]));
    let ours: Vec<(Path, Arc<Node>)> = tree.store().nodes().unwrap().map(Result::unwrap).collect();
    assert_eq!(ours.iter().map(|(path, _)| *path).collect::<Vec<_>>(), {
        let mut paths: Vec<_> = theirs.keys().copied().collect();
        paths.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
        paths
    });
    let mut types = [0; 5];
    for (path, node) in &ours {
        let expected = largest(&theirs[path]);
        assert_eq!(node.encode(), expected, "{path}");
        types[usize::from(expected[0])] += 1;
        // Theirs are read as ours are: each with both points of every commitment.
        for encoding in [&theirs[path], &expected] {
            let read = Node::decode(path, encoding).unwrap();
            assert_eq!(read.encode(), expected, "{path}");
            assert_eq!(read.hash(), node.hash());
            if let (Node::Leaf(read), Node::Leaf(node)) = (&read, &**node) {
                assert!(read.entries().eq(node.entries()));
            }
        }
    }
    assert!(types[1..].iter().all(|number| *number > 0), "all types: {types:?}");
    let nodes: Vec<&Node> = ours.iter().map(|(_, node)| node.as_ref()).collect();
    let singly: Vec<_> = nodes.iter().map(|node| node.encode()).collect();
    assert_eq!(Node::encode_batch(&nodes), singly);
    assert_eq!(Node::encode_batch(&[]), Vec::<Vec<u8>>::new());
}

#[test]
fn wrong_lengths_and_types() {
    for (path, node) in their_nodes() {
        for length in 0..node.len() {
            let error = Node::decode(&path, &node[..length]).unwrap_err();
            let Error::NodeLength { path: at, expected, found } = error else { panic!("{error}") };
            assert_eq!((at, found), (path, length));
            assert!((length + 1..=node.len()).contains(&expected));
        }
        let mut long = node.clone();
        long.push(0);
        let error = Error::NodeLength { path, expected: node.len(), found: node.len() + 1 };
        assert_eq!(Node::decode(&path, &long).unwrap_err(), error);
        for found in [0, 5, 6, 0x80, 0xff] {
            long[0] = found;
            assert_eq!(Node::decode(&path, &long).unwrap_err(), Error::NodeType { path, found });
        }
    }
}

#[test]
fn commitments_that_are_none() {
    let modulus = modulus();
    // A point of the curve outside the subgroup: of order two at infinity there is none to write down, so one of a
    // translate: an x that gives a point and no element.
    let outside = (2u32..).map(BigUint::from).find_map(|x| match BANDERWAGON.decode(&coordinate(&x)) {
        Err(CurveError::NotInSubgroup) => Some(x),
        _ => None,
    });
    let outside = curve_point(&outside.unwrap());
    for (path, node) in their_nodes() {
        for offset in offsets(&node) {
            let with = |point: &[u8]| {
                let mut changed = node.clone();
                changed[offset..offset + 64].copy_from_slice(point);
                match Node::decode(&path, &changed).unwrap_err() {
                    Error::NodePoint { path: at, offset: from, error } => {
                        assert_eq!((at, from), (path, offset));
                        error
                    }
                    error => panic!("{error}"),
                }
            };
            let (x, y) = node[offset..offset + 64].split_at(32);
            // The same numbers, not reduced.
            let above = |bytes: &[u8]| coordinate(&(BigUint::from_bytes_be(bytes) + &modulus));
            assert!(matches!(with(&[&above(x), y].concat()), CurveError::Coordinate(_)));
            assert!(matches!(with(&[x, &above(y)].concat()), CurveError::Coordinate(_)));
            assert!(matches!(with(&[&[0xff; 32], y].concat()), CurveError::Coordinate(_)));
            assert_eq!(with(&[0; 64]), CurveError::NotOnCurve);
            assert_eq!(with(&[y, y].concat()), CurveError::NotOnCurve);
            assert_eq!(with(&outside), CurveError::NotInSubgroup);
        }
    }
}

/// A point of the curve with this `x`, `x || y`, by big integers: `y^2 = (1 + 5 x^2) / (1 - d x^2)`.
fn curve_point(x: &BigUint) -> Vec<u8> {
    let p = modulus();
    let d = BigUint::parse_bytes(b"6389c12633c267cbc66e3bf86be3b6d8cb66677177e54f92b369f2f5188d58e7", 16)
        .unwrap();
    let xx = x * x % &p;
    let denominator = (&p + 1u8 - &d * &xx % &p) % &p;
    let square = (&xx * 5u8 + 1u8) * denominator.modpow(&(&p - 2u8), &p) % &p;
    // Tonelli and Shanks: p - 1 = 2^32 t, and 7 is no square.
    let t = (&p - 1u8) >> 32;
    let mut root = square.modpow(&((&t + 1u8) >> 1), &p);
    let mut rest = square.modpow(&t, &p);
    let mut unity = BigUint::from(7u8).modpow(&t, &p);
    let mut order = 32;
    while rest != BigUint::from(1u8) {
        let mut power = rest.clone();
        let mut place = 0;
        while power != BigUint::from(1u8) {
            power = &power * &power % &p;
            place += 1;
        }
        assert!(place < order, "a square");
        let factor = unity.modpow(&(BigUint::from(1u8) << (order - place - 1)), &p);
        root = root * &factor % &p;
        unity = &factor * &factor % &p;
        rest = rest * &unity % &p;
        order = place;
    }
    assert_eq!(&root * &root % &p, square);
    [coordinate(x), coordinate(&root)].concat()
}

#[test]
fn the_identity_is_a_commitment() {
    let point = BANDERWAGON.encode_uncompressed(&Commitment::IDENTITY.to_affine());
    assert_eq!(BANDERWAGON.decode(&point), Ok(Commitment::IDENTITY.to_affine()));
    // A branch without children, as an emptied tree has it.
    let node = [&[1][..], &[0; 32], &point].concat();
    let read = Node::decode(&Path::ROOT, &node).unwrap();
    assert_eq!(read.encode(), node);
    assert_eq!(read.hash(), vorpal_ipa::Scalar::ZERO);
}

proptest! {
    /// Any bytes are read or refused; what is read is written as it was, but for the choice of points.
    #[test]
    fn any_bytes(mut node in prop::collection::vec(any::<u8>(), 0..400), first in 0u8..6) {
        if let Some(byte) = node.first_mut() {
            *byte = first;
        }
        prop_assert!(Node::decode(&Path::ROOT, &node).is_err(), "no bytes at random are points");
    }

    #[test]
    fn one_bit_changed(which in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), bit in 0u8..8) {
        let nodes = their_nodes();
        let (path, node) = nodes.iter().nth(which.index(nodes.len())).unwrap();
        let mut changed = node.clone();
        changed[place.index(node.len())] ^= 1 << bit;
        if let Ok(read) = Node::decode(path, &changed) {
            // Outside the commitments any bit may be what it likes; the type, only where a leaf has one form and the other.
            prop_assert_eq!(largest(&read.encode()), largest(&changed));
        }
    }
}
