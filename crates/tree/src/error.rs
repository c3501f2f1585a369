//! Errors of the crate.

use core::fmt;
use std::path::PathBuf;

use crate::{Key, Path};

/// Errors of trees, stores, encodings and witnesses.
///
/// A failed call changes nothing, with one exception: after [`Error::Store`] or [`Error::StoreGone`] a disk store may
/// or may not contain the block. It must be opened again, and its head then shows which.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The store lacks a node that the parent has as a child.
    #[error("the store has no node at {path}, but its parent has a child there")]
    MissingNode {
        /// The path of the missing node.
        path: Path,
    },
    /// The store has a node at a path at which this node cannot be.
    #[error("the store has a node at {path} that does not belong there")]
    MisplacedNode {
        /// The node's path.
        path: Path,
    },
    /// The first byte of an encoded node is not a type of node.
    #[error("the node at {path} is of type {found}; types are 1 to 4")]
    NodeType {
        /// The node's path.
        path: Path,
        /// The first byte.
        found: u8,
    },
    /// An encoded node is too short or too long.
    #[error("the node at {path} has {found} bytes where {expected} are expected")]
    NodeLength {
        /// The node's path.
        path: Path,
        /// The expected number of bytes, as far as the fields read determine it.
        expected: usize,
        /// The number of bytes given.
        found: usize,
    },
    /// An encoded node contains an invalid commitment.
    #[error("the node at {path} has an invalid commitment at byte {offset}: {error}")]
    NodePoint {
        /// The node's path.
        path: Path,
        /// The offset of the commitment in the node's bytes.
        offset: usize,
        /// The reason.
        error: vorpal_curves::Error,
    },
    /// A stored hash is not a canonical scalar.
    #[error("the record of the node at {path} has a hash that is not a canonical scalar")]
    NodeHash {
        /// The node's path.
        path: Path,
    },
    /// A stored record has an unknown version.
    #[error("the record of the node at {path} has version {found}; this program knows version 1")]
    NodeVersion {
        /// The node's path.
        path: Path,
        /// The version.
        found: u8,
    },
    /// The bytes of a stored record differ from those that were written.
    #[error("the checksum of {record} in the store does not match")]
    Checksum {
        /// The name of the record.
        record: String,
    },
    /// A commitment, or its hash, differs from that of the node's contents.
    #[error("{what} of the node at {path}, or its hash, does not match the node's contents")]
    WrongCommitment {
        /// The node's path.
        path: Path,
        /// The commitment: `C`, `C1` or `C2`.
        what: &'static str,
    },
    /// A branch below the root without children, or a leaf without values. No tree has such a node.
    #[error("the node at {path} is empty: a branch below the root has a child, and a leaf a value")]
    EmptyNode {
        /// The node's path.
        path: Path,
    },
    /// An earlier state is invalid.
    #[error("as of block {block}: {error}")]
    Past {
        /// The number of blocks that lead to the state.
        block: u64,
        /// The error in this state.
        error: Box<Error>,
    },
    /// The store has a node that is not a child of any node.
    #[error("the store has a node at {path}, but no parent has a child there")]
    OrphanNode {
        /// The node's path.
        path: Path,
    },
    /// The root of a state's nodes differs from the root in its head.
    #[error("the root of the nodes as of block {block} differs from the root that the store records")]
    WrongRoot {
        /// The number of blocks that lead to the state.
        block: u64,
    },
    /// The requested state is older than the oldest state kept, or newer than the head.
    #[error("the state after block {block} is not kept; those after blocks {oldest} to {newest} are")]
    Block {
        /// The number of blocks that lead to the requested state.
        block: u64,
        /// The oldest state kept.
        oldest: u64,
        /// The newest state: the head.
        newest: u64,
    },
    /// More blocks to roll back than the history keeps.
    #[error("{found} blocks cannot be rolled back; at most {possible} can")]
    Rollback {
        /// The requested number of blocks.
        found: u64,
        /// The maximal number of blocks.
        possible: u64,
    },
    /// A write to a read-only state: a view or a snapshot.
    #[error("this state is read-only")]
    ReadOnly,
    /// A store does not exist, exists already, or cannot be read or created.
    #[error("{}: {reason}", file.display())]
    StoreFile {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The store's file has invalid contents.
    #[error("{}: the store is damaged: {reason}", file.display())]
    StoreDamaged {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The store was opened by another process, of which this one is a forked child. It must be opened again here.
    #[error(
        "{}: the store belongs to process {opened}, which opened it; this is process {found}, a forked child: open the \
         store again", file.display()
    )]
    StoreProcess {
        /// The file.
        file: PathBuf,
        /// The number of the process that opened the store.
        opened: u32,
        /// The number of this process.
        found: u32,
    },
    /// Another process has the store open.
    #[error("{}: the store is locked by another process", file.display())]
    StoreLocked {
        /// The file.
        file: PathBuf,
    },
    /// The store was written by a newer version of this program.
    #[error(
        "{}: the store has format {found}, of a newer version of this program, which knows format {known}",
        file.display()
    )]
    StoreVersion {
        /// The file.
        file: PathBuf,
        /// The format number in the file.
        found: u32,
        /// The newest format number that this program knows.
        known: u32,
    },
    /// The store was written by an older version of this program, in a format that does not record the basis.
    #[error(
        "{}: the store has format {found}, which does not record the basis; this program knows format {known}: apply \
         the blocks to a new store", file.display()
    )]
    StoreOld {
        /// The file.
        file: PathBuf,
        /// The format number in the file.
        found: u32,
        /// The format number that this program knows.
        known: u32,
    },
    /// The basis of the store's commitments differs from the basis of the committer or of the options.
    #[error(
        "{}: the store uses the basis with digest {}, not the one with digest {}",
        file.display(), Hex(expected), Hex(found)
    )]
    Basis {
        /// The file.
        file: PathBuf,
        /// The digest of the store's basis.
        expected: [u8; 32],
        /// The digest of the other basis.
        found: [u8; 32],
    },
    /// The committer's basis differs from the basis with which a witness was verified.
    #[error("the witness was verified with the basis {}, not with {}", Hex(expected), Hex(found))]
    WitnessBasis {
        /// The digest of the basis that verified the witness.
        expected: [u8; 32],
        /// The digest of the committer's basis.
        found: [u8; 32],
    },
    /// The store's path does not lead to the file that was opened, or that file does not contain the saved state. The
    /// store at this path lacks the blocks saved since, and this store accepts no further blocks.
    #[error("{}: the saved state is not at this path: {reason}", file.display())]
    StoreGone {
        /// The file.
        file: PathBuf,
        /// What was found instead.
        reason: String,
    },
    /// A block's label has a character that terminals do not display as text: a control character, a line separator, or
    /// a character that changes the direction of text.
    #[error("a block's label has the character U+{:04X}, which is not printable text", u32::from(*found))]
    Label {
        /// The character.
        found: char,
    },
    /// The medium of the store reports a failure.
    #[error("the store failed: {reason}")]
    Store {
        /// The message of the medium.
        reason: String,
    },
    /// A code size that does not fit into three bytes.
    #[error("a code size of {found}; it must be below 2^24")]
    CodeSize {
        /// The size given.
        found: u32,
    },
    /// An input of a Pedersen hash with more than 255 chunks of 16 bytes.
    #[error("{found} bytes to hash; the maximum is 4080")]
    HashInput {
        /// The number of bytes given.
        found: usize,
    },
    /// A proof was requested while there are uncommitted writes.
    #[error("there are uncommitted writes; only committed values can be proved")]
    Uncommitted,
    /// A witness without keys.
    #[error("a witness needs at least one key")]
    NoKeys,
    /// More keys than a witness may have.
    #[error("{found} keys; a witness has at most {}", crate::witness::MAX_KEYS)]
    TooManyKeys {
        /// The number of keys, or a lower bound of it.
        found: usize,
    },
    /// A witness violates the format.
    #[error("the witness is malformed at {place}: {reason}")]
    Witness {
        /// The position: a field as the JSON form names it, with an index, or an offset in the byte form.
        place: String,
        /// The reason.
        reason: String,
    },
    /// A root that is not the encoding of a commitment.
    #[error("the root is not a valid commitment: {reason}")]
    Root {
        /// The reason.
        reason: String,
    },
    /// A witness is well-formed but does not prove its values.
    #[error("the witness does not prove its values against this root")]
    WitnessRefused,
    /// A plain witness shows this node as a branch, but does not prove that it is none of the tree's leaves. So absence
    /// below it is not proved. See [`Witness`](crate::Witness), "What a witness proves".
    #[error(
        "the witness does not prove that the node at {path} is a branch, so it proves no absence below it"
    )]
    Unbound {
        /// The node's path.
        path: Path,
    },
    /// A witness does not contain this key.
    #[error("the witness does not cover {}", Hex(&key.to_bytes()))]
    NotInWitness {
        /// The key.
        key: Key,
    },
    /// A witness does not contain this node.
    #[error("the witness does not contain the node at {path}")]
    NodeNotInWitness {
        /// The node's path.
        path: Path,
    },
    /// A key or an address does not have this length.
    #[error("{found} bytes where {expected} are expected")]
    Length {
        /// The length.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A text is not the hexadecimal digits of a key or of an address.
    #[error(transparent)]
    Text(#[from] vorpal_fields::text::TextError),
    /// An error of the commitments or of the proof of openings.
    #[error(transparent)]
    Committer(vorpal_ipa::Error),
}

/// Displays bytes in hexadecimal.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
