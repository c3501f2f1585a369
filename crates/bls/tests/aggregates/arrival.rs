//! Batches of sets that arrive one after the other.

use vorpal_bls::{Batch, MinPk, MinSig, Suite, Variant};

use crate::samples::{Owned, valid};

/// The ids of sets that arrive in several batches of these sizes, which are merged.
fn verify<V: Variant>(suite: &Suite<V>, all: &[Owned<V>], sizes: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut merged: Option<Batch<V, usize>> = None;
    let mut first = 0;
    for size in sizes {
        let mut batch = Batch::new(suite).unwrap();
        for (id, owned) in all.iter().enumerate().skip(first).take(*size) {
            if id % 2 == 0 {
                batch.add(id, &owned.set());
            } else {
                batch.add_encoded(id, owned.signature.to_bytes().as_ref(), &owned.keys, &owned.message);
            }
        }
        assert_eq!((batch.len(), batch.is_empty()), (*size, *size == 0));
        first += size;
        match &mut merged {
            Some(merged) => merged.merge(batch),
            None => merged = Some(batch),
        }
    }
    assert_eq!(first, all.len());
    let finished = merged.unwrap().finish();
    (finished.verified.into_iter().map(vorpal_bls::Verified::into_inner).collect(), finished.invalid)
}

fn batches<V: Variant>(suite: &Suite<V>) {
    let mut all = valid(suite, 50, |i| i % 11);
    let divisions: [&[usize]; 4] = [&[50], &[16, 34], &[0, 3, 17, 30], &[49, 1]];
    for sizes in divisions {
        assert_eq!(verify(suite, &all, sizes), ((0..50).collect(), vec![]));
    }
    let wrong = [0, 16, 17, 49];
    for position in wrong {
        all[position].add(&vorpal_bls::SignaturePoint::<V>::GENERATOR);
    }
    all[30].keys.clear();
    let wrong = [0, 16, 17, 30, 49];
    let right: Vec<usize> = (0..50).filter(|id| !wrong.contains(id)).collect();
    for sizes in divisions {
        assert_eq!(verify(suite, &all, sizes), (right.clone(), wrong.to_vec()));
    }
}

#[test]
fn batches_name_their_wrong_sets_however_they_are_merged() {
    batches(&Suite::<MinPk>::possession());
    batches(&Suite::<MinSig>::augmentation());
}

/// Faults that cancel in a sum, in one batch and across merged ones.
#[test]
fn faults_in_merged_batches_do_not_cancel() {
    let suite = Suite::<MinPk>::possession();
    let mut all = valid(&suite, 8, |_| 0);
    let generator = vorpal_curves::bls12_381::g2::Affine::GENERATOR;
    all[1].add(&generator);
    all[6].add(&-generator);
    for sizes in [&[8][..], &[4, 4]] {
        assert_eq!(verify(&suite, &all, sizes), (vec![0, 2, 3, 4, 5, 7], vec![1, 6]));
    }
}

/// Batches with the same secret bits give equal weights to equal sets only, which do not cancel.
#[test]
fn equal_secret_bits_hide_no_faults() {
    let suite = Suite::<MinPk>::possession();
    let mut all = valid(&suite, 3, |_| 0);
    let generator = vorpal_curves::bls12_381::g2::Affine::GENERATOR;
    all[0].add(&generator);
    all[1].add(&-generator);
    let batch = |members: &[usize]| {
        let mut batch = Batch::with_randomness(&suite, &[3; 32]);
        members.iter().for_each(|id| batch.add(*id, &all[*id].set()));
        batch
    };
    for [first, second] in [[&[0][..], &[1]], [&[2, 0], &[2, 1]], [&[0, 2], &[0, 1]]] {
        let mut merged = batch(first);
        merged.merge(batch(second));
        let wrong: Vec<usize> = first.iter().chain(second).copied().filter(|id| *id != 2).collect();
        assert_eq!(merged.finish().invalid, wrong);
    }
}

#[test]
#[should_panic(expected = "batches of different suites")]
fn batches_of_different_suites_do_not_merge() {
    let batch = |suite| Batch::<MinPk, ()>::with_randomness(&suite, &[3; 32]);
    batch(Suite::possession()).merge(batch(Suite::basic()));
}

#[test]
fn malformed_signatures_are_invalid_sets() {
    let suite = Suite::<MinPk>::possession();
    let good = &valid(&suite, 1, |_| 0)[0];
    let bytes = good.signature.to_bytes();
    let mut batch = Batch::with_randomness(&suite, &[3; 32]);
    batch.add_encoded("short", &bytes[1..], &good.keys, &good.message);
    batch.add_encoded("good", &bytes, &good.keys, &good.message);
    batch.add_encoded("zero", &[0; 96], &good.keys, &good.message);
    batch.add_encoded("uncompressed", &good.signature.to_uncompressed(), &good.keys, &good.message);
    assert!(!format!("{batch:?}").contains('['));
    let finished = batch.finish();
    assert_eq!(finished.verified.iter().map(|id| **id).collect::<Vec<_>>(), ["good"]);
    assert_eq!(finished.invalid, ["short", "zero", "uncompressed"]);
    let nothing = Batch::<MinPk, ()>::with_randomness(&suite, &[3; 32]).finish();
    assert!(nothing.verified.is_empty() && nothing.invalid.is_empty());
}
