//! Verification of batches of Schnorr signatures by one weighted sum.
//!
//! # Soundness
//!
//! Signature `i` of a batch has an `r`, an `s`, a key `P` and a message, with `e = H(r, P, message)` (BIP 340). If `r`
//! is not the `x` of a point, the signature is invalid and not part of any sum. Otherwise let `R` be the point with
//! `x = r` and an even `y`. The signature is valid if and only if `D_i = s G - R - e P` is zero.
//!
//! The verification checks `sum of a_i D_i = 0` over all signatures that have an `R`. If this sum is not zero, it
//! checks at most sixteen partial sums. The signatures of a part whose sum is not known to be zero are verified each
//! by itself. So a result is wrong only if a sum is zero that has a term `D_i != 0`. [`Weights`] bounds the probability
//! of this for `k = 17` sums, as [`verify_schnorr_batch`] states, under three conditions:
//!
//! 1. *The weights are derived from the bytes of every signature, at its index.* The bytes are `s` and `e`, whether or
//!    not `r` has a point.
//! 2. *The bytes determine `D_i`.* They contain `s`, and `e` is a hash of `r`, `P` and the message, reduced modulo
//!    the order. The key `P` is the point with an even `y`. Two inputs with the same `e` are a collision of SHA-256, or
//!    have two digests that differ by the order. Finding them takes `2^128` work.
//! 3. *The sets do not depend on the weights.* The signatures alone determine which `r` have points, and so which
//!    signatures are in the sums and where the parts end.
//!
//! An attacker may choose all signatures, keys and messages, their order, and fillers without an `R`. Each choice
//! changes the weights of all signatures. The test module `forgery` runs an attack on weights that do not have this
//! property.

use alloc::vec::Vec;

use vorpal_curves::secp256k1::{Affine, Secp256k1};
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_msm::{Weights, msm_vartime};

use super::SchnorrSignature;
use super::verify::term;
use crate::XOnlyPublicKey;
use crate::multiply::CHUNK;
use crate::multiply::{Term, lincomb_batch_vartime};
use crate::threads::map_chunks;

#[cfg(test)]
mod forgery;
#[cfg(test)]
mod tests;

/// A Schnorr signature to verify, with its message and key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchnorrVerification<'a> {
    /// The signed message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: SchnorrSignature,
    /// The public key.
    pub key: XOnlyPublicKey,
}

/// The minimal number of signatures for which a sum takes less time than verification one at a time.
const MIN_SUM: usize = 128;
/// The maximal number of parts into which a batch is divided if its sum is not zero.
const MAX_PARTS: usize = 16;
/// The minimal number of signatures of a part. The sum of a smaller part takes about as long as verification one at a
/// time.
const MIN_PART: usize = 512;
/// The domain separator of the weights of these batches.
const PROTOCOL: &[u8] = b"vorpal Schnorr signatures";

/// An entry of a batch: `term` is `s G - e P`.
#[derive(Clone, Copy)]
struct Entry {
    term: Term<Secp256k1>,
    /// The point with `x = r` and an even `y`, if it exists.
    nonce: Option<Affine>,
}

/// An entry whose `r` has a point. The signature is valid if and only if its term is this point.
#[derive(Clone, Copy)]
struct Claim {
    /// The index of the entry in the batch.
    index: usize,
    term: Term<Secp256k1>,
    nonce: Affine,
}

/// Verifies each signature, as [`XOnlyPublicKey::verify_schnorr`].
///
/// The batch is checked by one sum with weights `a_i` of 128 bits,
///
/// ```text
/// (sum of a_i s_i) G - sum of a_i R_i - sum of a_i e_i P_i = 0
/// ```
///
/// (BIP 340, "Batch Verification"; M. Bellare, J. Garay, T. Rabin, "Fast batch verification for modular exponentiation
/// and digital signatures", 1998). If it is not zero, up to sixteen partial sums are checked. The signatures of parts
/// whose sum is not known to be zero are verified individually, sixteen at a time in packed values. So one invalid
/// signature costs about the time of a second sum. Many invalid signatures, at any indices, cost the time of two sums
/// in addition to individual verification. Small batches are verified individually without a sum.
///
#[doc = include_str!("bound.txt")]
///
/// The weights are a hash of all signatures, keys and messages in their order, and with feature `getrandom` also of
/// fresh random bits. The documentation of the module in the source has the proof. The bindings state the bound in the
/// same words.
///
/// Variable time: all inputs are public.
pub fn verify_schnorr_batch(verifications: &[SchnorrVerification<'_>]) -> Vec<bool> {
    verify_with(verifications, |entries| {
        let weights = Weights::of(PROTOCOL, entries.iter().map(bytes));
        move |index| weights.weight(index)
    })
}

/// As [`verify_schnorr_batch`], with 256 random bits of the caller instead of the operating system's: see
/// [`Weights::with_randomness`] for what the caller guarantees. For targets without an operating system.
///
/// ```
/// use vorpal_secp256k1::{SchnorrKeyPair, SchnorrVerification, SecretKey, verify_schnorr_batch_with_randomness};
/// let pair = SchnorrKeyPair::new(&SecretKey::from_be_bytes(&[1; 32])?);
/// let (message, signature) = ([2; 32], pair.sign(&[2; 32], &[3; 32]));
/// let verification = SchnorrVerification { message: &message, signature, key: *pair.public_key() };
/// # let bits_of_the_host = [4; 32];
/// assert_eq!(verify_schnorr_batch_with_randomness(&[verification], &bits_of_the_host), [true]);
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
pub fn verify_schnorr_batch_with_randomness(
    verifications: &[SchnorrVerification<'_>],
    random: &[u8; 32],
) -> Vec<bool> {
    verify_with(verifications, |entries| {
        let weights = Weights::with_randomness(PROTOCOL, entries.iter().map(bytes), random);
        move |index| weights.weight(index)
    })
}

/// As [`verify_schnorr_batch`], with weights that `weigh` computes from all entries, as a function of the index. Tests
/// use it with insecure weights.
fn verify_with<W: Fn(usize) -> u128>(
    verifications: &[SchnorrVerification<'_>],
    weigh: impl FnOnce(&[Entry]) -> W,
) -> Vec<bool> {
    let entries = entries(verifications);
    let mut verdicts: Vec<bool> = entries.iter().map(|entry| entry.nonce.is_some()).collect();
    let claims = claims(&entries);
    let unproven = if claims.len() < MIN_SUM { claims } else { unproven(&claims, &weigh(&entries)) };
    for (claim, verdict) in unproven.iter().zip(map_chunks(&unproven, CHUNK, false, verify_chunk)) {
        verdicts[claim.index] = verdict;
    }
    verdicts
}

/// The term and the point of the nonce of each signature, in order.
fn entries(verifications: &[SchnorrVerification<'_>]) -> Vec<Entry> {
    map_chunks(verifications, CHUNK, Entry { term: Term::ZERO, nonce: None }, |verifications, entries| {
        let mut nonces = [None; CHUNK];
        let nonces = &mut nonces[..verifications.len()];
        let mut coordinates = [Secp256k1Base::ZERO; CHUNK];
        let coordinates = &mut coordinates[..verifications.len()];
        for (coordinate, SchnorrVerification { signature, .. }) in coordinates.iter_mut().zip(verifications) {
            *coordinate = signature.r;
        }
        Affine::lift_x_batch_vartime(coordinates, nonces);
        for ((entry, verification), nonce) in entries.iter_mut().zip(verifications).zip(nonces) {
            let SchnorrVerification { message, signature, key } = verification;
            *entry = Entry { term: term(key, message, signature), nonce: nonce.map(even) };
        }
    })
}

/// The point or its negative, whichever has an even `y`.
fn even(point: Affine) -> Affine {
    let is_odd = point.coordinates().is_some_and(|(_, y)| y.is_odd().into());
    if is_odd { -point } else { point }
}

/// The bytes of an entry from which the weights are derived: `s` and `-e`. The hash `e` commits to the nonce's `r`, the
/// key and the message.
fn bytes(entry: &Entry) -> [u8; 64] {
    let Entry { term: Term { u1: s, u2: minus_e, .. }, .. } = entry;
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&s.to_be_bytes());
    bytes[32..].copy_from_slice(&minus_e.to_be_bytes());
    bytes
}

/// The entries whose `r` has a point.
fn claims(entries: &[Entry]) -> Vec<Claim> {
    let claim =
        |(index, entry): (usize, &Entry)| entry.nonce.map(|nonce| Claim { index, term: entry.term, nonce });
    let mut claims = Vec::with_capacity(entries.len());
    claims.extend(entries.iter().enumerate().filter_map(claim));
    claims
}

/// The claims that are in no sum that is zero.
fn unproven(claims: &[Claim], weight: &impl Fn(usize) -> u128) -> Vec<Claim> {
    if sum_is_zero(claims, weight) {
        return Vec::new();
    }
    let size = claims.len().div_ceil(MAX_PARTS).max(MIN_PART);
    let parts = claims.chunks(size).filter(|part| {
        // The sum of all claims is known not to be zero. A short last part is faster to verify individually.
        part.len() == claims.len() || part.len() < MIN_SUM || !sum_is_zero(part, weight)
    });
    parts.flatten().copied().collect()
}

/// Verifies each of at most [`CHUNK`] claims: whether its term is the point of the nonce.
fn verify_chunk(claims: &[Claim], verdicts: &mut [bool]) {
    let mut terms = [Term::ZERO; CHUNK];
    let mut sums = [Affine::IDENTITY; CHUNK];
    let (terms, sums) = (&mut terms[..claims.len()], &mut sums[..claims.len()]);
    for (term, claim) in terms.iter_mut().zip(claims) {
        *term = claim.term;
    }
    lincomb_batch_vartime(terms, sums);
    for ((verdict, sum), claim) in verdicts.iter_mut().zip(sums).zip(claims) {
        *verdict = *sum == claim.nonce;
    }
}

/// Whether the weighted sum of the claims is zero.
fn sum_is_zero(claims: &[Claim], weight: &impl Fn(usize) -> u128) -> bool {
    let mut points = Vec::with_capacity(2 * claims.len() + 1);
    let mut scalars = Vec::with_capacity(2 * claims.len() + 1);
    let mut of_generator = Secp256k1Scalar::ZERO;
    for Claim { index, term, nonce } in claims {
        let weight = Secp256k1Scalar::from_le_bytes_reduced(&weight(*index).to_le_bytes());
        of_generator += weight * term.u1;
        points.extend([*nonce, term.point]);
        scalars.extend([-weight, weight * term.u2]);
    }
    points.push(Affine::GENERATOR);
    scalars.push(of_generator);
    msm_vartime(&points, &scalars).is_ok_and(|sum| sum.is_identity().into())
}
