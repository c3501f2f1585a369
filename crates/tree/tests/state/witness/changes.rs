//! Modified witnesses are rejected, with the position of the error.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use vorpal_ipa::Commitment;
use vorpal_tree::{Error, MAX_KEYS, Root, StemDiff, Witness, WitnessVersion};

use super::small;
use crate::witness_trees::committer;

fn refused(witness: &Witness, root: &Root, what: &str) {
    match witness.verify_with(committer(), root, WitnessVersion::Plain) {
        Ok(_) => panic!("accepted: {what}"),
        Err(Error::Witness { place, reason }) => assert!(!place.is_empty() && !reason.is_empty()),
        Err(Error::WitnessRefused | Error::NoKeys) => {}
        Err(error) => panic!("{what}: {error}"),
    }
}

#[test]
fn modified_bytes_are_rejected_or_prove_true_statements() {
    use rayon::prelude::*;
    let (tree, root, witness) = small();
    let bytes = witness.to_bytes();
    let accepted = AtomicUsize::new(0);
    (0..bytes.len()).into_par_iter().for_each(|i| {
        let mut changed = bytes.clone();
        changed[i] ^= 1 << (i % 8);
        match Witness::from_bytes(&changed) {
            Ok(changed) => match changed.verify_with(committer(), &root, WitnessVersion::Plain) {
                // An accepted change only concerns absent keys, which are absent after the change too, or new values.
                Ok(_) => {
                    assert_eq!(changed.proof, witness.proof);
                    for (key, diff) in changed.entries() {
                        assert_eq!(tree.get(&key), Ok(diff.current));
                    }
                    let same_keys = changed.keys().eq(witness.keys());
                    assert_eq!(same_keys, changed.entries().any(|(_, diff)| diff.new.is_some()), "byte {i}");
                    accepted.fetch_add(1, Relaxed);
                }
                Err(error) => {
                    assert!(matches!(error, Error::Witness { .. } | Error::WitnessRefused), "{error}");
                }
            },
            Err(error) => assert!(matches!(error, Error::Witness { .. }), "{error}"),
        }
    });
    // Accepted changes are in the bytes of three absent stems after their path, and in the suffixes.
    assert!(accepted.into_inner() < 3 * 32);
    for length in 0..bytes.len() {
        assert!(Witness::from_bytes(&bytes[..length]).is_err());
    }
    assert!(Witness::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    // Numbers of items that exceed the remaining bytes.
    for first in [[0xff; 4], [0, 0, 0, 1]] {
        let mut changed = bytes.clone();
        changed[..4].copy_from_slice(&first);
        let Err(Error::Witness { place, .. }) = Witness::from_bytes(&changed) else { panic!() };
        assert_eq!(place, "byte 0");
    }
}

/// All lists that differ from `items` by one dropped item, one repeated item, or two swapped items.
fn variations<T: Clone + PartialEq>(items: &[T]) -> Vec<Vec<T>> {
    let mut lists = Vec::new();
    for i in 0..items.len() {
        let mut dropped = items.to_vec();
        let item = dropped.remove(i);
        let mut doubled = items.to_vec();
        doubled.insert(i, item);
        lists.extend([dropped, doubled]);
        for j in 0..i {
            let mut swapped = items.to_vec();
            swapped.swap(i, j);
            lists.push(swapped);
        }
    }
    lists.retain(|list| list != items);
    lists
}

#[test]
fn dropped_repeated_swapped_and_replaced_parts_are_rejected() {
    let (_, root, witness) = small();
    let mut changed = Vec::new();
    let mut with = |change: &dyn Fn(&mut Witness)| {
        let mut other = witness.clone();
        change(&mut other);
        changed.push(other);
    };
    for stems in variations(&witness.stems) {
        with(&|witness| witness.stems.clone_from(&stems));
    }
    for (i, diff) in witness.stems.iter().enumerate() {
        for suffixes in variations(&diff.suffixes) {
            with(&|witness| witness.stems[i].suffixes.clone_from(&suffixes));
        }
        for j in 0..diff.suffixes.len() {
            with(&|witness| witness.stems[i].suffixes[j].current = None);
            with(&|witness| witness.stems[i].suffixes[j].current = Some([0; 32]));
        }
    }
    for other_stems in variations(&witness.proof.other_stems) {
        with(&|witness| witness.proof.other_stems.clone_from(&other_stems));
    }
    for commitments in variations(&witness.proof.commitments) {
        with(&|witness| witness.proof.commitments.clone_from(&commitments));
    }
    for statuses in variations(&witness.proof.statuses) {
        with(&|witness| witness.proof.statuses.clone_from(&statuses));
    }
    // All 256 statuses, for every stem.
    for i in 0..witness.stems.len() {
        for status in 0..=255 {
            with(&|witness| witness.proof.statuses[i] = status);
        }
    }
    // The identity, encodings that are invalid or not canonical, and other elements.
    for i in 0..witness.proof.commitments.len() {
        for encoding in
            [[0; 32], [0xff; 32], Commitment::generator().encode(), (-Commitment::generator()).encode()]
        {
            with(&|witness| witness.proof.commitments[i] = encoding);
        }
    }
    for stem in [witness.stems[0].stem, witness.stems[1].stem, [0; 31], [0xff; 31]] {
        with(&|witness| witness.proof.other_stems[0] = stem);
    }
    let mut tested = 0;
    // Some changes result in the same witness, such as `None` in place of `None`.
    for (i, other) in changed.iter().filter(|other| **other != witness).enumerate() {
        refused(other, &root, &format!("change {i}: {other:?}"));
        tested += 1;
    }
    assert!(tested > 1000, "{tested}");
}

#[test]
fn errors_contain_the_position() {
    let (_, root, witness) = small();
    let place = |change: &dyn Fn(&mut Witness)| {
        let mut other = witness.clone();
        change(&mut other);
        match other.verify_with(committer(), &root, WitnessVersion::Plain) {
            Err(Error::Witness { place, .. }) => place,
            result => panic!("{result:?}"),
        }
    };
    let status = |i| format!("verkleProof.depthExtensionPresent[{i}]");
    assert_eq!(place(&|w| w.stems.swap(1, 2)), "stateDiff[2].stem");
    assert_eq!(place(&|w| w.stems[1].suffixes.swap(0, 1)), "stateDiff[1].suffixDiffs[1].suffix");
    assert_eq!(place(&|w| w.stems[1].suffixes.clear()), "stateDiff[1].suffixDiffs");
    assert_eq!(
        place(&|w| w.stems[0].suffixes[0].current = Some([0; 32])),
        "stateDiff[0].suffixDiffs[0].currentValue"
    );
    assert_eq!(place(&|w| w.proof.statuses.truncate(3)), "verkleProof.depthExtensionPresent");
    assert_eq!(place(&|w| w.proof.statuses[2] |= 4), status(2));
    assert_eq!(place(&|w| w.proof.statuses[2] |= 3), status(2));
    assert_eq!(place(&|w| w.proof.statuses[3] &= 7), status(3));
    assert_eq!(place(&|w| w.proof.statuses[1] -= 8), status(1));
    assert_eq!(place(&|w| w.proof.other_stems.truncate(1)), "verkleProof.otherStems[1]");
    assert_eq!(place(&|w| w.proof.other_stems.push([7; 31])), "verkleProof.otherStems[2]");
    assert_eq!(place(&|w| w.proof.other_stems[0][0] = 2), "verkleProof.otherStems[0]");
    assert_eq!(place(&|w| w.proof.commitments.truncate(2)), "verkleProof.commitmentsByPath");
    let no_point = place(&|w| w.proof.commitments[2] = [0xff; 32]);
    assert_eq!(no_point, "verkleProof.commitmentsByPath[2] (of the node at 0x0102)");
    assert_eq!(place(&|w| w.proof.argument[0] = 0xff), "verkleProof.d or ipaProof");
    let mut many = witness.clone();
    many.stems = vec![StemDiff { stem: [0; 31], suffixes: Vec::new() }; MAX_KEYS + 1];
    let found = MAX_KEYS + 1;
    assert_eq!(
        many.verify_with(committer(), &root, WitnessVersion::Plain).map(drop),
        Err(Error::TooManyKeys { found })
    );
    let mut none = witness.clone();
    none.stems.clear();
    assert_eq!(none.verify_with(committer(), &root, WitnessVersion::Plain).map(drop), Err(Error::NoKeys));
}
