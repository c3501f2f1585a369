//! The records of nodes and of states in the disk store.
//!
//! A record is a CRC-32 (4 bytes, little-endian) of the record's key and content, followed by the content:
//!
//! * Node: version (1 byte), number of hashes (1), the hashes (32 bytes each, little-endian), the node's encoding.
//!   There is one hash for each commitment in the encoding, in the same order. The hashes save the inversion of hashing
//!   when a node is loaded.
//! * State: root (32), label (UTF-8).

use std::sync::Arc;

use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_ipa::Scalar;

use crate::store::Head;
use crate::{Error, Node, Path, Root};

/// No store has so many blocks: numbers of later blocks must not overflow.
pub(super) const MOST_BLOCKS: u64 = 1 << 62;

/// The version of a node's record.
const VERSION: u8 = 1;
const CHECKSUM: usize = 4;
const HASH: usize = 32;

fn checksum(key: &[u8], content: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(content);
    hasher.finalize().to_le_bytes()
}

/// The record of `content` under `key`.
pub(super) fn seal(key: &[u8], content: &[u8]) -> Vec<u8> {
    [&checksum(key, content)[..], content].concat()
}

/// The content of the record under `key`.
fn open<'a>(key: &[u8], record: &'a [u8], name: impl FnOnce() -> String) -> Result<&'a [u8], Error> {
    match record.split_first_chunk() {
        Some((expected, content)) if *expected == checksum(key, content) => Ok(content),
        _ => Err(Error::Checksum { record: name() }),
    }
}

/// The record of each node; `None` for a deleted node.
pub(super) fn seal_nodes(nodes: &[(&Path, Option<&Arc<Node>>)]) -> Vec<Option<Vec<u8>>> {
    let present: Vec<&Node> = nodes.iter().filter_map(|(_, node)| node.map(|node| &**node)).collect();
    let mut encodings = Node::encode_batch(&present).into_iter();
    let mut record = |path: &Path, node: &Node| {
        let hashes: Vec<_> =
            node.encoded_commitments().map(|committed| committed.hash.to_le_bytes()).collect();
        #[allow(clippy::cast_possible_truncation, reason = "a node has at most three commitments")]
        let head = [VERSION, hashes.len() as u8];
        let encoding = encodings.next().unwrap_or_default();
        seal(path.as_bytes(), &[&head, hashes.as_flattened(), &encoding].concat())
    };
    nodes.iter().map(|(path, node)| node.map(|node| record(path, node))).collect()
}

/// The parts of a node's record: hashes and encoding.
fn open_parts<'a>(path: &Path, record: &'a [u8]) -> Result<(&'a [[u8; HASH]], &'a [u8]), Error> {
    let content = open(path.as_bytes(), record, || format!("the node at {path}"))?;
    let length = |expected| Error::NodeLength { path: *path, expected, found: content.len() };
    let (&[version, number], content) = content.split_first_chunk().ok_or_else(|| length(2))?;
    if version != VERSION {
        return Err(Error::NodeVersion { path: *path, found: version });
    }
    let hashes = HASH * usize::from(number);
    let (hashes, encoding) = content.split_at_checked(hashes).ok_or_else(|| length(2 + hashes))?;
    Ok((hashes.as_chunks::<HASH>().0, encoding))
}

/// Decodes a stored hash. The encoder only writes canonical scalars, so any other value is an error.
fn open_hash_value(path: &Path, hash: &[u8; HASH]) -> Result<Scalar, Error> {
    Scalar::from_le_bytes(hash).map_err(|_| Error::NodeHash { path: *path })
}

/// The hash of the node in a record. In an encoding with two commitments the second is the node's own
/// ([`Node::encoded_commitments`]); otherwise it is the first.
pub(super) fn open_hash(path: &Path, record: &[u8]) -> Result<Scalar, Error> {
    let (hashes, _) = open_parts(path, record)?;
    match hashes {
        [_, hash] | [hash, ..] => open_hash_value(path, hash),
        [] => Err(Error::NodeHash { path: *path }),
    }
}

/// The node in a record. Membership of the commitments in the group is not checked: the record's checksum matches, and
/// records are only written for nodes of a tree.
pub(super) fn open_node(path: &Path, record: &[u8]) -> Result<Node, Error> {
    let (hashes, encoding) = open_parts(path, record)?;
    let mut node = Node::decode_with(path, encoding, |bytes| BANDERWAGON.decode_on_curve(bytes))?;
    let length = |hashes| 2 + HASH * hashes + encoding.len();
    let (expected, found) = (node.encoded_commitments().count(), hashes.len());
    if found != expected {
        return Err(Error::NodeLength { path: *path, expected: length(expected), found: length(found) });
    }
    for (committed, hash) in node.encoded_commitments_mut().zip(hashes) {
        committed.hash = open_hash_value(path, hash)?;
    }
    Ok(node)
}

/// The record of a state.
pub(super) fn seal_head(head: &Head) -> Vec<u8> {
    seal(&head.blocks.to_be_bytes(), &[&head.root, head.label.as_bytes()].concat())
}

/// The state in the record for the number `blocks` of blocks.
pub(super) fn open_head(blocks: u64, record: &[u8]) -> Result<Head, Error> {
    let name = || format!("the state after block {blocks}");
    let content = open(&blocks.to_be_bytes(), record, name)?;
    let damaged = || Error::Checksum { record: name() };
    if blocks >= MOST_BLOCKS {
        return Err(damaged());
    }
    let (root, label): (&Root, _) = content.split_first_chunk().ok_or_else(damaged)?;
    let label = String::from_utf8(label.to_vec()).map_err(|_| damaged())?;
    Ok(Head { blocks, root: *root, label })
}
