//! Encoding and decoding of nodes, in the format of go-verkle v0.2.2 (`encoding.go`: `ParseNode`; `tree.go`:
//! `BatchSerialize`).
//!
//! | Type | Node | Fields after the type byte |
//! |---|---|---|
//! | 1 | internal | bitmap (32), `C` (64) |
//! | 2 | leaf | stem (31), bitmap (32), `C`, `C1`, `C2` (64 each), values (32 each, by ascending suffix) |
//! | 3 | leaf with suffixes 0 and 1, and the hash of empty code at suffix 1 | stem, `C1`, `C`, value of suffix 0 |
//! | 4 | leaf with one value | stem, `C1` or `C2`, `C`, suffix (1), value |
//!
//! Type 3 is the leaf of an account without code. Child or suffix `i` is bit `7 - i mod 8` of byte `i / 8` of a bitmap.
//! A commitment is uncompressed: big-endian `x` and `y` of one of the two points of its class. The encoder always
//! writes the point with the lexicographically larger `y`. go-verkle writes either point, so the decoder accepts both.
//! The commitment that types 3 and 4 omit is the identity.

use rayon::prelude::*;
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_curves::bandersnatch::{AffineBanderwagon, Banderwagon};
use vorpal_ipa::Commitment;

use crate::bitmap::Bitmap;
use crate::node::Committed;
use crate::{Error, Internal, Leaf, Node, Path, Stem, Value};

const INTERNAL: u8 = 1;
const LEAF: u8 = 2;
const ACCOUNT: u8 = 3;
const SINGLE: u8 = 4;

/// The Keccak-256 hash of the empty string: the code hash of an account without code.
const NO_CODE: Value = [
    0xc5, 0xd2, 0x46, 0x01, 0x86, 0xf7, 0x23, 0x3c, 0x92, 0x7e, 0x7d, 0xb2, 0xdc, 0xc7, 0x03, 0xc0, 0xe5,
    0x00, 0xb6, 0x53, 0xca, 0x82, 0x27, 0x3b, 0x7b, 0xfa, 0xd8, 0x04, 0x5d, 0x85, 0xa4, 0x70,
];

/// The minimal number of nodes in a rayon task.
const MIN_NODES_PER_TASK: usize = 64;

impl Node {
    /// The node's encoding. Costs one inversion, which [`encode_batch`](Self::encode_batch) shares among nodes.
    ///
    /// The commitments are those of the last commit.
    pub fn encode(&self) -> Vec<u8> {
        Self::encode_batch(&[self]).pop().unwrap_or_default()
    }

    /// The encoding of each node. Costs one inversion for all commitments and 9M for each. Runs on the caller's rayon
    /// pool.
    pub fn encode_batch(nodes: &[&Self]) -> Vec<Vec<u8>> {
        let commitments: Vec<Commitment> =
            nodes.iter().flat_map(|node| node.encoded_commitments()).map(|it| it.commitment).collect();
        // A build of the lab has an inversion for each commitment, to measure the share of this method.
        let points = if cfg!(vorpal_single_conversions) {
            commitments.par_chunks(1).flat_map_iter(Banderwagon::normalise_batch_parallel).collect()
        } else {
            Banderwagon::normalise_batch_parallel(&commitments)
        };
        let mut rest = &*points;
        let jobs: Vec<_> = nodes
            .iter()
            .map(|node| (node, rest.split_off(..node.encoded_commitments().count()).unwrap_or_default()))
            .collect();
        jobs.into_par_iter()
            .with_min_len(MIN_NODES_PER_TASK)
            .map(|(node, points)| node.encode_with(points))
            .collect()
    }

    /// Decodes and validates a node. `path` is the node's path, used in errors only: whether a node with this stem may
    /// be at this path is not checked. Costs one inversion, and a Legendre symbol for each commitment.
    ///
    /// A commitment is a class of two points, `(x, y)` and `(-x, -y)`. It therefore has two encodings, and both are
    /// accepted, as in go-verkle. So a node has several encodings, and equal nodes may come from different bytes.
    /// [`encode`](Self::encode) always writes the same one of them.
    ///
    /// # Errors
    /// [`Error::NodeType`]; [`Error::NodeLength`] for missing or additional bytes; [`Error::NodePoint`] for bytes that
    /// encode no commitment; [`Error::EmptyNode`]; [`Error::WrongCommitment`] for a half that has no values but another
    /// commitment than that of the zero vector.
    pub fn decode(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        let mut node = Self::decode_with(path, bytes, |bytes| BANDERWAGON.decode(bytes))?;
        let commitments: Vec<Commitment> = node.encoded_commitments().map(|it| it.commitment).collect();
        let hashes = Commitment::map_to_scalar_field_batch(&commitments);
        for (committed, hash) in node.encoded_commitments_mut().zip(hashes) {
            committed.hash = hash;
        }
        node.check_contents(path)?;
        Ok(node)
    }

    /// Checks the contents without the basis: a branch below the root has a child, a leaf has a value, and a half
    /// without values has the commitment of the zero vector, because shorter encodings omit it.
    fn check_contents(&self, path: &Path) -> Result<(), Error> {
        let leaf = match self {
            Self::Internal(internal) if internal.children.is_empty() && *path != Path::ROOT => {
                return Err(Error::EmptyNode { path: *path });
            }
            Self::Internal(_) => return Ok(()),
            Self::Leaf(leaf) if leaf.values.is_empty() => return Err(Error::EmptyNode { path: *path }),
            Self::Leaf(leaf) => leaf,
        };
        for (number, what) in ["C1", "C2"].into_iter().enumerate() {
            let has_value = leaf.present.iter().any(|suffix| usize::from(suffix / 128) == number);
            if !has_value && leaf.halves[number].commitment != Committed::EMPTY.commitment {
                return Err(Error::WrongCommitment { path: *path, what });
            }
        }
        Ok(())
    }

    /// The type of the node's encoding.
    fn node_type(&self) -> u8 {
        match self {
            Self::Internal(_) => INTERNAL,
            Self::Leaf(leaf) if leaf.values.len() == 1 => SINGLE,
            Self::Leaf(leaf) if leaf.is_plain_account() => ACCOUNT,
            Self::Leaf(_) => LEAF,
        }
    }

    /// The commitments in the node's encoding, in the order of the encoding.
    pub(crate) fn encoded_commitments(&self) -> impl Iterator<Item = &Committed> {
        let (first, second, third) = match self {
            Self::Internal(Internal { committed, .. }) => (committed, None, None),
            Self::Leaf(leaf @ Leaf { committed, halves: [c1, c2], .. }) => match self.node_type() {
                SINGLE => (&leaf.halves[leaf.sole_half()], Some(committed), None),
                ACCOUNT => (c1, Some(committed), None),
                _ => (committed, Some(c1), Some(c2)),
            },
        };
        [Some(first), second, third].into_iter().flatten()
    }

    /// Mutable [`encoded_commitments`](Self::encoded_commitments).
    pub(crate) fn encoded_commitments_mut(&mut self) -> impl Iterator<Item = &mut Committed> {
        let node_type = self.node_type();
        let (first, second, third) = match self {
            Self::Internal(Internal { committed, .. }) => (committed, None, None),
            Self::Leaf(leaf) => {
                let half = leaf.sole_half();
                let Leaf { committed, halves, .. } = leaf;
                match node_type {
                    SINGLE => (&mut halves[half], Some(committed), None),
                    ACCOUNT => (&mut halves[0], Some(committed), None),
                    _ => {
                        let [c1, c2] = halves;
                        (committed, Some(c1), Some(c2))
                    }
                }
            }
        };
        [Some(first), second, third].into_iter().flatten()
    }

    /// The encoding. `points` are the normalised [`encoded_commitments`](Self::encoded_commitments).
    fn encode_with(&self, points: &[AffineBanderwagon]) -> Vec<u8> {
        let mut bytes = vec![self.node_type()];
        let points = points.iter().flat_map(|point| BANDERWAGON.encode_uncompressed(point));
        match self {
            Self::Internal(internal) => {
                bytes.extend(internal.children.to_bytes());
                bytes.extend(points);
            }
            Self::Leaf(leaf) => {
                bytes.extend(leaf.stem);
                match bytes[0] {
                    SINGLE => {
                        bytes.extend(points);
                        bytes.extend(leaf.present.iter());
                        bytes.extend(leaf.values.as_flattened());
                    }
                    ACCOUNT => {
                        bytes.extend(points);
                        bytes.extend(leaf.values[0]);
                    }
                    _ => {
                        bytes.extend(leaf.present.to_bytes());
                        bytes.extend(points);
                        bytes.extend(leaf.values.as_flattened());
                    }
                }
            }
        }
        bytes
    }

    /// Decodes a node, with `point` as the decoder of commitments. All hashes in the result are zero.
    pub(crate) fn decode_with(
        path: &Path,
        bytes: &[u8],
        point: impl Fn(&[u8; 64]) -> Result<AffineBanderwagon, vorpal_curves::Error>,
    ) -> Result<Self, Error> {
        let mut fields = Fields { path, bytes, at: 0 };
        let [node_type] = fields.take()?;
        let committed = |fields: &mut Fields<'_>| {
            let offset = fields.at;
            let bytes: [u8; 64] = fields.take()?;
            match point(&bytes) {
                Ok(point) => Ok(Committed { commitment: point.into(), ..Committed::EMPTY }),
                Err(error) => Err(Error::NodePoint { path: *path, offset, error }),
            }
        };
        let node = match node_type {
            INTERNAL => {
                let children = Bitmap::from_bytes(&fields.take()?);
                Self::Internal(Internal { children, committed: committed(&mut fields)? })
            }
            LEAF => {
                let mut leaf = Leaf::new(fields.take()?);
                leaf.present = Bitmap::from_bytes(&fields.take()?);
                leaf.committed = committed(&mut fields)?;
                leaf.halves = [committed(&mut fields)?, committed(&mut fields)?];
                leaf.values = (0..leaf.present.len()).map(|_| fields.take()).collect::<Result<_, _>>()?;
                Self::Leaf(leaf)
            }
            ACCOUNT => {
                let mut leaf = Leaf::new(fields.take()?);
                leaf.halves[0] = committed(&mut fields)?;
                leaf.committed = committed(&mut fields)?;
                leaf.set(0, fields.take()?);
                leaf.set(1, NO_CODE);
                Self::Leaf(leaf)
            }
            SINGLE => {
                let mut leaf = Leaf::new(fields.take()?);
                let half = committed(&mut fields)?;
                leaf.committed = committed(&mut fields)?;
                let [suffix] = fields.take()?;
                leaf.halves[usize::from(suffix / 128)] = half;
                leaf.set(suffix, fields.take()?);
                Self::Leaf(leaf)
            }
            found => return Err(Error::NodeType { path: *path, found }),
        };
        fields.end()?;
        Ok(node)
    }
}

impl Leaf {
    /// Whether type 3 can encode the leaf.
    fn is_plain_account(&self) -> bool {
        self.values.len() == 2 && self.get(0).is_some() && self.get(1) == Some(&NO_CODE)
    }

    /// The half (0 or 1) that contains the value of the smallest suffix.
    fn sole_half(&self) -> usize {
        self.present.iter().next().map_or(0, |suffix| usize::from(suffix / 128))
    }
}

/// Reads the fields of an encoded node in order.
struct Fields<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    at: usize,
}

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let field = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk);
        let field = field.ok_or_else(|| self.length(self.at + N))?;
        self.at += N;
        Ok(*field)
    }

    fn end(&self) -> Result<(), Error> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.length(self.at)) }
    }

    fn length(&self, expected: usize) -> Error {
        Error::NodeLength { path: *self.path, expected, found: self.bytes.len() }
    }
}

/// The encodings contain stems of 31 bytes.
const _: () = assert!(size_of::<Stem>() == 31);
