//! Witnesses: the values of a set of keys with a proof that a verifier checks against the root of the tree alone.
//!
//! [`Tree::prove`](crate::Tree::prove) creates a [`Witness`]. [`Witness::verify`] checks it against a root and returns
//! a [`PartialTree`], the part of the tree that the witness contains. New values can be written to the partial tree,
//! which then computes the new root.
//!
//! A key is present, or absent for one of three reasons: a branch on its path has no child for the next byte; the path
//! ends at the leaf of another stem; or its leaf exists, but the value is absent. The following openings prove a key.
//! They are in the order of paths, and each occurs once for all keys:
//!
//! * each branch on the path, at the next byte of the stem: the hash of the child, or zero if there is none;
//! * the leaf, at 0 and 1: the marker 1 and the leaf's stem;
//! * if the leaf has the key's stem, the leaf at 2 or 3, and `C1` or `C2` at `2 (suffix mod 128)` and
//!   `2 (suffix mod 128) + 1`: the two halves of the value, or zeros if it is absent.
//!
//! [`WitnessVersion::Bound`] opens some branches at 0 as well. [`Committer::prove`](vorpal_ipa::Committer::prove)
//! proves all openings at once, with the transcript label `vt` in the plain version. The witness also contains the data
//! that the verifier needs to derive the openings: the opened commitments except the root; the depth and the kind of
//! the node at the end of each stem's path; the stems of leaves at these nodes that are not stems of keys.
//!
//! Formats: [`Proof::to_bytes`] is the encoding of rust-verkle's `VerkleProof`. [`Witness::to_bytes`] is the same with
//! keys and values before it. With feature `serde`, the JSON format is that of execution witnesses (`stateDiff`,
//! `verkleProof`) in go-verkle, rust-verkle and the blocks of test networks.
//!
//! Sources: EIP-6800; `crate-crypto/verkle-trie-ref`. The order of openings and the formats are those of go-verkle
//! 0.2.2 and rust-verkle.

mod bytes;
#[cfg(feature = "serde")]
mod json;
mod outline;
mod partial;
mod prove;
mod verify;
mod version;

pub use partial::PartialTree;
pub use version::WitnessVersion;

use crate::{Error, Key, Stem, Value};

/// The maximal number of keys of a witness.
pub const MAX_KEYS: usize = 1 << 18;

/// Keys of a tree with their current values, optional new values, and a proof of the current values.
///
/// The fields are untrusted input until [`verify`](Self::verify) has checked them.
///
/// # What a witness proves
///
/// [`WitnessVersion::Bound`] proves everything it contains: current values, absence, and, given the root before, the
/// root after writes. [`WitnessVersion::Plain`], the format of all clients, proves the same if [`PartialTree::unbound`]
/// is empty. [`verify`](Self::verify) demands one or the other. Otherwise a node listed there, which the witness
/// presents as a branch, may be a leaf of the tree. No verifier of the format can detect this. [`WitnessVersion`]
/// contains the proofs.
///
/// Let such a leaf have depth `d` and stem `s`. A malicious prover can claim:
///
/// * *Absence of `s` itself*, depending on the byte `s[d]`.
///   * 4 to 255: always, since the leaf's vector is 0 at this index.
///   * 3 and 2: the element is the hash of the half `C2` or `C1`, and the prover presents the half as a branch in turn.
///     The half is 0 at the index `s[d + 1]` unless a value is written there. A half without values has the hash 0 and
///     is presented as a missing child.
///   * 1: the element is the stem, as an integer. The prover presents it as the hash of a child, if the prover knows a
///     vector with that hash. A hashed stem is such a hash if the hash is below `2^248`, which holds for one in 29.
///     Everyone who knows address and position knows its vector. So an ordinary present key can be presented as absent.
///   * 0: never, since the element is 1.
/// * *A wrong root after a write.* Another stem with the same first `d` bytes is in fact absent. But the partial tree
///   inserts it below the leaf that is presented as a branch, where the tree inserts a branch. So the roots differ.
/// * *Presence*, but not of stems that are hashes of addresses and positions ([`KeyHasher`](crate::KeyHasher)). A party
///   that may write to stems of its choice can choose a stem that is the hash of an invented leaf, and the prover then
///   presents that leaf below the stem's leaf.
///
/// So if a plain witness has unbound branches, it proves no absence below them, and [`PartialTree::root_after`] may be
/// wrong. A trusted root after the writes detects a wrong root, but no false absence: a key that a block reads and does
/// not write does not affect the root. So [`PartialTree::get`] returns [`Error::Unbound`] for an absent key below an
/// unbound branch. [`SuffixDiff::current`] is what the witness shows; read values from the partial tree. A client that
/// needs such keys requires `Bound`, or reads them from a full node that it trusts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "json::Witness", try_from = "json::Witness"))]
pub struct Witness {
    /// The keys, grouped by stem; stems in ascending order.
    pub stems: Vec<StemDiff>,
    /// The proof of the current values.
    pub proof: Proof,
}

/// The keys of one stem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StemDiff {
    /// The stem.
    pub stem: Stem,
    /// The suffixes in ascending order; at least one.
    pub suffixes: Vec<SuffixDiff>,
}

/// The values of one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuffixDiff {
    /// The suffix.
    pub suffix: u8,
    /// The value in the tree, `None` if the key is absent. The witness proves it, except below an unbound branch of a
    /// plain witness: [`PartialTree::get`] makes the difference.
    pub current: Option<Value>,
    /// The new value, `None` if the key is not written. The witness does not prove it. If no branch is unbound, all new
    /// values are those of the tree after the block if the root after the writes equals a root from a trusted source.
    pub new: Option<Value>,
}

/// The proof of a [`Witness`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The stems of leaves at the ends of the paths of absent stems, unless a key has this stem; in ascending order.
    pub other_stems: Vec<Stem>,
    /// For each stem of the keys, in order: the kind of the end of its path in the two low bits (0 no node, 1 the leaf
    /// of another stem, 2 its own leaf), plus `8 d` for the depth `d` of this end. If there is no node, `d` counts the
    /// byte that has no child.
    pub statuses: Vec<u8>,
    /// The encoded opened commitments except the root, by path, with `C1` and `C2` after their leaf.
    pub commitments: Vec<[u8; 32]>,
    /// `None` for [`WitnessVersion::Plain`]. For [`WitnessVersion::Bound`]: for each branch that no other opening
    /// distinguishes from a leaf, the hash of child 0, or 0 if there is none, little-endian. Each branch comes after
    /// those below it.
    pub first_children: Option<Vec<[u8; 32]>>,
    /// The proof of all openings: `D`, eight `L`, eight `R`, and the last scalar, little-endian.
    pub argument: [u8; 576],
}

impl Witness {
    /// The keys, in the order of the witness.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.entries().map(|(key, _)| key)
    }

    /// The keys with their values, in the order of the witness.
    pub fn entries(&self) -> impl Iterator<Item = (Key, &SuffixDiff)> {
        self.stems.iter().flat_map(|StemDiff { stem, suffixes }| {
            suffixes.iter().map(|diff| (Key { stem: *stem, suffix: diff.suffix }, diff))
        })
    }

    /// Sets new values. For a key that occurs more than once the last value counts. The stems and suffixes must be in
    /// ascending order, as [`Tree::prove`](crate::Tree::prove) returns them.
    ///
    /// # Errors
    /// [`Error::NotInWitness`] for a key without an entry in the witness. Nothing has changed then.
    pub fn write(&mut self, entries: impl IntoIterator<Item = (Key, Value)>) -> Result<(), Error> {
        let mut writes = Vec::new();
        for (key, value) in entries {
            let indices = || {
                let stem = self.stems.binary_search_by_key(&key.stem, |diff| diff.stem).ok()?;
                let suffixes = &self.stems[stem].suffixes;
                Some((stem, suffixes.binary_search_by_key(&key.suffix, |diff| diff.suffix).ok()?))
            };
            writes.push((indices().ok_or(Error::NotInWitness { key })?, value));
        }
        for ((stem, suffix), value) in writes {
            self.stems[stem].suffixes[suffix].new = Some(value);
        }
        Ok(())
    }
}

impl Proof {
    /// The version of the format.
    pub fn version(&self) -> WitnessVersion {
        if self.first_children.is_some() { WitnessVersion::Bound } else { WitnessVersion::Plain }
    }
}

/// The error for a malformed witness. `place` is a field as the JSON form names it, or an offset in the byte form.
fn malformed(place: impl Into<String>, reason: impl Into<String>) -> Error {
    Error::Witness { place: place.into(), reason: reason.into() }
}

/// Checks that the items are strictly ascending. The error is the index of the first item that is not above the one
/// before.
fn check_ascending<T: Ord>(items: impl IntoIterator<Item = T>) -> Result<(), usize> {
    let mut before = None;
    for (i, item) in items.into_iter().enumerate() {
        if before.as_ref().is_some_and(|before| *before >= item) {
            return Err(i);
        }
        before = Some(item);
    }
    Ok(())
}
