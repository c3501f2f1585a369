//! Modified bound witnesses are rejected.

use vorpal_tree::{Error, Proof, Root, Store, Tree, Witness, WitnessVersion};

use super::forgery::{check_file, path, place};
use crate::witness_trees::{at, committer, contents, keys, tree};

/// A tree with branches that only a bound witness distinguishes from leaves, and such a witness.
fn bound() -> (Tree, Root, Witness) {
    let present = [at(&[1, 1], 0), at(&[1, 0], 0), at(&[2, 1, 9], 0), at(&[2, 1, 8], 0), at(&[3], 3)];
    let (tree, root) = tree(&contents(present));
    // The branch 0x01 has a child 0, the branches 0x02 and 0x0201 have none.
    let requested = [at(&[1, 1], 0), at(&[1, 9], 0), at(&[2, 1, 7], 0), at(&[2, 7], 0), at(&[3, 3], 3)];
    let witness = tree.prove_with(committer(), keys(&requested), WitnessVersion::Bound).unwrap();
    let first_children = witness.proof.first_children.as_ref().unwrap();
    let first = tree.store().load_hash(&path(&[1, 0])).unwrap().unwrap();
    assert_eq!(*first_children, [first.to_le_bytes(), [0; 32], [0; 32]]);
    (tree, root, witness)
}

#[test]
fn modified_bound_witnesses_are_rejected() {
    use rayon::prelude::*;
    let (tree, root, witness) = bound();
    let bytes = witness.to_bytes();
    (0..bytes.len()).into_par_iter().for_each(|i| {
        let mut changed = bytes.clone();
        changed[i] ^= 1 << (i % 8);
        let Ok(changed) = Witness::from_bytes(&changed) else { return };
        match changed.verify_with(committer(), &root, WitnessVersion::Plain) {
            // An accepted change only concerns the bytes of absent stems after their path.
            Ok(_) => {
                assert_eq!(changed.proof, witness.proof);
                assert!(changed.entries().all(|(key, diff)| tree.get(&key) == Ok(diff.current)));
            }
            Err(error) => assert!(matches!(error, Error::Witness { .. } | Error::WitnessRefused), "{error}"),
        }
    });
    for length in 0..bytes.len() {
        assert!(Witness::from_bytes(&bytes[..length]).is_err());
    }
    let proof = witness.proof.to_bytes();
    assert_eq!(proof[..5], [255, 255, 255, 255, 1]);
    for version in [0, 2, 255] {
        let mut other = proof.clone();
        other[4] = version;
        let Err(Error::Witness { place, reason }) = Proof::from_bytes(&other) else { panic!() };
        assert_eq!((&*place, reason), ("byte 4", format!("version {version}; this program knows 1")));
    }

    let with = |first_children: Option<Vec<[u8; 32]>>| {
        let mut changed = witness.clone();
        changed.proof.first_children = first_children;
        changed
    };
    let hashes = witness.proof.first_children.clone().unwrap();
    for other in [hashes[..2].to_vec(), hashes.repeat(2), Vec::new()] {
        assert_eq!(place(&with(Some(other)), &root), "verkleProof.firstChildren");
    }
    let beyond = "verkleProof.firstChildren[1] (of the branch at 0x0201)";
    assert_eq!(place(&with(Some(vec![hashes[0], [0xff; 32], hashes[2]])), &root), beyond);
    for other in [vec![hashes[1], hashes[0], hashes[2]], vec![[0; 32]; 3], vec![hashes[0]; 3]] {
        assert_eq!(
            with(Some(other)).verify_with(committer(), &root, WitnessVersion::Plain).map(drop),
            Err(Error::WitnessRefused)
        );
    }
    // A witness of one version is not valid as the other, even if the openings are equal.
    assert_eq!(
        with(None).verify_with(committer(), &root, WitnessVersion::Plain).map(drop),
        Err(Error::WitnessRefused)
    );
    let present = keys(&[at(&[3], 3)]);
    for version in [WitnessVersion::Plain, WitnessVersion::Bound] {
        let mut witness = tree.prove_with(committer(), present.iter().copied(), version).unwrap();
        assert_eq!(witness.proof.version(), version);
        assert!(witness.verify_with(committer(), &root, WitnessVersion::Plain).is_ok());
        witness.proof.first_children = (version == WitnessVersion::Plain).then(Vec::new);
        assert_eq!(
            witness.verify_with(committer(), &root, WitnessVersion::Plain).map(drop),
            Err(Error::WitnessRefused)
        );
    }
}

#[test]
fn json_of_a_bound_witness() {
    let (tree, _, witness) = bound();
    let json = serde_json::to_value(&witness).unwrap();
    let parse = |json: &serde_json::Value| serde_json::from_value::<Witness>(json.clone());
    assert_eq!(parse(&json).unwrap(), witness);
    let statuses = json["verkleProof"]["depthExtensionPresent"].as_str().unwrap();
    assert!(statuses.starts_with("bound:0x"));
    let refused = |field: &str, value: serde_json::Value, what: &str| {
        let mut changed = json.clone();
        changed["verkleProof"][field] = value;
        let error = parse(&changed).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    let unmarked = &statuses["bound:".len()..];
    refused("depthExtensionPresent", unmarked.into(), "firstChildren: ");
    for other in [&format!("bound:{statuses}"), &format!(" {statuses}"), "bound:", "Bound:0x", "free:0x"] {
        refused("depthExtensionPresent", (*other).into(), "hexadecimal digits");
    }
    refused("firstChildren", serde_json::Value::Null, "missing field `firstChildren`");
    refused("firstChildren", "0x".into(), "");
    refused("firstChildren", vec!["0x00"].into(), "1 bytes instead of 32");
    let mut changed = json.clone();
    changed["verkleProof"].as_object_mut().unwrap().remove("firstChildren").unwrap();
    assert!(parse(&changed).unwrap_err().to_string().contains("missing field `firstChildren`"));

    // A plain witness has neither.
    let plain = tree.prove_with(committer(), witness.keys(), WitnessVersion::Plain).unwrap();
    let json = serde_json::to_value(&plain).unwrap();
    assert!(json["verkleProof"].get("firstChildren").is_none());
    assert_eq!(json["verkleProof"]["depthExtensionPresent"], unmarked);
    let root = tree.root().unwrap();
    check_file(include_str!("../../witness_bound.json"), &root, &root, &witness);
}
