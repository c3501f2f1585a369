use core::fmt;
use std::path::PathBuf;

use crate::{Key, Path};

/// Why the tree cannot do what was asked. Nothing has changed then; only after [`Error::Store`] a disk store must be
/// opened again, and its head tells whether the block is there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The store lacks a node that its parent names.
    #[error("the store has no node at {path}, which its parent names")]
    MissingNode {
        /// Where the node should be.
        path: Path,
    },
    /// The store holds a node that cannot be where it is.
    #[error("the store has a node at {path} that does not belong there")]
    MisplacedNode {
        /// Where the node is.
        path: Path,
    },
    /// The first byte of an encoded node is no type of node.
    #[error("the node at {path} is of type {found}; types are 1 to 4")]
    NodeType {
        /// Where the node is.
        path: Path,
        /// The byte.
        found: u8,
    },
    /// An encoded node ends too early or too late.
    #[error("the node at {path} has {found} bytes where {expected} are expected")]
    NodeLength {
        /// Where the node is.
        path: Path,
        /// How many bytes there must be, as far as the node was read.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A commitment of an encoded node is none.
    #[error("the node at {path} has no commitment at byte {offset}: {error}")]
    NodePoint {
        /// Where the node is.
        path: Path,
        /// Where in the node's bytes the commitment begins.
        offset: usize,
        /// What is wrong with it.
        error: vorpal_curves::Error,
    },
    /// What is stored as a commitment's hash is no scalar.
    #[error("the record of the node at {path} has a hash that is no scalar")]
    NodeHash {
        /// Where the node is.
        path: Path,
    },
    /// A stored record has a version that this program does not know.
    #[error("the record of the node at {path} has version {found}; this program knows version 1")]
    NodeVersion {
        /// Where the node is.
        path: Path,
        /// The version.
        found: u8,
    },
    /// The bytes of a stored record are not those that were written.
    #[error("the checksum of {record} in the store is wrong")]
    Checksum {
        /// Which record.
        record: String,
    },
    /// A commitment, or its hash, is not that of the node's contents.
    #[error("{what} of the node at {path}, or its hash, is not that of the node's contents")]
    WrongCommitment {
        /// Where the node is.
        path: Path,
        /// Which one: `C`, `C1` or `C2`.
        what: &'static str,
    },
    /// A branch below the root without children, or a leaf without values: no tree has such a node.
    #[error("the node at {path} is empty: a branch below the root has a child, and a leaf a value")]
    EmptyNode {
        /// Where the node is.
        path: Path,
    },
    /// Something is wrong in a state of the past.
    #[error("as of block {block}: {error}")]
    Past {
        /// After how many blocks.
        block: u64,
        /// What is wrong.
        error: Box<Error>,
    },
    /// A node that no parent names.
    #[error("the store has a node at {path} which no parent names")]
    OrphanNode {
        /// Where the node is.
        path: Path,
    },
    /// The nodes of a state have another root than its head says.
    #[error("the nodes as of block {block} do not have the root that the store says they have")]
    WrongRoot {
        /// After how many blocks.
        block: u64,
    },
    /// The history is not kept that far, or does not reach that far.
    #[error("the state after block {block} is not kept; those after blocks {oldest} to {newest} are")]
    Block {
        /// After how many blocks the state was asked for.
        block: u64,
        /// The oldest kept.
        oldest: u64,
        /// The newest: the head.
        newest: u64,
    },
    /// More blocks to take back than are kept.
    #[error("{found} blocks cannot be rolled back; {possible} can")]
    Rollback {
        /// How many were to be rolled back.
        found: u64,
        /// How many can be.
        possible: u64,
    },
    /// A state of the past does not change.
    #[error("a state of the past cannot be changed")]
    ReadOnly,
    /// There is no store where one should be, or there is one already where none should be.
    #[error("{}: {reason}", file.display())]
    StoreFile {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The store's file is not what a store wrote.
    #[error("{}: the store is damaged: {reason}", file.display())]
    StoreDamaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another process has the store open.
    #[error("{}: the store is locked by another process", file.display())]
    StoreLocked {
        /// The file.
        file: PathBuf,
    },
    /// The store was written by a newer version of this program.
    #[error("{}: the store has format {found}, of a newer version of this program, which knows format {known}", file.display())]
    StoreVersion {
        /// The file.
        file: PathBuf,
        /// The format's number in the file.
        found: u32,
        /// The newest number known here.
        known: u32,
    },
    /// The store was written by a version of this program that did not yet write down the basis.
    #[error(
        "{}: the store has format {found}, which does not say its basis; this program knows format {known}: apply the \
         blocks to a new store", file.display()
    )]
    StoreOld {
        /// The file.
        file: PathBuf,
        /// The format's number in the file.
        found: u32,
        /// The number known here.
        known: u32,
    },
    /// A store's commitments are of one basis, the committer is of another.
    #[error("{}: the store is of the basis with the digest {}, not of that with {}", file.display(), Hex(expected), Hex(found))]
    Basis {
        /// The file.
        file: PathBuf,
        /// The digest of the store's basis.
        expected: [u8; 32],
        /// The digest of the other basis.
        found: [u8; 32],
    },
    /// The committer's basis is not the one with which a witness was verified.
    #[error("the witness was verified with the basis {}, not with {}", Hex(expected), Hex(found))]
    WitnessBasis {
        /// The digest of the basis that verified the witness.
        expected: [u8; 32],
        /// The digest of the other basis.
        found: [u8; 32],
    },
    /// The store's file is no longer where it was opened, or does not hold there what was saved. Blocks saved since are
    /// not in the store that is found there, and this store takes no more.
    #[error("{}: what was saved is not there: {reason}", file.display())]
    StoreGone {
        /// The file.
        file: PathBuf,
        /// What is there instead.
        reason: String,
    },
    /// A block's label has a character that is not shown as such: a control character, or one that changes the
    /// direction of text.
    #[error("a block's label has the character U+{:04X}, which is no text", u32::from(*found))]
    Label {
        /// The character.
        found: char,
    },
    /// The store reports a failure of its own.
    #[error("the store failed: {reason}")]
    Store {
        /// What the store says.
        reason: String,
    },
    /// A code size is three bytes in the tree.
    #[error("a code size of {found}; it must be below 2^24")]
    CodeSize {
        /// The size given.
        found: u32,
    },
    /// Input of a Pedersen hash is at most 255 chunks of 16 bytes.
    #[error("{found} bytes to hash; at most 4080 are possible")]
    HashInput {
        /// How many bytes were given.
        found: usize,
    },
    /// What is proved must be committed to.
    #[error("there are writes since the last commit; a proof is of what is committed")]
    Uncommitted,
    /// A proof of nothing.
    #[error("no keys to prove anything of")]
    NoKeys,
    /// More keys than a witness may have.
    #[error("{found} keys; a witness has at most {}", crate::witness::MAX_KEYS)]
    TooManyKeys {
        /// How many keys there are, or at least.
        found: usize,
    },
    /// A witness is not what the format demands.
    #[error("the witness is malformed at {place}: {reason}")]
    Witness {
        /// Where: a field as the JSON form names it, with an index, or an offset of the byte form.
        place: String,
        /// What is wrong there.
        reason: String,
    },
    /// A root that encodes no commitment.
    #[error("the root is no commitment: {reason}")]
    Root {
        /// What is wrong with it.
        reason: String,
    },
    /// A witness is well-formed, and does not prove what it says.
    #[error("the witness does not prove its values against this root")]
    WitnessRefused,
    /// A key of which a witness says nothing.
    #[error("the witness does not cover {}", Hex(&key.to_bytes()))]
    NotInWitness {
        /// The key.
        key: Key,
    },
    /// A node that a witness does not show.
    #[error("the witness does not show the node at {path}")]
    NodeNotInWitness {
        /// Where the node is.
        path: Path,
    },
    /// The commitments or their argument could not be made.
    #[error(transparent)]
    Committer(vorpal_ipa::Error),
}

/// Bytes in hexadecimal.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
