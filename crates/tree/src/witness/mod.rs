//! Witnesses: what a set of keys holds, and a proof of it that needs nothing of the tree but its root.
//!
//! [`Tree::prove`](crate::Tree::prove) makes a [`Witness`], [`Witness::verify`] checks it against a root and gives the
//! part of the tree that it shows, a [`PartialTree`]: enough to write new values there and to find the root after
//! that.
//!
//! A key is present, or absent in one of three ways: the path of its stem ends where a branch has no child; another
//! stem's leaf is in its way; or its leaf is there, and the value was never written. What is opened for a key, in the
//! order of paths, each opening once for all keys:
//!
//! * each branch on the way, at the next byte of the stem: the hash of the child, or zero if there is none;
//! * the leaf, at 0 and 1: the marker 1 and the leaf's stem;
//! * if that is the stem asked for, the leaf at 2 or 3, and `C1` or `C2` at `2 (suffix mod 128)` and the place after:
//!   the two halves of the value, or zeros if it was never written.
//!
//! [`WitnessVersion::Bound`] opens some branches at 0 as well. All openings are proved at once by
//! [`Committer::prove`](vorpal_ipa::Committer::prove), with the transcript label `vt` in the plain version. The
//! witness adds what the verifier cannot know: the commitments opened, but the root's; how deep each stem leads and
//! what is there; the stems that are in the way and not asked for.
//!
//! Forms: [`Proof::to_bytes`], the bytes of rust-verkle's `VerkleProof`; [`Witness::to_bytes`], the same with keys and
//! values before it; with feature `serde`, the JSON of execution witnesses (`stateDiff`, `verkleProof`) as go-verkle,
//! rust-verkle and the blocks of test networks have it.
//!
//! Sources: EIP-6800; `crate-crypto/verkle-trie-ref`; the order of openings and the formats are those of go-verkle
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

/// How many keys a witness may have.
pub const MAX_KEYS: usize = 1 << 18;

/// What keys of a tree hold, what is to be written there, and a proof of the former.
///
/// The fields are as received: [`verify`](Self::verify) is where they are checked.
///
/// # What a witness proves
///
/// [`WitnessVersion::Bound`] proves all it shows: current values, absence, and the root after writes, as true as the
/// root before. [`WitnessVersion::Plain`], the format of all clients, proves the same if
/// [`PartialTree::unbound`] is empty. Otherwise a node listed there, shown as a branch, may be a leaf of the tree. No
/// verifier of the format can tell. The proofs stand at [`WitnessVersion`].
///
/// What a prover can do with such a leaf at depth `d`, of stem `s`:
///
/// * *Absence of `s` itself.* The byte `s[d]` decides. 4 to 255: always, since the leaf holds 0 there. 3 and 2: the
///   half `C2` or `C1`, which has that place, poses as a branch in turn, without a child at `s[d + 1]` unless a value
///   is written there; a half without values is no child. 1: the leaf holds the stem there, as a number. It passes for
///   the hash of a child if someone knows a vector with that hash. A hashed stem is such a hash if the hash is below
///   `2^248`, as one in 29 is, and everyone knows its vector who knows address and position: so an ordinary present
///   key can be shown absent. 0: never, since the leaf holds 1 there.
/// * *The root after a write.* Another stem with the same `d` bytes is absent, and truly so. But a write to it
///   goes below the leaf that poses as a branch, where the tree would make a branch: the root after is another one.
/// * *Presence.* It is proved for stems that are hashes of addresses and positions ([`KeyHasher`](crate::KeyHasher)).
///   Who may write under stems of his choice can choose one that is the hash of a leaf that he has made up, and have
///   that leaf shown below it.
///
/// So a client that verifies a plain witness with unbound branches takes neither absence nor
/// [`PartialTree::root_after`] from it alone. It compares the root after with one that another party vouches for: a
/// full node that holds the tree, or a proposer who loses a bond if it is wrong. Or it asks for `Bound`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "json::Witness", try_from = "json::Witness"))]
pub struct Witness {
    /// The keys by stem, ascending.
    pub stems: Vec<StemDiff>,
    /// The proof of the current values.
    pub proof: Proof,
}

/// The keys of one stem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StemDiff {
    /// The stem.
    pub stem: Stem,
    /// The suffixes, ascending; at least one.
    pub suffixes: Vec<SuffixDiff>,
}

/// One key's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuffixDiff {
    /// The suffix.
    pub suffix: u8,
    /// What the tree holds, `None` if the key was never written. This is proved.
    pub current: Option<Value>,
    /// What is to be written, `None` if nothing. Nothing proves this: it is right if the root after it is the one that
    /// another party vouches for.
    pub new: Option<Value>,
}

/// The proof of a [`Witness`]: what the values alone do not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The stems of leaves that are in the way of stems asked for, where no other key asks for them; ascending.
    pub other_stems: Vec<Stem>,
    /// For each stem asked for, in order: what its path ends at (two bits: 0 nothing, 1 another stem's leaf, 2 its
    /// leaf), and `8 d` if that is `d` bytes deep. Where there is nothing, `d` counts the byte that has no child.
    pub statuses: Vec<u8>,
    /// The encoded commitments that are opened, by path, `C1` and `C2` after their leaf; the root's is left out.
    pub commitments: Vec<[u8; 32]>,
    /// Nothing makes the proof one of [`WitnessVersion::Plain`]. In [`WitnessVersion::Bound`]: the hash of child 0, or
    /// 0, little-endian, of each branch that no other opening tells from a leaf; each branch after those below it.
    pub first_children: Option<Vec<[u8; 32]>>,
    /// The argument for all openings: `D`, eight `L`, eight `R`, and the last scalar, little-endian.
    pub argument: [u8; 576],
}

impl Witness {
    /// The keys, in the order they have here.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.entries().map(|(key, _)| key)
    }

    /// The keys with their values, in the order they have here.
    pub fn entries(&self) -> impl Iterator<Item = (Key, &SuffixDiff)> {
        self.stems.iter().flat_map(|StemDiff { stem, suffixes }| {
            suffixes.iter().map(|diff| (Key { stem: *stem, suffix: diff.suffix }, diff))
        })
    }

    /// Sets the new values; for a key that occurs more than once the last value counts.
    ///
    /// # Errors
    /// [`Error::NotInWitness`] for a key that the witness has no entry for. Nothing has changed then. The stems must
    /// be in order, as [`Tree::prove`](crate::Tree::prove) leaves them.
    pub fn write(&mut self, entries: impl IntoIterator<Item = (Key, Value)>) -> Result<(), Error> {
        let mut places = Vec::new();
        for (key, value) in entries {
            let place = || {
                let stem = self.stems.binary_search_by_key(&key.stem, |diff| diff.stem).ok()?;
                let suffixes = &self.stems[stem].suffixes;
                Some((stem, suffixes.binary_search_by_key(&key.suffix, |diff| diff.suffix).ok()?))
            };
            places.push((place().ok_or(Error::NotInWitness { key })?, value));
        }
        for ((stem, suffix), value) in places {
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

/// A fault of a witness at a place that its JSON form names.
fn malformed(place: impl Into<String>, reason: impl Into<String>) -> Error {
    Error::Witness { place: place.into(), reason: reason.into() }
}

/// One after the other, none the same.
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
