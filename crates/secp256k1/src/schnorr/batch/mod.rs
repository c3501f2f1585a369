//! Many signatures by one sum.
//!
//! # Soundness
//!
//! Signature `i` of a batch has an `r`, an `s`, a key `P` and a message, with `e = H(r, P, message)` (BIP 340). If `r`
//! is no point's `x`, it is wrong and enters no sum. Otherwise let `R` be the point of `r` with an even `y`. The
//! signature is valid exactly if `D_i = s G - R - e P` is zero.
//!
//! What is checked is `sum of a_i D_i = 0` over all signatures that have an `R`, and if that fails over at most sixteen
//! parts of them. A part that is not shown to hold is verified one by one. So a wrong verdict is a sum that is zero in
//! spite of a `D_i != 0` in it: [`Weights`] bounds its probability by `17 * 2^-128`, if three conditions are met:
//!
//! 1. *Every signature has its bytes, in its place*: `s` and `e`, whether `r` has a point or not.
//! 2. *The bytes determine `D_i`.* `s` stands in them, and `e` is a hash of `r`, `P` and the message, reduced modulo
//!    the order. `P` stands for the point with an even `y`. Whoever finds two inputs with one `e` has a collision of
//!    SHA-256, or two digests that differ by the order: `2^128` work.
//! 3. *The sets do not depend on weights.* Which `r` have points, and so which signatures enter sums and where parts
//!    end, is determined by the signatures alone.
//!
//! An attacker may choose all signatures, keys and messages, their order, and fillers without an `R`. Each choice gives
//! new weights to all of them. `forgery.rs` runs an attack on weights for which that does not hold.

use alloc::vec::Vec;

use vorpal_curves::secp256k1::{Affine, Secp256k1};
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_msm::{Weights, msm_vartime};

use super::SchnorrSignature;
use super::verify::term;
use crate::XOnlyPublicKey;
use crate::ecdsa::CHUNK;
use crate::multiply::{Term, lincomb_batch_vartime};
use crate::threads::map_chunks;

#[cfg(test)]
mod forgery;
#[cfg(test)]
mod tests;

/// A Schnorr signature to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchnorrVerification<'a> {
    /// What is said to be signed.
    pub message: &'a [u8],
    /// The signature.
    pub signature: SchnorrSignature,
    /// The key under which it should be valid.
    pub key: XOnlyPublicKey,
}

/// From how many signatures on one sum takes less time than each of them.
const WORTH_A_SUM: usize = 128;
/// Into so many parts at most a batch is divided that is not all valid.
const PARTS: usize = 16;
/// As many signatures as a part has at least: below, it costs about as much to sum them as to verify them.
const PART: usize = 512;
/// Separates the weights of these batches from others.
const PROTOCOL: &[u8] = b"vorpal Schnorr signatures";

/// An entry of a batch: `term` is `s G - e P`.
#[derive(Clone, Copy)]
struct Entry {
    term: Term<Secp256k1>,
    /// The point of `r` with an even `y`, if there is one.
    nonce: Option<Affine>,
}

/// An entry that has a nonce's point, and claims that its term is this point.
#[derive(Clone, Copy)]
struct Claim {
    /// The entry's place in the batch.
    place: usize,
    term: Term<Secp256k1>,
    nonce: Affine,
}

/// Whether each signature is valid, as [`XOnlyPublicKey::verify_schnorr`] says.
///
/// All are checked by one sum with weights `a_i` of 128 bits,
///
/// ```text
/// (sum of a_i s_i) G - sum of a_i R_i - sum of a_i e_i P_i = 0
/// ```
///
/// (BIP 340, "Batch Verification"; M. Bellare, J. Garay, T. Rabin, "Fast batch verification for modular exponentiation
/// and digital signatures", 1998). Where it is not zero, up to sixteen parts are summed, and signatures of parts that
/// are not zero are verified one by one, sixteen side by side. So one bad signature costs about a second sum, and
/// whoever sends many costs two sums more than one by one, no matter how they are placed. Few signatures are verified
/// one by one at once.
///
/// A batch of which one verdict is wrong exists for a share of at most `17 * 2^-128` of the weights. These come from a
/// hash of all signatures, keys and messages in their order, and with feature `getrandom` also from fresh random bits.
/// The module's documentation in the source has the proof.
///
/// Variable time: everything here is public.
pub fn verify_schnorr_batch(verifications: &[SchnorrVerification<'_>]) -> Vec<bool> {
    verify_with(verifications, |entries| {
        let weights = Weights::of(PROTOCOL, entries.iter().map(bytes));
        move |place| weights.weight(place)
    })
}

/// As [`verify_schnorr_batch`], with the weights by place that `weigh` gives to all entries. Tests choose bad ones.
fn verify_with<W: Fn(usize) -> u128>(
    verifications: &[SchnorrVerification<'_>],
    weigh: impl FnOnce(&[Entry]) -> W,
) -> Vec<bool> {
    let entries = entries(verifications);
    let mut verdicts: Vec<bool> = entries.iter().map(|entry| entry.nonce.is_some()).collect();
    let claims = claims(&entries);
    let doubtful = if claims.len() < WORTH_A_SUM { claims } else { doubtful(&claims, &weigh(&entries)) };
    for (claim, verdict) in doubtful.iter().zip(map_chunks(&doubtful, CHUNK, false, one_by_one)) {
        verdicts[claim.place] = verdict;
    }
    verdicts
}

/// The term and the nonce's point of each signature, in their order.
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

/// The point of two opposite ones that has an even `y`.
fn even(point: Affine) -> Affine {
    let is_odd = point.coordinates().is_some_and(|(_, y)| y.is_odd().into());
    if is_odd { -point } else { point }
}

/// What weights have to be bound to: `s` and `-e`. The hash `e` stands for the nonce's `r`, the key and the message.
fn bytes(entry: &Entry) -> [u8; 64] {
    let Entry { term: Term { u1: s, u2: minus_e, .. }, .. } = entry;
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&s.to_be_bytes());
    bytes[32..].copy_from_slice(&minus_e.to_be_bytes());
    bytes
}

/// The entries that have a nonce's point.
fn claims(entries: &[Entry]) -> Vec<Claim> {
    let claim =
        |(place, entry): (usize, &Entry)| entry.nonce.map(|nonce| Claim { place, term: entry.term, nonce });
    let mut claims = Vec::with_capacity(entries.len());
    claims.extend(entries.iter().enumerate().filter_map(claim));
    claims
}

/// The claims that no sum has shown to hold.
fn doubtful(claims: &[Claim], weight: &impl Fn(usize) -> u128) -> Vec<Claim> {
    if sum_is_zero(claims, weight) {
        return Vec::new();
    }
    let size = claims.len().div_ceil(PARTS).max(PART);
    let parts = claims.chunks(size).filter(|part| {
        // All of them have been summed already, and a few left over are not worth it.
        part.len() == claims.len() || part.len() < WORTH_A_SUM || !sum_is_zero(part, weight)
    });
    parts.flatten().copied().collect()
}

/// At most [`CHUNK`] claims: each term is the point of its signature or not.
fn one_by_one(claims: &[Claim], verdicts: &mut [bool]) {
    let mut terms = [Term::ZERO; CHUNK];
    let mut sums = [Affine::INFINITY; CHUNK];
    let (terms, sums) = (&mut terms[..claims.len()], &mut sums[..claims.len()]);
    for (term, claim) in terms.iter_mut().zip(claims) {
        *term = claim.term;
    }
    lincomb_batch_vartime(terms, sums);
    for ((verdict, sum), claim) in verdicts.iter_mut().zip(sums).zip(claims) {
        *verdict = *sum == claim.nonce;
    }
}

/// Whether the weighted sum of all claims holds.
fn sum_is_zero(claims: &[Claim], weight: &impl Fn(usize) -> u128) -> bool {
    let mut points = Vec::with_capacity(2 * claims.len() + 1);
    let mut scalars = Vec::with_capacity(2 * claims.len() + 1);
    let mut of_generator = Secp256k1Scalar::ZERO;
    for Claim { place, term, nonce } in claims {
        let weight = Secp256k1Scalar::from_le_bytes_reduced(&weight(*place).to_le_bytes());
        of_generator += weight * term.u1;
        points.extend([*nonce, term.point]);
        scalars.extend([-weight, weight * term.u2]);
    }
    points.push(Affine::GENERATOR);
    scalars.push(of_generator);
    msm_vartime(&points, &scalars).is_ok_and(|sum| sum.is_infinity().into())
}
