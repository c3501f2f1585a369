//! Verification of many signatures at once, which names the wrong ones.
//!
//! A set has a signature `S`, keys and a message `m`. Let `K` be the sum of its keys and `H` the point to which `m` is
//! hashed. Alone it is valid if and only if it has keys, `K` is not infinity, `S` is in the subgroup, and
//!
//! ```text
//! D = e(K, H) / e(G, S) = 1
//! ```
//!
//! A batch is verified by products `prod of D_i^(a_i)` with weights `a_i` of 128 bits:
//!
//! ```text
//! prod over messages m of e(sum over its sets of a_i K_i, H(m))  e(-G, sum of a_i S_i) = 1
//! ```
//!
//! So there are one hash and one Miller loop for each distinct message, one more for all signatures, and one final
//! exponentiation.
//!
//! # Soundness
//!
//! The order of the steps is what makes it sound:
//!
//! 1. *Keys.* A set without keys, or with a `K` that is infinity, is invalid, and in no product. The sum is that of the
//!    set itself. Keys that cancel inside a set are found here; a sum over several sets would hide them. Keys that
//!    cancel across sets of a message are harmless: each `K_i` has its own weight.
//! 2. *Membership.* Every `S` is checked to be in the subgroup, before any sum: exactly, or by
//!    [`subgroup_randomised`](vorpal_msm::subgroup_randomised), which errs with a probability of at most `2^-128`. A
//!    set that fails is invalid and in no product. Without this step, components of small order could cancel, or
//!    vanish in the final exponentiation. After it, every `D_i` is an element of GT, a group of the prime order
//!    `r > 2^128`: keys are in the subgroup by their type, and hashed points by the cofactor. For keys that are not,
//!    which were made unchecked, nothing is proved.
//! 3. *Weights.* [`Weights`] derives them from all sets, those that are invalid too, in their order and with their
//!    number, and with feature `getrandom` from 256 random bits, which are drawn after all sets are fixed. An entry is
//!    SHA-256 of the encodings of `K_i`, `H_i` and `S_i`, which determine `D_i`; a `K` that does not exist is encoded
//!    as infinity. So the bytes of an entry determine its `D_i`, and whether it is in a product. Steps 2 and 3 may run
//!    at once: neither uses a result of the other.
//! 4. *Products.* The first one is over all sets that passed steps 1 and 2. If it is one, all of them are valid. Else
//!    ranges are halved, in an order that the messages determine. So the ranges do not depend on weights.
//!
//! By the lemma of [`Weights`], for the group GT, a product over a range with an invalid set is one with a probability
//! of at most `2^-128`. An invalid set is named, unless the product of one of its ranges is one. There are fewer than
//! `2 n` ranges of `n` sets, so the probability that any invalid set is not named is at most `2 n 2^-128` in each call.
//! A batch with an invalid set is accepted if the first product is one: with a probability of at most `2^-127`, that of
//! step 2 included. A valid set is never named, as its `D` is one, and its range of one set has the value one: the
//! values of halves are exact quotients.
//!
//! *What an attacker may choose*: all keys, messages and signatures of all sets, their order, repetitions, and sets
//! that are invalid for any reason, with knowledge of everything but the random bits. Nothing may be chosen after these
//! bits are known. Without randomness an attacker computes the weights: with `t` hashes the probability of
//! finding a batch with a wrong verdict is at most `t` times as large, plus `t^2 2^-256`.
//!
//! Two faults of one message may cancel, if both sets have the same weight or none. The tests do this to planted
//! verifiers without weights, with one weight for a message, and without step 2.
//!
//! Sources: M. Bellare, J. Garay, T. Rabin, "Fast batch verification for modular exponentiation and digital
//! signatures", 1998; V. Buterin, "Fast verification of multiple BLS signatures", 2019; M. Law, B. Matt, "Finding
//! invalid signatures in pairing-based batches", 2007 (halving with the values of ranges).

mod claims;
mod multiples;
mod parts;
mod search;

use alloc::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_msm::Weights;
use vorpal_threads::map;

use crate::PublicKey;
use crate::signature::Signature;
use crate::suite::Suite;
use crate::variant::Variant;
use crate::verdict::Verdict;

pub(crate) use claims::{Claims, key_sums};
pub(crate) use search::invalid;

/// The domain separator of the weights.
const PROTOCOL: &[u8] = b"vorpal BLS signature sets, version 1";

/// A signature with its keys and its message, as a batch of Ethereum has many: one key for a block or a deposit, some
/// hundred for an attestation.
///
/// With several keys, the signature is the sum of their signatures of the message. That is safe only for keys whose
/// owners have proved that they have the secret keys.
#[derive(Clone, Copy, Debug)]
pub struct SignatureSet<'a, V: Variant> {
    /// The signature.
    pub signature: Signature<V>,
    /// The keys. A set without keys is invalid, and so is one whose keys add up to infinity.
    pub keys: &'a [PublicKey<V>],
    /// The message.
    pub message: &'a [u8],
}

/// Verification of sets.
impl<V: Variant> Suite<V> {
    /// Whether every set is valid, as [`fast_aggregate_verify`](Suite::fast_aggregate_verify) would find for each
    /// alone, and which are not. No sets are not valid.
    ///
    /// Sets of the same message share its hash and its Miller loop. Each further set of a message takes a membership
    /// check, two weighted additions, and the sum of its keys.
    ///
    /// Naming takes about `log2 n` further products for one wrong set among `n`, and at most about as many for each
    /// further one. In the worst case all sets are wrong: about `n` products. Whoever sends wrong sets chooses this
    /// cost. Batches of sets of one sender bound what it costs the others.
    ///
    /// A wrong verdict has a probability of at most `2 n 2^-128` for each call, whatever an attacker chooses; without
    /// randomness, `t` times that for an attacker who computes `t` hashes. There is none without feature `getrandom`,
    /// or if the operating system provides none. The documentation of the module in the source has the proof.
    ///
    /// ```
    /// use vorpal_bls::{MinPk, SecretKey, SignatureSet, Suite, Verdict};
    /// let suite = Suite::<MinPk>::possession();
    /// let secret = SecretKey::from_be_bytes(&[1; 32])?;
    /// let keys = [secret.public_key()];
    /// let signature = secret.sign(&suite, b"block 1").into();
    /// let set = |message| SignatureSet { signature, keys: &keys, message };
    /// assert_eq!(suite.verify_sets(&[set(b"block 1")]), Verdict::Valid);
    /// assert_eq!(suite.verify_sets(&[set(b"block 1"), set(b"block 2")]), Verdict::Invalid(vec![1]));
    /// # Ok::<(), vorpal_bls::Error>(())
    /// ```
    pub fn verify_sets(&self, sets: &[SignatureSet<'_, V>]) -> Verdict {
        self.sets_with(sets, None)
    }

    /// As [`verify_sets`](Self::verify_sets) with 256 random bits of the caller, for targets without an operating
    /// system: see [`Weights::with_randomness`] for what the caller guarantees.
    pub fn verify_sets_with_randomness(&self, sets: &[SignatureSet<'_, V>], random: &[u8; 32]) -> Verdict {
        self.sets_with(sets, Some(random))
    }

    fn sets_with(&self, sets: &[SignatureSet<'_, V>], random: Option<&[u8; 32]>) -> Verdict {
        verdict_on(&Claims::of_sets(self, sets), random)
    }
}

/// The verdict on claims that are all known: they get their weights here.
pub(crate) fn verdict_on<V: Variant>(claims: &Claims<V>, random: Option<&[u8; 32]>) -> Verdict {
    Verdict::of(claims.len(), invalid(claims, || weights(claims, random), random))
}

/// The weights of all claims; the weight 1 of a single one.
fn weights<V: Variant>(claims: &Claims<V>, random: Option<&[u8; 32]>) -> Vec<u128> {
    let number = claims.len();
    if number <= 1 {
        // One claim needs no weight: the weight 1 is as good as any other.
        return alloc::vec![1; number];
    }
    let all: Vec<usize> = (0..number).collect();
    let entries = map(&all, |claim| entry(claims, *claim)).into_iter();
    let weights = match random {
        Some(random) => Weights::with_randomness(PROTOCOL, entries, random),
        None => Weights::of(PROTOCOL, entries),
    };
    (0..number).map(|claim| weights.weight(claim)).collect()
}

/// The bytes of a claim, which determine its equation.
pub(crate) fn entry<V: Variant>(claims: &Claims<V>, claim: usize) -> [u8; 32] {
    let [key, hash, signature] = claims.encodings(claim);
    Sha256::new().chain_update(key).chain_update(hash).chain_update(signature).finalize().into()
}

#[cfg(test)]
mod tests {
    use crate::{MinPk, SecretKey};

    use super::*;

    /// Whoever can change a part of a set without changing the weights can choose it after them.
    #[test]
    fn weights_depend_on_every_part_of_a_set() {
        let suite = Suite::<MinPk>::possession();
        let secrets: Vec<SecretKey> =
            (1..5).map(|byte| SecretKey::from_be_bytes(&[byte; 32]).unwrap()).collect();
        let keys: Vec<PublicKey<MinPk>> = secrets.iter().map(SecretKey::public_key).collect();
        let signature = |secret: usize, message: &[u8]| secrets[secret].sign(&suite, message).into();
        let set = |keys, message, signature| SignatureSet { signature, keys, message };
        let first = set(&keys[..2], b"first", signature(0, b"first"));
        let opposite = [keys[3], PublicKey::from_point(-*keys[3].point()).unwrap()];
        // Other keys, one key fewer, one more, and none; another message; another signature.
        let sets = [
            first,
            set(&keys[1..3], first.message, first.signature),
            set(&keys[..1], first.message, first.signature),
            set(&keys[..3], first.message, first.signature),
            set(&[], first.message, first.signature),
            set(first.keys, b"second", first.signature),
            set(first.keys, first.message, signature(1, b"first")),
        ];
        let claims = Claims::of_sets(&suite, &sets);
        let mut entries: Vec<[u8; 32]> = (0..sets.len()).map(|claim| entry(&claims, claim)).collect();
        // By definition.
        let random = [7; 32];
        let expected = Weights::with_randomness(PROTOCOL, entries.clone().into_iter(), &random);
        let expected: Vec<u128> = (0..sets.len()).map(|claim| expected.weight(claim)).collect();
        assert_eq!(weights(&claims, Some(&random)), expected);
        entries.sort_unstable();
        entries.dedup();
        assert_eq!(entries.len(), sets.len());
        // Keys whose sum is infinity are in no equation, like no keys.
        let none = Claims::of_sets(
            &suite,
            &[set(&[], b"m", first.signature), set(&opposite, b"m", first.signature)],
        );
        assert_eq!(entry(&none, 0), entry(&none, 1));
    }

    /// One set has the weight 1; two have others, which differ from call to call.
    #[test]
    #[cfg(feature = "getrandom")]
    fn weights_contain_randomness() {
        let suite = Suite::<MinPk>::possession();
        let secret = SecretKey::from_be_bytes(&[1; 32]).unwrap();
        let (keys, signature) = ([secret.public_key()], secret.sign(&suite, b"m").into());
        let set = SignatureSet { signature, keys: &keys, message: b"m" };
        let draw = |sets: &[SignatureSet<'_, MinPk>]| weights(&Claims::of_sets(&suite, sets), None);
        assert_eq!((draw(&[]), draw(&[set])), (alloc::vec![], alloc::vec![1]));
        let mut drawn = [draw(&[set, set]), draw(&[set, set])].concat();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 4);
    }
}
