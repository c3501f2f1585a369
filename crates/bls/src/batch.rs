//! Signature sets that arrive one after the other.
//!
//! # Soundness
//!
//! As in [`sets`](crate::sets), but for the third step: each set gets its weight when it arrives, before later sets are
//! known. A batch begins with 256 secret random bits. Its state is a chain of hashes: of these bits and of all entries
//! so far, and a weight is a hash of the state after its own entry. To someone who does not know the bits, all weights
//! are uniform and independent, in the random oracle model, whenever the sets are chosen: weights are never shown. So
//! the lemma of [`Weights`](vorpal_msm::Weights) bounds each product by `2^-128`, and the verdict as for `verify_sets`.
//!
//! Batches with bits of their own have independent weights. So they may be merged in any order, and each set keeps its
//! weight.
//!
//! *If the bits become known*, the weights of one batch are still bound to all its entries: the last invalid set of a
//! product is fixed before its weight, so `t` hashes find a wrong verdict with a probability of about `t 2^-128` for
//! each product. This does not hold for merged batches: with known bits, the sums of several batches can be combined by
//! a generalised birthday attack. So there is no constructor without randomness.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Formatter};

use sha2::{Digest, Sha256};

#[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
use crate::Error;
use crate::PublicKey;
use crate::sets::{Claims, SignatureSet, entry, invalid, key_sums};
use crate::signature::Signature;
use crate::suite::Suite;
use crate::variant::Variant;
use crate::verified::Verified;

/// The domain separator of the weights.
const PROTOCOL: &[u8] = b"vorpal BLS batch of arriving sets, version 1";

/// The number of sets whose signatures are decoded and whose messages are hashed together.
const AT_ONCE: usize = 16;

/// A batch of signature sets that arrive one after the other, each with an id of the caller.
///
/// The work that a set needs alone is done as sets arrive, sixteen at a time: the sum of its keys, decoding, hashing.
/// [`finish`](Self::finish) checks membership, adds, and computes the pairings. Threads fill batches of their own, and
/// [`merge`](Self::merge) joins them.
///
/// ```
/// use vorpal_bls::{Batch, MinPk, SecretKey, Suite};
/// let suite = Suite::<MinPk>::possession();
/// let secret = SecretKey::from_be_bytes(&[1; 32])?;
/// let (keys, signature) = ([secret.public_key()], secret.sign(&suite, b"block 1").to_bytes());
/// let mut batch = Batch::new(&suite)?;
/// batch.add_encoded("peer 1", &signature, &keys, b"block 1");
/// batch.add_encoded("peer 2", &signature, &keys, b"block 2");
/// batch.add_encoded("peer 3", &signature[1..], &keys, b"block 1");
/// let finished = batch.finish();
/// assert_eq!((*finished.verified[0], finished.invalid), ("peer 1", vec!["peer 2", "peer 3"]));
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
pub struct Batch<V: Variant, I> {
    suite: Suite<V>,
    /// The hash of the random bits and of all entries.
    state: [u8; 32],
    /// The ids in order of arrival, each with its claim; without one if the signature is malformed.
    members: Vec<(I, Option<usize>)>,
    claims: Claims<V>,
    weights: Vec<u128>,
    /// The index of the hash of each message.
    messages: BTreeMap<Vec<u8>, usize>,
    waiting: Vec<Waiting<V, I>>,
}

/// A set that has not been hashed.
struct Waiting<V: Variant, I> {
    id: I,
    signature: Encoded<V>,
    key: Option<PublicKey<V>>,
    /// The message, with augmentation.
    message: Vec<u8>,
}

/// A signature as it arrived.
enum Encoded<V: Variant> {
    Bytes(Vec<u8>),
    Decoded(Signature<V>),
}

/// The sets of a finished [`Batch`], by the ids of the caller, in order of arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Finished<I> {
    /// The ids of the valid sets.
    pub verified: Vec<Verified<I>>,
    /// The ids of the sets that are invalid or malformed.
    pub invalid: Vec<I>,
}

impl<V: Variant, I> Batch<V, I> {
    /// An empty batch, with 256 random bits of the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`] if it provides none.
    #[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub fn new(suite: &Suite<V>) -> Result<Self, Error> {
        let mut random = [0; 32];
        getrandom::fill(&mut random).map_err(|_| Error::Randomness)?;
        Ok(Self::with_randomness(suite, &random))
    }

    /// An empty batch, with 256 random bits of the caller.
    ///
    /// The caller draws the bits from a cryptographically secure source, for this batch alone, and nobody else knows
    /// them until the batch is finished. Two batches with the same bits must not be merged.
    pub fn with_randomness(suite: &Suite<V>, random: &[u8; 32]) -> Self {
        Self {
            suite: suite.clone(),
            state: Sha256::new().chain_update(PROTOCOL).chain_update(random).finalize().into(),
            members: Vec::new(),
            claims: Claims::new(),
            weights: Vec::new(),
            messages: BTreeMap::new(),
            waiting: Vec::new(),
        }
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.members.len() + self.waiting.len()
    }

    /// Whether there are no sets.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a set.
    pub fn add(&mut self, id: I, set: &SignatureSet<'_, V>) {
        self.wait(id, Encoded::Decoded(set.signature), set.keys, set.message);
    }

    /// Adds a set whose signature is encoded. A malformed one is an invalid set.
    pub fn add_encoded(&mut self, id: I, signature: &[u8], keys: &[PublicKey<V>], message: &[u8]) {
        self.wait(id, Encoded::Bytes(signature.to_vec()), keys, message);
    }

    fn wait(&mut self, id: I, signature: Encoded<V>, keys: &[PublicKey<V>], message: &[u8]) {
        let key = key_sums(&self.suite, &[keys])[0];
        let message =
            key.map_or_else(|| message.to_vec(), |key| self.suite.hashed(&key, message).into_owned());
        self.waiting.push(Waiting { id, signature, key, message });
        if self.waiting.len() >= AT_ONCE {
            self.settle();
        }
    }

    /// Decodes and hashes the sets that wait, and gives them weights.
    fn settle(&mut self) {
        let waiting = core::mem::take(&mut self.waiting);
        let mut fresh = Vec::new();
        for set in &waiting {
            if !self.messages.contains_key(&set.message) {
                self.messages.insert(set.message.clone(), self.claims.hashes.len() + fresh.len());
                fresh.push(&set.message[..]);
            }
        }
        self.claims.hashes.extend(self.suite.hash_all_vartime(&fresh));
        let encodings: Vec<&[u8]> = waiting.iter().filter_map(Waiting::bytes).collect();
        let mut decoded = Signature::decode_batch(&encodings).into_iter();
        for set in waiting {
            let signature = match set.signature {
                Encoded::Decoded(signature) => Some(signature),
                Encoded::Bytes(_) => decoded.next().and_then(Result::ok),
            };
            let claim = signature.map(|signature| {
                self.claims.signatures.push(signature);
                self.claims.keys.push(set.key);
                self.claims.groups.push(self.messages[&set.message]);
                let weight = self.next_weight();
                self.weights.push(weight);
                self.weights.len() - 1
            });
            self.members.push((set.id, claim));
        }
    }

    /// The weight of the last claim.
    fn next_weight(&mut self) -> u128 {
        let entry = entry(&self.claims, self.claims.len() - 1);
        self.state = Sha256::new().chain_update(self.state).chain_update(entry).finalize().into();
        let digest: [u8; 32] = self.derived(b"weight");
        let (halves, _) = digest.as_chunks::<16>();
        u128::from_le_bytes(halves[0])
    }

    /// A hash of the state.
    fn derived(&self, purpose: &[u8]) -> [u8; 32] {
        Sha256::new().chain_update(purpose).chain_update(self.state).finalize().into()
    }

    /// Appends the sets of another batch of the same suite, which keep their weights. The result is that of one batch
    /// with all sets.
    ///
    /// The two batches must have been made with different random bits.
    ///
    /// # Panics
    /// If the suites differ.
    pub fn merge(&mut self, mut other: Self) {
        assert!(self.suite == other.suite, "batches of different suites");
        self.settle();
        other.settle();
        let first = self.claims.len();
        let mut places = alloc::vec![0; other.claims.hashes.len()];
        for (message, place) in core::mem::take(&mut other.messages) {
            let hashes = &mut self.claims.hashes;
            let hash = other.claims.hashes[place];
            places[place] = *self.messages.entry(message).or_insert_with(|| {
                hashes.push(hash);
                hashes.len() - 1
            });
        }
        self.claims.groups.extend(other.claims.groups.iter().map(|group| places[*group]));
        self.claims.keys.append(&mut other.claims.keys);
        self.claims.signatures.append(&mut other.claims.signatures);
        self.weights.append(&mut other.weights);
        let members = other.members.into_iter();
        self.members.extend(members.map(|(id, claim)| (id, claim.map(|claim| first + claim))));
        self.state = Sha256::new().chain_update(self.state).chain_update(other.state).finalize().into();
    }

    /// Verifies all sets.
    pub fn finish(mut self) -> Finished<I> {
        self.settle();
        let mut is_wrong = alloc::vec![false; self.claims.len()];
        let bits = self.derived(b"membership");
        for claim in invalid(&self.claims, || self.weights, Some(&bits)) {
            is_wrong[claim] = true;
        }
        let mut finished = Finished { verified: Vec::new(), invalid: Vec::new() };
        for (id, claim) in self.members {
            match claim {
                Some(claim) if !is_wrong[claim] => finished.verified.push(Verified::new(id)),
                _ => finished.invalid.push(id),
            }
        }
        finished
    }
}

impl<V: Variant, I> Waiting<V, I> {
    /// The bytes of an encoded signature.
    fn bytes(&self) -> Option<&[u8]> {
        match &self.signature {
            Encoded::Bytes(bytes) => Some(bytes),
            Encoded::Decoded(_) => None,
        }
    }
}

/// Without the secret bits.
impl<V: Variant, I> Debug for Batch<V, I> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("sets", &self.len()).finish_non_exhaustive()
    }
}
