//! Compares the result of one signature with its results in batches. The other entries must not change its result, and
//! it must not change theirs.

use std::fmt::Debug;
use std::sync::LazyLock;

use vorpal::secp256k1::{
    KeyCache, PreparedKey, PublicKey, Recovery, SchnorrVerification, SecretKey, Verification, recover,
    recover_batch, verify_batch, verify_schnorr_batch,
};

/// Sizes of batches with positions: one entry, a few, more than one packed group, two chunks.
const POSITIONS: [(usize, usize); 6] = [(1, 0), (3, 1), (17, 0), (17, 16), (67, 63), (67, 66)];
/// For Schnorr signatures also a size above the threshold for verification by one sum.
const SCHNORR_POSITIONS: [(usize, usize); 4] = [(1, 0), (17, 0), (17, 16), (LARGEST, 64)];
const LARGEST: usize = 131;
/// One in this many of the other entries is invalid.
const BAD: usize = 5;

/// Other entries of batches, with their expected results.
struct OtherEntries {
    verifications: Vec<(Verification, bool)>,
    recoveries: Vec<(Recovery, Option<PublicKey>)>,
    schnorr: Vec<(SchnorrVerification<'static>, bool)>,
    /// Valid Schnorr signatures only.
    good_schnorr: Vec<(SchnorrVerification<'static>, bool)>,
}

static OTHERS: LazyLock<OtherEntries> = LazyLock::new(OtherEntries::new);

impl OtherEntries {
    fn new() -> Self {
        let mut others = Self {
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
            let mut message = hash;
            message[31] ^= u8::from(!is_good);
            let verification = Verification { hash: message, signature: signed.signature(), key };
            others.verifications.push((verification, is_good));
            let mut recovery = signed.to_recovery(&hash);
            if !is_good {
                recovery.s = [0; 32];
            }
            others.recoveries.push((recovery, is_good.then_some(key)));
            let signature = secret.sign_schnorr(&hash, &hash);
            let verify = |message: [u8; 32]| SchnorrVerification {
                message: message.to_vec().leak(),
                signature,
                key: x_only,
            };
            others.schnorr.push((verify(message), is_good));
            others.good_schnorr.push((verify(hash), true));
        }
        others
    }
}

/// Compares the result of one entry with its results in batches of several sizes, at several positions.
fn in_batches<T: Copy, R: PartialEq + Debug + Copy>(
    one: T,
    expected: R,
    others: &[(T, R)],
    positions: &[(usize, usize)],
    batch: impl Fn(&[T]) -> Vec<R>,
) {
    for &(size, position) in positions {
        let mut cases = others[..size].to_vec();
        cases[position] = (one, expected);
        let (batched, results): (Vec<T>, Vec<R>) = cases.into_iter().unzip();
        assert_eq!(batch(&batched), results, "at position {position} of a batch of {size}");
    }
}

/// Verifies a signature alone, with prepared keys and in batches, and compares the results.
///
/// # Panics
/// If results differ. The process then ends, and the lab shows the case.
pub(crate) fn verify_by_all_methods(verification: &Verification) -> bool {
    let Verification { hash, signature, key } = verification;
    let valid = key.verify(hash, signature);
    assert_eq!(key.verify(hash, &signature.to_low()), valid, "the other half of s");
    assert_eq!(key.verify_low(hash, signature), valid && signature.is_low(), "only the lower half of s");
    assert_eq!(PreparedKey::new(key).verify(hash, signature), valid, "with a table of the key");
    let mut cache = KeyCache::new(2 * PreparedKey::BYTES);
    for use_number in 0..6 {
        assert_eq!(cache.verify(key, hash, signature), valid, "use {use_number} of the key");
    }
    assert_eq!(cache.tables(), 1, "the key has a table after several uses");
    in_batches(*verification, valid, &OTHERS.verifications, &POSITIONS, verify_batch);
    valid
}

/// Recovers a key alone and in batches, and compares the results.
///
/// # Panics
/// If results differ. The process then ends, and the lab shows the case.
pub(crate) fn recover_by_all_methods(recovery: &Recovery) -> Option<PublicKey> {
    let key = recover(recovery).ok();
    in_batches(*recovery, key, &OTHERS.recoveries, &POSITIONS, |recoveries| {
        recover_batch(recoveries).into_iter().map(Result::ok).collect()
    });
    key
}

/// Verifies a Schnorr signature alone and in batches, and compares the results.
///
/// # Panics
/// If results differ. The process then ends, and the lab shows the case.
pub(crate) fn verify_schnorr_by_all_methods(verification: &SchnorrVerification<'_>) -> bool {
    let SchnorrVerification { message, signature, key } = verification;
    let valid = key.verify_schnorr(message, signature);
    in_batches(*verification, valid, &OTHERS.schnorr, &SCHNORR_POSITIONS, verify_schnorr_batch);
    in_batches(*verification, valid, &OTHERS.good_schnorr, &[(LARGEST, LARGEST - 1)], verify_schnorr_batch);
    valid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_do_not_depend_on_the_batch() {
        for (verification, valid) in &OTHERS.verifications[..7] {
            assert_eq!(verify_by_all_methods(verification), *valid);
        }
        for (recovery, key) in &OTHERS.recoveries[..7] {
            assert_eq!(recover_by_all_methods(recovery), *key);
        }
        for (verification, valid) in &OTHERS.schnorr[..3] {
            assert_eq!(verify_schnorr_by_all_methods(verification), *valid);
        }
    }

    #[test]
    #[should_panic(expected = "at position 2 of a batch of 3")]
    fn a_different_result_in_a_batch_panics() {
        let others = [(false, false); 3];
        // This batch function reports the last of several entries as invalid.
        in_batches(true, true, &others, &[(1, 0), (3, 2)], |batch| {
            let last = batch.len() - 1;
            (0..batch.len()).map(|index| batch[index] && (last == 0 || index != last)).collect()
        });
    }
}
