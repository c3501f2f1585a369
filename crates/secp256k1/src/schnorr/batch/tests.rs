//! Tests of batches with duplicates, permutations, and entries whose `r` has no point.

use std::collections::BTreeMap;
use std::string::ToString;
use std::vec;
use std::vec::Vec;

use proptest::prelude::*;
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_msm::Weights;

use super::{
    PROTOCOL, SchnorrVerification, bytes, entries, verify_schnorr_batch,
    verify_schnorr_batch_with_randomness, verify_with,
};
use crate::{SchnorrSignature, SecretKey};

/// The weights without randomness, by index.
fn weights(batch: &[SchnorrVerification<'_>]) -> Vec<u128> {
    let weights = Weights::without_randomness(PROTOCOL, entries(batch).iter().map(bytes));
    (0..batch.len()).map(|index| weights.weight(index)).collect()
}

/// Valid and invalid signatures, some of which have an `r` without a point.
fn pool() -> Vec<SchnorrVerification<'static>> {
    let mut pool = Vec::new();
    for (number, message) in [(1, &b"one"[..]), (2, b"two"), (3, b"")] {
        let secret = SecretKey::from_be_bytes(&[number; 32]).unwrap();
        let (key, signature) = (secret.x_only_public_key(), secret.sign_schnorr(message, &[number; 32]));
        let good = SchnorrVerification { message, signature, key };
        let SchnorrSignature { r, s } = signature;
        let filler = SchnorrSignature { r: 5.into(), s };
        pool.extend([
            good,
            SchnorrVerification { message: b"another", ..good },
            SchnorrVerification { signature: SchnorrSignature { r, s: -s }, ..good },
            SchnorrVerification { signature: filler, ..good },
            SchnorrVerification { signature: SchnorrSignature { s: s + s, ..filler }, ..good },
            SchnorrVerification { signature: filler, message: b"another", key },
        ]);
    }
    pool
}

/// Every part of an entry, whether its `r` has a point or not, changes the weight of each index.
#[test]
fn weights_depend_on_every_part_of_an_entry() {
    let pool = pool();
    let (good, filler, key) = (pool[0], pool[3], pool[6].key);
    let signature = |r: u64, s: u64| SchnorrSignature { r: r.into(), s: s.into() };
    let mut batches: Vec<Vec<SchnorrVerification<'_>>> = Vec::new();
    for entry in [good, filler] {
        let SchnorrSignature { r, s } = entry.signature;
        let changed = [
            entry,
            SchnorrVerification { message: b"ones", ..entry },
            SchnorrVerification { key, ..entry },
            SchnorrVerification { signature: SchnorrSignature { r: r + Secp256k1Base::ONE, s }, ..entry },
            SchnorrVerification { signature: SchnorrSignature { r, s: s + Secp256k1Scalar::ONE }, ..entry },
            SchnorrVerification { signature: SchnorrSignature { r, s: -s }, ..entry },
            SchnorrVerification { signature: signature(5, 7), ..entry },
        ];
        for changed in changed {
            batches.extend([vec![changed], vec![changed, pool[1]], vec![pool[1], changed]]);
            batches.extend([vec![changed, changed], vec![pool[1], changed, pool[1]]]);
        }
    }
    let mut seen: BTreeMap<u128, usize> = BTreeMap::new();
    for (number, batch) in batches.iter().enumerate() {
        for weight in weights(batch) {
            let before = seen.insert(weight, number);
            // The list contains two entries with r = 5 and s = 7.
            assert!(before.is_none_or(|before| batches[before] == *batch), "batches {before:?} and {number}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(24)))]
    /// Batch results equal individual results. Inserting or moving a filler changes all weights.
    #[test]
    fn batches_with_fillers_agree_with_individual_verification(
        numbers in prop::collection::vec(0usize..18, 1..vorpal_oracle::effort::cases(300).max(80)), copies in 1usize..3,
        from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(),
        random: [u8; 32],
    ) {
        let pool = pool();
        let batch: Vec<_> = numbers.iter().flat_map(|number| vec![pool[*number]; copies]).collect();
        let single: Vec<bool> = batch.iter().map(|v| v.key.verify_schnorr(v.message, &v.signature)).collect();
        prop_assert_eq!(&verify_schnorr_batch(&batch), &single);
        prop_assert_eq!(&verify_schnorr_batch_with_randomness(&batch, &random), &single);
        let public = |batch: &[super::Entry]| {
            let weights = Weights::without_randomness(PROTOCOL, batch.iter().map(bytes));
            move |index| weights.weight(index)
        };
        prop_assert_eq!(&verify_with(&batch, public), &single);

        let mut with_filler = batch.clone();
        with_filler.insert(from.index(batch.len() + 1), pool[3]);
        let mut moved = with_filler.clone();
        let filler = moved.remove(from.index(batch.len() + 1));
        moved.insert(to.index(batch.len() + 1), filler);
        let mut all: Vec<_> = [&batch, &with_filler, &moved].map(|batch| weights(batch)).into();
        if moved == with_filler {
            all.pop();
        }
        let mut all = all.concat();
        let number = all.len();
        all.sort_unstable();
        all.dedup();
        prop_assert_eq!(all.len(), number, "two batches have a weight in common: {}", numbers.len().to_string());
    }
}
