//! Verification of and recovery from batches of ECDSA signatures.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;
use vorpal_curves::secp256k1::Secp256k1;

use super::recover::{Candidate, recover_chunk_vartime};
use super::verify::{Check, verify_batch_vartime};
use super::{Recovery, Signature};
use crate::Error;
use crate::multiply::CHUNK;
use crate::multiply::SignatureCurve;
use crate::public_key::PublicKey;
use crate::threads::map_chunks;

/// A signature to verify, with its hash and key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verification<C: SignatureCurve> {
    /// The signed hash.
    pub hash: [u8; 32],
    /// The signature.
    pub signature: Signature<C>,
    /// The public key.
    pub key: PublicKey<C>,
}

/// Verifies each signature. The results equal those of [`PublicKey::verify`], and an invalid signature does not affect
/// the results of others.
///
/// The algorithm is deterministic and has no error probability. Sixteen signatures are verified at a time in packed
/// values, with vector instructions where the processor has them, and 64 share their inversions. After the first use,
/// only the results are allocated. With feature `parallel` the batch is processed on the caller's rayon pool.
///
/// A signature determines its point `R` up to four candidates only. So the checks are not merged into one sum, and
/// there are no weights that an attacker could choose against.
///
/// For constructed signatures the packed formulas can meet exceptional cases. These signatures are verified one at a
/// time, with the same result. A batch of such signatures takes the time of a batch, and that of verification one at a
/// time with an inversion for each.
pub fn verify_batch<C: SignatureCurve>(verifications: &[Verification<C>]) -> Vec<bool> {
    verify_batch_vartime(verifications, |Verification { hash, signature, key }| {
        Check::new(hash, signature, key)
    })
}

/// Recovers the public key of each signature. The results equal those of [`recover`](crate::recover), and an invalid
/// signature does not affect the results of others.
///
/// The algorithm is that of [`verify_batch`], with packed square roots.
pub fn recover_batch(recoveries: &[Recovery]) -> Vec<Result<PublicKey<Secp256k1>, Error>> {
    recover_batch_and(recoveries, |key| key)
}

/// Recovers the Ethereum address of each signer: [`recover_batch`], then [`PublicKey::ethereum_address`] of each key,
/// in the same chunks.
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

/// Recovers the key of each signature and applies `result` to it.
fn recover_batch_and<R: Clone + Send>(
    recoveries: &[Recovery],
    result: impl Fn(PublicKey<Secp256k1>) -> R + Sync,
) -> Vec<Result<R, Error>> {
    map_chunks(recoveries, CHUNK, Err(Error::NoPoint), |recoveries, results: &mut [Result<R, Error>]| {
        let mut candidates = [Err(Error::NoPoint); CHUNK];
        for (candidate, recovery) in candidates.iter_mut().zip(recoveries) {
            *candidate = Candidate::new(recovery);
        }
        let mut points = [Err(Error::NoPoint); CHUNK];
        let points = &mut points[..recoveries.len()];
        recover_chunk_vartime(&candidates[..recoveries.len()], points);
        for (slot, point) in results.iter_mut().zip(points) {
            *slot = point.and_then(|point: Affine<_>| PublicKey::from_affine(&point)).map(&result);
        }
    })
}
