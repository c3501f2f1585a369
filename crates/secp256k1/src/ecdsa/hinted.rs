//! Verification of batches of ECDSA signatures whose points `R` are known, by one weighted sum.
//!
//! # The hint
//!
//! A signature `(r, s)` of a hash `z` under a key `Q` is valid if `S = u1 G + u2 Q` is not infinity and has
//! `x(S) mod n = r`, where `u1 = z / s` and `u2 = r / s`. A hint is a recovery identifier. It names one point `R` with
//! `x(R) mod n = r`, or none. Such a point is not infinity, which has no `x`.
//!
//! # Soundness
//!
//! Let `D_i = S - R` for signature `i` and the point of its hint. *If `D_i` is zero, the signature is valid*, since `S`
//! is `R`. The converse does not hold: the hint may name another point with the same `r`.
//!
//! The verification checks `sum of a_i D_i = 0` over all claims: signatures whose hints name a point. If this sum is
//! not zero, it checks at most sixteen partial sums. All signatures that are in no sum that is zero are verified by
//! [`verify_batch`](super::verify_batch), without their hints. So there are two kinds of verdicts:
//!
//! * Those of `verify_batch`, which are exact, and do not depend on hints.
//! * "Valid", for a claim in a sum that is zero. It is wrong only if this sum has a term `D_i != 0`.
//!
//! Hence a hint, right, wrong or missing, changes no verdict, but for the probability that [`Weights`] bounds for
//! `k = 17` sums. It changes the time alone. The conditions of `Weights` hold:
//!
//! 1. *The weights are derived from the bytes of every claim, at its index among the claims.* Other signatures are in
//!    no sum.
//! 2. *The bytes determine `D_i`*: they are `z`, `r`, `s`, `x(R)`, the parity of `y(R)` and the coordinates of `Q`.
//! 3. *The sets do not depend on the weights.* Which hints name points, and where the parts end, is determined by the
//!    inputs alone.
//!
//! An attacker who sends wrong hints, or invalid signatures, makes a batch take the time of `verify_batch` and of two
//! sums.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::{EncodableField, Field, PrimeField};
use vorpal_msm::{MsmScalar, Weights, msm_vartime};

use super::recover::Candidate;
use super::verify::{Check, verify_batch_vartime};
use super::{CHUNK, Verification};
use crate::Error;
use crate::multiply::{SignatureCurve, Term, invert_all_vartime};
use crate::threads::map_chunks;

/// The minimal number of signatures of a sum.
const MIN_SUM: usize = 64;
/// The maximal number of parts into which a batch is divided if its sum is not zero.
const MAX_PARTS: usize = 16;
/// The minimal number of signatures of a part.
const MIN_PART: usize = 128;
/// The domain separator of the weights of these batches.
const PROTOCOL: &[u8] = b"vorpal ECDSA signatures with hints";
/// The bytes of a claim: `z`, `r`, `s`, `x(R)`, the key, and the parity.
const CLAIM_BYTES: usize = 4 * 32 + 64 + 1;

/// A signature to verify, with a hint by which batches are verified as a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintedVerification<C: SignatureCurve> {
    /// The signature with its hash and key.
    pub verification: Verification<C>,
    /// The recovery identifier: bit 0 is set if the `y` of `R` is odd, bit 1 if its `x` is `r + n` instead of `r`. It
    /// does not change the verdict. Any other number, and a wrong identifier, is as good as none.
    pub hint: Option<u8>,
}

/// A signature whose hint names a point. It is valid if its term is this point.
#[derive(Clone, Copy)]
struct Claim<C: SignatureCurve> {
    check: Check<C>,
    term: Term<C>,
    nonce: Affine<C>,
}

/// Verifies each signature: as [`PublicKey::verify`](super::PublicKey::verify), whatever the hints are.
///
/// The signatures with hints are checked by one sum with weights `a_i` of 128 bits,
///
/// ```text
/// (sum of a_i z_i / s_i) G + sum of a_i r_i / s_i Q_i - sum of a_i R_i = 0
/// ```
///
/// (M. Bellare, J. Garay, T. Rabin, "Fast batch verification for modular exponentiation and digital signatures", 1998).
/// If it is not zero, up to sixteen partial sums are checked. The signatures of parts whose sum is not known to be
/// zero, those without hints, and batches below 64 are verified by [`verify_batch`](super::verify_batch). Which
/// function takes less time depends on the processor and the number of signatures: measure both.
///
#[doc = include_str!("../schnorr/batch/bound.txt")]
///
/// ```
/// use vorpal_secp256k1::ecdsa::{HintedVerification, verify_hinted_batch};
/// use vorpal_secp256k1::p256::{SecretKey, Verification};
/// let (secret, hash) = (SecretKey::from_be_bytes(&[3; 32])?, [5; 32]);
/// let verification = Verification { hash, signature: secret.sign(&hash), key: secret.public_key() };
/// let hinted = [None, Some(0), Some(1)].map(|hint| HintedVerification { verification, hint });
/// assert_eq!(verify_hinted_batch(&hinted), [true; 3]);
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
///
/// Variable time: all inputs are public.
pub fn verify_hinted_batch<C: SignatureCurve<Scalar: MsmScalar<C>>>(
    verifications: &[HintedVerification<C>],
) -> Vec<bool> {
    let mut is_proven = alloc::vec![false; verifications.len()];
    let number = verifications.iter().filter(|one| one.hint.is_some()).count();
    if number >= MIN_SUM {
        let claims = claims(verifications);
        let present: Vec<(usize, Claim<C>)> =
            claims.into_iter().enumerate().filter_map(|(index, claim)| Some((index, claim?))).collect();
        for index in proven(&present) {
            is_proven[index] = true;
        }
    }
    let others = verifications.iter().zip(&is_proven).filter(|(_, is_proven)| !**is_proven);
    let others: Vec<Verification<C>> = others.map(|(one, _)| one.verification).collect();
    let mut verdicts = verify_batch_vartime(&others, |Verification { hash, signature, key }| {
        Check::new(hash, signature, key)
    })
    .into_iter();
    is_proven.into_iter().map(|is_proven| is_proven || verdicts.next().unwrap_or(false)).collect()
}

/// The claims, in order; none for a signature whose hint names no point.
fn claims<C: SignatureCurve>(verifications: &[HintedVerification<C>]) -> Vec<Option<Claim<C>>> {
    map_chunks(verifications, CHUNK, None, |verifications, claims| {
        let number = verifications.len();
        let mut candidates: [Result<Candidate<C>, Error>; CHUNK] = [Err(Error::NoPoint); CHUNK];
        let mut checks = [Check::BLANK; CHUNK];
        let mut coordinates = [C::Base::ZERO; CHUNK];
        let mut inverses = [C::Scalar::ZERO; CHUNK];
        for (i, HintedVerification { verification, hint }) in verifications.iter().enumerate() {
            let Verification { hash, signature, key } = verification;
            let check = Check::new(hash, signature, key);
            (checks[i], inverses[i]) = (check, check.s);
            if let Some(hint) = hint {
                candidates[i] = Candidate::of(check.z, check.r, check.s, *hint);
            }
            coordinates[i] = candidates[i].map_or(C::Base::ZERO, |candidate| candidate.x);
        }
        let mut points = [None; CHUNK];
        Affine::lift_x_batch_vartime(&coordinates[..number], &mut points[..number]);
        invert_all_vartime(&mut inverses[..number]);
        for (i, claim) in claims.iter_mut().enumerate() {
            if let (Ok(candidate), Some(point)) = (candidates[i], points[i]) {
                let check = checks[i];
                *claim = Some(Claim { check, term: check.term(inverses[i]), nonce: candidate.nonce(point) });
            }
        }
    })
}

/// The indices of the claims in sums that are zero.
fn proven<C: SignatureCurve<Scalar: MsmScalar<C>>>(claims: &[(usize, Claim<C>)]) -> Vec<usize> {
    if claims.len() < MIN_SUM {
        return Vec::new();
    }
    let weights = Weights::of(PROTOCOL, claims.iter().map(|(_, claim)| bytes(claim)));
    let mut entries = Vec::with_capacity(claims.len());
    entries.extend(claims.iter().enumerate().map(|(i, (index, claim))| (*index, weights.weight(i), *claim)));
    if sum_is_zero(&entries) {
        return entries.iter().map(|(index, ..)| *index).collect();
    }
    let size = entries.len().div_ceil(MAX_PARTS).max(MIN_PART);
    // The sum of all is known not to be zero, and a short last part takes less time without a sum.
    let parts = entries
        .chunks(size)
        .filter(|part| part.len() < entries.len() && part.len() >= MIN_SUM && sum_is_zero(part));
    parts.flatten().map(|(index, ..)| *index).collect()
}

/// The bytes of a claim, which determine its term and its point.
fn bytes<C: SignatureCurve>(claim: &Claim<C>) -> [u8; CLAIM_BYTES] {
    let Check { z, r, s, key } = &claim.check;
    let mut bytes = [0; CLAIM_BYTES];
    let (x, y) = claim.nonce.raw_coordinates();
    let (key_x, key_y) = key.raw_coordinates();
    let numbers = [z, r, s].map(|number| number.to_be_bytes());
    let coordinates = [x, key_x, key_y].map(|coordinate| coordinate.to_be_bytes());
    for (part, number) in bytes.chunks_exact_mut(32).zip(numbers.iter().chain(&coordinates)) {
        part.copy_from_slice(number);
    }
    bytes[CLAIM_BYTES - 1] = u8::from(bool::from(y.is_odd()));
    bytes
}

/// Whether the weighted sum of the claims is zero.
fn sum_is_zero<C: SignatureCurve<Scalar: MsmScalar<C>>>(entries: &[(usize, u128, Claim<C>)]) -> bool {
    let mut points = Vec::with_capacity(2 * entries.len() + 1);
    let mut scalars = Vec::with_capacity(2 * entries.len() + 1);
    let mut of_generator = C::Scalar::ZERO;
    for (_, weight, Claim { term, nonce, .. }) in entries {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&weight.to_le_bytes());
        let weight = C::Scalar::from_le_bytes_reduced(&bytes);
        of_generator += weight * term.u1;
        // The weight itself, of 128 bits, is the scalar of the opposite point.
        points.extend([-*nonce, term.point]);
        scalars.extend([weight, weight * term.u2]);
    }
    points.push(Affine::<C>::GENERATOR);
    scalars.push(of_generator);
    msm_vartime(&points, &scalars).is_ok_and(|sum| sum.is_identity().into())
}
