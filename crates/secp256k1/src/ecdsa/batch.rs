//! Whole blocks of signatures.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;

use super::recover::{Candidate, recover_chunk_vartime};
use super::verify::{Check, verify_chunk_vartime};
use super::{CHUNK, Recovery, Signature};
use crate::threads::map_chunks;
use crate::{Error, PublicKey};

/// A signature to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The hash that is said to be signed.
    pub hash: [u8; 32],
    /// The signature.
    pub signature: Signature,
    /// The key under which it should be valid.
    pub key: PublicKey,
}

/// Whether each signature is valid, exactly as [`PublicKey::verify`] says; a bad one does not disturb the others.
///
/// Nothing is random and nothing is left to chance: sixteen signatures are verified side by side, in vectors where the
/// processor has them, and 64 share their inversions. The verdicts are the one thing that is allocated. With feature
/// `parallel` on the caller's rayon pool.
///
/// Signatures can be made up for which the common formulas fail, which are then verified one by one: a block of those
/// takes as long as one by one, and the verdicts are the same.
pub fn verify_batch(verifications: &[Verification]) -> Vec<bool> {
    map_chunks(verifications, CHUNK, false, |verifications, verdicts| {
        let mut checks = [Check::NOTHING; CHUNK];
        let checks = &mut checks[..verifications.len()];
        for (check, Verification { hash, signature, key }) in checks.iter_mut().zip(verifications) {
            *check = Check::new(hash, signature, key);
        }
        verify_chunk_vartime(checks, verdicts);
    })
}

/// [`recover`](crate::recover) of each, exactly; a bad one does not disturb the others.
///
/// As [`verify_batch`], with square roots side by side too.
pub fn recover_batch(recoveries: &[Recovery]) -> Vec<Result<PublicKey, Error>> {
    recover_batch_and(recoveries, |key| key)
}

/// The Ethereum address of the key that each recovery yields: [`recover_batch`], then
/// [`PublicKey::ethereum_address`] of each key, in the same chunks.
///
/// ```
/// use vorpal_secp256k1::{SecretKey, recover_addresses_batch};
/// let (key, hash) = (SecretKey::from_be_bytes(&[1; 32])?, [2; 32]);
/// let recovery = key.sign(&hash).to_recovery(&hash);
/// assert_eq!(recover_addresses_batch(&[recovery; 3]), [Ok(key.public_key().ethereum_address()); 3]);
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
pub fn recover_addresses_batch(recoveries: &[Recovery]) -> Vec<Result<[u8; 20], Error>> {
    recover_batch_and(recoveries, |key| key.ethereum_address())
}

/// `result` of each key.
fn recover_batch_and<R: Clone + Send>(
    recoveries: &[Recovery],
    result: impl Fn(PublicKey) -> R + Sync,
) -> Vec<Result<R, Error>> {
    map_chunks(recoveries, CHUNK, Err(Error::NoPoint), |recoveries, results: &mut [Result<R, Error>]| {
        let mut candidates = [Err(Error::NoPoint); CHUNK];
        for (candidate, recovery) in candidates.iter_mut().zip(recoveries) {
            *candidate = Candidate::new(recovery);
        }
        let mut points = [Err(Error::NoPoint); CHUNK];
        let points = &mut points[..recoveries.len()];
        recover_chunk_vartime(&candidates[..recoveries.len()], points);
        for (place, point) in results.iter_mut().zip(points) {
            *place = point.and_then(|point: Affine<_>| PublicKey::from_affine(&point)).map(&result);
        }
    })
}
