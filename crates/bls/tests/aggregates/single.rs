//! Verification of one signature: keys, messages, signatures and tags that do not belong together, and empty lists.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use vorpal_bls::ethereum::{eth_aggregate_pubkeys, eth_fast_aggregate_verify};
use vorpal_bls::{CheckedSignature, Error, MinPk, MinSig, PublicKey, Scheme, Signature, Suite, Variant};
use vorpal_limbs::count::{Counts, on_this_thread};

use crate::samples::{Owned, secret};

fn infinity<V: Variant>() -> Signature<V> {
    Signature::from_point(vorpal_bls::SignaturePoint::<V>::IDENTITY)
}

fn suites<V: Variant>() -> [Suite<V>; 3] {
    [Suite::basic(), Suite::augmentation(), Suite::possession()]
}

fn single<V: Variant>() {
    let suites = suites::<V>();
    for (i, suite) in suites.iter().enumerate() {
        let (key, other) = (secret(1).public_key(), secret(2).public_key());
        let signature = Signature::from(secret(1).sign(suite, b"message"));
        assert!(suite.verify(&key, b"message", signature));
        assert!(!suite.verify(&other, b"message", signature));
        assert!(!suite.verify(&key, b"messagE", signature));
        assert!(!suite.verify(&key, b"message", infinity()));
        assert!(!suite.verify(&key, b"message", Signature::from_point(-*signature.point())));
        for (j, tag) in suites.iter().enumerate() {
            assert_eq!(tag.verify(&key, b"message", signature), i == j);
        }
    }
    // A signature with augmentation is that of the key and the message.
    let [_, augmentation, _] = &suites;
    let key = secret(1).public_key::<V>();
    let without = Suite::<V>::new(V::AUG, Scheme::Basic).unwrap();
    let message = [key.to_bytes().as_ref(), b"message"].concat();
    assert_eq!(secret(1).sign(augmentation, b"message"), secret(1).sign(&without, &message));
    assert_eq!(Suite::<V>::new(b"", Scheme::Basic).err(), Some(Error::EmptyTag));
}

/// A decoded signature is checked to be in the subgroup, and one that was checked, or made here, is not checked again.
fn checked_once<V: Variant>() {
    let suite = Suite::<V>::possession();
    let key = secret(1).public_key();
    let checked = secret(1).sign(&suite, b"message");
    let decoded = Signature::decode(checked.to_bytes().as_ref()).unwrap();
    let cost = |signature: Signature<V>| {
        let (is_valid, counts) = on_this_thread(|| suite.verify(&key, b"message", signature));
        assert!(is_valid);
        counts
    };
    // The first verification computes tables.
    cost(decoded);
    let (_, check) = on_this_thread(|| decoded.check());
    assert!(check.multiplications > 100, "{check:?}");
    assert_eq!(on_this_thread(|| Signature::from(&checked).check()).1, Counts::default());
    assert_eq!(cost(decoded), cost(checked.into()) + check);
    let (is_valid, counts) = on_this_thread(|| suite.verify(&key, b"message", checked));
    assert!(is_valid);
    assert_eq!(counts, cost(checked.into()));
    // The other verifications.
    let keys = [key];
    let both = |verify: &dyn Fn(Signature<V>) -> bool| {
        let [first, second] = [decoded, checked.into()].map(|signature| on_this_thread(|| verify(signature)));
        assert!(first.0 && second.0);
        assert_eq!(first.1, second.1 + check);
    };
    both(&|signature| suite.aggregate_verify(&[(key, b"message")], signature));
    both(&|signature| suite.fast_aggregate_verify(&keys, b"message", signature));
    both(&|signature| suite.verify_value(b"message", &key, signature).is_ok());
}

#[test]
fn a_checked_signature_is_not_checked_again() {
    checked_once::<MinPk>();
    checked_once::<MinSig>();
}

#[test]
fn a_signature_is_that_of_one_key_message_and_tag() {
    single::<MinPk>();
    single::<MinSig>();
}

fn aggregates<V: Variant>() {
    for suite in suites::<V>() {
        let messages = [b"first".to_vec(), b"second".to_vec(), b"".to_vec()];
        let members: Vec<(PublicKey<V>, Vec<u8>)> =
            (0..3).map(|i| (secret(i).public_key(), messages[i].clone())).collect();
        let parts: Vec<_> = (0..3).map(|i| secret(i).sign(&suite, &messages[i])).collect();
        let signature: Signature<V> = CheckedSignature::aggregate(&parts).unwrap().into();
        assert!(suite.aggregate_verify(&members, signature));
        assert!(!suite.aggregate_verify(&members[..2], signature));
        assert!(!suite.aggregate_verify(&members, parts[0]));
        let mut swapped = members.clone();
        swapped[0].1 = members[1].1.clone();
        swapped[1].1 = members[0].1.clone();
        assert!(!suite.aggregate_verify(&swapped, signature));
        for signature in [signature, infinity()] {
            assert!(!suite.aggregate_verify(&[] as &[(PublicKey<V>, Vec<u8>)], signature));
        }
        // Equal messages: only the basic scheme refuses them.
        let twice = [members[0].clone(), (members[1].0, members[0].1.clone())];
        let parts = [0, 1].map(|i| secret(i).sign(&suite, &messages[0]));
        let signature = CheckedSignature::aggregate(&parts).unwrap();
        assert_eq!(suite.aggregate_verify(&twice, signature), suite.scheme() != Scheme::Basic);
    }
}

#[test]
fn an_aggregate_is_that_of_its_keys_and_messages() {
    aggregates::<MinPk>();
    aggregates::<MinSig>();
}

fn of_one_message<V: Variant>() {
    let suite = Suite::<V>::possession();
    let set = Owned::new(&suite, &[1, 2, 3], b"message");
    let verify = |keys: &[PublicKey<V>], signature: &Signature<V>| {
        suite.fast_aggregate_verify(keys, b"message", signature)
    };
    assert!(verify(&set.keys, &set.signature));
    assert!(!verify(&set.keys[1..], &set.signature));
    assert!(!verify(&[], &set.signature));
    assert!(!verify(&[], &infinity()));
    // Keys that cancel are members of the group, but not their sum.
    let opposite = PublicKey::from_point(-*set.keys[0].point()).unwrap();
    assert!(!verify(&[set.keys[0], opposite], &infinity()));
    assert_eq!(PublicKey::aggregate(&[set.keys[0], opposite]), Err(Error::InfinitySum));
    assert_eq!(PublicKey::<V>::aggregate(&[]), Err(Error::Empty));
    assert_eq!(CheckedSignature::<V>::aggregate(&[]), Err(Error::Empty));
    // The sum of a signature and its opposite is infinity, which is a signature.
    let part = secret(1).sign(&suite, b"message");
    let opposite = Signature::<V>::from_point(-*part.point()).check().unwrap();
    assert!(CheckedSignature::aggregate(&[part, opposite]).unwrap().is_infinity());
    // Equal signatures have equal hashes, and these two others.
    assert_eq!(HashSet::from([part, opposite, part]).len(), 2);
    let hashes = [part, part, opposite]
        .map(|signature| BuildHasherDefault::<DefaultHasher>::new().hash_one(signature));
    assert!(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
    // With augmentation each key has a message of its own.
    let augmentation = Suite::<V>::augmentation();
    let one = Owned::new(&augmentation, &[1], b"message");
    assert!(augmentation.fast_aggregate_verify(&one.keys, b"message", one.signature));
    let two = Owned::new(&augmentation, &[1, 2], b"message");
    assert!(!augmentation.fast_aggregate_verify(&two.keys, b"message", two.signature));
    assert!(!augmentation.verify_sets(&[two.set()]).is_valid());
}

#[test]
fn keys_for_one_message_are_added() {
    of_one_message::<MinPk>();
    of_one_message::<MinSig>();
}

#[test]
fn ethereum_accepts_infinity_as_the_signature_of_nobody() {
    let suite = Suite::<MinPk>::possession();
    let set = Owned::new(&suite, &[1, 2], b"message");
    assert!(eth_fast_aggregate_verify(&[], b"message", infinity()));
    assert!(!eth_fast_aggregate_verify(&[], b"message", set.signature));
    assert!(eth_fast_aggregate_verify(&set.keys, b"message", set.signature));
    assert!(!eth_fast_aggregate_verify(&set.keys, b"message", infinity()));
    assert_eq!(eth_aggregate_pubkeys(&[]), Err(Error::Empty));
    assert_eq!(eth_aggregate_pubkeys(&set.keys), PublicKey::aggregate(&set.keys));
}

fn possession<V: Variant>() {
    let proof = Signature::from(secret(1).prove_possession::<V>());
    assert!(Suite::verify_possession(&secret(1).public_key(), proof));
    assert!(!Suite::verify_possession(&secret(2).public_key(), proof));
    // A signature of the key as a message of the protocol is no proof.
    let key = secret(1).public_key::<V>();
    let signature = secret(1).sign(&Suite::<V>::possession(), key.to_bytes().as_ref());
    assert!(!Suite::verify_possession(&key, signature));
}

#[test]
fn a_proof_of_possession_is_that_of_one_key() {
    possession::<MinPk>();
    possession::<MinSig>();
}
