//! Random weights for combining many checks into one, for authors of batch verification.
//!
//! A batch has entries `0, .., n - 1`. Entry `i` is valid if and only if a point `D_i` is the identity of a group of
//! prime order `q > 2^128`. Instead of every `D_i`, the verifier checks sums:
//!
//! ```text
//! sum of a_i D_i over the entries i of a set S = 0        with weights 0 <= a_i < 2^128
//! ```
//!
//! # Soundness
//!
//! **Lemma.** Let `S` and the `D_i` be fixed, some `D_j != 0` with `j` in `S`, and `a_j` uniform below `2^128` and
//! independent of the other weights. Then the sum is zero with a probability of at most `2^-128`.
//!
//! *Proof.* Fix the other weights. The sum is zero if and only if `a_j D_j` is a certain point. `D_j` generates the
//! group, so this holds for one residue of `a_j` modulo `q`, hence for at most one weight, since `q > 2^128`. ∎
//!
//! The lemma requires weights that are drawn after the `D_i` are fixed. [`Weights::of`] first hashes all entries, in
//! their order and with their number, and then derives the weights: `a_i = H(seed, i)` with
//! `seed = H(random, protocol, n, entries)`. Let a verification check `k` sums over sets that do not depend on the
//! weights, and let `H` be a random oracle.
//!
//! * **Without randomness.** An attacker chooses the whole batch and can compute the weights. Every entry determines
//!   its `D_i`, and all entries determine the seed. Changing, adding, removing or moving an entry, valid, invalid or
//!   malformed, gives new weights for all entries, independent of the old ones. For one batch the lemma bounds the
//!   probability of an incorrect verdict by `k 2^-128`. An attacker who computes `t` hashes tries at most `t` batches
//!   and finds such a batch with a probability of at most `t k 2^-128`, plus `t^2 2^-256` for two batches with the same
//!   seed.
//! * **With randomness** (feature `getrandom`, if the operating system provides it, or [`Weights::with_randomness`]).
//!   256 random bits are drawn after the batch is fixed. The weights are uniform for anyone who does not know these
//!   bits, so the probability is at most `k 2^-128` for each verification, whatever the attacker computed before. If
//!   the random bits are predictable, the first argument still holds.
//!
//! Requirements on the caller:
//!
//! 1. Every entry of the batch, valid or not, is hashed, at its position.
//! 2. The bytes of an entry determine whether it enters a sum, and its `D_i`. A collision-resistant hash of the
//!    determining data suffices.
//! 3. The sets `S` are determined by the bytes of the entries, not by weights. A tree of `m` entries that is halved has
//!    `k < 2 m` sets.
//!
//! Source: M. Bellare, J. Garay, T. Rabin, "Fast batch verification for modular exponentiation and digital signatures",
//! 1998, section 3 (random exponents); A. Fiat, A. Shamir, "How to prove yourself", 1986 (weights from a hash).

use alloc::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::EncodableField;

/// The domain separator of these hashes.
const DOMAIN: &[u8] = b"vorpal weights of a batch, version 1";

/// A weight of 128 bits for each entry of a batch, bound to all entries, their order and their number.
///
/// ```
/// use vorpal_msm::Weights;
/// let entries = [[1u8; 64], [2; 64]];
/// let weights = Weights::of(b"an example", entries.into_iter());
/// assert_ne!(weights.weight(0), weights.weight(1));
/// ```
///
/// Let an entry be valid exactly if a point `D_i` of a group of prime order is the identity, and let `a_i` be the
/// weights. If `sum of a_i D_i` is the identity, all entries are valid, except with a probability of at most 2^-128;
/// without randomness, `t` times that for an attacker who computes `t` hashes. The source of this module has the proof.
/// The caller guarantees:
///
/// 1. Every entry of the batch, valid or not, is hashed, at its position.
/// 2. The bytes of an entry determine its `D_i`: they contain the statement, the proof and its context, or a
///    collision-resistant hash of these.
/// 3. Which entries are in a sum does not depend on weights.
///
/// ```
/// use vorpal_curves::pallas::{Affine, Scalar};
/// use vorpal_msm::{Weights, msm_vartime};
/// // Each entry claims that the point is the integer times the generator.
/// let holds = |claims: &[(u64, Affine)]| {
///     let entry = |&(integer, point): &(u64, Affine)| {
///         let (mut bytes, encoded) = ([0; 40], <[u8; 32]>::from(point));
///         bytes[..8].copy_from_slice(&integer.to_le_bytes());
///         bytes[8..].copy_from_slice(&encoded);
///         bytes
///     };
///     let weights = Weights::of(b"an example", claims.iter().map(entry));
///     let (mut points, mut scalars) = (vec![Affine::GENERATOR], vec![Scalar::ZERO]);
///     for (i, (integer, point)) in claims.iter().enumerate() {
///         let weight = Scalar::from_u128(weights.weight(i));
///         scalars[0] += weight * Scalar::from(*integer);
///         points.push(-point);
///         scalars.push(weight);
///     }
///     msm_vartime(&points, &scalars).map(|sum| bool::from(sum.is_identity()))
/// };
/// let claim = |integer| (integer, (Affine::GENERATOR * Scalar::from(integer)).to_affine());
/// assert!(holds(&[claim(3), claim(5)])?);
/// assert!(!holds(&[claim(3), (6, claim(5).1)])?);
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone)]
pub struct Weights {
    weights: Vec<u128>,
}

impl Weights {
    /// The weights of a batch, one per entry, with 256 random bits if a source of randomness is available. `protocol`
    /// is a domain separator for the caller's protocol.
    ///
    /// Costs SHA-256 of all entries, and of 40 bytes for every two weights; 16 bytes of memory per entry.
    pub fn of<const BYTES: usize>(
        protocol: &[u8],
        entries: impl ExactSizeIterator<Item = [u8; BYTES]>,
    ) -> Self {
        Self::derive(protocol, entries, random().as_ref().map_or(&[], |bytes| bytes.as_slice()))
    }

    /// As [`of`](Self::of) with 256 random bits of the caller, for targets without an operating system.
    ///
    /// The caller must draw the bits from a cryptographically secure source, for this call alone, after the entries are
    /// fixed. Nobody who can change an entry may know them. If they are predictable, the weights are as good as
    /// [without randomness](Self::without_randomness).
    pub fn with_randomness<const BYTES: usize>(
        protocol: &[u8],
        entries: impl ExactSizeIterator<Item = [u8; BYTES]>,
        random: &[u8; 32],
    ) -> Self {
        Self::derive(protocol, entries, random)
    }

    /// As [`of`](Self::of) without a source of randomness: the entries determine the weights.
    pub fn without_randomness<const BYTES: usize>(
        protocol: &[u8],
        entries: impl ExactSizeIterator<Item = [u8; BYTES]>,
    ) -> Self {
        Self::derive(protocol, entries, &[])
    }

    fn derive<const BYTES: usize>(
        protocol: &[u8],
        entries: impl ExactSizeIterator<Item = [u8; BYTES]>,
        random: &[u8],
    ) -> Self {
        let announced = entries.len();
        let mut hash = before_entries(protocol, BYTES, announced, random);
        let mut found = 0;
        for entry in entries {
            hash.update(entry);
            found += 1;
        }
        assert_eq!(found, announced, "the iterator's length is exact");
        Self { weights: expand(hash.finalize().into(), announced) }
    }

    /// As [`of`](Self::of) for points, or as [`with_randomness`](Self::with_randomness) if randomness is given. An
    /// entry is the encoding of both stored elements.
    pub(crate) fn of_points<C: WeierstrassCurve<Base: EncodableField>>(
        protocol: &[u8],
        points: &[Affine<C>],
        randomness: Option<&[u8; 32]>,
    ) -> Self {
        let own = if randomness.is_none() { random() } else { None };
        let random = randomness.or(own.as_ref()).map_or(&[][..], |bytes| bytes.as_slice());
        let bytes = 2 * size_of::<<C::Base as EncodableField>::Bytes>();
        let mut hash = before_entries(protocol, bytes, points.len(), random);
        for point in points {
            let (x, y) = point.raw_coordinates();
            hash.update(x.to_le_bytes());
            hash.update(y.to_le_bytes());
        }
        Self { weights: expand(hash.finalize().into(), points.len()) }
    }

    /// The weight of an entry.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn weight(&self, entry: usize) -> u128 {
        self.weights[entry]
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }
}

/// The hash of everything before the entries: their number and the number of bytes of each.
fn before_entries(protocol: &[u8], bytes: usize, number: usize, random: &[u8]) -> Sha256 {
    let mut hash = Sha256::new();
    // Parts of variable length are prefixed with their length, so different inputs are different bytes.
    for part in [DOMAIN, random, protocol] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.update((bytes as u64).to_le_bytes());
    hash.update((number as u64).to_le_bytes());
    hash
}

/// Weights `2 i` and `2 i + 1` are the halves of `SHA-256(seed, i)`.
fn expand(seed: [u8; 32], number: usize) -> Vec<u128> {
    let mut weights = Vec::with_capacity(number);
    for pair in 0..number.div_ceil(2) as u64 {
        let digest: [u8; 32] =
            Sha256::new().chain_update(seed).chain_update(pair.to_le_bytes()).finalize().into();
        let (halves, _) = digest.as_chunks::<16>();
        weights.extend(halves.iter().map(|half| u128::from_le_bytes(*half)).take(number - weights.len()));
    }
    weights
}

/// Random bytes from the operating system, if available.
#[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
fn random() -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).ok().map(|()| bytes)
}

/// No source of randomness.
#[cfg(not(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown")))))]
fn random() -> Option<[u8; 32]> {
    None
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::vec;

    use super::*;

    type Batch = Vec<[u8; 3]>;

    fn of(protocol: &[u8], batch: &Batch, random: &[u8]) -> Vec<u128> {
        Weights::derive(protocol, batch.iter().copied(), random).weights
    }

    /// A second implementation of the definition, on a string of bytes.
    fn by_definition(protocol: &[u8], batch: &Batch, random: &[u8]) -> Vec<u128> {
        let mut text = Vec::new();
        for part in [DOMAIN, random, protocol] {
            text.extend((part.len() as u64).to_le_bytes());
            text.extend(part);
        }
        text.extend(3u64.to_le_bytes());
        text.extend((batch.len() as u64).to_le_bytes());
        text.extend(batch.concat());
        let seed = Sha256::digest(&text);
        let weight = |i: usize| {
            let digest = Sha256::digest([&seed[..], &(i as u64 / 2).to_le_bytes()].concat());
            u128::from_le_bytes(digest[16 * (i % 2)..][..16].try_into().unwrap())
        };
        (0..batch.len()).map(weight).collect()
    }

    #[test]
    fn weights_match_the_definition() {
        for number in [0, 1, 2, 3, 4, 7, 64, 65] {
            let batch: Batch = (0..number).map(|i| [i, 7, i / 2]).collect();
            for (protocol, random) in [(&b"a"[..], &[][..]), (b"", &[5; 32])] {
                assert_eq!(of(protocol, &batch, random), by_definition(protocol, &batch, random));
            }
            let public = Weights::without_randomness(b"a", batch.iter().copied());
            assert_eq!(public.weights, of(b"a", &batch, &[]));
            let random = Weights::with_randomness(b"a", batch.iter().copied(), &[5; 32]);
            assert_eq!(random.weights, of(b"a", &batch, &[5; 32]));
            assert_eq!((public.len(), public.is_empty()), (batch.len(), batch.is_empty()));
        }
    }

    /// Two batches that differ in any input have no weight in common.
    #[test]
    fn weights_depend_on_everything() {
        let batch: Batch = vec![[1; 3], [2; 3], [2; 3], [3; 3]];
        let mut batches = vec![(&b"protocol"[..], batch.clone(), vec![])];
        for i in 0..batch.len() {
            let mut changed = [batch.clone(), batch.clone(), batch.clone(), batch.clone()];
            changed[0][i][0] ^= 1;
            changed[1][i][2] ^= 0x80;
            changed[2].insert(i, [9; 3]);
            changed[3].remove(i);
            // Removing either of two equal neighbours gives the same batch.
            batches.extend(
                changed.into_iter().take(if i == 2 { 3 } else { 4 }).map(|c| (&b"protocol"[..], c, vec![])),
            );
        }
        let mut moved = batch.clone();
        moved.swap(0, 1);
        let longer = [batch.clone(), vec![[0; 3]]].concat();
        for other in [moved, longer, batch.iter().rev().copied().collect()] {
            batches.push((b"protocol", other, vec![]));
        }
        batches.push((b"protocols", batch.clone(), vec![]));
        batches.push((b"protoco", batch.clone(), vec![]));
        batches.push((b"protocol", batch.clone(), vec![0; 32]));
        batches.push((b"protocol", batch, vec![1; 32]));
        let all: Vec<u128> =
            batches.iter().flat_map(|(protocol, batch, random)| of(protocol, batch, random)).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn weights_have_128_bits() {
        let batch: Batch = vec![[0; 3]; 500];
        let weights = of(b"", &batch, &[]);
        assert_eq!(weights.iter().fold(0, |all, weight| all | weight), u128::MAX);
        assert_eq!(weights.iter().fold(u128::MAX, |all, weight| all & weight), 0);
        // Each bit is one in 250 of 500 weights, plus or minus six standard deviations of 11.2.
        for bit in 0..128 {
            let ones = weights.iter().filter(|weight| *weight >> bit & 1 == 1).count();
            assert!((183..=317).contains(&ones), "bit {bit}: {ones}");
        }
    }

    #[test]
    #[cfg(all(feature = "getrandom", not(target_family = "wasm")))]
    fn weights_contain_randomness() {
        let batch: Batch = vec![[4; 3]; 8];
        let draw = || Weights::of(b"", batch.iter().copied()).weights;
        let all = [draw(), draw(), of(b"", &batch, &[])].concat();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 24);
    }

    /// An iterator that is shorter than its `len()` would leave entries unhashed.
    #[test]
    #[should_panic(expected = "the iterator's length is exact")]
    fn rejects_an_iterator_with_an_incorrect_length() {
        struct Inexact(usize);
        impl Iterator for Inexact {
            type Item = [u8; 1];
            fn next(&mut self) -> Option<[u8; 1]> {
                self.0 = self.0.checked_sub(1)?;
                Some([0])
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                (5, Some(5))
            }
        }
        impl ExactSizeIterator for Inexact {}
        Weights::of(b"", Inexact(4));
    }
}
