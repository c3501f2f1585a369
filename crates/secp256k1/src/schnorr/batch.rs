//! Many signatures by one sum.

use alloc::vec;
use alloc::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_curves::secp256k1::{Affine, Secp256k1};
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_msm::msm_vartime;

use super::SchnorrSignature;
use super::verify::term;
use crate::XOnlyPublicKey;
use crate::ecdsa::CHUNK;
use crate::multiply::{Term, sums_vartime};
use crate::threads::map_chunks;

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

/// What a signature says: the sum of the term is the nonce's point.
#[derive(Clone, Copy)]
struct Claim {
    term: Term<Secp256k1>,
    nonce: Affine,
}

/// Whether each signature is valid, as [`XOnlyPublicKey::verify_schnorr`] says.
///
/// All are checked by one sum with coefficients `a_i` of 128 bits,
///
/// ```text
/// (sum of a_i s_i) G - sum of a_i R_i - sum of a_i e_i P_i = 0
/// ```
///
/// (BIP 340, "Batch Verification"; M. Bellare, J. Garay, T. Rabin, "Fast batch verification for modular exponentiation and
/// digital signatures", 1998). Where it is not zero, halves are checked, and so on to the bad ones; few are verified one
/// by one, sixteen side by side. The coefficients come from a hash of all signatures, keys and messages: no randomness is
/// needed, and a bad signature passes with probability `2^-128`. A bad signature among `n` costs some
/// `2 log n` sums of the sizes `n/2, n/4, ..`.
pub fn verify_schnorr_batch(verifications: &[SchnorrVerification<'_>]) -> Vec<bool> {
    let claims = map_chunks(verifications, CHUNK, None, |verifications, claims| {
        let mut nonces = [None; CHUNK];
        let nonces = &mut nonces[..verifications.len()];
        let mut coordinates = [Secp256k1Base::ZERO; CHUNK];
        let coordinates = &mut coordinates[..verifications.len()];
        for (coordinate, SchnorrVerification { signature, .. }) in coordinates.iter_mut().zip(verifications) {
            *coordinate = signature.r;
        }
        Affine::lift_x_batch_vartime(coordinates, nonces);
        for ((claim, verification), nonce) in claims.iter_mut().zip(verifications).zip(nonces) {
            let SchnorrVerification { message, signature, key } = verification;
            *claim = nonce.map(|nonce| Claim { term: term(key, message, signature), nonce: even(nonce) });
        }
    });
    let seed = seed(verifications);
    let mut verdicts = vec![false; verifications.len()];
    let possible: Vec<(usize, Claim)> =
        claims.into_iter().enumerate().filter_map(|(index, claim)| Some((index, claim?))).collect();
    bisect(&possible, &seed, &mut verdicts);
    verdicts
}

/// The point of two opposite ones that has an even `y`.
fn even(point: Affine) -> Affine {
    let is_odd = point.coordinates().is_some_and(|(_, y)| y.is_odd().into());
    if is_odd { -point } else { point }
}

/// What the coefficients come from: a hash of everything that they must not be known before.
fn seed(verifications: &[SchnorrVerification<'_>]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for SchnorrVerification { message, signature, key } in verifications {
        hash.update(Sha256::digest(message));
        hash.update(signature.to_bytes());
        hash.update(key.to_be_bytes());
    }
    hash.finalize().into()
}

/// The verdicts on the claims, each with its place.
fn bisect(claims: &[(usize, Claim)], seed: &[u8; 32], verdicts: &mut [bool]) {
    if claims.len() < WORTH_A_SUM {
        for claims in claims.chunks(CHUNK) {
            one_by_one(claims, verdicts);
        }
    } else if sum_is_zero(claims, seed) {
        claims.iter().for_each(|(index, _)| verdicts[*index] = true);
    } else {
        let (first, second) = claims.split_at(claims.len() / 2);
        bisect(first, seed, verdicts);
        bisect(second, seed, verdicts);
    }
}

/// At most [`CHUNK`] claims: each sum is the point of its signature or not.
fn one_by_one(claims: &[(usize, Claim)], verdicts: &mut [bool]) {
    let mut terms = [Term::NOTHING; CHUNK];
    let mut sums = [Affine::INFINITY; CHUNK];
    let (terms, sums) = (&mut terms[..claims.len()], &mut sums[..claims.len()]);
    for (term, (_, claim)) in terms.iter_mut().zip(claims) {
        *term = claim.term;
    }
    sums_vartime(terms, sums);
    for (sum, (index, claim)) in sums.iter().zip(claims) {
        verdicts[*index] = *sum == claim.nonce;
    }
}

/// Whether the combination of all claims holds.
fn sum_is_zero(claims: &[(usize, Claim)], seed: &[u8; 32]) -> bool {
    let mut points = Vec::with_capacity(2 * claims.len() + 1);
    let mut scalars = Vec::with_capacity(2 * claims.len() + 1);
    let mut of_generator = Secp256k1Scalar::ZERO;
    for (index, Claim { term, nonce }) in claims {
        let coefficient = coefficient(seed, *index);
        of_generator += coefficient * term.u1;
        points.extend([*nonce, term.point]);
        scalars.extend([-coefficient, coefficient * term.u2]);
    }
    points.push(Affine::GENERATOR);
    scalars.push(of_generator);
    msm_vartime(&points, &scalars).is_ok_and(|sum| sum.is_infinity().into())
}

/// 128 bits from the seed, the same for a signature in every sum.
fn coefficient(seed: &[u8; 32], index: usize) -> Secp256k1Scalar {
    let digest = Sha256::new().chain_update(seed).chain_update((index as u64).to_le_bytes()).finalize();
    Secp256k1Scalar::from_le_bytes_reduced(&digest[..16])
}
