//! Keys of the tree, and the Pedersen hash that derives them (EIP-6800, "Header values" and "Storage").

use core::cmp::Ordering;

use rayon::prelude::*;
use vorpal_fields::byte_conversions;
use vorpal_ipa::{Commitment, Committer, Scalar};

use crate::{Error, Position};

/// The first 31 bytes of a key, which identify a leaf.
pub type Stem = [u8; 31];

/// An address in the form that the tree hashes: 32 bytes. A 20-byte address is padded with twelve leading zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(pub [u8; 32]);

impl From<[u8; 20]> for Address {
    fn from(address: [u8; 20]) -> Self {
        let mut bytes = [0; 32];
        bytes[12..].copy_from_slice(&address);
        Self(bytes)
    }
}

/// A key of the tree: a stem and a suffix. Keys are ordered as [their bytes](Self::to_bytes).
///
/// ```
/// use vorpal_tree::Key;
/// let key = Key::from([7; 32]);
/// assert_eq!(key.to_string(), format!("0x{}", "07".repeat(32)));
/// assert_eq!(key.to_string().parse(), Ok(key));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Identifies the leaf.
    pub stem: Stem,
    /// Identifies the value in the leaf.
    pub suffix: u8,
}

impl From<[u8; 32]> for Key {
    fn from(bytes: [u8; 32]) -> Self {
        let mut stem = [0; 31];
        stem.copy_from_slice(&bytes[..31]);
        Self { stem, suffix: bytes[31] }
    }
}

impl Key {
    /// The 32 bytes `stem || suffix`.
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = [self.suffix; 32];
        bytes[..31].copy_from_slice(&self.stem);
        bytes
    }
}

byte_conversions!(Key, Error, [u8; 32], "a key of the tree", Key::to_bytes, |bytes: &[u8; 32]| Ok::<
    Key,
    Error,
>(Key::from(
    *bytes
)));
byte_conversions!(
    Address,
    Error,
    [u8; 32],
    "an address of 32 bytes",
    |address: &Address| address.0,
    |bytes: &[u8; 32]| Ok::<Address, Error>(Address(*bytes))
);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        // Stems are hashes, so the first eight bytes nearly always differ. Comparing them needs no call of `memcmp`.
        let [a, b] = [self, other].map(|key| key.stem.first_chunk().map(|first| u64::from_be_bytes(*first)));
        a.cmp(&b).then_with(|| (&self.stem, self.suffix).cmp(&(&other.stem, other.suffix)))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The length in bytes of the hash input of a stem: an address and a tree index.
const KEY_INPUT: usize = 64;

/// The maximal number of entries in one batch of [`KeyHasher::keys`]. Each entry takes half a KiB of temporary memory.
const MAX_BATCH: usize = 1 << 13;

/// The minimal number of entries in one batch: with fewer, the inversion of the batch costs too much per entry.
const MIN_BATCH: usize = 1 << 8;

/// Computes Pedersen hashes and keys.
#[derive(Clone, Debug)]
pub struct KeyHasher<'a> {
    committer: &'a Committer,
    /// The commitment to the first element of the vector, for an input of [`KEY_INPUT`] bytes.
    start: Commitment,
}

impl<'a> KeyHasher<'a> {
    /// A hasher over the committer's basis.
    pub fn new(committer: &'a Committer) -> Self {
        Self { committer, start: committer.commit_sparse([(0, length_element(KEY_INPUT))]) }
    }

    /// The commitment to `(2 + 256 length, c_0, c_1, ...)`. Here `length` is the length of the input in bytes, and the
    /// `c_i` are its chunks of 16 bytes as little-endian integers.
    ///
    /// # Errors
    /// [`Error::HashInput`] if there are more than 255 chunks.
    pub fn commitment(&self, input: &[u8]) -> Result<Commitment, Error> {
        if input.len() > 255 * 16 {
            return Err(Error::HashInput { found: input.len() });
        }
        let start = self.committer.commit_sparse([(0, length_element(input.len()))]);
        Ok(self.extend(start, 1, input))
    }

    /// `pedersen_hash` of EIP-6800: the [`commitment`](Self::commitment) mapped to the scalar field, as 32
    /// little-endian bytes.
    ///
    /// # Errors
    /// [`Error::HashInput`] if there are more than 255 chunks.
    pub fn hash(&self, input: &[u8]) -> Result<[u8; 32], Error> {
        Ok(self.commitment(input)?.map_to_scalar_field().to_le_bytes())
    }

    /// `commitment + sum of c_i G_(first + i)` over the chunks of the input. The index `first + i` must not exceed 255.
    fn extend(&self, commitment: Commitment, first: u8, input: &[u8]) -> Commitment {
        let chunks = input.chunks(16).map(Scalar::from_le_bytes_reduced);
        self.committer.commit_delta(commitment, (first..=255).zip(chunks))
    }

    /// The key of each position of each account, in order.
    ///
    /// A stem is `hash(address || tree index)` without its last byte. Consecutive entries of one account share the part
    /// of the commitment for the address. Consecutive entries with one stem share the whole commitment. Up to 8192
    /// entries form one batch of commitments and share an inversion. Runs on the caller's rayon pool.
    pub fn keys(&self, entries: &[(Address, Position)]) -> Vec<Key> {
        // One batch for each thread: waiting for all threads after every step costs more than an inversion per thread.
        let length = entries.len().div_ceil(rayon::current_num_threads()).clamp(MIN_BATCH, MAX_BATCH);
        let parts: Vec<Vec<Key>> = entries.par_chunks(length).map(|part| self.keys_of_part(part)).collect();
        parts.concat()
    }

    fn keys_of_part(&self, entries: &[(Address, Position)]) -> Vec<Key> {
        let mut keys = Vec::with_capacity(entries.len());
        for (group, stem) in entries.chunk_by(same_stem).zip(self.stems(entries)) {
            keys.extend(group.iter().map(|(_, position)| Key { stem, suffix: position.suffix() }));
        }
        keys
    }

    /// The stem of each run of consecutive entries with the same stem.
    fn stems(&self, entries: &[(Address, Position)]) -> impl Iterator<Item = Stem> {
        let runs: Vec<&[(Address, Position)]> = entries.chunk_by(|a, b| a.0 == b.0).collect();
        let addresses: Vec<_> = runs.iter().map(|run| elements(1, &run[0].0.0)).collect();
        let accounts = self.committer.commit_delta_batch(&vec![self.start; runs.len()], &addresses);
        // The tree index of an account's header is zero, and then both elements are zero.
        let stems = runs.iter().zip(accounts).flat_map(|(run, account)| {
            run.chunk_by(same_stem).map(move |group| (account, elements(3, group[0].1.tree_index())))
        });
        let (accounts, indices): (Vec<Commitment>, Vec<_>) = stems.unzip();
        let commitments = self.committer.commit_delta_batch(&accounts, &indices);
        let hashes = Commitment::map_to_scalar_field_batch_parallel(&commitments);
        hashes.into_iter().map(|hash| Key::from(hash.to_le_bytes()).stem)
    }
}

/// The two vector elements of 32 bytes of input, with the indices `first` and `first + 1`.
fn elements(first: u8, input: &[u8; 32]) -> [(u8, Scalar); 2] {
    let [low, high] = [&input[..16], &input[16..]].map(Scalar::from_le_bytes_reduced);
    [(first, low), (first + 1, high)]
}

fn same_stem(a: &(Address, Position), b: &(Address, Position)) -> bool {
    a.0 == b.0 && a.1.tree_index() == b.1.tree_index()
}

fn length_element(length: usize) -> Scalar {
    Scalar::from(2 + 256 * length as u64)
}
