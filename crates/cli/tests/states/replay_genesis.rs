//! `vorpal replay` of genesis files of clients.

use std::path::Path;

use crate::chain::{copy_blocks, figures, outcome, vorpal};
use serde_json::{Value, json};
use sha3::{Digest, Keccak256};
use tempfile::TempDir;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{Address, BasicData, KeyHasher, Position, Tree};

/// The root of the accounts of `mainnet-genesis/genesis.json` by EIP-6800, as go-verkle computes it.
const MAINNET_ROOT: &str = "0x48c96a4f79f1463c34f6f8fcab46a78129382ac376730ac7edc8123ad0c55bda";

#[test]
fn mainnet_genesis_has_the_root_of_go_verkle() {
    let Some(folder) = vorpal_oracle::data::folder("mainnet-genesis", "the replay of the mainnet genesis")
    else {
        return;
    };
    let target = TempDir::new().unwrap();
    let by_file =
        figures(vorpal().args(["replay", "--genesis"]).arg(folder.join("genesis.json")), target.path());
    let by_folder = figures(vorpal().args(["replay", "--data"]).arg(&folder), target.path());
    for figures in [by_file, by_folder] {
        assert_eq!(figures["root"], MAINNET_ROOT);
        assert_eq!(figures["blocks"], 1);
        let keys =
            figures["phases"].as_array().unwrap().iter().find(|phase| phase["name"] == "keys").unwrap();
        // Basic data and code hash of 8,893 accounts.
        assert_eq!(keys["items"], 17786);
    }
}

fn genesis(folder: &Path, text: &str) -> (i32, String, String) {
    let file = folder.join("genesis.json");
    std::fs::write(&file, text).unwrap();
    outcome(vorpal().args(["replay", "--genesis"]).arg(file))
}

/// Accounts with code, nonce and storage, compared with a tree that the test builds.
#[test]
fn accounts_with_code_and_storage() {
    // 0x61 (PUSH2) is the last byte of the first chunk, so its two operands begin the second chunk.
    let mut code = vec![0x5b; 30];
    code.extend([0x61, 0xaa, 0xbb]);
    code.resize(62, 0x00);
    let hex: String = code.iter().map(|byte| format!("{byte:02x}")).collect();
    let first = format!("{:040x}", 0xabc);
    let text = json!({
        "config": {"chainId": 1},
        "gasLimit": "0x1388",
        "alloc": {
            first: {
                "balance": format!("0x{:040x}", 16), "nonce": 2, "secretKey": "0x1", "code": format!("0x{hex}"),
                "storage": {"0x3": "0x1", format!("0x{:064x}", 64): format!("0x{:064x}", 7)},
            },
            format!("0x{:040X}", 0xdef): {
                "balance": "340282366920938463463374607431768211455", "nonce": "18446744073709551615",
            },
        },
    });
    let folder = TempDir::new().unwrap();
    let (code_of, output, error) = genesis(folder.path(), &text.to_string());
    assert_eq!((code_of, &*error), (0, ""));

    let committer = Committer::new(&Basis::default());
    let address = |last: [u8; 2]| {
        let mut bytes = [0; 20];
        bytes[18..].copy_from_slice(&last);
        Address::from(bytes)
    };
    let word = |bytes: &[u8]| {
        let mut word = [0; 32];
        word[32 - bytes.len()..].copy_from_slice(bytes);
        word
    };
    let chunk = |operands: u8, bytes: &[u8]| {
        let mut chunk = [0; 32];
        chunk[0] = operands;
        chunk[1..=bytes.len()].copy_from_slice(bytes);
        chunk
    };
    let (a, b) = (address([0x0a, 0xbc]), address([0x0d, 0xef]));
    let basic = BasicData::new(2, 16).with_code_size(62).unwrap();
    let writes = [
        ((a, Position::BASIC_DATA), basic.to_value()),
        ((a, Position::CODE_HASH), Keccak256::digest(&code).into()),
        ((a, Position::storage(&word(&[3]))), word(&[1])),
        ((a, Position::storage(&word(&[64]))), word(&[7])),
        ((a, Position::code_chunk(0)), chunk(0, &code[..31])),
        ((a, Position::code_chunk(1)), chunk(2, &code[31..])),
        ((b, Position::BASIC_DATA), BasicData::new(u64::MAX, u128::MAX).to_value()),
        ((b, Position::CODE_HASH), Keccak256::digest(b"").into()),
    ];
    let positions: Vec<_> = writes.iter().map(|(position, _)| *position).collect();
    let keys = KeyHasher::new(&committer).keys(&positions);
    let mut tree = Tree::in_memory();
    tree.update(keys.into_iter().zip(writes.iter().map(|(_, value)| *value))).unwrap();
    let root: String = tree.commit(&committer).unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(output.contains(&format!("Root 0x{root}")), "{root} is not in {output}");

    // The same accounts as lines of a block.
    let hash = |code: &[u8]| {
        let digits: String = Keccak256::digest(code).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("0x{digits}")
    };
    let mut lines = [
        json!({
            "address": format!("0x{:040x}", 0xabc), "nonce": 2, "balance": "0x10", "code_hash": hash(&code),
            "code": format!("0x{hex}"), "storage": {"0x3": "0x1", "0x40": "0x7"},
        }),
        json!({
            "address": format!("0x{:040x}", 0xdef), "nonce": u64::MAX, "balance": format!("{:#x}", u128::MAX),
            "code_hash": hash(b""),
        }),
    ];
    let block = TempDir::new().unwrap();
    let mut replayed = |size: Option<u32>| {
        if let Some(size) = size {
            lines[0]["code_size"] = size.into();
        }
        std::fs::write(block.path().join("1.jsonl"), format!("{}\n{}\n", lines[0], lines[1])).unwrap();
        outcome(vorpal().args(["replay", "--data"]).arg(block.path()))
    };
    for size in [None, Some(62)] {
        let (code, output, error) = replayed(size);
        assert_eq!((code, &*error), (0, ""));
        assert!(output.contains(&format!("Root 0x{root}")), "{root} is not in {output}");
    }
    let (code, _, error) = replayed(Some(61));
    assert_eq!(code, 2);
    assert!(error.contains("1.jsonl:1: the code has 62 bytes, not `code_size`: 61"), "{error}");
}

/// Forms that go-ethereum or Besu reads, each with the plain form of the same account.
#[test]
fn forms_of_go_ethereum_and_besu() {
    let folder = TempDir::new().unwrap();
    let slot = format!("{:064x}", 5);
    let root = |account: &str| {
        let text = format!("{{\"difficulty\": \"0x1\", \"alloc\": {{\"{}\": {account}}}}}", "ab".repeat(20));
        let (code, output, error) = genesis(folder.path(), &text);
        assert_eq!((code, &*error), (0, ""), "{text}");
        output[output.find("Root 0x").unwrap()..][..71].to_owned()
    };
    let plain = [
        r#"{"balance": "0x5"}"#,
        r#"{"balance": "0x0", "nonce": "0x3", "code": "0x6001", "storage": {"0x5": "0x7"}}"#,
        r#"{"balance": "0x0"}"#,
    ];
    let plain = plain.map(root);
    assert!(plain[0] != plain[1] && plain[1] != plain[2] && plain[2] != plain[0]);
    let secret = "11".repeat(32);
    let first = [
        format!(r#"{{"privateKey": "{secret}", "comment": "a", "balance": "0x5", "comment": {{"b": [1]}}}}"#),
        r#"{"Balance": 5, "secretKey": "0x1", "unknown": [{"balance": "0x6"}], "unknown": null}"#.into(),
        r#"{"balance": "0X5", "code": "", "nonce": "", "storage": {}}"#.into(),
        r#"{"balance": "05", "code": null, "nonce": null, "storage": null, "version": "0x01"}"#.into(),
        format!(r#"{{"balance": "0x5", "storage": {{"0x1": "0x0", "{slot}": "{}"}}}}"#, "0".repeat(64)),
        r#"{"balance": "0x5", "storage": {"0x": "0x", "01": ""}}"#.into(),
    ];
    first.iter().for_each(|account| assert_eq!(root(account), plain[0], "{account}"));
    let second = [
        format!(r#"{{"nonce": "3", "code": "0x6001", "storage": {{"{slot}": "{:064x}"}}}}"#, 7),
        format!(r#"{{"nonce": 3, "code": "6001", "storage": {{"0x{slot}": "07", "0x06": "0x00"}}}}"#),
        r#"{"balance": "0x", "NONCE": "0x03", "CODE": "0X6001", "Storage": {"0X5": "7"}}"#.into(),
    ];
    second.iter().for_each(|account| assert_eq!(root(account), plain[1], "{account}"));
    for account in ["{}", r#"{"balance": ""}"#, r#"{"balance": null}"#, r#"{"comment": "nothing"}"#] {
        assert_eq!(root(account), plain[2], "{account}");
    }
}

const TOO_LARGE: &str = "is 2^128 or more; the tree stores balances below 2^128, in 16 bytes (EIP-6800)";

#[test]
fn malformed_genesis_files_exit_with_2() {
    let folder = TempDir::new().unwrap();
    let address = "0".repeat(40);
    let check = |text: String, parts: &[&str]| {
        let (code, output, error) = genesis(folder.path(), &text);
        assert_eq!((code, &*output), (2, ""), "{text}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        for part in parts {
            assert!(error.contains(part), "`{part}` is not in: {error}");
        }
    };
    let account = |fields: Value| format!("{{\n\"alloc\": {{\n\"{address}\":\n{fields}\n}}}}");
    let at = format!("genesis.json:4: alloc.{address}.");
    for (fields, reason) in [
        (json!({"balance": "0xg"}), "balance: `g` is not a hexadecimal digit"),
        (json!({"balance": -5}), "balance: invalid type: integer `-5`"),
        (json!({"balance": "-1"}), "balance: `-1` is not an integer"),
        (json!({"balance": "+1"}), "balance: `+1` is not an integer"),
        (json!({"balance": "340282366920938463463374607431768211456"}), TOO_LARGE),
        (json!({"balance": "9".repeat(78)}), TOO_LARGE),
        (json!({"balance": format!("0x1{}", "0".repeat(32))}), TOO_LARGE),
        (json!({"balance": format!("0x{}", "f".repeat(64))}), TOO_LARGE),
        (json!({"balance": format!("0x{}g", "f".repeat(64))}), "65 hexadecimal digits where 1 to 32"),
        (json!({"nonce": "18446744073709551616"}), "nonce: `18446744073709551616` is 2^64 or more"),
        (json!({"nonce": "0x10000000000000000"}), "nonce: `0x10000000000000000` is 2^64 or more"),
        (json!({"nonce": "ff"}), "nonce: `ff` is not an integer"),
        (json!({"balance": "0x0", "code": "0x123"}), "code: 3 hexadecimal digits, an odd number"),
        (json!({"code": "1"}), "code: 1 hexadecimal digits, an odd number"),
        (json!({"storage": {"1": "0".repeat(65)}}), "65 hexadecimal digits where 1 to 64"),
        (json!({"storage": {"1": 1}}), "invalid type: integer `1`"),
        (json!({"storage": {"g": "1"}}), "`g` is not a hexadecimal digit"),
        (json!({"balance": 1e20}), "balance: the number 100000000000000000000 must be in a string"),
    ] {
        check(account(fields), &[&at, reason]);
    }
    let path = format!("alloc.{address}");
    check(account(json!(["0x1"])), &[&path, "expected an object"]);
    // Fields on which the state depends occur once, also with other capitals.
    for second in ["balance", "Balance"] {
        let twice = format!("\"0x0\", \"{second}\":\"0x1\"");
        check(account(json!({"balance": "0x0"})).replace("\"0x0\"", &twice), &["duplicate field `balance`"]);
    }
    check(
        account(json!({"code": null})).replace("null", "null, \"code\": null"),
        &["duplicate field `code`"],
    );
    check(
        account(json!({"balance": "0x0", "storage": {"0x1": "0x1"}}))
            .replace("\"0x1\":", "\"0x01\":\"0x2\", \"0x1\":"),
        &["the key 0x1 occurs twice"],
    );
    check(account(json!({"storage": {"0x1": "0x1", "01": "0x0"}})), &["the key 0x1 occurs twice"]);
    let two = |first: &str, second: &str| {
        format!(
            "{{\"alloc\": {{\"{first}\": {{\"balance\": \"0x0\"}},\n\"{second}\": {{\"balance\": \"0x0\"}} }} }}"
        )
    };
    check(two(&"ab".repeat(20), &format!("0x{}", "AB".repeat(20))), &["genesis.json:2: ", "occurs twice"]);
    check(two(&address, &address[1..]), &["genesis.json:2: ", "the address `000", "39 hexadecimal digits"]);
    check(two(&address, "0X00"), &["the address `0X00`"]);
    check("{}".into(), &["missing field `alloc`"]);
    check("{\"alloc\": {}, \"Alloc\": {}}".into(), &["duplicate field `alloc`"]);
    check("{\"alloc\": {}, \"alloc\": {}}".into(), &["duplicate field `alloc`"]);
    check("{\"alloc\": []}".into(), &["a map from addresses to accounts"]);
    check("{\"alloc\": {}} x".into(), &["genesis.json:1: trailing characters"]);
    check("[]".into(), &["expected an object"]);
    check(String::new(), &["genesis.json:1: ", "EOF"]);
    let (code, _, error) = outcome(vorpal().args(["replay", "--genesis", "nowhere/genesis.json"]));
    assert_eq!(code, 2);
    assert!(error.contains("nowhere/genesis.json: "), "{error}");
}

#[test]
fn the_genesis_precedes_the_blocks() {
    let folder = TempDir::new().unwrap();
    copy_blocks(1, folder.path());
    let alloc = json!({"alloc": {"01".repeat(20): {"balance": "0x1"}}}).to_string();
    let outside = TempDir::new().unwrap();
    let file = outside.path().join("first.json");
    std::fs::write(&file, &alloc).unwrap();
    std::fs::remove_file(folder.path().join("roots.json")).unwrap();
    let both = figures(
        vorpal().args(["replay", "--genesis"]).arg(&file).arg("--data").arg(folder.path()),
        outside.path(),
    );
    let alone = figures(vorpal().args(["replay", "--data"]).arg(folder.path()), outside.path());
    std::fs::write(folder.path().join("genesis.json"), &alloc).unwrap();
    let inside = figures(vorpal().args(["replay", "--data"]).arg(folder.path()), outside.path());
    assert_eq!((&both["blocks"], &inside["blocks"], &alone["blocks"]), (&json!(2), &json!(2), &json!(1)));
    assert_eq!(both["root"], inside["root"]);
    assert_ne!(alone["root"], inside["root"]);
    let (code, _, error) =
        outcome(vorpal().args(["replay", "--genesis"]).arg(&file).arg("--data").arg(folder.path()));
    assert_eq!(code, 2);
    assert!(error.contains("--genesis is given, but the folder has genesis.json too"), "{error}");
    // The root of the genesis is checked.
    let wrong = json!([{"file": "genesis.json", "root": format!("0x{}", "00".repeat(32))}]);
    std::fs::remove_file(folder.path().join("1.jsonl")).unwrap();
    std::fs::write(folder.path().join("roots.json"), wrong.to_string()).unwrap();
    let (code, _, error) = outcome(vorpal().args(["replay", "--data"]).arg(folder.path()));
    assert_eq!(code, 1);
    assert!(error.contains("block genesis.json: wrong root"), "{error}");
}

/// A line sets the code size of its account: to `code_size`, or without it to zero.
#[test]
fn lines_set_the_code_size() {
    let folder = TempDir::new().unwrap();
    let code = [0x5b; 40];
    let hex: String = code.iter().map(|byte| format!("{byte:02x}")).collect();
    let address = "07".repeat(20);
    let alloc = json!({"alloc": {&address: {"balance": "0x5", "nonce": "0x1", "code": format!("0x{hex}")}}});
    std::fs::write(folder.path().join("genesis.json"), alloc.to_string()).unwrap();
    let hash: String = Keccak256::digest(code).iter().map(|byte| format!("{byte:02x}")).collect();
    let run = |line: Option<Value>| {
        let block = folder.path().join("1.jsonl");
        match line {
            Some(line) => std::fs::write(block, line.to_string() + "\n").unwrap(),
            None => drop(std::fs::remove_file(block)),
        }
        outcome(vorpal().args(["replay", "--data"]).arg(folder.path()))
    };
    let line = |code_size: Value| {
        let mut line = json!({
            "address": format!("0x{address}"), "nonce": 1, "balance": "0x5", "code_hash": format!("0x{hash}"),
        });
        line["code_size"] = code_size;
        Some(line)
    };
    let root = |(code, output, error): (i32, String, String)| {
        assert_eq!((code, &*error), (0, ""));
        output[output.find("Root 0x").unwrap()..][..71].to_owned()
    };
    let genesis = root(run(None));
    assert_eq!(root(run(line(json!(40)))), genesis);
    assert_ne!(root(run(line(json!(41)))), genesis);
    let mut without = line(json!(0)).unwrap();
    let zero = root(run(Some(without.clone())));
    without.as_object_mut().unwrap().remove("code_size");
    assert_eq!(root(run(Some(without))), zero);
    for (size, reason) in [
        (json!(1 << 24), "16777216 bytes of code; the limit is 2^24 - 1"),
        (json!(u64::MAX), "bytes of code"),
        (json!(-1), "invalid value: integer `-1`"),
        (json!("0x28"), "invalid type: string"),
    ] {
        let (code, _, error) = run(line(size));
        assert_eq!(code, 2, "{error}");
        assert!(error.contains("1.jsonl:1: ") && error.contains(reason), "{error}");
    }
}
