//! One signature alone and among others in batches: the others must not change what is said of it, nor it what is said
//! of them.

use std::fmt::Debug;
use std::sync::LazyLock;

use vorpal::secp256k1::{
    KeyCache, PreparedKey, PublicKey, Recovery, SchnorrVerification, SecretKey, Verification, recover,
    recover_batch, verify_batch, verify_schnorr_batch,
};

/// Sizes of batches with places in them: one, a few, more than are worked on side by side, two chunks.
const PLACES: [(usize, usize); 6] = [(1, 0), (3, 1), (17, 0), (17, 16), (67, 63), (67, 66)];
/// For Schnorr signatures also more than the number from which on they are verified by one sum.
const SCHNORR_PLACES: [(usize, usize); 4] = [(1, 0), (17, 0), (17, 16), (LARGEST, 64)];
const LARGEST: usize = 131;
/// Every so many of the others are bad.
const BAD: usize = 5;

/// Signatures in whose company another one is looked at.
struct Company {
    verifications: Vec<(Verification, bool)>,
    recoveries: Vec<(Recovery, Option<PublicKey>)>,
    schnorr: Vec<(SchnorrVerification<'static>, bool)>,
    /// The same, all good.
    good_schnorr: Vec<(SchnorrVerification<'static>, bool)>,
}

static COMPANY: LazyLock<Company> = LazyLock::new(Company::new);

impl Company {
    fn new() -> Self {
        let mut company = Self {
            verifications: Vec::new(),
            recoveries: Vec::new(),
            schnorr: Vec::new(),
            good_schnorr: Vec::new(),
        };
        for index in 0..LARGEST {
            let hash = [index as u8 + 1; 32];
            let secret = SecretKey::from_be_bytes(&hash).expect("a small number");
            let (key, x_only) = (secret.public_key(), secret.x_only_public_key());
            let is_good = index % BAD != 2;
            let signed = secret.sign(&hash);
            let mut said = hash;
            said[31] ^= u8::from(!is_good);
            let verification = Verification { hash: said, signature: signed.signature(), key };
            company.verifications.push((verification, is_good));
            let mut recovery = signed.to_recovery(&hash);
            if !is_good {
                recovery.s = [0; 32];
            }
            company.recoveries.push((recovery, is_good.then_some(key)));
            let signature = secret.sign_schnorr(&hash, &hash);
            let verify = |message: [u8; 32]| SchnorrVerification {
                message: message.to_vec().leak(),
                signature,
                key: x_only,
            };
            company.schnorr.push((verify(said), is_good));
            company.good_schnorr.push((verify(hash), true));
        }
        company
    }
}

/// Compares the result of one with its results in batches of several sizes, at several places.
fn in_company<T: Copy, R: PartialEq + Debug + Copy>(
    one: T,
    expected: R,
    others: &[(T, R)],
    places: &[(usize, usize)],
    batch: impl Fn(&[T]) -> Vec<R>,
) {
    for &(size, place) in places {
        let mut cases = others[..size].to_vec();
        cases[place] = (one, expected);
        let (batched, results): (Vec<T>, Vec<R>) = cases.into_iter().unzip();
        assert_eq!(batch(&batched), results, "at place {place} of a batch of {size}");
    }
}

/// Whether a signature is valid, which it is in every batch or in none, with a table of the key and without.
///
/// # Panics
/// If the ways differ: the process ends, and the lab shows the case.
pub(crate) fn verify_in_many_ways(verification: &Verification) -> bool {
    let Verification { hash, signature, key } = verification;
    let valid = key.verify(hash, signature);
    assert_eq!(key.verify(hash, &signature.to_low()), valid, "the other half of s");
    assert_eq!(key.verify_low(hash, signature), valid && signature.is_low(), "only the lower half of s");
    assert_eq!(PreparedKey::new(key).verify(hash, signature), valid, "with a table of the key");
    let mut cache = KeyCache::new(2 * PreparedKey::BYTES);
    for use_number in 0..6 {
        assert_eq!(cache.verify(key, hash, signature), valid, "use {use_number} of the key");
    }
    assert_eq!(cache.tables(), 1, "the key has a table by now");
    in_company(*verification, valid, &COMPANY.verifications, &PLACES, verify_batch);
    valid
}

/// The key recovered, which is the same in every batch.
///
/// # Panics
/// If the ways differ.
pub(crate) fn recover_in_many_ways(recovery: &Recovery) -> Option<PublicKey> {
    let key = recover(recovery).ok();
    in_company(*recovery, key, &COMPANY.recoveries, &PLACES, |recoveries| {
        recover_batch(recoveries).into_iter().map(Result::ok).collect()
    });
    key
}

/// Whether a Schnorr signature is valid, which it is in every batch or in none.
///
/// # Panics
/// If the ways differ.
pub(crate) fn verify_schnorr_in_many_ways(verification: &SchnorrVerification<'_>) -> bool {
    let SchnorrVerification { message, signature, key } = verification;
    let valid = key.verify_schnorr(message, signature);
    in_company(*verification, valid, &COMPANY.schnorr, &SCHNORR_PLACES, verify_schnorr_batch);
    in_company(*verification, valid, &COMPANY.good_schnorr, &[(LARGEST, LARGEST - 1)], verify_schnorr_batch);
    valid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_the_same_in_company() {
        for (verification, valid) in &COMPANY.verifications[..7] {
            assert_eq!(verify_in_many_ways(verification), *valid);
        }
        for (recovery, key) in &COMPANY.recoveries[..7] {
            assert_eq!(recover_in_many_ways(recovery), *key);
        }
        for (verification, valid) in &COMPANY.schnorr[..3] {
            assert_eq!(verify_schnorr_in_many_ways(verification), *valid);
        }
    }

    #[test]
    #[should_panic(expected = "at place 2 of a batch of 3")]
    fn a_difference_is_found() {
        let others = [(false, false); 3];
        // The last of several is taken for bad.
        in_company(true, true, &others, &[(1, 0), (3, 2)], |batch| {
            let last = batch.len() - 1;
            (0..batch.len()).map(|index| batch[index] && (last == 0 || index != last)).collect()
        });
    }
}
