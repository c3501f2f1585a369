//! Records of nodes that are damaged, malformed, or inconsistent with the tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use redb::{ReadableTable, WriteTransaction};
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_ipa::{Commitment, Scalar};

use super::disk::Disk;
use super::{DiskOptions, Error, Key, Node, Path, checked, committer, complete, tampered};
use crate::store::Store;
use crate::store::disk::database::{NODES, put};
use crate::store::disk::record;

/// All records of the table of nodes.
fn records(disk: &Disk) -> Vec<(Path, Vec<u8>)> {
    let tree = disk.open(DiskOptions::default()).unwrap();
    let reader = tree.store.reader().unwrap();
    let entries = reader.nodes.iter().unwrap().map(|entry| entry.unwrap());
    entries.map(|(key, record)| (Path::from_bytes(key.value()).unwrap(), record.value().to_vec())).collect()
}

fn write_node(transaction: &WriteTransaction, path: &Path, record: Option<&[u8]>) {
    put(&mut transaction.open_table(NODES).unwrap(), path.as_bytes(), record).unwrap();
}

#[test]
fn modified_moved_and_truncated_records_are_rejected() {
    for (path, record) in records(&complete()).into_iter().step_by(5) {
        let mut damaged = record.clone();
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        let disk = tampered(|transaction| write_node(transaction, &path, Some(&damaged)));
        let expected = Error::Checksum { record: format!("the node at {path}") };
        match disk.open(DiskOptions::default()) {
            // Opening reads the root.
            Err(error) => assert_eq!((path, error), (Path::ROOT, expected.clone())),
            Ok(tree) => {
                assert_eq!(tree.store.load(&path).unwrap_err(), expected);
                assert_eq!(tree.check(committer()), Err(expected.clone()));
            }
        }
        // A record stored under another path.
        let other = Path::ROOT.child(0xee);
        let disk = tampered(|transaction| write_node(transaction, &other, Some(&record)));
        assert_eq!(checked(&disk), Err(Error::Checksum { record: format!("the node at {other}") }));
        // Too short for a checksum.
        let disk = tampered(|transaction| write_node(transaction, &path, Some(&record[..3])));
        assert_eq!(checked(&disk), Err(expected));
    }
}

#[test]
fn invalid_contents_of_records() {
    let record = record::seal(&[1], &[9, 1, 0]);
    let path = Path::ROOT.child(1);
    assert_eq!(record::open_node(&path, &record).unwrap_err(), Error::NodeVersion { path, found: 9 });
    for content in [&[][..], &[1], &[1, 1], &[1, 1, 0]] {
        let error = record::open_node(&path, &record::seal(&[1], content)).unwrap_err();
        assert!(matches!(error, Error::NodeLength { .. }), "{content:?}: {error}");
    }
    // The number of hashes differs from the number of commitments.
    let node = Node::Internal(crate::Internal::EMPTY).encode();
    let content = [&[1, 2][..], &[0; 64], &node].concat();
    let error = record::open_node(&path, &record::seal(&[1], &content)).unwrap_err();
    assert_eq!(error, Error::NodeLength { path, expected: 2 + 32 + 97, found: 2 + 64 + 97 });
    let content = [&[1, 1][..], &[0xff; 32], &node].concat();
    assert_eq!(
        record::open_node(&path, &record::seal(&[1], &content)).unwrap_err(),
        Error::NodeHash { path }
    );
}

/// Nodes with valid encodings that do not fit the tree.
#[test]
fn inconsistent_nodes_are_rejected() {
    let all = records(&complete());
    let nodes: BTreeMap<Path, Node> =
        all.iter().map(|(path, record)| (*path, record::open_node(path, record).unwrap())).collect();
    let with = |path: &Path, node: Option<&Node>| {
        let node = node.map(|node| Arc::new(node.clone()));
        let record = record::seal_nodes(&[(path, node.as_ref())]).pop().unwrap();
        checked(&tampered(|transaction| write_node(transaction, path, record.as_deref())))
    };
    let orphan = Path::ROOT.child(0xee);
    let leaf = crate::Leaf::new(Key::from([0xee; 32]).stem);
    assert_eq!(with(&orphan, Some(&Node::Leaf(leaf.clone()))), Err(Error::OrphanNode { path: orphan }));
    let below = orphan.child(0xee);
    assert_eq!(with(&below, Some(&Node::Leaf(leaf.clone()))), Err(Error::OrphanNode { path: below }));
    assert_eq!(
        with(&orphan.child(1), Some(&Node::Leaf(leaf))),
        Err(Error::MisplacedNode { path: orphan.child(1) })
    );
    // Without its root, the store cannot be opened.
    assert!(matches!(with(&Path::ROOT, None), Err(Error::WrongRoot { .. })));
    for (path, node) in nodes.iter().skip(1) {
        let missing = with(path, None).unwrap_err();
        match node {
            Node::Leaf(_) => assert_eq!(missing, Error::MissingNode { path: *path }),
            Node::Internal(_) => assert!(matches!(missing, Error::OrphanNode { .. })),
        }
        let wrong = |what| Err(Error::WrongCommitment { path: *path, what });
        match node.clone() {
            Node::Internal(mut internal) => {
                internal.committed.hash += Scalar::ONE;
                assert!(matches!(
                    with(path, Some(&Node::Internal(internal))),
                    Err(Error::WrongCommitment { .. })
                ));
            }
            Node::Leaf(leaf) => {
                // A changed value, commitment and hash. The leaf's wrong hash is found in the leaf or in its parent.
                let mut changed = leaf.clone();
                changed.values[0][0] ^= 1;
                let half = if leaf.present.iter().next().unwrap() < 128 { "C1" } else { "C2" };
                assert_eq!(with(path, Some(&Node::Leaf(changed))), wrong(half));
                let mut changed = leaf.clone();
                changed.committed.commitment = changed.committed.commitment + changed.committed.commitment;
                assert_eq!(with(path, Some(&Node::Leaf(changed))), wrong("C"));
                let mut changed = leaf;
                changed.committed.hash += Scalar::ONE;
                assert!(matches!(with(path, Some(&Node::Leaf(changed))), Err(Error::WrongCommitment { .. })));
            }
        }
    }
}

/// A stored commitment that is on the curve but not in the group is found by the full check.
#[test]
fn a_commitment_outside_the_group_is_found() {
    // Points by their x coordinate, big-endian, some of which are outside the group.
    let outside = (1..=255).find_map(|x| {
        let mut encoding = [0; 32];
        encoding[31] = x;
        let point = BANDERWAGON.decode_on_curve(&encoding).ok()?;
        BANDERWAGON.decode(&encoding).is_err().then_some(Commitment::from(point))
    });
    let outside = outside.unwrap();
    let all = records(&complete());
    for (path, record) in all.iter().skip(1).step_by(7) {
        let replaced = match record::open_node(path, record).unwrap() {
            Node::Leaf(mut leaf) => {
                leaf.committed.commitment = outside;
                Node::Leaf(leaf)
            }
            Node::Internal(mut branch) => {
                branch.committed.commitment = outside;
                Node::Internal(branch)
            }
        };
        let replaced = Arc::new(replaced);
        let record = record::seal_nodes(&[(path, Some(&replaced))]).pop().unwrap();
        let disk = tampered(|transaction| write_node(transaction, path, record.as_deref()));
        assert_eq!(checked(&disk), Err(Error::WrongCommitment { path: *path, what: "C" }));
    }
}
