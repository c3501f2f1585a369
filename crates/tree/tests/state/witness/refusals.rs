//! Refusals that need more than one changed byte: other JSON forms, limits, contradicting statuses, another basis.

use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{Error, MAX_KEYS, StemDiff, SuffixDiff, Witness, WitnessVersion};

use super::small;
use crate::witness_trees::{at, committer, contents, keys, tree};

/// Objects are written as objects, and numbers of keys are limited while the text is read.
#[test]
fn json_of_other_forms() {
    let (_, _, witness) = small();
    let json = serde_json::to_value(&witness).unwrap();
    let error = |json: &serde_json::Value| {
        serde_json::from_str::<Witness>(&json.to_string())
            .map_or_else(|error| error.to_string(), |_| "accepted".into())
    };
    for place in ["", "/stateDiff/0", "/stateDiff/0/suffixDiffs/0", "/verkleProof", "/verkleProof/ipaProof"] {
        let mut changed = json.clone();
        let object = changed.pointer_mut(place).unwrap();
        *object = object.as_object().unwrap().values().cloned().collect();
        assert!(error(&changed).contains("invalid type: sequence"), "{place}: {}", error(&changed));
    }
    let mut changed = json.clone();
    let suffixes = changed.pointer_mut("/stateDiff/0/suffixDiffs").unwrap().as_array_mut().unwrap();
    let suffix = suffixes[0].clone();
    suffixes.resize(257, suffix);
    assert!(error(&changed).contains("more than 256 suffixes of a stem"), "{}", error(&changed));
    let states = changed["stateDiff"].as_array_mut().unwrap();
    states[0]["suffixDiffs"].as_array_mut().unwrap().truncate(256);
    let state = states[0].clone();
    states.resize(MAX_KEYS / 256 + 10, state);
    assert!(error(&changed).contains(&format!("more than {MAX_KEYS} keys")), "{}", error(&changed));
}

/// The limit holds while bytes are read, before what they say is looked at.
#[test]
fn bytes_of_too_many_keys() {
    let (_, _, mut witness) = small();
    let suffix = SuffixDiff { suffix: 0, current: None, new: None };
    witness.stems = vec![StemDiff { stem: [0; 31], suffixes: vec![suffix; MAX_KEYS + 1] }];
    let found = MAX_KEYS + 1;
    assert_eq!(Witness::from_bytes(&witness.to_bytes()).unwrap_err(), Error::TooManyKeys { found });
}

/// Numbers at the limit pass it: the error is that of the order, which is checked after it.
#[test]
fn values_of_too_many_keys() {
    let (_, root, mut witness) = small();
    let suffix = SuffixDiff { suffix: 0, current: None, new: None };
    for number in [MAX_KEYS, MAX_KEYS + 1] {
        let of_suffixes = vec![StemDiff { stem: [0; 31], suffixes: vec![suffix; number] }];
        let mut of_stems = vec![StemDiff { stem: [0; 31], suffixes: Vec::new() }; number];
        of_stems[0].suffixes.push(suffix);
        for (stems, second) in
            [(of_suffixes, "stateDiff[0].suffixDiffs[1].suffix"), (of_stems, "stateDiff[1].stem")]
        {
            witness.stems = stems;
            match witness.verify_with(committer(), &root, WitnessVersion::Plain) {
                Err(Error::TooManyKeys { found }) => assert!(found == number && number > MAX_KEYS),
                Err(Error::Witness { place, .. }) => {
                    assert!(place == second && number == MAX_KEYS, "{place}");
                }
                result => panic!("{result:?}"),
            }
        }
    }
}

/// A proof with fewer commitments than nodes ends the walk, whatever the statuses say of the nodes and of their depth.
#[test]
fn fewer_commitments_than_nodes() {
    let (tree, root) = tree(&contents([at(&[1], 0), at(&[2], 0)]));
    let mut witness =
        tree.prove_with(committer(), keys(&[at(&[1], 0), at(&[2], 0)]), WitnessVersion::Plain).unwrap();
    witness.proof.commitments.truncate(1);
    // Branches down to the last level, above no nodes, other leaves or leaves; and two leaves below the root.
    for status in [31 << 3, 1 | 31 << 3, 2 | 31 << 3, 2 | 1 << 3] {
        witness.proof.statuses = vec![status; 2];
        let Err(Error::Witness { place, reason }) =
            witness.verify_with(committer(), &root, WitnessVersion::Plain)
        else {
            panic!("accepted")
        };
        assert_eq!(
            (place.as_str(), reason.as_str()),
            ("verkleProof.commitmentsByPath", "1 of them; the keys need more"),
            "{status}"
        );
    }
}

/// Statuses that contradict each other, although no opening depends on it.
#[test]
fn statuses_of_one_path_agree() {
    // Two absent stems below one empty place; and two below one other leaf.
    let (tree, root) = tree(&contents([at(&[1, 1], 0)]));
    for (first, stems) in [(3, [at(&[3, 1], 0), at(&[3, 2], 0)]), (1, [at(&[1, 2], 0), at(&[1, 3], 0)])] {
        let witness = tree.prove_with(committer(), keys(&stems), WitnessVersion::Plain).unwrap();
        assert!(witness.verify_with(committer(), &root, WitnessVersion::Plain).is_ok());
        for (i, changed) in (0..2).flat_map(|i| (0..=2).map(move |kind| (i, kind))) {
            let mut lie = witness.clone();
            let status = &mut lie.proof.statuses[i];
            let before = *status & 3;
            *status = *status & !3 | changed;
            let verdict = lie.verify_with(committer(), &root, WitnessVersion::Plain);
            assert_eq!(verdict.is_ok(), changed == before, "{first} {i} {changed}: {verdict:?}");
            // Where one status says that there is no node, the error names the stem of the other one.
            if changed != before && (changed == 0 || before == 0) {
                let other = if before == 0 { i } else { 1 - i };
                let Err(Error::Witness { place, .. }) = verdict else { panic!("{first} {i}") };
                assert_eq!(
                    place,
                    format!("verkleProof.depthExtensionPresent[{other}]"),
                    "{first} {i} {changed}"
                );
            }
        }
        let mut both = witness.clone();
        both.proof.statuses.iter_mut().for_each(|status| *status = *status & !3 | 2);
        let Err(Error::Witness { reason, .. }) = both.verify_with(committer(), &root, WitnessVersion::Plain)
        else {
            panic!("accepted")
        };
        assert_eq!(reason, "two leaves at one path");
    }
}

/// All values of a stem are opened, those at the ends of its halves too.
#[test]
fn every_value_of_a_full_stem_is_bound() {
    let all: Vec<[u8; 32]> = (0..=255).map(|suffix| at(&[7], suffix)).collect();
    let (tree, root) = tree(&contents(all.iter().copied()));
    let witness = tree.prove_with(committer(), keys(&all), WitnessVersion::Plain).unwrap();
    assert!(witness.verify_with(committer(), &root, WitnessVersion::Plain).is_ok());
    for suffix in [0, 1, 39, 40, 63, 64, 126, 127, 128, 129, 254, 255] {
        for byte in [0, 15, 16, 31] {
            let mut lie = witness.clone();
            lie.stems[0].suffixes[suffix].current.as_mut().unwrap()[byte] ^= 1;
            assert_eq!(
                lie.verify_with(committer(), &root, WitnessVersion::Plain).unwrap_err(),
                Error::WitnessRefused,
                "{suffix} {byte}"
            );
        }
    }
}

/// What is shown has commitments of one basis; another one's would give another root.
#[test]
fn a_partial_tree_knows_its_basis() {
    let (_, root, witness) = small();
    let shown = witness.verify_with(committer(), &root, WitnessVersion::Plain).unwrap();
    let other = Committer::with_window(&Basis::from_seed(b"another"), 2).unwrap();
    let (expected, found) = (*committer().basis_digest(), *other.basis_digest());
    assert!(shown.root_after(committer(), &witness).is_ok());
    assert_eq!(shown.root_after(&other, &witness), Err(Error::WitnessBasis { expected, found }));
}
