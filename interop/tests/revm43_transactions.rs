//! Published vectors and signatures of mainnet as transactions to the addresses of the precompiled contracts. revm
//! executes each with Vorpal's provider and with its own ones: output, gas and halt reason are the same.

#![cfg(feature = "revm43")]
#![allow(
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking, and numbers are small"
)]

#[path = "common/switch.rs"]
mod switch;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Once;

use revm::context::result::{ExecutionResult, HaltReason};
use revm::context::{BlockEnv, CfgEnv, TxEnv};
use revm::database_interface::EmptyDB;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Bytes, TxKind};
use revm::{Context, ExecuteEvm, Journal, MainBuilder, MainContext, MainnetEvm, install_crypto};
use revm_precompile::u64_to_address;
use serde_json::Value;
use sha2::{Digest, Sha256};
use vorpal_oracle::data;

use switch::{Backend, Switch};

/// More than any vector consumes.
const GAS_LIMIT: u64 = 1 << 40;

/// revm with the switch as its provider.
struct Machine {
    spec: SpecId,
    evm: MainnetEvm<Context<BlockEnv, TxEnv, CfgEnv, EmptyDB, Journal<EmptyDB>, ()>>,
}

impl Machine {
    fn new(spec: SpecId) -> Self {
        static INSTALLED: Once = Once::new();
        INSTALLED.call_once(|| assert!(install_crypto(Switch)));
        let context = Context::mainnet().modify_cfg_chained(|cfg| {
            cfg.set_spec_and_mainnet_gas_params(spec);
            cfg.tx_gas_limit_cap = Some(u64::MAX);
        });
        Self { spec, evm: context.build_mainnet() }
    }

    /// The result of a call, which is the same with all providers.
    fn call(&mut self, address: u16, input: &[u8], name: &str) -> ExecutionResult {
        let tx = TxEnv::builder()
            .kind(TxKind::Call(u64_to_address(address.into())))
            .data(Bytes::copy_from_slice(input))
            .gas_limit(GAS_LIMIT)
            .build()
            .expect("a transaction");
        let mut execute =
            |backend| switch::with(backend, || self.evm.transact(tx.clone())).expect("it executes").result;
        let ours = execute(Backend::Vorpal);
        assert_eq!(ours, execute(Backend::Default), "{name}: revm's provider");
        // The second provider differs for these contracts.
        if matches!(address, 1 | 10) {
            assert_eq!(ours, execute(Backend::Second), "{name}: revm's second provider");
        }
        ours
    }

    /// The output of a call that succeeds, with this gas if it is given.
    fn output(&mut self, address: u16, input: &[u8], gas: Option<u64>, name: &str) -> Vec<u8> {
        match self.call(address, input, name) {
            ExecutionResult::Success { gas: used, output, .. } => {
                if let Some(gas) = gas {
                    assert_eq!(used.total_gas_spent(), self.intrinsic_gas(input) + gas, "{name}");
                }
                output.into_data().to_vec()
            }
            other => panic!("{name}: {other:?}"),
        }
    }

    /// The reason of a call that fails.
    fn halt(&mut self, address: u16, input: &[u8], name: &str) -> String {
        match self.call(address, input, name) {
            ExecutionResult::Halt { reason: HaltReason::PrecompileErrorWithContext(reason), gas, .. } => {
                assert_eq!(gas.total_gas_spent(), GAS_LIMIT, "{name}: a failure consumes all gas");
                reason
            }
            other => panic!("{name}: {other:?}"),
        }
    }

    /// The gas of a transaction with this input and without execution (EIP-2028).
    fn intrinsic_gas(&self, input: &[u8]) -> u64 {
        let other = if self.spec.is_enabled_in(SpecId::ISTANBUL) { 16 } else { 68 };
        21_000 + input.iter().map(|byte| if *byte == 0 { 4 } else { other }).sum::<u64>()
    }
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{value} has the text {key}"))
}

/// The files of a folder with this ending, by name.
fn files(folder: &Path, ending: &str) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let named = entries.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?.to_string();
        Some((name, path))
    });
    named.collect::<std::collections::BTreeMap<_, _>>().into_iter().collect()
}

/// The fork, the address and the number of vectors of each file.
const FILES: [(&str, SpecId, u16, usize); 29] = [
    ("blake2F", SpecId::OSAKA, 9, 5),
    ("blsG1Add", SpecId::OSAKA, 11, 112),
    ("blsG1Mul", SpecId::OSAKA, 12, 11),
    ("blsG1MultiExp", SpecId::OSAKA, 12, 154),
    ("blsG2Add", SpecId::OSAKA, 13, 112),
    ("blsG2Mul", SpecId::OSAKA, 14, 11),
    ("blsG2MultiExp", SpecId::OSAKA, 14, 153),
    ("blsMapG1", SpecId::OSAKA, 16, 105),
    ("blsMapG2", SpecId::OSAKA, 17, 105),
    ("blsPairing", SpecId::OSAKA, 15, 106),
    ("bn256Add", SpecId::OSAKA, 6, 16),
    ("bn256Pairing", SpecId::OSAKA, 8, 14),
    ("bn256ScalarMul", SpecId::OSAKA, 7, 19),
    ("ecRecover", SpecId::OSAKA, 1, 5),
    ("fail-blake2f", SpecId::OSAKA, 9, 4),
    ("fail-blsG1Add", SpecId::OSAKA, 11, 6),
    ("fail-blsG1Mul", SpecId::OSAKA, 12, 7),
    ("fail-blsG1MultiExp", SpecId::OSAKA, 12, 7),
    ("fail-blsG2Add", SpecId::OSAKA, 13, 6),
    ("fail-blsG2Mul", SpecId::OSAKA, 14, 7),
    ("fail-blsG2MultiExp", SpecId::OSAKA, 14, 7),
    ("fail-blsMapG1", SpecId::OSAKA, 16, 5),
    ("fail-blsMapG2", SpecId::OSAKA, 17, 5),
    ("fail-blsPairing", SpecId::OSAKA, 15, 9),
    ("modexp", SpecId::BYZANTIUM, 5, 17),
    ("modexp_eip2565", SpecId::BERLIN, 5, 47),
    ("modexp_eip7883", SpecId::OSAKA, 5, 45),
    ("p256Verify", SpecId::OSAKA, 0x100, 782),
    ("pointEvaluation", SpecId::OSAKA, 10, 1),
];

#[test]
fn vectors_of_go_ethereum() {
    let Some(folder) = data::folder("evm/precompiles", "vectors of precompiles as transactions") else {
        return;
    };
    let found: Vec<String> = files(&folder, ".json").into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, FILES.map(|(name, ..)| name), "the files that this test knows");
    let mut reasons = BTreeSet::new();
    for (file, spec, address, number) in FILES {
        let mut machine = Machine::new(spec);
        let vectors = json(&folder.join(format!("{file}.json")));
        let vectors = vectors.as_array().expect("a list");
        assert_eq!(vectors.len(), number, "{file}");
        for vector in vectors {
            let (name, input) = (format!("{file} {}", vector["Name"]), data::bytes(text(vector, "Input")));
            if vector["ExpectedError"].is_string() {
                reasons.insert(machine.halt(address, &input, &name));
            } else {
                let gas = vector["Gas"].as_u64().filter(|gas| *gas != 0);
                let output = machine.output(address, &input, gas, &name);
                assert_eq!(output, data::bytes(text(vector, "Expected")), "{name}");
            }
        }
    }
    assert!(reasons.len() > 10, "failures of different kinds: {reasons:#?}");

    // There are no files for the two hash functions.
    let mut machine = Machine::new(SpecId::OSAKA);
    let bytes: Vec<u8> = (0..=255).collect();
    for length in 0..=bytes.len() {
        for address in [2, 3] {
            assert_eq!(machine.output(address, &bytes[..length], None, "hashes").len(), 32);
        }
    }
    let called: Vec<&str> = switch::calls().into_keys().collect();
    let mut methods = switch::METHODS.to_vec();
    methods.sort_unstable();
    assert_eq!(called, methods, "revm called each method of Vorpal's provider");
}

/// The value of a line `key: 'value'`.
fn field<'a>(yaml: &'a str, key: &str) -> &'a str {
    let line = yaml.lines().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("{key} in {yaml}")).trim_matches('\'')
}

#[test]
fn proofs_of_evaluations() {
    let what = "proofs of evaluations as transactions";
    let Some(folder) = data::folder("evm/kzg/verify_kzg_proof/kzg-mainnet", what) else { return };
    let mut machine = Machine::new(SpecId::OSAKA);
    let (mut right, mut wrong) = (0, 0);
    for (name, path) in files(&folder, "") {
        let yaml = std::fs::read_to_string(path.join("data.yaml")).expect("a file");
        let commitment = data::bytes(field(&yaml, "commitment"));
        let mut hash: [u8; 32] = Sha256::digest(&commitment).into();
        hash[0] = 1;
        let parts = ["z", "y", "commitment", "proof"].map(|key| data::bytes(field(&yaml, key)));
        let input = [&hash[..], &parts.concat()].concat();
        if field(&yaml, "output") == "true" {
            let output = machine.output(10, &input, Some(50_000), &name);
            assert_eq!(output[30..32], [0x10, 0], "{name}: 4,096 coefficients");
            right += 1;
        } else {
            machine.halt(10, &input, &name);
            wrong += 1;
        }
    }
    assert!(right >= 50 && wrong >= 50, "{right} right and {wrong} wrong proofs");
}

/// `P` is the image of `u`, or the sum of the images of two elements, as clearing the cofactor is linear.
#[test]
fn maps_of_rfc_9380() {
    let Some(folder) = data::folder("evm/hash-to-curve", "maps to curves as transactions") else { return };
    // Elements are separated by commas, and have 64 bytes in the contracts.
    let padded = |text: &str| -> Vec<u8> {
        text.split(',').flat_map(|element| [vec![0; 16], data::bytes(element)].concat()).collect()
    };
    let mut machine = Machine::new(SpecId::OSAKA);
    let mut number = 0;
    for (file, map, add) in [("BLS12381G1", 16, 11), ("BLS12381G2", 17, 13)] {
        for kind in ["NU", "RO"] {
            let name = format!("{file}_XMD_SHA-256_SSWU_{kind}_");
            let vectors = json(&folder.join(format!("{name}.json")));
            for vector in vectors["vectors"].as_array().expect("a list") {
                let elements = vector["u"].as_array().expect("a list").iter();
                let images: Vec<Vec<u8>> = elements
                    .map(|u| machine.output(map, &padded(u.as_str().expect("text")), None, &name))
                    .collect();
                let point = match &images[..] {
                    [point] => point.clone(),
                    both => machine.output(add, &both.concat(), None, &name),
                };
                let expected = ["x", "y"].map(|key| padded(text(&vector["P"], key))).concat();
                assert_eq!(point, expected, "{name} {}", vector["msg"]);
                number += 1;
            }
        }
    }
    assert_eq!(number, 20);
}

/// The contract's input has `r` and `s` of 32 bytes each.
#[test]
fn p256_signatures_of_wycheproof() {
    let Some(folder) = data::folder("evm/wycheproof", "signatures of Wycheproof as transactions") else {
        return;
    };
    let mut machine = Machine::new(SpecId::OSAKA);
    let (mut valid, mut invalid) = (0, 0);
    let groups = json(&folder.join("ecdsa_secp256r1_sha256_p1363_test.json"));
    for group in groups["testGroups"].as_array().expect("a list") {
        let key = data::bytes(text(&group["publicKey"], "uncompressed"));
        for test in group["tests"].as_array().expect("a list") {
            let (name, hash) = (test.to_string(), Sha256::digest(data::bytes(text(test, "msg"))));
            let input = [&hash[..], &data::bytes(text(test, "sig")), &key[1..]].concat();
            let output = machine.output(0x100, &input, Some(6_900), &name);
            if text(test, "result") == "valid" {
                assert_eq!((output.len(), output.last()), (32, Some(&1)), "{name}");
                valid += 1;
            } else {
                assert!(output.is_empty(), "{name}");
                invalid += 1;
            }
        }
    }
    assert!(valid > 100 && invalid > 50, "{valid} valid and {invalid} invalid signatures");
}

#[test]
fn signatures_of_mainnet() {
    let Some(folder) = data::folder("mainnet-state", "signatures of mainnet as transactions") else { return };
    let mut machine = Machine::new(SpecId::OSAKA);
    let mut number = 0;
    for (block, path) in files(&folder, ".signatures.csv") {
        let lines = std::fs::read_to_string(path).expect("a file");
        for line in lines.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [hash, r, s, y_parity, sender] = fields[..] else { panic!("{block}: {line}") };
            let mut v = [0; 32];
            v[31] = 27 + y_parity.parse::<u8>().expect("a parity");
            let input = [data::bytes(hash), v.to_vec(), data::bytes(r), data::bytes(s)].concat();
            let output = machine.output(1, &input, Some(3_000), &block);
            assert_eq!(output, [vec![0; 12], data::bytes(sender)].concat(), "{block}: {line}");
            number += 1;
        }
    }
    assert_eq!(number, 18_605, "signatures, as the README says");
}
