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
/// Into so many parts at most a batch is divided that is not all valid.
const PARTS: usize = 16;
/// As many signatures as a part has at least: below, it costs about as much to sum them as to verify them.
const PART: usize = 512;

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
/// digital signatures", 1998). Where it is not zero, up to sixteen parts are summed, and signatures of parts that are not
/// zero are verified one by one, sixteen side by side. So one bad signature costs about a second sum, and whoever sends many
/// costs two sums more than one by one, no matter how they are placed. Few signatures are verified one by one at once.
///
/// The coefficients come from a hash of all signatures, keys and messages. No randomness is needed: a sum with bad
/// signatures in it is zero for one choice of the batch in `2^128`, and each takes hashing the batch to try.
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
    let possible: Vec<(usize, Claim)> =
        claims.into_iter().enumerate().filter_map(|(index, claim)| Some((index, claim?))).collect();
    let mut verdicts = vec![false; verifications.len()];
    possible.iter().for_each(|(index, _)| verdicts[*index] = true);
    let doubtful = doubtful(possible);
    for ((index, _), verdict) in doubtful.iter().zip(map_chunks(&doubtful, CHUNK, false, one_by_one)) {
        verdicts[*index] = verdict;
    }
    verdicts
}

/// The point of two opposite ones that has an even `y`.
fn even(point: Affine) -> Affine {
    let is_odd = point.coordinates().is_some_and(|(_, y)| y.is_odd().into());
    if is_odd { -point } else { point }
}

/// What the coefficients come from: a hash of everything that they must not be known before. `e` stands for the nonce's
/// point, the key and the message, whose hash it is.
fn seed(claims: &[(usize, Claim)]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (_, Claim { term: Term { u1: s, u2: minus_e, .. }, .. }) in claims {
        hash.update(s.to_be_bytes());
        hash.update(minus_e.to_be_bytes());
    }
    hash.finalize().into()
}

/// The claims, each with its place, that no sum has shown to hold.
fn doubtful(claims: Vec<(usize, Claim)>) -> Vec<(usize, Claim)> {
    if claims.len() < WORTH_A_SUM {
        return claims;
    }
    let seed = seed(&claims);
    if sum_is_zero(&claims, &seed) {
        return Vec::new();
    }
    let size = claims.len().div_ceil(PARTS).max(PART);
    let parts = claims.chunks(size).filter(|part| {
        // All of them have been summed already, and a few left over are not worth it.
        part.len() == claims.len() || part.len() < WORTH_A_SUM || !sum_is_zero(part, &seed)
    });
    parts.flatten().copied().collect()
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
    for ((verdict, sum), (_, claim)) in verdicts.iter_mut().zip(sums).zip(claims) {
        *verdict = *sum == claim.nonce;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SecretKey;

    fn claims(verifications: &[SchnorrVerification<'_>]) -> Vec<(usize, Claim)> {
        let claim = |found: &SchnorrVerification<'_>| {
            let (nonce, _) = Affine::lift_x_vartime(found.signature.r).unwrap();
            Claim { term: term(&found.key, found.message, &found.signature), nonce: even(nonce) }
        };
        verifications.iter().map(claim).enumerate().collect()
    }

    #[test]
    fn coefficients_depend_on_everything() {
        let [first, second] = [1, 2].map(|byte| SecretKey::from_be_bytes(&[byte; 32]).unwrap());
        let (key, signature) = (first.x_only_public_key(), first.sign_schnorr(b"message", &[0; 32]));
        let good = SchnorrVerification { message: b"message", signature, key };
        let other = second.sign_schnorr(b"message", &[0; 32]);
        let changed = [
            SchnorrVerification { message: b"messages", ..good },
            SchnorrVerification { key: second.x_only_public_key(), ..good },
            SchnorrVerification { signature: SchnorrSignature { r: other.r, ..signature }, ..good },
            SchnorrVerification { signature: SchnorrSignature { s: other.s, ..signature }, ..good },
            SchnorrVerification { signature: SchnorrSignature { s: -signature.s, ..signature }, ..good },
        ];
        let of = |batch: &[SchnorrVerification<'_>]| seed(&claims(batch));
        let mut seeds = vec![of(&[good]), of(&[good, good]), of(&[])];
        for changed in changed {
            seeds.extend([of(&[changed]), of(&[changed, good]), of(&[good, changed])]);
        }
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed), "seed {i}");
        }
    }

    #[test]
    fn coefficients_have_128_bits_and_differ() {
        let mut coefficients: Vec<_> =
            (0..300).map(|index| coefficient(&[7; 32], index).to_limbs()).collect();
        coefficients.extend((0..300).map(|index| coefficient(&[8; 32], index).to_limbs()));
        coefficients.sort_unstable();
        coefficients.dedup();
        assert_eq!(coefficients.len(), 600);
        assert!(coefficients.iter().all(|[_, _, third, fourth]| (*third, *fourth) == (0, 0)));
        let longest = coefficients.iter().map(|[_, second, ..]| second.leading_zeros()).min();
        assert_eq!(longest, Some(0));
    }
}
