//! The JSON format, a witness of go-verkle, and blocks of a test network.

use vorpal_oracle::data;
use vorpal_tree::{Error, Root, Witness, WitnessVersion};

use super::small;
use crate::witness_trees::committer;

#[test]
fn witness_equals_that_of_go_verkle() {
    let (_, root, witness) = small();
    let go: serde_json::Value =
        serde_json::from_str(include_str!("../../witness_of_go_verkle.json")).unwrap();
    assert_eq!(data::bytes(go["root"].as_str().unwrap()), root);
    assert_eq!(serde_json::to_value(&witness).unwrap(), go["executionWitness"]);
}

#[test]
fn malformed_json_is_rejected() {
    let (_, _, witness) = small();
    let json = serde_json::to_value(&witness).unwrap();
    let accepted = |json: &serde_json::Value| serde_json::from_value::<Witness>(json.clone());
    assert_eq!(accepted(&json).unwrap(), witness);
    let mut changed = json.clone();
    changed["comment"] = "ignored".into();
    changed["verkleProof"]["comment"] = 7.into();
    assert_eq!(accepted(&changed).unwrap(), witness);

    let refused = |place: &str, value: serde_json::Value| {
        let mut changed = json.clone();
        let was = changed.pointer_mut(place).unwrap_or_else(|| panic!("{place}"));
        assert_ne!(*was, value);
        *was = value;
        assert!(accepted(&changed).is_err(), "{place}: {changed}");
    };
    let bytes = |number: usize| serde_json::Value::from(format!("0x{}", "00".repeat(number)));
    for (place, length) in [
        ("/stateDiff/0/stem", 31),
        ("/stateDiff/1/suffixDiffs/0/currentValue", 32),
        ("/stateDiff/1/suffixDiffs/0/newValue", 32),
        ("/verkleProof/otherStems/0", 31),
        ("/verkleProof/commitmentsByPath/0", 32),
        ("/verkleProof/d", 32),
        ("/verkleProof/ipaProof/cl/7", 32),
        ("/verkleProof/ipaProof/cr/0", 32),
        ("/verkleProof/ipaProof/finalEvaluation", 32),
    ] {
        refused(place, bytes(length - 1));
        refused(place, bytes(length + 1));
        for text in ["", "0x", &"00".repeat(length), &format!("0x{}0g", "00".repeat(length - 1)), "0x0"] {
            refused(place, text.into());
        }
        refused(place, 5.into());
    }
    refused("/verkleProof/depthExtensionPresent", "0x123".into());
    refused("/stateDiff/0/suffixDiffs/0/suffix", 256.into());
    refused("/stateDiff/0/suffixDiffs/0/suffix", (-1).into());
    refused("/verkleProof/ipaProof/cl", serde_json::Value::Array(vec![bytes(32); 7]));
    refused("/verkleProof/ipaProof/cr", serde_json::Value::Array(vec![bytes(32); 9]));
    for (place, field) in [
        ("", "stateDiff"),
        ("", "verkleProof"),
        ("/stateDiff/0", "stem"),
        ("/stateDiff/0", "suffixDiffs"),
        ("/stateDiff/0/suffixDiffs/0", "suffix"),
        ("/stateDiff/0/suffixDiffs/0", "currentValue"),
        ("/stateDiff/0/suffixDiffs/0", "newValue"),
        ("/verkleProof", "otherStems"),
        ("/verkleProof", "depthExtensionPresent"),
        ("/verkleProof", "commitmentsByPath"),
        ("/verkleProof", "d"),
        ("/verkleProof", "ipaProof"),
        ("/verkleProof/ipaProof", "finalEvaluation"),
    ] {
        let mut changed = json.clone();
        changed.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(field).unwrap();
        assert!(accepted(&changed).is_err(), "{place}/{field}");
    }
}

/// A block of the test data: its witness and the state root in its header.
fn block(folder: &std::path::Path, name: &str) -> (Witness, Root) {
    let text = std::fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
    let block: serde_json::Value = serde_json::from_str(&text).unwrap();
    let root = data::bytes(block["header"]["stateRoot"].as_str().unwrap()).try_into().unwrap();
    (serde_json::from_value(block["executionWitness"].clone()).unwrap(), root)
}

#[test]
fn blocks_of_a_test_network() {
    let Some(folder) = data::folder("witness", "blocks with witnesses") else { return };
    let root = |text: &str| -> Root { data::bytes(text).try_into().unwrap() };
    let before_1 = root("1fbf85345a3cbba9a6d44f991b721e55620a22397c2a93ee8d5011136ac300ee");
    let after_1 = root("08d888db1a5f3f6f1a9e72f5fcfd508c4dd166de74c98e87462cba4b74710176");
    let before_72 = root("64e1a647f42e5c2e3c434531ccf529e1b3e93363a40db9fc8eec81f492123510");
    let before_73 = root("18d1dfcc6ccc6f34d14af48a865895bf34bde7f3571d9ba24a4b98122841048c");
    for (name, before) in
        [("valid_block_1", before_1), ("valid_block_72", before_72), ("valid_block_73", before_73)]
    {
        let (witness, after) = block(&folder, name);
        let partial = witness.verify_with(committer(), &before, WitnessVersion::Plain).unwrap();
        // Block 1 changed values that are not in its witness: go-verkle also computes this root and not the header's.
        let after = if name == "valid_block_1" { after_1 } else { after };
        assert_eq!(partial.root_after(committer(), &witness), Ok(after), "{name}");
        assert_eq!(Witness::from_bytes(&witness.to_bytes()).as_ref(), Ok(&witness));
    }
    for (name, before) in [("invalid_block_72", before_72), ("invalid_block_73", before_73)] {
        let (witness, _) = block(&folder, name);
        let error = witness.verify_with(committer(), &before, WitnessVersion::Plain).unwrap_err();
        println!("{name}: {error}");
    }
    // A valid witness of another block.
    let (witness, _) = block(&folder, "valid_block_72");
    assert_eq!(
        witness.verify_with(committer(), &before_73, WitnessVersion::Plain).map(drop),
        Err(Error::WitnessRefused)
    );
}
